"""Starters: the base round from which a Howell is developed, and the libraries of those that were found.

JCBL director's manual 3.3, lines 810-826 and figures 7 and 8: with m rounds and m board sets, round r is round 1 with
every moving number and every set number raised by r - 1, modulo m; numbers above m never move. Lines 2178-2217 and
2257-2266: in an interwoven Howell two groups (A: numbers 1 to T, B: T + 1 to 2T) do so in the same ring of board sets,
the first m numbers of a group moving; with an odd number of tables the pairs that are left over meet across the
groups. Sizes that have no such starter are whole sheets, round by round.

The starters are in `starters.toml`, `long_starters.toml` (full Howells of more than fifteen rounds) and
`interwoven_starters.toml`, each with its source; `tools/searches` found those that no document prints.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import Any

from arrowswitch.core.movements.data_files import data_of
from arrowswitch.core.movements.model import RoundNumber, SetNumber, TableNumber
from arrowswitch.core.movements.rules.mitchell_rules import Seats, wrap


@dataclass(frozen=True, slots=True)
class BaseTable:
    """One table in round 1: who sits North-South and East-West, and the set, which is also its place in the ring.

    In the rounds `turned` the guide card is reversed, so that the same two sit in each other's directions.
    """

    ns: int
    ew: int
    place: SetNumber
    turned: tuple[RoundNumber, ...] = ()


@dataclass(frozen=True, slots=True)
class Starter:
    """A base round for a number of tables and rounds.

    - `base` are the tables in order; their places rise from 1, and tables at the same place share their boards.
    - `squares` is the sum, over every two pairs, of the square of their competition coefficient, counted in board sets;
      the balance of the developed sheet follows from it. It is kept for Howells alone.
    - `groups` is 2 for an interwoven Howell; `later` are the further rounds of a whole sheet, empty where the sheet is
      developed.
    - `has_ab_table` is False where the list of sheets says that no A/B table can be added.
    - `origin` names the source or the search, `proof` the bounds for better ones.
    """

    rounds: int
    base: tuple[BaseTable, ...]
    squares: int = 0
    groups: int = 1
    later: tuple[tuple[BaseTable, ...], ...] = ()
    has_ab_table: bool = True
    origin: str = ""
    proof: str = ""

    @property
    def tables(self) -> int:
        return len(self.base)

    @property
    def pairs(self) -> int:
        """Returns the number of pairs, including a phantom."""
        return 2 * len(self.base)

    @property
    def turns_cards(self) -> bool:
        """True if any guide card is turned in any round."""
        return any(table.turned for table in self.base)

    @property
    def stationary(self) -> tuple[int, ...]:
        """Returns the numbers that never move; nobody is known to stay in a whole sheet."""
        group = self.pairs // self.groups
        return () if self.later else tuple(n for n in range(1, self.pairs + 1) if (n - 1) % group >= self.rounds)

    @property
    def bye_stands(self) -> dict[TableNumber, int]:
        """Returns the number of sets that rest behind a table, towards the next higher one, by table: there are as many
        sets as rounds. A whole sheet has none."""
        places = [*(table.place for table in self.base), self.rounds + 1]
        gaps = (following - place - 1 for place, following in pairwise(places))
        return {} if self.later else {number: gap for number, gap in enumerate(gaps, start=1) if gap > 0}

    def meetings(self) -> Iterator[Seats]:
        """Yields every meeting of the sheet."""
        rows = (self.base, *self.later) if self.later else (self.base,) * self.rounds
        for r, row in enumerate(rows, start=1):
            step = 0 if self.later else r - 1
            for number, table in enumerate(row, start=1):
                ns, ew = self._raise_number(table.ns, step), self._raise_number(table.ew, step)
                if r in table.turned:
                    ns, ew = ew, ns
                yield Seats(r, number, ns, ew, wrap(table.place + step, self.rounds))

    def _raise_number(self, number: int, step: int) -> int:
        place = (number - 1) % (self.pairs // self.groups)
        return number if place >= self.rounds else number - place - 1 + wrap(place + 1 + step, self.rounds)


@cache
def library() -> Mapping[tuple[int, int, bool], Starter]:
    """Returns the starters of Howells by tables, rounds and whether guide cards are turned."""
    starters = (read_starter(entry) for entry in data_of("searched/starters")["starter"])
    return {(starter.tables, starter.rounds, starter.turns_cards): starter for starter in starters}


@cache
def long_library() -> Mapping[int, Starter]:
    """Returns the starters of full Howells of more than fifteen rounds by tables."""
    starters = (read_starter(entry) for entry in data_of("searched/long_starters")["starter"])
    return {starter.tables: starter for starter in starters}


@cache
def interwoven_library() -> Mapping[tuple[int, RoundNumber], Starter]:
    """Returns the starters of interwoven Howells by tables and rounds."""
    starters = (read_starter(entry, groups=2) for entry in data_of("searched/interwoven_starters")["starter"])
    return {(starter.tables, starter.rounds): starter for starter in starters}


def read_starter(entry: Mapping[str, Any], groups: int = 1) -> Starter:
    """Returns the starter that an entry of a library writes."""
    turned = {int(table): tuple(map(int, rounds.split())) for table, rounds in entry.get("turned", {}).items()}
    return Starter(
        rounds=entry["rounds"],
        base=_row(entry["base"], turned),
        squares=entry.get("squares", 0),
        groups=groups,
        later=tuple(_row(row, {}) for row in entry.get("later", ())),
        has_ab_table=entry.get("ab_table", True),
        origin=entry["origin"],
        proof=entry["proof"],
    )


def _row(words: str, turned: Mapping[int, tuple[RoundNumber, ...]]) -> tuple[BaseTable, ...]:
    """Returns the tables written as `6-1@1 5-4@3`: North-South, East-West and place."""
    numbers = (tuple(map(int, word.replace("@", "-").split("-"))) for word in words.split())
    return tuple(BaseTable(ns, ew, place, turned.get(table, ())) for table, (ns, ew, place) in enumerate(numbers, 1))
