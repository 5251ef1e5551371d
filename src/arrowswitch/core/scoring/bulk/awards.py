"""Results that are no scores: which they are, who is out of the field, and the different awards among them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from arrowswitch.core.scoring.bulk.arrays import Flags, Ints, whole
from arrowswitch.core.scoring.bulk.cells import Forms
from arrowswitch.core.scoring.bulk.inputs import PERCENT_UNIT, BulkField, Kind, SideArrays
from arrowswitch.core.scoring.outcomes import Average, AverageKind, Percentage

_AVERAGES = {Kind.AVERAGE: AverageKind.AVERAGE, Kind.PLUS: AverageKind.PLUS, Kind.MINUS: AverageKind.MINUS}
_PERCENTS = len(Kind)
_CODES = _PERCENTS + 100 * PERCENT_UNIT + 1


@dataclass(frozen=True, slots=True, eq=False)
class SideHoles:
    """The results of a side that are not scores of the field: their places `rows`, their `kinds` and percentages, and
    `is_out` if a contestant at the table is excluded."""

    rows: Ints
    kinds: Ints
    percents: Ints
    is_out: Flags

    @property
    def is_award(self) -> Flags:
        """Returns the flags of artificial scores."""
        flags: Flags = (self.kinds != Kind.SCORE) & (self.kinds < Kind.NOT_PLAYED)
        return flags


@dataclass(frozen=True, slots=True, eq=False)
class Awards:
    """The artificial scores of a side: their `rows`, and the number of the different award that each is; `board` and
    `outcomes` of the different awards."""

    rows: Ints
    entries: Ints
    board: Ints
    outcomes: tuple[Average | Percentage, ...]

    def kinds(self) -> list[AverageKind | None]:
        """Returns the average of each of the different awards, None for percentages."""
        return [outcome.kind if isinstance(outcome, Average) else None for outcome in self.outcomes]


def outsiders(field: BulkField, contestants: int) -> Ints:
    """Returns the results of tables with an excluded contestant, and those that are put off."""
    if not field.excluded:
        return field.put_off()
    is_excluded = np.zeros(contestants, np.bool_)
    is_excluded[list(field.excluded)] = True
    return np.union1d(np.flatnonzero(is_excluded[field.ns] | is_excluded[field.ew]), field.put_off())


def holes(side: SideArrays, out: Ints) -> SideHoles:
    """Returns the results of a side that are no scores, given those that are out of the field."""
    kinds = np.zeros(0, np.int64) if side.kinds is None else side.kinds
    rows = np.union1d(np.flatnonzero(kinds != Kind.SCORE), out)
    zeros = np.zeros(len(rows), np.int64)
    own_kinds = zeros if side.kinds is None else whole(side.kinds[rows])
    percents = zeros if side.percents is None else whole(side.percents[rows])
    return SideHoles(rows, own_kinds, percents, np.isin(rows, out))


def awards(side_holes: SideHoles, forms: Forms) -> Awards:
    """Returns the artificial scores among the results that are not scores."""
    rows, kinds, percents = (
        side_holes.rows[side_holes.is_award],
        side_holes.kinds[side_holes.is_award],
        side_holes.percents[side_holes.is_award],
    )
    boards = forms.boards.of(rows)
    codes = np.where(kinds == Kind.PERCENTAGE, _PERCENTS + percents, kinds)
    different, entries = np.unique(boards * _CODES + codes, return_inverse=True)
    outcomes = tuple(_outcome(code) for code in (different % _CODES).tolist())
    return Awards(rows, entries, different // _CODES, outcomes)


def count_by_board(rows: Ints, forms: Forms) -> Ints:
    """Returns how many of some results each board has."""
    return np.bincount(forms.boards.of(rows), minlength=forms.boards.span)


def _outcome(code: int) -> Average | Percentage:
    if code >= _PERCENTS:
        return Percentage(Fraction(code - _PERCENTS, PERCENT_UNIT))
    return Average(_AVERAGES[Kind(code)])
