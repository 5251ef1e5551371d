"""Totals, percentages and ranks of a large field: the rules of `scoring.totals` and `scoring.margins`.

Every published number is exact. A contestant whose sum is known too coarsely to be rounded, or who has a penalty, is
reckoned by the plain form's own functions, from the same points.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from arrowswitch.core.errors import Refused
from arrowswitch.core.scoring.boards.measures import IMPS, POINTS
from arrowswitch.core.scoring.bulk import crosses, matchpoints
from arrowswitch.core.scoring.bulk.arrays import AnyInts, Flags, Ints, check_size, places_of, rounded, whole
from arrowswitch.core.scoring.bulk.boards import Boards, boards_of
from arrowswitch.core.scoring.bulk.inputs import BulkField
from arrowswitch.core.scoring.bulk.ranks import ranks
from arrowswitch.core.scoring.bulk.session_percents import with_session_percents
from arrowswitch.core.scoring.bulk.standings import BulkStandings
from arrowswitch.core.scoring.bulk.sums import Addends, counted, exact_sums, summed, tables_added
from arrowswitch.core.scoring.bulk.values import NONE, ScoredSide
from arrowswitch.core.scoring.inputs import Penalty
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.regulations import ScoringRegulations
from arrowswitch.core.scoring.rounding import Rounding
from arrowswitch.core.scoring.rules import Addends as AddendRule
from arrowswitch.core.scoring.rules import PercentOf, RankBy, ScoringRules
from arrowswitch.core.scoring.totals.margins import total_rounding, worth_of
from arrowswitch.core.scoring.totals.matchpoints import Tally, account_of, factored_to, published

_MEASURES = {Method.IMPS: IMPS, Method.TOTAL_POINTS: POINTS}


@dataclass(slots=True, eq=False)
class _Amounts:
    """The published totals and percentages by contestant, what is deducted from some, and the published points of both
    sides by result."""

    points: list[AnyInts]
    total: Ints
    percent: Ints
    total_places: int
    percent_places: int
    penalties: dict[int, Fraction]


def score_bulk(field: BulkField, regulations: ScoringRegulations, method: Method = Method.MATCHPOINTS) -> BulkStandings:
    """Returns the standings of a field by matchpoints, IMPs or total points, the same as `methods.score`.

    Raises Malformed with what is wrong in the arrays (`BulkField.check`), and Refused: `bulk.method` for a method that
    compares with datums, `bulk.ties` for regulations that separate equal scores, `bulk.rounding` for amounts that are
    not rounded, `bulk.too-large` for numbers that leave 64 bits, `scoring.penalty-unit` for a penalty in a unit of
    another method.
    """
    contestants = field.check()
    if method is not Method.MATCHPOINTS and method not in _MEASURES:
        raise Refused.of("bulk.method", method=method.value)
    rules = regulations.scoring
    if rules.ranking.splits_ties:
        raise Refused.of("bulk.ties", name=regulations.name)
    if field.put_off().size:
        field = replace(field, is_provisional=True)
    boards = boards_of(field, contestants)
    if method is Method.MATCHPOINTS:
        return _Matchpoints(field, contestants, boards, rules).standings(regulations.name)
    return _Crosses(field, contestants, boards, rules, method).standings(regulations.name)


class _Scored:
    """A field with its points, about to be totalled."""

    method: Method
    board_rounding: Rounding
    by: RankBy

    def __init__(
        self, field: BulkField, boards: Boards, rules: ScoringRules, sides: tuple[ScoredSide, ...], count: Ints
    ) -> None:
        self.field, self.boards, self.rules, self.sides = field, boards, rules, sides
        self.contestants = len(count)
        self.count = count
        is_ranked = self.count > 0
        is_ranked[list(field.excluded)] = False
        self.is_ranked = is_ranked
        self.ranked = np.flatnonzero(is_ranked)
        self.most_boards = int(self.count.max(initial=0))

    def shown(self) -> list[AnyInts]:
        """Returns the tables of the points that boards show."""
        return [side.published_table(self.board_rounding) for side in self.sides]

    def penalties(self) -> dict[int, list[Penalty]]:
        """Returns the penalties of those who have some."""
        found: dict[int, list[Penalty]] = {}
        for penalty in self.field.penalties:
            found.setdefault(int(penalty.number), []).append(penalty)
        return found

    def chosen(self, is_open: Flags) -> Flags:
        """Returns who has to be reckoned with fractions: whose rounding is open, and who has a penalty."""
        found = is_open & self.is_ranked
        penalised = list(self.penalties())
        found[penalised] = self.is_ranked[penalised]
        return found

    def ranking(self, amounts: _Amounts, addends: Addends, regulations: str) -> BulkStandings:
        """Returns the ranking of what is published."""
        by = amounts.total if self.by is RankBy.TOTAL else _with_last(amounts.percent)
        fields = np.zeros(self.contestants, np.int64) if self.field.fields is None else whole(self.field.fields)
        found = ranks(self.ranked, by[self.ranked], fields[self.ranked], self.rules.ranking)
        rank, is_tied = np.zeros(self.contestants, np.int64), np.zeros(self.contestants, np.bool_)
        is_placed = is_tied.copy()
        rank[found.order], is_tied[found.order], is_placed[found.order] = found.rank, found.is_tied, found.is_placed
        return BulkStandings(
            method=self.method.value,
            regulations=regulations,
            points={side.side: points for side, points in zip(self.sides, amounts.points, strict=True)},
            point_places=places_of(self.board_rounding),
            order=found.order,
            rank=rank,
            is_tied=is_tied,
            is_placed=is_placed,
            total=amounts.total,
            total_places=amounts.total_places,
            percent=amounts.percent,
            percent_places=amounts.percent_places,
            boards=self.count,
            penalties=amounts.penalties,
            addends=addends,
        )


class _Matchpoints(_Scored):
    """Totals of matchpoints: factored to the boards of the others, penalties deducted, rounded, in percent."""

    method = Method.MATCHPOINTS

    def __init__(self, field: BulkField, contestants: int, boards: Boards, rules: ScoringRules) -> None:
        self.board_rounding = rules.boards.rounding
        self.by = RankBy.PERCENT if field.is_provisional else rules.ranking.by
        sides = matchpoints.score_sides(field, boards, rules)
        count = counted(sides, contestants)
        super().__init__(field, boards, rules, with_session_percents(sides, boards, rules, count), count)
        counts = self.count[self.ranked]
        ends = [int(counts.min()), int(counts.max())] if counts.size else []
        self._target = factored_to(ends, rules.totals.factoring, is_provisional=field.is_provisional)
        self._possible = self._all_possible()

    def _all_possible(self) -> Ints:
        tops = np.concatenate([side.used_tops() for side in self.sides])
        if tops.size and tops.min() == tops.max():
            return self.count * int(tops[0])
        return tables_added(self.sides, [side.top_table() for side in self.sides], self.contestants)

    def standings(self, regulations: str) -> BulkStandings:
        """Returns the ranking and the published points."""
        addends = self._addends()
        return self.ranking(self._amounts(addends), addends, regulations)

    def _addends(self) -> Addends:
        """Returns the exact points, or the published ones where the regulations add these."""
        if self.rules.totals.adds is AddendRule.EXACT:
            return [(side, side.exact) for side in self.sides]
        return [(side, side.shown.rounded(self.board_rounding)) for side in self.sides]

    def _amounts(self, addends: Addends) -> _Amounts:
        totals = self.rules.totals
        places, percent_places = places_of(totals.rounding), places_of(totals.percent_rounding)
        room = 4 * max((self._target or 1) * 10**places, 100 * 10**percent_places)
        check_size(int(self._possible.max()) * (self._target or 1) * 400 * 10 ** (places + percent_places))
        sums = summed(addends, self.most_boards, room, self.contestants, self.shown())
        low, low_percent = self._published(sums.low, sums.unit)
        found = _Amounts(
            points=sums.points,
            total=low,
            percent=low_percent,
            total_places=places,
            percent_places=percent_places,
            penalties={},
        )
        high, high_percent = self._published(sums.low + sums.open, sums.unit) if sums.open.any() else (low, low_percent)
        chosen = self.chosen((high != low) | (high_percent != low_percent))
        if chosen.any():
            self._put_exact(found, chosen, exact_sums(addends, chosen))
        return found

    def _published(self, amounts: Ints, unit: int) -> tuple[Ints, Ints]:
        rules = self.rules.totals
        boards = np.ones_like(self.count) if self._target is None else np.maximum(self.count, 1)
        target = self._target or 1
        total = rounded(amounts * target, unit * boards, rules.rounding)
        possible = np.maximum(self._possible, 1)
        if rules.percent_of is PercentOf.TOTAL and not self.field.is_provisional:
            below = 10 ** places_of(rules.rounding) * possible * target
            percent = rounded(total * 100 * boards, below, rules.percent_rounding)
        else:
            percent = rounded(amounts * 100, unit * possible, rules.percent_rounding)
        return total, np.where(self._possible > 0, percent, NONE)

    def _put_exact(self, found: _Amounts, chosen: Flags, sums: dict[int, Fraction]) -> None:
        penalties = self.penalties()
        board_top = Fraction((self.boards.most_planned - 1) * self.rules.boards.points_per_win)
        for number in np.flatnonzero(chosen).tolist():
            tally = Tally(sums[number], Fraction(int(self._possible[number])), int(self.count[number]), 0)
            account = account_of(tally, self._target, board_top, penalties.get(number, ()))
            total, percent = published(account, self.rules, is_provisional=self.field.is_provisional)
            found.penalties[number] = account.penalty
            found.total[number] = int(total * 10**found.total_places)
            found.percent[number] = NONE if percent is None else int(percent * 10**found.percent_places)


class _Crosses(_Scored):
    """Totals of IMPs or points: added, penalties deducted, rounded."""

    by = RankBy.TOTAL

    def __init__(self, field: BulkField, contestants: int, boards: Boards, rules: ScoringRules, method: Method) -> None:
        measure = _MEASURES[method]
        self.method = method
        self.board_rounding = measure.rules_of(rules).rounding
        sides = crosses.score_sides(field, boards, rules, measure)
        super().__init__(field, boards, rules, sides, counted(sides, contestants))

    def standings(self, regulations: str) -> BulkStandings:
        """Returns the ranking and the published points; there are no percentages."""
        addends = [(side, side.exact) for side in self.sides]
        return self.ranking(self._amounts(addends), addends, regulations)

    def _amounts(self, addends: Addends) -> _Amounts:
        rounding = total_rounding(self.rules, self.method.value)
        places = places_of(rounding)
        sums = summed(addends, self.most_boards, 4 * 10**places, self.contestants, self.shown())
        unit = np.full_like(sums.low, sums.unit)
        found = _Amounts(
            points=sums.points,
            total=rounded(sums.low, unit, rounding),
            percent=np.full_like(sums.low, NONE),
            total_places=places,
            percent_places=0,
            penalties={},
        )
        high = rounded(sums.low + sums.open, unit, rounding) if sums.open.any() else found.total
        chosen = self.chosen(high != found.total)
        if chosen.any():
            penalties = self.penalties()
            worth = worth_of(self.boards.most_planned, self.rules, self.method.value)
            for number, total in exact_sums(addends, chosen).items():
                boards = Fraction(int(self.count[number]))
                given = sum((worth.amount(penalty, boards) for penalty in penalties.get(number, ())), Fraction(0))
                found.penalties[number] = given
                found.total[number] = int(rounding.of(total - given) * 10**places)
        return found


def _with_last(percent: Ints) -> Ints:
    """Returns percentages by which to rank: who has none comes last."""
    is_none = percent == NONE
    if not is_none.any():
        return percent
    known = percent[~is_none]
    return np.where(is_none, known.min(initial=0) - 1, percent)
