"""Why the matchpoints of one side of a line are what they are.

The steps come from the breakdown that made the score (`matchpoints.BoardSide`), so that they cannot tell another story.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import ParamValue
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.arithmetic import (
    Arithmetic,
    factor,
    fill_formula,
    join_formulas,
    list_scores,
    operand,
    result_text,
    sum_text,
    total_text,
)
from arrowswitch.core.scoring.boards.comparisons import HALF, Result
from arrowswitch.core.scoring.boards.matchpoints import BoardContext, BoardSide, Breakdown, award_percent
from arrowswitch.core.scoring.outcomes import Average, AverageKind, Line, Neutral, SideOutcome
from arrowswitch.core.scoring.regulations import ScoringRegulations
from arrowswitch.core.scoring.rules import EventClass, Incomplete, ShownPoints
from arrowswitch.core.scoring.standings import SidePoints
from arrowswitch.core.scoring.steps import Step, amount_step, line_step, rounding_steps, score_text, unscored_step

Earned = Mapping[Number, tuple[Fraction, Fraction]]
"""The points that each contestant won on the boards really scored, and the most points there."""


class MatchpointLine:
    """Makes the steps of one line for one side. `earned` is what the session percentages come from."""

    def __init__(
        self,
        regulations: ScoringRegulations,
        context: BoardContext,
        earned: Earned,
        lines: tuple[Line, ...],
        index: int,
        side: Side,
    ) -> None:
        self._regulations = regulations
        self._context = context
        self._earned = earned
        self._line = lines[index]
        self._index = index
        self._side = BoardSide(lines, side, context, context.full_results)
        is_own = context.rules.boards.shown is ShownPoints.OWN_RESULTS
        self._shown_side = BoardSide(lines, side, context, None) if is_own else self._side
        self._direction = side
        self._numbers, self._outcome = self._line.side(side)
        self._unit = int(regulations.scoring.boards.points_per_win)
        self._half = operand(self._unit * HALF)
        is_weekly = context.event_class is EventClass.WEEKLY
        self._neutral_key = "boards.neutral-weekly" if is_weekly else "boards.neutral-other"

    def steps(self, points: SidePoints) -> Iterator[Step]:
        """Yields the steps; the last one that reckons an amount arrives at the points published."""
        yield line_step(self._line, self._direction)
        percent = award_percent(self._outcome, self._numbers, self._context)
        if percent is not None:
            yield from self._award_steps(self._outcome, percent, points)
        elif self._index in self._side.results:
            yield from self._result_steps(points)
        else:
            yield unscored_step(self._line, self._direction, self._clause("totals.factoring"))

    def _clause(self, key: str) -> str:
        return self._regulations.clause(key)

    def _award_steps(self, outcome: SideOutcome, percent: Fraction, points: SidePoints) -> Iterator[Step]:
        if isinstance(outcome, Neutral):
            yield Step("explain.neutral", {}, None, self._clause(self._neutral_key))
            outcome = outcome.award or Average(AverageKind.AVERAGE)
        yield self._award_step(outcome, percent)
        if not points.top:
            yield Step("explain.nothing-to-win", {}, Fraction(0))
            return
        yield _part_of_top("explain.award-points", percent, self._side.top)
        top = self._side.top
        if self._shown_side.top != top:
            top = self._shown_side.top
            yield Step(
                "explain.shown", {"points": operand(percent * self._side.top / 100)}, None, self._clause("boards.shown")
            )
            yield _part_of_top("explain.award-points", percent, top)
        yield from rounding_steps(
            percent * top / 100, self._context.rules.boards.rounding, self._clause("boards.rounding")
        )

    def _award_step(self, outcome: SideOutcome, percent: Fraction) -> Step:
        if not isinstance(outcome, Average):
            return Step("explain.percentage", {"percent": operand(percent)}, percent)
        session = self._context.session_percent(self._numbers)
        key = outcome.kind.word
        rules = self._context.rules.averages
        if key == "average" or session is None or not rules.uses_session_percent:
            params: dict[str, ParamValue] = {"percent": operand(percent)}
            return Step(f"explain.average-{key}", params, percent, self._clause(f"averages.{key}"))
        params = {
            "percent": result_text(percent),
            "fixed": operand(rules.percent(outcome.kind)),
            "session": self._session(),
        }
        return Step(f"explain.average-{key}-session", params, percent, self._clause(f"averages.{key}"))

    def _session(self) -> Arithmetic:
        """Returns the session percentage as a formula; of two single players the mean."""
        own_sessions = [self._earned[number] for number in self._numbers if number in self._earned]
        parts = [fill_formula("{} / {} × 100", operand(won), operand(possible)) for won, possible in own_sessions]
        return parts[0] if len(parts) == 1 else fill_formula("({}) / {}", join_formulas(" + ", parts), len(parts))

    def _result_steps(self, points: SidePoints) -> Iterator[Step]:
        result = self._side.results[self._index]
        breakdown = self._side.breakdown(self._index)
        others = breakdown.compared - 1
        if result.is_plain:
            yield Step("explain.score", {"score": score_text(result.parts[0][0])})
        if self._side.is_fouled:
            params: dict[str, ParamValue] = {"n": others, "all": len(self._side.results)}
            yield Step("explain.fouled-group", params, None, self._clause("fouled.three-and-three"))
        else:
            yield Step("explain.others", {"n": others})
        is_plain = result.is_plain
        comparisons = list(
            self._comparison_steps(result.parts[0][0]) if is_plain else self._weighted_steps(result.parts)
        )
        yield from comparisons
        yield self._sum_step([step.value for step in comparisons if step.value is not None], others)
        yield from self._lifting_steps(self._side, breakdown)
        yield from self._end_steps(points)

    def _comparison_steps(self, score: int) -> Iterator[Step]:
        clause = self._clause("boards.points-per-win")
        better, equal, worse = self._plain_others(score)
        if better:
            params: dict[str, ParamValue] = {"n": better.total(), "scores": _scores(better), "each": self._unit}
            yield amount_step("explain.better", Fraction(better.total() * self._unit), params, clause)
        if equal:
            params = {"n": equal.total(), "scores": _scores(equal), "each": self._half}
            yield amount_step("explain.equal", equal.total() * HALF * self._unit, params, clause)
        if worse:
            yield Step("explain.worse", {"n": worse.total(), "scores": _scores(worse)}, None, clause)
        terms = self._weighted_terms(score)
        if terms is not None:
            won = self._side.comparison(self._index, score).weighted * self._unit
            n = sum(not other.is_plain for other in self._side.others(self._index))
            yield amount_step(
                "explain.weighted-others", won, {"n": n, "formula": join_formulas(" + ", terms) or "0"}, clause
            )

    def _plain_others(self, score: int) -> tuple[Counter[int], Counter[int], Counter[int]]:
        """Returns the plain scores that are worse than `score`, equal to it and better, and how many have each."""
        counts = Counter(one.parts[0][0] for one in self._side.others(self._index) if one.is_plain)
        return (
            Counter({other: n for other, n in counts.items() if other < score}),
            Counter({other: n for other, n in counts.items() if other == score}),
            Counter({other: n for other, n in counts.items() if other > score}),
        )

    def _weighted_terms(self, score: int) -> list[Arithmetic] | None:
        """Returns the points of each part of the others' weighted scores, as terms; None if there are no weighted
        scores."""
        others = [other for other in self._side.others(self._index) if not other.is_plain]
        return [term for other in others for term in self._terms_against(score, other)] if others else None

    def _terms_against(self, score: int, other: Result) -> Iterator[Arithmetic]:
        for points, weight in other.parts:
            if points <= score:
                yield fill_formula("{} × {}", operand(weight), self._unit if points < score else self._half)

    def _weighted_steps(self, parts: tuple[tuple[int, Fraction], ...]) -> Iterator[Step]:
        for score, weight in parts:
            better, equal, _ = self._plain_others(score)
            counts = ((better.total(), operand(self._unit)), (equal.total(), self._half))
            terms = [fill_formula("{} × {}", n, each) for n, each in counts if n]
            terms += self._weighted_terms(score) or ()
            value = weight * self._side.comparison(self._index, score).points * self._unit
            params: dict[str, ParamValue] = {
                "percent": operand(weight * 100),
                "score": score_text(score),
                "formula": join_formulas(" + ", terms) or "0",
            }
            yield amount_step("explain.weighted-part", value, params, self._clause("boards.points-per-win"))

    def _sum_step(self, amounts: list[Fraction], others: int) -> Step:
        top = operand(others * self._unit)
        total = sum(amounts, Fraction(0))
        if len(amounts) < 2:
            return amount_step("explain.sum-one", total, {"top": top}, "")
        return amount_step("explain.sum", total, {"formula": sum_text(amounts), "top": top}, "")

    def _lifting_steps(self, side: BoardSide, breakdown: Breakdown) -> Iterator[Step]:
        if breakdown.percent is not None:
            yield from self._percent_steps(side, breakdown, breakdown.percent)
            return
        if breakdown.added:
            clause = "fouled.allows-simple" if side.is_fouled else self._neutral_key
            params: dict[str, ParamValue] = {
                "n": breakdown.size - breakdown.compared,
                "own": operand(breakdown.own * self._unit),
                "each": self._half,
            }
            value = (breakdown.own + breakdown.added) * self._unit
            yield amount_step("explain.half-points", value, params, self._clause(clause))
        if breakdown.full > breakdown.size:
            yield self._lift_step(side, breakdown)

    def _percent_steps(self, side: BoardSide, breakdown: Breakdown, percent: Fraction) -> Iterator[Step]:
        percents = side.percents(self._index)
        key = {1: "one", 2: "two"}.get(breakdown.compared, "three")
        clause = self._clause(f"fouled.percents-of-{key}")
        params: dict[str, ParamValue] = {
            "percent": result_text(percent),
            "list": join_formulas(", ", map(operand, percents)),
        }
        if breakdown.compared > 1:
            params |= {
                "own": operand(breakdown.own * self._unit),
                "best": operand(percents[0]),
                "worst": operand(percents[-1]),
                "top": (breakdown.compared - 1) * self._unit,
            }
            yield Step("explain.fouled-percent", params, percent, clause)
        else:
            yield Step("explain.fouled-percent-alone", {"percent": operand(percent)}, percent, clause)
        yield _part_of_top("explain.fouled-points", percent, side.top)

    def _lift_step(self, side: BoardSide, breakdown: Breakdown) -> Step:
        own = operand((breakdown.own + breakdown.added) * self._unit)
        value = breakdown.final * self._unit
        clause = self._clause("boards.incomplete")
        if breakdown.method is Incomplete.NEUBERG:
            clause = self._clause("fouled.three-and-three") if side.is_fouled else clause
            params: dict[str, ParamValue] = {"own": own, "full": breakdown.full, "results": breakdown.size}
            code = "explain.neuberg" if self._unit == 1 else "explain.neuberg-two"
            return amount_step(code, value, params, clause)
        full = operand((breakdown.full - 1) * self._unit)
        if breakdown.size == 1:
            return amount_step("explain.alone", value, {"top": full}, clause)
        top = operand((breakdown.size - 1) * self._unit)
        return amount_step("explain.proportion", value, {"own": own, "full": full, "top": top}, clause)

    def _end_steps(self, points: SidePoints) -> Iterator[Step]:
        exact = points.exact or Fraction(0)
        percent = points.percent
        if percent is None:
            yield Step("explain.nothing-to-win", {}, exact)
        else:
            params: dict[str, ParamValue] = {
                "points": operand(exact),
                "top": operand(points.top),
                "percent": total_text(percent),
            }
            yield Step("explain.points", params, exact)
        if self._shown_side is not self._side:
            breakdown = self._shown_side.breakdown(self._index)
            own_points = breakdown.final * self._unit
            if own_points != exact:
                params = {"points": result_text(breakdown.own * self._unit)}
                yield Step("explain.shown-own", params, breakdown.own * self._unit, self._clause("boards.shown"))
                yield from self._lifting_steps(self._shown_side, breakdown)
            exact = own_points
        yield from rounding_steps(exact, self._context.rules.boards.rounding, self._clause("boards.rounding"))


def _part_of_top(code: str, percent: Fraction, top: Fraction) -> Step:
    return amount_step(code, percent * top / 100, {"percent": factor(percent), "top": operand(top)}, "")


def _scores(counts: Counter[int]) -> str:
    return list_scores(sorted(counts.items(), reverse=True))
