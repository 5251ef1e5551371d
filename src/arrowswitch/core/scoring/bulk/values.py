"""The value of each result of a side: a table with a place for every different score and for every award."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.bulk.arrays import (
    AnyInts,
    Flags,
    Ints,
    blocks,
    places_of,
    round_fractions,
    scale_fractions,
)
from arrowswitch.core.scoring.bulk.cells import Cells
from arrowswitch.core.scoring.rounding import Rounding

NONE = int(np.iinfo(np.int64).min)
"""Stands where there are no points and no percentage."""

_SMALL = 2**31


class Lookup:
    """Where the results of a side find their values: the place of their score, of their award (`rows` and `entries`,
    the numbers of the awards from 0 on), or the place of those without a score."""

    __slots__ = ("_rows", "cells", "entries", "rows")

    def __init__(self, cells: Cells, rows: Ints, entries: Ints) -> None:
        order = np.argsort(rows, kind="stable")
        self.cells = cells
        self.rows, self.entries = rows[order], entries[order]

    def places(self, part: slice) -> Ints:
        """Returns the places of some results."""
        places = self.cells.places(part)
        first, last = np.searchsorted(self.rows, (part.start, part.stop))
        places[self.rows[first:last] - part.start] = self.cells.table_size + 1 + self.entries[first:last]
        return places

    def is_same(self, other: Lookup) -> bool:
        """True if the results are at the same places in both."""
        return self.cells is other.cells and not self.rows.size and not other.rows.size

    def table(self, cells: Ints, awards: Ints, none: int = 0) -> Ints:
        """Returns the table of values: of every cell, of every award, and of results without a score."""
        size = self.cells.table_size
        values = np.zeros(size + 1 + len(awards), np.int64)
        values[self.cells.at] = cells
        values[size] = none
        values[size + 1 :] = awards
        return values


@dataclass(frozen=True, slots=True, eq=False)
class Worths:
    """The values of the cells, as fractions of whole numbers, and the values of the awards."""

    numerators: Ints
    denominators: Ints
    awards: list[Fraction]

    def publish(self, rounding: Rounding) -> tuple[Ints, Ints]:
        """Returns cells and awards rounded, in units of the last decimal."""
        unit = 10 ** places_of(rounding)
        awards = [int(rounding.of(award) * unit) for award in self.awards]
        return round_fractions(self.numerators, self.denominators, rounding), np.array(awards, np.int64)

    def round_values(self, rounding: Rounding) -> Worths:
        """Returns the worths as published."""
        unit = 10 ** places_of(rounding)
        cells, awards = self.publish(rounding)
        return Worths(cells, np.full_like(cells, unit), [Fraction(award, unit) for award in awards.tolist()])

    def scale_values(self, unit: int) -> tuple[tuple[Ints, Ints], tuple[Flags, Flags]]:
        """Returns cells and awards in units of `1 / unit`, rounded down, and flags of those that are not whole."""
        cells, is_open = scale_fractions(self.numerators, self.denominators, unit)
        awards = [award * unit for award in self.awards]
        low = np.array([award.__floor__() for award in awards], np.int64)
        return (cells, low), (is_open, np.array([award.denominator > 1 for award in awards], np.bool_))

    def exact(self, cell: int) -> Fraction:
        """Returns the value of a cell, or of the award `-2 - cell`."""
        if cell < 0:
            return self.awards[-2 - cell]
        return Fraction(int(self.numerators[cell]), int(self.denominators[cell]))

    @property
    def most(self) -> int:
        """Returns a whole number that no worth exceeds in size."""
        cells = int(np.abs(self.numerators // self.denominators).max(initial=0)) + 1
        return max([cells, *(abs(award).__ceil__() for award in self.awards)])


@dataclass(slots=True, eq=False)
class ScoredSide:
    """One side of the whole field: who sat there, and what every result is worth exactly and as shown.

    `boards` are the places of the boards of the forms, `award_boards` of the awards. By these places `tops` is the most
    that could be won and `shown_tops` the most among the results that are shown, 0 in methods without a top.
    """

    side: Side
    numbers: AnyInts
    lookup: Lookup
    exact: Worths
    shown_worths: Worths
    boards: Ints
    award_boards: list[int]
    tops: Ints
    shown_tops: Ints

    def top_table(self) -> Ints:
        """Returns the table of the tops."""
        return self.lookup.table(self.tops[self.boards[self.lookup.cells.form]], self.tops[self.award_boards])

    def used_tops(self) -> Ints:
        """Returns the tops of all boards that have a score or an award."""
        return np.concatenate([self.tops[self.boards[self.lookup.cells.form]], self.tops[self.award_boards]])

    def rows_without_score(self) -> Ints:
        """Returns the results without a score and without an award."""
        return np.setdiff1d(self.lookup.cells.holes, self.lookup.rows, assume_unique=True)

    def cell_table(self) -> Ints:
        """Returns the table of the cells themselves: `-2 - award` for awards, -1 for results without a score."""
        awards = -2 - np.arange(len(self.exact.awards))
        return self.lookup.table(np.arange(len(self.exact.numerators)), awards, none=-1)

    def results_of(self, chosen: Flags) -> Iterator[tuple[int, int]]:
        """Yields number and cell (see `cell_table`) of every result with a score of some contestants."""
        table = self.cell_table()
        for part in blocks(len(self.numbers)):
            numbers = self.numbers[part]
            is_chosen = chosen[numbers]
            if is_chosen.any():
                cells = table[self.lookup.places(part)]
                is_chosen &= cells != -1
                yield from zip(numbers[is_chosen].tolist(), cells[is_chosen].tolist(), strict=True)

    def published_table(self, rounding: Rounding) -> AnyInts:
        """Returns the table of points as shown, in units of the last decimal: 32 bits for each where that is enough."""
        cells, awards = self.shown_worths.publish(rounding)
        is_small = (
            not self.rows_without_score().size
            and max(np.abs(cells).max(initial=0), np.abs(awards).max(initial=0)) < _SMALL
        )
        table = self.lookup.table(cells, awards, 0 if is_small else NONE)
        return table.astype(np.int32) if is_small else table
