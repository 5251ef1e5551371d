"""Totals, percentages and ranks of a large field: the rules of `scoring.totals` and `scoring.margins`.

Every published number is exact. A contestant whose sum is too coarse to be rounded, or with a penalty, is computed by
the functions of the plain form, from the same points.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from arrowswitch.core.errors import Refused
from arrowswitch.core.scoring.boards.measures import MEASURES
from arrowswitch.core.scoring.bulk import crosses, matchpoints
from arrowswitch.core.scoring.bulk.arrays import AnyInts, Flags, Ints, check_size, places_of, round_fractions, whole
from arrowswitch.core.scoring.bulk.boards import Boards, boards_of
from arrowswitch.core.scoring.bulk.inputs import BulkField
from arrowswitch.core.scoring.bulk.ranks import ranks
from arrowswitch.core.scoring.bulk.raws import RawSums
from arrowswitch.core.scoring.bulk.session_percents import with_session_percents
from arrowswitch.core.scoring.bulk.standings import BulkStandings
from arrowswitch.core.scoring.bulk.sums import Addends, count_scores, exact_sums, sum_points, tables_added
from arrowswitch.core.scoring.bulk.values import NONE, ScoredSide
from arrowswitch.core.scoring.inputs import Penalty
from arrowswitch.core.scoring.method_rules import Factoring
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.regulations import ScoringRegulations
from arrowswitch.core.scoring.rounding import Rounding
from arrowswitch.core.scoring.rules import Addends as AddendRule
from arrowswitch.core.scoring.rules import RankBy
from arrowswitch.core.scoring.totals.accounts import (
    Account,
    board_factoring,
    brought_to,
    factored_to,
    total_rounding,
    worth_of,
)


@dataclass(slots=True, eq=False)
class _Amounts:
    """The published totals and percentages by contestant, what is deducted from some, the published points of both
    sides by result, and the exact sums of points."""

    points: list[AnyInts]
    total: Ints
    percent: Ints
    penalties: dict[int, Fraction]
    raw_sums: RawSums


def score_bulk(field: BulkField, regulations: ScoringRegulations, method: Method = Method.MATCHPOINTS) -> BulkStandings:
    """Returns the standings of a field by matchpoints, IMPs or total points, the same as `methods.score`.

    Raises Malformed with what is wrong in the arrays (`BulkField.check`), and Refused: `bulk.method` for a method that
    compares with datums, `bulk.ties` for regulations that separate equal scores, `bulk.factored` for those that factor
    margins, `bulk.exact` for those that rank by percentages before rounding, `bulk.rounding` for amounts that are not
    rounded, `bulk.too-large` for numbers that leave 64 bits, `scoring.penalty-unit` for a penalty in a unit of another
    method.
    """
    contestants = field.check()
    if method is not Method.MATCHPOINTS and method not in MEASURES:
        raise Refused.of("bulk.method", method=method.value)
    rules = regulations.scoring
    if rules.ranking.splits_ties:
        raise Refused.of("bulk.ties", name=regulations.name)
    if method is Method.MATCHPOINTS and rules.ranking.by is RankBy.EXACT_PERCENT:
        raise Refused.of("bulk.exact", name=regulations.name)
    if method is not Method.MATCHPOINTS and board_factoring(rules, method) is not Factoring.NONE:
        raise Refused.of("bulk.factored", name=regulations.name)
    if field.put_off().size:
        field = replace(field, is_provisional=True)
    scored = _Matchpoints if method is Method.MATCHPOINTS else _Totals
    return scored(field, boards_of(field, contestants), regulations, method, contestants).standings()


class _Totals:
    """A field with its points, about to be totalled: added, penalties deducted, rounded. So are IMPs and points."""

    board_rounding: Rounding
    by = RankBy.TOTAL
    target: int | None = None
    percent_places = 0

    def __init__(
        self, field: BulkField, boards: Boards, regulations: ScoringRegulations, method: Method, contestants: int
    ) -> None:
        self.field, self.boards, self.method, self.contestants = field, boards, method, contestants
        self.regulations, self.rules = regulations, regulations.scoring
        self.published = total_rounding(regulations, method, is_provisional=field.is_provisional)
        self.places = places_of(self.published.rounding)
        self.sides = self.scored_sides()
        self.count = count_scores(self.sides, contestants)
        is_ranked = self.count > 0
        is_ranked[list(field.excluded)] = False
        self.is_ranked = is_ranked
        self.ranked = np.flatnonzero(is_ranked)
        self.most_boards = int(self.count.max(initial=0))
        self.possible = np.zeros_like(self.count)

    def scored_sides(self) -> tuple[ScoredSide, ...]:
        """Returns both sides in IMPs or points."""
        measure = MEASURES[self.method]
        self.board_rounding = measure.rules_of(self.rules).rounding
        return crosses.score_sides(self.field, self.boards, self.rules, measure)

    def addends(self) -> Addends:
        """Returns the addends: the exact points."""
        return [(side, side.exact) for side in self.sides]

    def room(self) -> int:
        """Returns the factor of sums when they are rounded."""
        room: int = 4 * 10**self.places
        return room

    def published_of(self, amounts: Ints, unit: int) -> tuple[Ints, Ints]:
        """Returns totals and percentages of sums in units of `1 / unit`, without penalties; margins have no
        percentages."""
        total = round_fractions(amounts, np.full_like(amounts, unit), self.published.rounding)
        return total, np.full_like(amounts, NONE)

    def standings(self) -> BulkStandings:
        """Returns the ranking and the published points."""
        addends = self.addends()
        return self.ranking(self.amounts(addends), addends)

    def amounts(self, addends: Addends) -> _Amounts:
        """Returns the published amounts. Amounts that cannot be rounded in whole numbers are computed with
        fractions."""
        sums = sum_points(addends, self.most_boards, self.room(), self.contestants, self.shown_tables())
        total, percent = self.published_of(sums.low, sums.unit)
        amounts = _Amounts(
            points=sums.points, total=total, percent=percent, penalties={}, raw_sums=RawSums(addends, sums)
        )
        high = self.published_of(sums.low + sums.open, sums.unit) if sums.open.any() else (total, percent)
        chosen = self.needs_fractions((high[0] != total) | (high[1] != percent))
        if chosen.any():
            self.put_exact(amounts, exact_sums(addends, chosen))
        return amounts

    def put_exact(self, amounts: _Amounts, sums: dict[int, Fraction]) -> None:
        """Computes some contestants by the accounts of the plain form."""
        penalties, worth = self.penalties(), worth_of(self.boards.most_planned, self.rules, self.method)
        for number, points in sums.items():
            account = Account(points=points, most=Fraction(int(self.possible[number])), boards=int(self.count[number]))
            account = brought_to(self.target, account, account.boards).with_penalties(penalties.get(number, ()), worth)
            percent = account.percent(self.published)
            amounts.penalties[number] = account.penalty
            amounts.total[number] = int(self.published.rounding.of(account.exact_total) * 10**self.places)
            if percent is not None:
                percent = self.rules.totals.percent_rounding.of(percent)
                amounts.percent[number] = int(percent * 10**self.percent_places)

    def shown_tables(self) -> list[AnyInts]:
        """Returns the tables of the points that boards show."""
        return [side.published_table(self.board_rounding) for side in self.sides]

    def penalties(self) -> dict[int, list[Penalty]]:
        """Returns the penalties of contestants who have some."""
        by_number: dict[int, list[Penalty]] = {}
        for penalty in self.field.penalties:
            by_number.setdefault(int(penalty.number), []).append(penalty)
        return by_number

    def needs_fractions(self, is_open: Flags) -> Flags:
        """Returns the flags of contestants that need fractions: those with an open rounding, and those with a
        penalty."""
        flags = is_open & self.is_ranked
        penalised = list(self.penalties())
        flags[penalised] = self.is_ranked[penalised]
        return flags

    def ranking(self, amounts: _Amounts, addends: Addends) -> BulkStandings:
        """Returns the ranking by the published amounts."""
        by = amounts.total if self.by is RankBy.TOTAL else _with_last(amounts.percent)
        fields = np.zeros(self.contestants, np.int64) if self.field.fields is None else whole(self.field.fields)
        ranking = ranks(self.ranked, by[self.ranked], fields[self.ranked], self.rules.ranking)
        rank, is_tied = np.zeros(self.contestants, np.int64), np.zeros(self.contestants, np.bool_)
        is_placed = is_tied.copy()
        rank[ranking.order], is_tied[ranking.order], is_placed[ranking.order] = (
            ranking.rank,
            ranking.is_tied,
            ranking.is_placed,
        )
        return BulkStandings(
            method=self.method.value,
            regulations=self.regulations.name,
            points={side.side: points for side, points in zip(self.sides, amounts.points, strict=True)},
            point_places=places_of(self.board_rounding),
            order=ranking.order,
            rank=rank,
            is_tied=is_tied,
            is_placed=is_placed,
            total=amounts.total,
            total_places=self.places,
            percent=amounts.percent,
            percent_places=self.percent_places,
            boards=self.count,
            penalties=amounts.penalties,
            addends=addends,
            axis=self.boards.forms.boards,
            raw_sums=amounts.raw_sums,
        )


class _Matchpoints(_Totals):
    """Totals of matchpoints: factored to the boards of the others, and in percent."""

    def __init__(
        self, field: BulkField, boards: Boards, regulations: ScoringRegulations, method: Method, contestants: int
    ) -> None:
        rules = regulations.scoring
        self.board_rounding = rules.boards.rounding
        self.by = RankBy.PERCENT if field.is_provisional else rules.ranking.by
        super().__init__(field, boards, regulations, method, contestants)
        self.sides = with_session_percents(self.sides, boards, rules, self.count)
        counts = self.count[self.ranked]
        ends = [int(counts.min()), int(counts.max())] if counts.size else []
        self.target = factored_to(ends, rules.totals.factoring, is_provisional=field.is_provisional)
        self.percent_places = places_of(rules.totals.percent_rounding)
        self.possible = self._all_possible()

    def scored_sides(self) -> tuple[ScoredSide, ...]:
        """Returns both sides in matchpoints, averages by their fixed percentages."""
        return matchpoints.score_sides(self.field, self.boards, self.rules)

    def _all_possible(self) -> Ints:
        tops = np.concatenate([side.used_tops() for side in self.sides])
        if tops.size and tops.min() == tops.max():
            return self.count * int(tops[0])
        return tables_added(self.sides, [side.top_table() for side in self.sides], self.contestants)

    def addends(self) -> Addends:
        """Returns the exact points, or the published ones where the regulations add these."""
        if self.rules.totals.adds is AddendRule.EXACT:
            return super().addends()
        return [(side, side.shown_worths.round_values(self.board_rounding)) for side in self.sides]

    def room(self) -> int:
        """Returns the factor of sums. Raises Refused (`bulk.too-large`) if percentages leave none."""
        target = self.target or 1
        check_size(int(self.possible.max()) * target * 400 * 10 ** (self.places + self.percent_places))
        room: int = 4 * max(target * 10**self.places, 100 * 10**self.percent_places)
        return room

    def published_of(self, amounts: Ints, unit: int) -> tuple[Ints, Ints]:
        """Returns factored totals, and percentages of these or of what was won."""
        rules = self.rules.totals
        boards = np.ones_like(self.count) if self.target is None else np.maximum(self.count, 1)
        target = self.target or 1
        total = round_fractions(amounts * target, unit * boards, rules.rounding)
        possible = np.maximum(self.possible, 1)
        if self.published.is_percent_of_total:
            percent = round_fractions(total * 100 * boards, 10**self.places * possible * target, rules.percent_rounding)
        else:
            percent = round_fractions(amounts * 100, unit * possible, rules.percent_rounding)
        return total, np.where(self.possible > 0, percent, NONE)


def _with_last(percent: Ints) -> Ints:
    """Returns the percentages to rank by: contestants without one are last."""
    is_none = percent == NONE
    if not is_none.any():
        return percent
    percents = percent[~is_none]
    return np.where(is_none, percents.min(initial=0) - 1, percent)
