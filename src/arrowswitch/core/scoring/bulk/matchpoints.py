"""Matchpoints of a large field: the rules of `scoring.matchpoints`, once for every different score.

With `wins` twice the points that a score wins among its form, every rule of that module is `(a * wins + b) / d` with
whole numbers a, b and d for each form of a board:

| rule | a | b | d |
|---|---|---|---|
| as won, with h half points | 1 | h | 2 |
| Neuberg, n results to N | N | N h + N - n | 2 n |
| proportion, n results to N | N - 1 | (N - 1) h | 2 (n - 1) |
| a small fouled group by percentages | step (N - 1) / 200 | worst (N - 1) / 100 | 1 |
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np

from arrowswitch.core.scoring.bulk.arrays import Flags, Ints, check_size
from arrowswitch.core.scoring.bulk.boards import Boards, SideBoards
from arrowswitch.core.scoring.bulk.inputs import BulkField
from arrowswitch.core.scoring.bulk.values import Lookup, ScoredSide, Worths
from arrowswitch.core.scoring.outcomes import Average, Percentage
from arrowswitch.core.scoring.rules import EventClass, Incomplete, NeutralMethod, ScoringRules, ShownPoints

_LARGEST_BY_PERCENT = 3


@dataclass(slots=True, eq=False)
class _Terms:
    """The whole numbers a, b and d of every form."""

    a: Ints
    b: Ints
    d: Ints

    def put(self, where: Ints, a: Ints, b: Ints, d: Ints | int) -> None:
        self.a[where], self.b[where], self.d[where] = a, b, d


def score_sides(field: BulkField, boards: Boards, rules: ScoringRules) -> tuple[ScoredSide, ...]:
    """Returns both sides of the field in the regulations' points, average plus and minus by their fixed percentages."""
    is_own = rules.boards.shown is ShownPoints.OWN_RESULTS
    wanted = _target_results(field, boards, rules)
    nothing = np.zeros(boards.forms.boards.span, np.int64)
    sides = []
    for side in boards.sides.values():
        exact, tops = _worths(side, boards, wanted, rules, field.event_class)
        shown_worths, shown_tops = _worths(side, boards, nothing, rules, field.event_class) if is_own else (exact, tops)
        scored = ScoredSide(
            side=side.side,
            numbers=field.numbers(side.side),
            lookup=Lookup(side.cells, side.awards.rows, side.awards.entries),
            exact=exact,
            shown_worths=shown_worths,
            boards=boards.forms.board,
            award_boards=side.awards.board.tolist(),
            tops=tops,
            shown_tops=shown_tops,
        )
        sides.append(scored)
    return tuple(sides)


def _target_results(field: BulkField, boards: Boards, rules: ScoringRules) -> Ints:
    """Returns the number of results that each board is scored to, 0 for its own number (as `totals.full_results`)."""
    common = np.full_like(boards.planned, boards.most_planned)
    wanted = common if rules.boards.has_common_top else boards.planned
    return np.where(boards.is_awaiting, 0, wanted) if field.is_provisional else wanted


def _worths(
    side: SideBoards, boards: Boards, wanted: Ints, rules: ScoringRules, event_class: EventClass
) -> tuple[Worths, Ints]:
    is_half_point = rules.boards.neutral(event_class) is NeutralMethod.HALF_POINT
    halves = side.settled - side.results if is_half_point else np.zeros_like(side.settled)
    full = np.maximum(np.maximum(wanted, side.settled), 1)
    if rules.boards.incomplete is Incomplete.OWN_TOP:
        full = np.where(side.results > 0, side.results + halves, full)
    check_size(int(full.max(initial=1)) * 800 * (int(side.settled.max(initial=0)) + 1))
    terms = _terms(side, boards, full, halves, rules, event_class)
    unit = int(rules.boards.points_per_win)
    common = np.gcd(np.gcd(terms.a * unit, terms.b * unit), terms.d)
    a, b, d = terms.a * unit // common, terms.b * unit // common, terms.d // common
    form = side.cells.form
    tops = (full - 1) * unit
    awards = [
        _percent(outcome, rules) * top / 100
        for outcome, top in zip(side.awards.outcomes, tops[side.awards.board].tolist(), strict=True)
    ]
    return Worths(a[form] * side.wins() + b[form], d[form], awards), tops


def _percent(outcome: Average | Percentage, rules: ScoringRules) -> Fraction:
    return rules.averages.percent(outcome.kind) if isinstance(outcome, Average) else outcome.percent


def _terms(
    side: SideBoards, boards: Boards, full: Ints, halves: Ints, rules: ScoringRules, event_class: EventClass
) -> _Terms:
    board = boards.forms.board
    is_fouled, own_size, results = side.is_fouled[board], side.cells.sizes, side.results[board]
    is_simple = rules.fouled.is_simple(event_class)
    others = halves[board] + results - own_size if is_simple else np.zeros_like(results)
    added = np.where(is_fouled, others, halves[board])
    size, whole = own_size + added, full[board]
    terms = _Terms(np.ones_like(size), added.copy(), np.full_like(size, 2))
    is_lifted = (whole > size) & (own_size > 0)
    is_neuberg = is_fouled | (rules.boards.incomplete is Incomplete.NEUBERG)
    some = np.flatnonzero(is_lifted & is_neuberg)
    n, full_n, half = size[some], whole[some], added[some]
    terms.put(some, full_n, full_n * half + full_n - n, 2 * n)
    some = np.flatnonzero(is_lifted & ~is_neuberg & (size > 1))
    n, full_n, half = size[some], whole[some], added[some]
    terms.put(some, full_n - 1, (full_n - 1) * half, 2 * (n - 1))
    some = np.flatnonzero(is_lifted & ~is_neuberg & (size == 1))
    terms.put(some, np.zeros_like(some), whole[some] - 1, 2)
    if not is_simple:
        _put_percents(terms, own_size, results, whole, is_fouled, rules)
    return terms


def _put_percents(terms: _Terms, sizes: Ints, results: Ints, full: Ints, is_fouled: Flags, rules: ScoringRules) -> None:
    small = np.flatnonzero(is_fouled & (sizes > 0) & (sizes <= _LARGEST_BY_PERCENT))
    pairs = np.stack([sizes[small], results[small]])
    for group, board in np.unique(pairs, axis=1).T.tolist():
        percents = rules.fouled.percents(group, board)
        if percents is None:
            continue
        worst, step = percents[-1] / 100, (percents[0] - percents[-1]) / max(len(percents) - 1, 1) / 200
        unit = lcm(worst.denominator, step.denominator)
        some = small[(pairs[0] == group) & (pairs[1] == board)]
        tops = full[some] - 1
        check_size(int(tops.max()) * unit * 200 * len(percents))
        terms.put(some, tops * int(step * unit), tops * int(worst * unit), unit)
