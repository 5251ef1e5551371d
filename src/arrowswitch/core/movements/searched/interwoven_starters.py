"""The starters of interwoven Howells: one round each, from which the whole sheet follows.

JCBL director's manual 3.3, lines 2178-2217 and 2257-2266. Both groups (A: numbers 1 to T, B: T + 1 to 2T) play a cyclic
Howell in the same ring of board sets: round r is round 1 with every moving number of its group and every set raised
by r - 1. The first `rounds` numbers of a group move, the others are stationary. With an odd number of tables
the pairs that are left over meet across the groups. Sizes that have no such starter are whole sheets, round by round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from arrowswitch.core.movements.data_files import data_text, starters_of
from arrowswitch.core.movements.model import RoundNumber, SetNumber, TableNumber
from arrowswitch.core.movements.searched.starters import BaseTable, stands_behind, wrapped


@dataclass(frozen=True, slots=True)
class InterwovenStarter:
    """The tables of an interwoven Howell.

    - `base` are the tables of round 1 in the order of the ring of boards; `later` are the further rounds of a whole
      sheet, empty where the sheet is developed.
    - `found` says where it comes from, `proof` how good it is known to be.
    """

    rounds: int
    base: tuple[BaseTable, ...]
    later: tuple[tuple[BaseTable, ...], ...] = ()
    found: str = ""
    proof: str = ""

    @property
    def tables(self) -> int:
        """Returns the number of tables, which is also the number of pairs of a group."""
        return len(self.base)

    @property
    def stationary(self) -> tuple[int, ...]:
        """Returns the numbers that never move; nobody is known to stay in a whole sheet."""
        if self.later:
            return ()
        return tuple(n for n in range(1, 2 * self.tables + 1) if (n - 1) % self.tables >= self.rounds)

    @property
    def bye_stands(self) -> dict[TableNumber, int]:
        """Returns how many sets rest behind a table, towards the next higher one; none are told for a whole sheet."""
        return {} if self.later else stands_behind(self.base, self.rounds)

    def meetings(self) -> Iterator[tuple[RoundNumber, TableNumber, int, int, SetNumber]]:
        """Yields every meeting of the sheet: round, table, North-South, East-West, set."""
        for round_number in range(1, self.rounds + 1):
            if self.later and round_number > 1:
                for number, table in enumerate(self.later[round_number - 2], start=1):
                    yield round_number, number, table.ns, table.ew, table.place
                continue
            for number, table in enumerate(self.base, start=1):
                ns, ew = self.developed(table.ns, round_number), self.developed(table.ew, round_number)
                yield round_number, number, ns, ew, wrapped(table.place + round_number - 1, self.rounds)

    def developed(self, number: int, round_number: RoundNumber) -> int:
        """Returns who sits in a round where `number` sat in round 1."""
        group, place = divmod(number - 1, self.tables)
        return number if place >= self.rounds else group * self.tables + wrapped(place + round_number, self.rounds)


def interwoven_problems(starter: InterwovenStarter) -> tuple[str, ...]:
    """Returns why `starter` makes no sheet, in English, for makers of starters; sheets are judged by the checker."""
    wanted = Counter(range(1, 2 * starter.tables + 1))
    rows = (starter.base, *starter.later)
    seated = [Counter(n for table in row for n in (table.ns, table.ew)) for row in rows]
    found = ["not every number sits exactly once" for row in seated if row != wanted]
    if starter.later and len(starter.later) != starter.rounds - 1:
        found.append("a whole sheet has another number of rounds")
    places = [table.place for table in starter.base]
    if places != sorted(places) or places[0] != 1 or places[-1] > starter.rounds:
        found.append("the tables do not stand in the order of the ring from place 1")
    across = [(t.ns, t.ew) for t in starter.base if (t.ns <= starter.tables) != (t.ew <= starter.tables)]
    if any(abs(ns - ew) != starter.tables for ns, ew in across) or len(across) != starter.tables % 2:
        found.append("those who meet across the groups are not i and i + tables")
    return tuple(found)


@cache
def interwoven_library() -> Mapping[tuple[int, RoundNumber], InterwovenStarter]:
    """Returns the starters by tables and rounds."""
    return _by_key(data_text("searched/interwoven_starters"))


def parse_interwoven(text: str) -> tuple[InterwovenStarter, ...]:
    """Returns the starters of a library in TOML. Raises Impossible when one is none or there are two of a size."""
    return tuple(_by_key(text).values())


def _by_key(text: str) -> dict[tuple[int, RoundNumber], InterwovenStarter]:
    return starters_of(text, _parse, lambda starter: (starter.tables, starter.rounds), interwoven_problems)


def format_interwoven(starters: Iterable[InterwovenStarter]) -> str:
    """Returns starters as `parse_interwoven` reads them, smallest first."""
    return "\n".join(map(_format, sorted(starters, key=lambda starter: (starter.tables, starter.rounds))))


def _parse(entry: Mapping[str, Any]) -> InterwovenStarter:
    later = tuple(_parse_tables(row) for row in entry.get("later", ()))
    return InterwovenStarter(
        rounds=entry["rounds"],
        base=_parse_tables(entry["base"]),
        later=later,
        found=entry["found"],
        proof=entry["proof"],
    )


def _parse_tables(words: str) -> tuple[BaseTable, ...]:
    tables = []
    for word in words.split():
        numbers, _, place = word.partition("@")
        ns, _, ew = numbers.partition("-")
        tables.append(BaseTable(int(ns), int(ew), int(place)))
    return tuple(tables)


def _format(starter: InterwovenStarter) -> str:
    lines = ["[[starter]]", f"rounds = {starter.rounds}", f'base = "{_words(starter.base)}"']
    if starter.later:
        lines += ["later = [", *(f'    "{_words(row)}",' for row in starter.later), "]"]
    return "\n".join([*lines, f'found = "{starter.found}"', f'proof = "{starter.proof}"']) + "\n"


def _words(tables: Iterable[BaseTable]) -> str:
    return " ".join(f"{table.ns}-{table.ew}@{table.place}" for table in tables)
