"""Why the points of one side of a line are what they are: comparisons with the field, a datum or a table, and rounding.

The steps come from the same breakdowns that make the scores (`crosses`, `datums`, `board_a_match`, `instant`); the
boards of matchpoints have a module of their own (`explain_matchpoints`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Protocol

from arrowswitch.core.errors import ParamValue
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.arithmetic import (
    factor,
    join_formulas,
    operand,
    products_text,
    rounding_formula,
    sum_text,
)
from arrowswitch.core.scoring.boards.board_a_match import board_matches
from arrowswitch.core.scoring.boards.comparisons import SideResults
from arrowswitch.core.scoring.boards.crosses import AwardShare, CrossBoard
from arrowswitch.core.scoring.boards.datums import Datum, DatumSide
from arrowswitch.core.scoring.boards.imps import imps
from arrowswitch.core.scoring.boards.instant import award_context, table_comparison
from arrowswitch.core.scoring.boards.matchpoints import award_percent
from arrowswitch.core.scoring.boards.measures import MEASURES
from arrowswitch.core.scoring.inputs import ScoringInput
from arrowswitch.core.scoring.method_rules import DatumRules, Middle, Steps
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.outcomes import AverageKind, Line, Neutral, award_kind
from arrowswitch.core.scoring.regulations import ScoringRegulations
from arrowswitch.core.scoring.standings import SidePoints, Standings
from arrowswitch.core.scoring.steps import Step, amount_step, line_step, rounding_steps, score_text, unscored_step

_NOTHING = Fraction(0)


def line_steps(
    standings: Standings,
    session: ScoringInput,
    regulations: ScoringRegulations,
    lines: Sequence[Line],
    index: int,
    side: Side,
) -> Iterator[Step]:
    """Yields how the points of one side of a line of a board came about by a method other than matchpoints."""
    line = lines[index]
    points = standings.boards[line.board].rows[index].side(side)
    yield line_step(line, side)
    if isinstance(line.side(side)[1], Neutral):
        yield Step("explain.neutral")
    if points.exact is None:
        yield unscored_step(line, side)
        return
    explained = _EXPLAINED[Method(standings.method).boards]
    yield from explained(standings, session, regulations, lines, index, side).steps(points)


class _Steps(Protocol):
    """The explanation of a line: its last step with an amount arrives at the points published."""

    def steps(self, points: SidePoints) -> Iterator[Step]:
        """Yields the steps."""
        ...


class _Explained:
    """Makes the steps of one side of a line that has a score."""

    def __init__(
        self,
        standings: Standings,
        session: ScoringInput,
        regulations: ScoringRegulations,
        lines: Sequence[Line],
        index: int,
        side: Side,
    ) -> None:
        self._method = Method(standings.method).boards
        self._standings, self._session, self._regulations = standings, session, regulations
        self._lines, self._index, self._side = lines, index, side
        self._line = lines[index]
        self._kind = award_kind(self._line.side(side)[1])

    def _clause(self, key: str) -> str:
        return self._regulations.clause(f"{self._method}.{key}")


class _Cross(_Explained):
    """A line that is compared with every other result, by IMPs or points."""

    def steps(self, points: SidePoints) -> Iterator[Step]:
        """Yields the source of an artificial score, or the comparisons of a result."""
        self._measure = MEASURES[self._method]
        self._board = CrossBoard(self._lines, self._session, self._regulations.scoring, self._measure)
        self._own = self._board.sides[self._side]
        if self._kind is AverageKind.AVERAGE:
            yield amount_step("explain.margin-average", _NOTHING, {}, self._clause("award-share"))
            return
        if self._kind is not None:
            share = self._board.award(self._kind, self._side)
            yield self._share_step(f"explain.share-{self._kind.word}", share, "award-share")
        elif self._own.is_single(self._index):
            yield self._share_step("explain.single", self._board.single(), "single-share")
        else:
            yield from self._result_steps()
        yield from rounding_steps(points.exact or _NOTHING, self._board.rules.rounding, self._clause("rounding"))

    def _result_steps(self) -> Iterator[Step]:
        """Yields the comparisons of a result and the scaling of their sum."""
        result = self._own.results[self._index]
        is_plain = result.is_plain
        comparisons = list(self._comparisons(result.parts[0][0]) if is_plain else self._parts(result.parts))
        yield from comparisons
        gain = self._own.gain(self._index)
        amounts = [step.value for step in comparisons if step.value is not None]
        code = "explain.margin-sum" if len(amounts) > 1 else "explain.margin-sum-one"
        yield amount_step(code, gain.own, {"formula": sum_text(amounts)}, self._clause("divide-by"))
        lifted = gain.own * gain.results / gain.compared
        if self._own.is_fouled:
            params: dict[str, ParamValue] = {"own": operand(gain.own), "all": gain.results, "size": gain.compared}
            yield amount_step("explain.fouled-margin", lifted, params, self._clause("single-share"))
        if gain.divisor != 1:
            params = {"own": operand(lifted), "n": gain.divisor}
            yield amount_step("explain.divided", gain.final, params, self._clause("divide-by"))

    def _comparisons(self, score: int) -> Iterator[Step]:
        yield Step("explain.score", {"score": score_text(score)})
        for other, count in self._own.plain_others(self._index):
            yield self._against(score, other, count)
        weighted = self._own.weighted_others(self._index)
        if weighted:
            gained = sum((self._own.against(score, other) for other in weighted), _NOTHING)
            parts = [(weight, self._measure.of(score - points)) for other in weighted for points, weight in other.parts]
            params: dict[str, ParamValue] = {"n": len(weighted), "formula": products_text(parts)}
            yield amount_step("explain.weighted-others", gained, params, "")

    def _against(self, score: int, other: int, count: int) -> Step:
        each = self._measure.of(score - other)
        params: dict[str, ParamValue] = {
            "n": count,
            "score": score_text(other),
            "own": operand(score),
            "other": factor(other),
            "difference": operand(score - other),
            "each": operand(each),
            "times": factor(each),
        }
        return amount_step(f"explain.against-{self._measure.method}", Fraction(count * each), params, "")

    def _parts(self, parts: Iterable[tuple[int, Fraction]]) -> Iterator[Step]:
        for score, weight in parts:
            terms: list[tuple[int | Fraction, int | Fraction]] = [
                (count, self._measure.of(score - other)) for other, count in self._own.plain_others(self._index)
            ]
            for rival in self._own.weighted_others(self._index):
                terms += [(part, self._measure.of(score - points)) for points, part in rival.parts]
            params: dict[str, ParamValue] = {
                "percent": operand(weight * 100),
                "score": score_text(score),
                "formula": products_text(terms),
            }
            yield amount_step("explain.weighted-part", weight * self._own.gain_of(score, self._index), params, "")

    def _share_step(self, code: str, share: AwardShare, key: str) -> Step:
        params: dict[str, ParamValue] = {
            "formula": sum_text(share.addends),
            "n": max(share.results, 1),
            "percent": operand(share.percent),
        }
        return amount_step(code, share.final, params, self._clause(key))


class _Datum(_Explained):
    """A line that is compared with a datum."""

    def steps(self, points: SidePoints) -> Iterator[Step]:
        """Yields the value of an artificial score, or the steps of the datum and of the result's value against it."""
        scoring = self._regulations.scoring
        rules = scoring.houston if self._method is Method.HOUSTON else scoring.butler
        own = DatumSide(self._lines, self._session, self._side, rules)
        if self._kind is not None:
            clause = self._clause("plus" if self._kind is AverageKind.AVERAGE else self._kind.word)
            yield amount_step(f"explain.margin-{self._kind.word}", own.award(self._kind), {}, clause)
            return
        if own.is_too_small(self._index):
            params: dict[str, ParamValue] = {"n": rules.fouled_least}
            yield amount_step("explain.fouled-datum", rules.fouled_award, params, self._clause("fouled-award"))
            return
        datum = own.datum(self._index)
        yield from self._datum_steps(datum, rules)
        parts = own.results[self._index].parts
        exact = points.exact or _NOTHING
        yield from (self._part(score, weight, datum.value) for score, weight in parts)
        if len(parts) > 1:
            formula = sum_text(weight * imps(score - datum.value) for score, weight in parts)
            yield amount_step("explain.margin-sum", exact, {"formula": formula}, "")
        yield from rounding_steps(exact, rules.rounding, self._clause("rounding"))

    def _datum_steps(self, datum: Datum, rules: DatumRules) -> Iterator[Step]:
        """Yields the steps that compute the datum, or the step of a given datum."""
        if datum.is_given:
            yield amount_step("explain.datum-given", datum.value, {}, "")
            return
        params: dict[str, ParamValue]
        if datum.dropped:
            key = "drop" if datum.dropped <= rules.drop else "drop-percent"
            yield Step("explain.dropped", {"all": datum.results, "n": datum.dropped}, None, self._clause(key))
        if rules.middle is Middle.MEDIAN:
            scores = join_formulas(", ", (operand(score) for score in sorted(datum.counting, reverse=True)))
            params = {"n": len(datum.counting), "scores": scores}
            yield amount_step("explain.median", datum.mean, params, self._clause("middle"))
        else:
            counts = Counter(datum.counting)
            formula = products_text((times, score) for score, times in sorted(counts.items(), reverse=True))
            params = {"n": len(datum.counting), "formula": formula}
            yield amount_step("explain.mean", datum.mean, params, self._clause("drop"))
        if datum.value != datum.mean:
            formula = rounding_formula(datum.mean, datum.value, operand(datum.value))
            params = {"nearest": rules.nearest, "formula": formula}
            way = "up" if rules.steps is Steps.AWAY_FROM_ZERO else rules.halves.value
            yield Step(f"explain.datum.{way}", params, datum.value, self._clause("nearest"))

    def _part(self, score: int, weight: Fraction, datum: Fraction) -> Step:
        difference = score - datum
        won = imps(difference)
        params: dict[str, ParamValue] = {
            "score": operand(score),
            "datum": factor(datum),
            "difference": operand(difference),
        }
        if weight == 1:
            return amount_step("explain.against-datum", Fraction(won), params, "")
        params |= {"percent": operand(weight * 100), "each": operand(won)}
        return amount_step("explain.against-datum-part", weight * won, params, "")


class _BoardAMatch(_Explained):
    """A line whose comparisons are matches of one board."""

    def steps(self, points: SidePoints) -> Iterator[Step]:
        """Yields the award, or how many of the others were beaten, equal and better."""
        exact, rules = points.exact or _NOTHING, self._regulations.board_a_match
        if self._kind is not None:
            yield amount_step(f"explain.bam-{self._kind.word}", exact, {}, self._clause(self._kind.word))
        else:
            yield from self._match_steps(exact)
        yield from rounding_steps(exact, rules.rounding, self._clause("rounding"))

    def _match_steps(self, exact: Fraction) -> Iterator[Step]:
        rules, own = self._regulations.board_a_match, SideResults(self._lines, self._side, self._session.is_in_field)
        result = own.results[self._index]
        matches = board_matches(result, own.others(self._index), rules)
        if result.is_plain:
            yield Step("explain.score", {"score": score_text(result.parts[0][0])})
        if not matches.others:
            yield amount_step("explain.bam-alone", exact, {}, self._clause("average"))
            return
        params: dict[str, ParamValue] = {
            "won": operand(matches.won),
            "tied": operand(matches.tied),
            "lost": operand(matches.lost),
            "win": operand(rules.win),
            "tie": operand(rules.win / 2),
            "n": operand(matches.others),
        }
        yield amount_step("explain.bam-matches", exact, params, self._clause("win"))


class _Instant(_Explained):
    """A line that is compared with a table given beforehand."""

    def steps(self, points: SidePoints) -> Iterator[Step]:
        """Yields the award, or how the score fares against the table, and the rounding."""
        rules, (numbers, outcome) = self._regulations.scoring, self._line.side(self._side)
        context = award_context(self._session, rules, self._standings.boards.values())
        percent = award_percent(outcome, numbers, context)
        if percent is not None:
            params: dict[str, ParamValue] = {"percent": factor(percent), "top": operand(points.top)}
            clause = self._regulations.clause("averages.plus")
            yield amount_step("explain.instant-award", percent * points.top / 100, params, clause)
        else:
            yield from self._table_steps(points.top)
        yield from rounding_steps(
            points.exact or _NOTHING, rules.boards.rounding, self._regulations.clause("boards.rounding")
        )

    def _table_steps(self, top: Fraction) -> Iterator[Step]:
        own = SideResults(self._lines, self._side, self._session.is_in_field)
        amounts = []
        for score, weight in own.results[self._index].parts:
            against = table_comparison(score, self._session.frequencies[self._line.board], self._side)
            amount = weight * against.points * top / against.others
            params: dict[str, ParamValue] = {
                "score": score_text(score),
                "worse": against.better,
                "equal": against.equal,
                "better": against.worse,
                "n": against.others,
                "top": operand(top),
                "percent": operand(weight * 100),
            }
            amounts.append(amount)
            code = "explain.instant-table" if weight == 1 else "explain.instant-part"
            yield amount_step(code, amount, params, self._regulations.clause("boards.points-per-win"))
        if len(amounts) > 1:
            yield amount_step("explain.margin-sum", sum(amounts, _NOTHING), {"formula": sum_text(amounts)}, "")


_EXPLAINED: Mapping[Method, Callable[..., _Steps]] = {
    Method.IMPS: _Cross,
    Method.TOTAL_POINTS: _Cross,
    Method.BUTLER: _Datum,
    Method.HOUSTON: _Datum,
    Method.BOARD_A_MATCH: _BoardAMatch,
    Method.INSTANT: _Instant,
}
