"""Why a number is what it is in the methods that count margins: comparisons, datums, rounds, penalties.

The steps come from the same breakdowns that make the scores (`crosses`, `datums`, `houston`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction

from arrowswitch.core.errors import ParamValue
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.arithmetic import added, counted, factor, operand, told
from arrowswitch.core.scoring.boards import houston
from arrowswitch.core.scoring.boards.crosses import AwardShare, CrossBoard
from arrowswitch.core.scoring.boards.datums import DatumSide
from arrowswitch.core.scoring.boards.imps import imps
from arrowswitch.core.scoring.boards.measures import IMPS, POINTS
from arrowswitch.core.scoring.explain_scales import vp_steps
from arrowswitch.core.scoring.inputs import ScoringInput
from arrowswitch.core.scoring.outcomes import AverageKind, Line, Neutral
from arrowswitch.core.scoring.regulations import ScoringRegulations
from arrowswitch.core.scoring.rules import Factoring
from arrowswitch.core.scoring.standings import Standing, Standings
from arrowswitch.core.scoring.steps import Step, amount_step, line_step, rounded, score_text, unscored_step
from arrowswitch.core.scoring.totals.explain_totals import own_points, penalty_steps, sum_step
from arrowswitch.core.scoring.totals.margins import BUTLER, award_kind, board_worth, margin_accounts, total_rounding

_CROSSES = {measure.method: measure for measure in (IMPS, POINTS)}

_WORTHS = {
    IMPS.method: "imps-per-comparison",
    POINTS.method: "points-per-comparison",
    BUTLER: "imps",
    houston.METHOD: "vp-percent",
}


def margin_line_steps(
    method: str, session: ScoringInput, regulations: ScoringRegulations, lines: tuple[Line, ...], index: int, side: Side
) -> Iterator[Step]:
    """Yields how the points of one side of a line came about in a method other than matchpoints."""
    line = lines[index]
    outcome = line.side(side)[1]
    yield line_step(line, side)
    if isinstance(outcome, Neutral):
        yield Step("explain.neutral")
    explained = _Datum if method in (BUTLER, houston.METHOD) else _Cross
    own = explained(method, session, regulations, lines, index, side)
    kind = award_kind(outcome)
    if kind is not None:
        yield from own.award_steps(kind)
    elif own.has_result:
        yield from own.result_steps()
    else:
        yield unscored_step(line, side)


def margin_total_steps(
    standings: Standings, session: ScoringInput, regulations: ScoringRegulations, standing: Standing
) -> Iterator[Step]:
    """Yields how a contestant's total came about in a method other than matchpoints."""
    if standings.method == houston.METHOD:
        yield from _houston_steps(standings, session, regulations, standing)
        return
    rules = regulations.scoring
    account = margin_accounts(session, rules, standings.boards, standings.method)[standing.number]
    won = [one.exact or Fraction(0) for one in own_points(standings.boards.values(), standing.number)]
    yield amount_step("explain.margin-boards", account.points, {"n": account.boards, "formula": added(won)}, "")
    worth = board_worth(session, rules, standings.method)
    clause = regulations.clause(f"worth.{_WORTHS[standings.method]}")
    possible = f"({account.boards} × {factor(worth.board)})"
    yield from penalty_steps(account.penalties, worth.board, possible, clause, worth.top)
    clause = regulations.clause(f"{standings.method}.total-rounding")
    yield from sum_step(account.points, (points for _, points in account.penalties), "")
    yield from rounded(account.exact_total, total_rounding(rules, standings.method), clause)


class _Cross:
    """Makes the steps of one line that is compared with every other result."""

    def __init__(
        self,
        method: str,
        session: ScoringInput,
        regulations: ScoringRegulations,
        lines: tuple[Line, ...],
        index: int,
        side: Side,
    ) -> None:
        self._measure = _CROSSES[method]
        self._regulations = regulations
        self._board = CrossBoard(lines, session, regulations.scoring, self._measure)
        self._own = self._board.sides[side]
        self._index = index
        self._side = side
        self.has_result = index in self._own.results

    def award_steps(self, kind: AverageKind) -> Iterator[Step]:
        """Yields what an artificial score is worth."""
        if kind is AverageKind.AVERAGE:
            yield amount_step("explain.margin-average", Fraction(0), {}, self._clause("award-share"))
            return
        share = self._board.award(kind, self._side)
        yield self._share_step(f"explain.share-{kind.word}", share, "award-share")
        yield from rounded(share.final, self._board.rules.rounding, self._clause("rounding"))

    def result_steps(self) -> Iterator[Step]:
        """Yields the comparisons of a result, and what its sum is brought to."""
        result = self._own.results[self._index]
        if self._own.is_single(self._index):
            share = self._board.single()
            yield self._share_step("explain.single", share, "single-share")
            yield from rounded(share.final, self._board.rules.rounding, self._clause("rounding"))
            return
        is_plain = result.is_plain
        found = list(self._comparisons(result.parts[0][0]) if is_plain else self._parts(result.parts))
        yield from found
        gain = self._own.gain(self._index)
        amounts = [step.value for step in found if step.value is not None]
        code = "explain.margin-sum" if len(amounts) > 1 else "explain.margin-sum-one"
        yield amount_step(code, gain.own, {"formula": added(amounts)}, self._clause("divide-by"))
        lifted = gain.own * gain.results / gain.compared
        if self._own.is_fouled:
            params: dict[str, ParamValue] = {"own": operand(gain.own), "all": gain.results, "size": gain.compared}
            yield amount_step("explain.fouled-margin", lifted, params, self._clause("single-share"))
        if gain.divisor != 1:
            params = {"own": operand(lifted), "n": gain.divisor}
            yield amount_step("explain.divided", gain.final, params, self._clause("divide-by"))
        yield from rounded(gain.final, self._board.rules.rounding, self._clause("rounding"))

    def _comparisons(self, score: int) -> Iterator[Step]:
        yield Step("explain.score", {"score": score_text(score)})
        for other, count in self._own.others(self._index):
            yield self._against(score, other, count)
        weighted = self._own.weighted_others(self._index)
        if weighted:
            gained = sum((self._own.against(score, other) for other in weighted), Fraction(0))
            parts = [(weight, self._measure.of(score - points)) for other in weighted for points, weight in other.parts]
            params: dict[str, ParamValue] = {"n": len(weighted), "formula": counted(parts)}
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
                (count, self._measure.of(score - other)) for other, count in self._own.others(self._index)
            ]
            for rival in self._own.weighted_others(self._index):
                terms += [(part, self._measure.of(score - points)) for points, part in rival.parts]
            params: dict[str, ParamValue] = {
                "percent": operand(weight * 100),
                "score": score_text(score),
                "formula": counted(terms),
            }
            yield amount_step("explain.weighted-part", weight * self._own.gain_of(score, self._index), params, "")

    def _share_step(self, code: str, share: AwardShare, key: str) -> Step:
        params: dict[str, ParamValue] = {
            "formula": added(share.addends),
            "n": max(share.results, 1),
            "percent": operand(share.percent),
        }
        return amount_step(code, share.final, params, self._clause(key))

    def _clause(self, key: str) -> str:
        return self._regulations.clause(f"{self._measure.section}.{key}")


class _Datum:
    """Makes the steps of one line that is compared with a datum."""

    def __init__(
        self,
        method: str,
        session: ScoringInput,
        regulations: ScoringRegulations,
        lines: tuple[Line, ...],
        index: int,
        side: Side,
    ) -> None:
        self._rules = regulations.scoring.houston if method == houston.METHOD else regulations.scoring.butler
        self._regulations = regulations
        self._section = method
        self._own = DatumSide(lines, session, side, self._rules)
        self._index = index
        self.has_result = index in self._own.results

    def award_steps(self, kind: AverageKind) -> Iterator[Step]:
        """Yields what an artificial score is worth."""
        clause = self._clause("plus" if kind is AverageKind.AVERAGE else kind.word)
        yield amount_step(f"explain.margin-{kind.word}", self._own.award(kind), {}, clause)

    def result_steps(self) -> Iterator[Step]:
        """Yields how the datum came about and what the result is worth against it."""
        if self._own.is_too_small(self._index):
            params: dict[str, ParamValue] = {"n": self._rules.fouled_least}
            yield amount_step("explain.fouled-datum", self._rules.fouled_award, params, self._clause("fouled-award"))
            return
        datum = self._own.datum(self._index)
        if datum.dropped:
            yield Step("explain.dropped", {"all": datum.results, "n": datum.dropped}, None, self._clause("drop"))
        counts = Counter(datum.kept)
        formula = counted((times, score) for score, times in sorted(counts.items(), reverse=True))
        params = {"n": len(datum.kept), "formula": formula}
        yield amount_step("explain.mean", datum.mean, params, self._clause("drop"))
        if datum.value != datum.mean:
            params = {"nearest": self._rules.nearest, "exact": operand(datum.mean)}
            code = f"explain.datum.{self._rules.halves.value}"
            yield amount_step(code, datum.value, params, self._clause("nearest"))
        parts = self._own.results[self._index].parts
        yield from (self._part(score, weight, datum.value) for score, weight in parts)
        exact = self._own.exact(self._index)
        if len(parts) > 1:
            formula = added(weight * imps(score - datum.value) for score, weight in parts)
            yield amount_step("explain.margin-sum", exact, {"formula": formula}, "")
        yield from rounded(exact, self._rules.rounding, self._clause("rounding"))

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

    def _clause(self, key: str) -> str:
        return self._regulations.clause(f"{self._section}.{key}")


def _houston_steps(
    standings: Standings, session: ScoringInput, regulations: ScoringRegulations, standing: Standing
) -> Iterator[Step]:
    account = houston.houston_accounts(session, regulations, standings.boards)[standing.number]
    scale, size = houston.scale_of(regulations), houston.round_boards(session)
    for one in account.rounds:
        params: dict[str, ParamValue] = {
            "opponents": "-".join(one.opponents),
            "n": one.boards,
            "formula": added(one.margins),
        }
        yield amount_step("explain.round", one.imps, params, "")
        yield from vp_steps(scale, one.imps, size, regulations.clause("houston.scale"))
    rounds = len(account.rounds)
    formula = added(one.points for one in account.rounds)
    yield amount_step("explain.rounds", account.points, {"n": rounds, "formula": formula}, "")
    factored, percent = account.factored, account.exact_percent
    if account.factor != 1:
        is_up = regulations.scoring.totals.factoring is Factoring.UP
        params = {"own": operand(account.points), "n": rounds, "full": int(account.factor * rounds)}
        clause = regulations.clause("totals.factoring")
        yield amount_step(f"explain.rounds-factored-{'up' if is_up else 'down'}", factored, params, clause)
    worth = houston.worth_of_board(session, regulations)
    clause = regulations.clause(f"worth.{_WORTHS[houston.METHOD]}")
    possible = f"({operand(account.most)} × {int(account.factor * rounds)})"
    yield from penalty_steps(account.penalties, worth.board, possible, clause, worth.top)
    yield from sum_step(factored, (points for _, points in account.penalties), "")
    rules = regulations.scoring
    yield from rounded(account.exact_total, rules.houston.total_rounding, regulations.clause("houston.total-rounding"))
    params = {
        "points": operand(account.exact_total),
        "possible": possible,
        "percent": told(percent),
    }
    yield Step("explain.percent", params, percent, regulations.clause("totals.percent-of"))
    clause = regulations.clause("totals.percent-rounding")
    yield from rounded(percent, rules.totals.percent_rounding, clause, is_percent=True)
