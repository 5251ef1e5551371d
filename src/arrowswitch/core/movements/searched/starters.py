"""Starters: the base round from which every Howell is developed, and the library of those that were found.

JCBL director's manual 3.3, lines 810-826 and figures 7 and 8: with m rounds and m board sets, round r is round 1 with
every moving number and every set number raised by r - 1, modulo m; numbers above m never move. Which starters there are
stands in `starters.toml`, each with where it comes from; `search` found those that no document prints.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

from arrowswitch.core.movements.data_files import data_text, starters_of
from arrowswitch.core.movements.model import RoundNumber, SetNumber, TableNumber


@dataclass(frozen=True, slots=True)
class BaseTable:
    """One table in round 1: who sits North-South and East-West, and the set, which is also its place in the ring.

    In the rounds `turned` the guide card lies the other way round, so that the same two sit in each other's directions.
    """

    ns: int
    ew: int
    place: SetNumber
    turned: tuple[RoundNumber, ...] = ()


def stands_behind(base: Sequence[BaseTable], rounds: int) -> dict[TableNumber, int]:
    """Returns how many sets rest behind each table of a first round, where any do; there are as many sets as rounds."""
    places = [*(table.place for table in base), rounds + 1]
    gaps = (following - place - 1 for place, following in pairwise(places))
    return {number: gap for number, gap in enumerate(gaps, start=1) if gap > 0}


@dataclass(frozen=True, slots=True)
class Starter:
    """A base round for a number of tables and rounds.

    - `base` are the tables in order; their places rise from 1, and tables at the same place share their boards.
    - `squares` is the sum, over every two pairs, of the square of their competition coefficient, counted in board sets;
      the balance of the developed sheet follows from it.
    - `has_ab_table` is False where the list of sheets says that no A/B table can be added.
    - `found` says where the starter comes from, `proof` how good it is known to be.
    """

    rounds: int
    base: tuple[BaseTable, ...]
    squares: int
    has_ab_table: bool = True
    found: str = ""
    proof: str = ""

    @property
    def tables(self) -> int:
        """Returns the number of tables."""
        return len(self.base)

    @property
    def pairs(self) -> int:
        """Returns the number of pairs, a phantom included."""
        return 2 * len(self.base)

    @property
    def turns_cards(self) -> bool:
        """Tells whether some guide card is turned in some round."""
        return any(table.turned for table in self.base)

    @property
    def stationary(self) -> range:
        """Returns the numbers that never move: all above the number of rounds."""
        return range(self.rounds + 1, self.pairs + 1)

    @property
    def bye_stands(self) -> dict[TableNumber, int]:
        """Returns how many sets rest behind a table, towards the next higher one, where any do."""
        return stands_behind(self.base, self.rounds)

    def meetings(self) -> Iterator[tuple[RoundNumber, TableNumber, int, int, SetNumber]]:
        """Yields every meeting of the developed sheet: round, table, North-South, East-West, set."""
        for round_number in range(1, self.rounds + 1):
            for number, table in enumerate(self.base, start=1):
                ns, ew = self._developed(table.ns, round_number), self._developed(table.ew, round_number)
                if round_number in table.turned:
                    ns, ew = ew, ns
                yield round_number, number, ns, ew, wrapped(table.place + round_number - 1, self.rounds)

    def _developed(self, number: int, round_number: RoundNumber) -> int:
        return number if number > self.rounds else wrapped(number + round_number - 1, self.rounds)


def wrapped(number: int, most: int) -> int:
    """Returns `number` brought into 1 to `most`.

    >>> [wrapped(number, 11) for number in (0, 11, 12, 23)]
    [11, 11, 1, 1]
    """
    return (number - 1) % most + 1


def starter_problems(starter: Starter) -> tuple[str, ...]:
    """Returns why `starter` is none: what would make two meet twice, or a set be played twice by somebody, and so on.

    For makers of starters, in English; sheets are judged by the independent checker.
    """
    rounds, base = starter.rounds, starter.base
    found = []
    seated = Counter(number for table in base for number in (table.ns, table.ew))
    if set(seated) != set(range(1, starter.pairs + 1)):
        found.append("not every number sits exactly once")
    places = [table.place for table in base]
    if places != sorted(places) or places[0] != 1 or places[-1] > rounds:
        found.append("the tables do not stand in the order of the ring from place 1")
    moving = [table for table in base if max(table.ns, table.ew) <= rounds]
    differences = [min((table.ns - table.ew) % rounds, (table.ew - table.ns) % rounds) for table in moving]
    if len(set(differences)) < len(differences) or 2 * max(differences, default=0) == rounds:
        found.append("a difference of numbers occurs twice, or is its own opposite")
    if len(moving) + len(starter.stationary) != starter.tables:
        found.append("stationary pairs meet each other")
    steps = [(table.place - n) % rounds for table in base for n in (table.ns, table.ew) if n <= rounds]
    if len(set(steps)) < len(steps):
        found.append("two moving pairs stand equally far from their sets")
    return tuple(found)


@cache
def library() -> Mapping[tuple[int, int, bool], Starter]:
    """Returns the starters by tables, rounds and whether guide cards are turned."""
    return _by_key(data_text("searched/starters"))


def parse_starters(text: str) -> tuple[Starter, ...]:
    """Returns the starters of a library in TOML. Raises Impossible when one is none or there are two of a kind."""
    return tuple(_by_key(text).values())


def _by_key(text: str) -> dict[tuple[int, int, bool], Starter]:
    return starters_of(
        text, _parse, lambda starter: (starter.tables, starter.rounds, starter.turns_cards), starter_problems
    )


def format_starters(starters: Iterable[Starter]) -> str:
    """Returns starters as `parse_starters` reads them, smallest first."""
    ordered = sorted(starters, key=lambda starter: (starter.tables, starter.rounds, starter.turns_cards))
    return "\n".join(map(_format, ordered))


def _parse(entry: Mapping[str, Any]) -> Starter:
    turned = {int(table): tuple(map(int, rounds.split())) for table, rounds in entry.get("turned", {}).items()}
    base = tuple(_parse_table(word, turned.get(number, ())) for number, word in enumerate(entry["base"].split(), 1))
    return Starter(
        rounds=entry["rounds"],
        base=base,
        squares=entry["squares"],
        has_ab_table=entry.get("ab_table", True),
        found=entry["found"],
        proof=entry["proof"],
    )


def _parse_table(word: str, turned: tuple[RoundNumber, ...]) -> BaseTable:
    numbers, _, place = word.partition("@")
    ns, _, ew = numbers.partition("-")
    return BaseTable(int(ns), int(ew), int(place), turned)


def _format(starter: Starter) -> str:
    base = " ".join(f"{table.ns}-{table.ew}@{table.place}" for table in starter.base)
    turned = ", ".join(
        f'{number} = "{" ".join(map(str, table.turned))}"'
        for number, table in enumerate(starter.base, start=1)
        if table.turned
    )
    lines = [
        "[[starter]]",
        f"rounds = {starter.rounds}",
        f'base = "{base}"',
        *([f"turned = {{ {turned} }}"] if turned else []),
        f"squares = {starter.squares}",
        *([] if starter.has_ab_table else ["ab_table = false"]),
        f'found = "{starter.found}"',
        f'proof = "{starter.proof}"',
    ]
    return "\n".join(lines) + "\n"
