"""Ranks of a large field: the rules of `scoring.ranking` on whole numbers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from arrowswitch.core.scoring.bulk.arrays import LIMIT, Flags, Ints
from arrowswitch.core.scoring.rules import CutTies, RankingRules, Ties
from arrowswitch.core.scoring.totals.ranking import places_paid


@dataclass(frozen=True, slots=True, eq=False)
class Ranks:
    """Contestants field by field, best first, and their ranks in the same order."""

    order: Ints
    rank: Ints
    is_tied: Flags
    is_placed: Flags


def ranks(numbers: Ints, amounts: Ints, fields: Ints, rules: RankingRules) -> Ranks:
    """Returns the ranking of every field by whole numbers, highest first; ties in the order of `numbers`,
    which ascend."""
    order = _order(numbers, amounts, fields)
    amounts, fields = amounts[order], fields[order]
    is_field = np.ones(len(order), np.bool_)
    is_field[1:] = fields[1:] != fields[:-1]
    is_new = is_field.copy()
    is_new[1:] |= amounts[1:] != amounts[:-1]
    ties, field = _Runs(is_new), _Runs(is_field)
    own_field = np.searchsorted(field.starts, ties.starts, side="right") - 1
    before = ties.starts - field.starts[own_field]
    following = np.arange(len(before)) - np.searchsorted(ties.starts, field.starts)[own_field]
    rank = before if rules.ties is Ties.NEXT_SKIPPED else following
    placed = np.array([places_paid(entrants, rules) for entrants in field.lengths.tolist()], np.int64)
    end = before + (ties.lengths if rules.cut_ties is CutTies.ALL_OUT else 1)
    is_placed = end <= placed[own_field]
    return Ranks(
        numbers[order], ties.spread(rank + 1), ties.spread(ties.lengths) > 1, np.repeat(is_placed, ties.lengths)
    )


def _order(numbers: Ints, amounts: Ints, fields: Ints) -> Ints:
    """Returns the places in the order of the ranking: sorted as one number where all three fit into it."""
    if not numbers.size:
        return np.zeros(0, np.int64)
    high, count = int(amounts.max()), len(numbers)
    span, widest = high - int(amounts.min()) + 1, int(fields.max()) - int(fields.min()) + 1
    if span * widest * count >= LIMIT:
        return np.lexsort((numbers, -amounts, fields))
    keys = (fields - fields.min()) * span
    keys += high - amounts
    keys *= count
    keys += np.arange(count)
    keys.sort()
    order: Ints = keys % count
    return order


class _Runs:
    """Runs of contestants that have something in common: the `starts` and `lengths` of each."""

    __slots__ = ("lengths", "starts")

    def __init__(self, is_first: Flags) -> None:
        self.starts = np.flatnonzero(is_first)
        self.lengths = np.diff(self.starts, append=len(is_first))

    def spread(self, values: Ints) -> Ints:
        """Returns for every contestant what is known of its run."""
        return np.repeat(values, self.lengths)
