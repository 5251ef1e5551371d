"""Why a number is what it is: the comparisons, the formula, the regulation and the rounding, step by step.

The steps come from the same breakdown that made the score, so that they cannot tell another story. Here are those of
matchpoints and of ranks; `explain_margins.py` has those of the methods that count margins.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound, ParamValue
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.seats import Side
from arrowswitch.core.regulations import Regulations
from arrowswitch.core.scoring.amounts import decimal_string, plain_string
from arrowswitch.core.scoring.comparisons import HALF, Comparison
from arrowswitch.core.scoring.explain_margins import margin_line_steps, margin_total_steps
from arrowswitch.core.scoring.inputs import ScoringInput
from arrowswitch.core.scoring.matchpoints import BoardContext, BoardSide, Breakdown, award_percent
from arrowswitch.core.scoring.outcomes import Average, AverageKind, Line, Neutral, NotPlayed, SideOutcome
from arrowswitch.core.scoring.ranking import places_paid, ranking_amount
from arrowswitch.core.scoring.rules import EventClass, Factoring, Incomplete, RankBy, ShownPoints
from arrowswitch.core.scoring.standings import SidePoints, Standing, Standings
from arrowswitch.core.scoring.steps import SIDE_NAMES, Explanation, Step, score_text
from arrowswitch.core.scoring.totals import METHOD, Account, board_contexts, make_accounts, session_percents

__all__ = ["Explanation", "Step", "explain_line", "explain_rank", "explain_total"]


def explain_line(
    standings: Standings, session: ScoringInput, regulations: Regulations, board: BoardNumber, number: Number
) -> Explanation:
    """Returns how the points of a contestant on a board came about, in the regulations' points.

    Raises NotFound: `scoring.no-board` when nobody has a line on the board, `scoring.not-on-board` when the contestant
    has none.
    """
    lines = session.by_board().get(board)
    if lines is None:
        raise NotFound.of("scoring.no-board", board=board)
    found = [(i, side) for i, line in enumerate(lines) for side in Side if number in line.side(side)[0]]
    if not found:
        raise NotFound.of("scoring.not-on-board", board=board, number=number)
    index, side = found[0]
    points = standings.boards[board].rows[index].side(side)
    if standings.method == METHOD:
        percents = session_percents(standings.boards.values())
        context = board_contexts(session, regulations.scoring, percents)[board]
        steps = list(_LineSteps(regulations, context, lines, index, side).steps(points))
    else:
        steps = list(margin_line_steps(standings.method, session, regulations, lines, index, side))
    if session.is_provisional and not session.is_complete(board, lines):
        steps.insert(1, Step("explain.so-far"))
    return Explanation(number, board, tuple(steps), points.points)


def explain_total(standings: Standings, session: ScoringInput, regulations: Regulations, number: Number) -> Explanation:
    """Returns how a contestant's total and percentage came about.

    Raises NotFound (`scoring.not-ranked`) when the contestant has no score.
    """
    standing = _standing_of(standings, number)
    if standings.method != METHOD:
        steps = tuple(margin_total_steps(standings, session, regulations, standing))
        return Explanation(number, None, steps, standing.total)
    account = make_accounts(session, regulations.scoring, standings.boards)[number]
    steps = tuple(_total_steps(account, regulations, standing))
    return Explanation(number, None, steps, standing.total)


def explain_rank(standings: Standings, regulations: Regulations, number: Number) -> Explanation:
    """Returns why a contestant has its rank in its field.

    Raises NotFound (`scoring.not-ranked`) when the contestant has no score.
    """
    standing = _standing_of(standings, number)
    return Explanation(number, None, tuple(_rank_steps(standings, regulations, standing)), Fraction(standing.rank))


class _LineSteps:
    """Makes the steps of one line for one side."""

    def __init__(
        self, regulations: Regulations, context: BoardContext, lines: tuple[Line, ...], index: int, side: Side
    ) -> None:
        self._regulations = regulations
        self._context = context
        self._line = lines[index]
        self._index = index
        self._side = BoardSide(lines, side, context, context.full_results)
        self._name = SIDE_NAMES[side]
        self._numbers, self._outcome = self._line.side(side)
        self._opponents = "-".join(self._line.side(side.opponents)[0])
        self._unit = regulations.scoring.boards.points_per_win
        is_weekly = context.event_class is EventClass.WEEKLY
        self._neutral_key = "boards.neutral-weekly" if is_weekly else "boards.neutral-other"

    def steps(self, points: SidePoints) -> Iterator[Step]:
        board = self._line.board
        yield Step("explain.line", {"board": board, "side": self._name, "opponents": self._opponents})
        percent = award_percent(self._outcome, self._numbers, self._context)
        if percent is not None:
            yield from self._award_steps(self._outcome, percent, points)
        elif self._index in self._side.results:
            yield from self._result_steps(points)
        else:
            code = "explain.not-played" if isinstance(self._outcome, NotPlayed) else "explain.removed"
            yield Step(code, {"board": board}, None, self._clause("totals.factoring"))

    def _clause(self, key: str) -> str:
        return self._regulations.clause(key)

    def _award_steps(self, outcome: SideOutcome, percent: Fraction, points: SidePoints) -> Iterator[Step]:
        if isinstance(outcome, Neutral):
            yield Step("explain.neutral", {}, None, self._clause(self._neutral_key))
            outcome = outcome.award or Average(AverageKind.AVERAGE)
        yield self._award_step(outcome, percent)
        yield from self._end_steps(points)

    def _award_step(self, outcome: SideOutcome, percent: Fraction) -> Step:
        params: dict[str, ParamValue] = {"percent": plain_string(percent)}
        if not isinstance(outcome, Average):
            return Step("explain.percentage", params, percent)
        session = self._context.session_percent(self._numbers)
        key = {AverageKind.PLUS: "plus", AverageKind.MINUS: "minus"}.get(outcome.kind, "average")
        rules = self._context.rules.averages
        if key == "average" or session is None or not rules.uses_session_percent:
            return Step(f"explain.average-{key}", params, percent, self._clause(f"averages.{key}"))
        params |= {"fixed": plain_string(rules.percent(outcome.kind)), "session": decimal_string(session)}
        return Step(f"explain.average-{key}-session", params, percent, self._clause(f"averages.{key}"))

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
        if result.is_plain:
            yield from self._comparison_steps(self._side.comparison(self._index, result.parts[0][0]))
        else:
            yield from self._weighted_steps(result.parts)
        yield self._step("explain.sum", breakdown.own, {"top": self._points(Fraction(others))}, "")
        yield from self._lifting_steps(breakdown)
        yield from self._end_steps(points)

    def _comparison_steps(self, comparison: Comparison) -> Iterator[Step]:
        clause = "boards.points-per-win"
        if comparison.better:
            yield self._step("explain.better", Fraction(comparison.better), {"n": comparison.better}, clause)
        if comparison.equal:
            yield self._step("explain.equal", comparison.equal * HALF, {"n": comparison.equal}, clause)
        if comparison.worse:
            yield self._step("explain.worse", Fraction(0), {"n": comparison.worse}, clause)
        if comparison.weighted_others:
            params: dict[str, ParamValue] = {"n": comparison.weighted_others}
            yield self._step("explain.weighted-others", comparison.weighted, params, clause)

    def _weighted_steps(self, parts: tuple[tuple[int, Fraction], ...]) -> Iterator[Step]:
        for score, weight in parts:
            won = self._side.comparison(self._index, score).points
            params: dict[str, ParamValue] = {
                "percent": plain_string(weight * 100),
                "score": score_text(score),
                "won": self._points(won),
            }
            yield self._step("explain.weighted-part", weight * won, params, "")

    def _lifting_steps(self, breakdown: Breakdown) -> Iterator[Step]:
        if breakdown.percent is not None:
            percent = plain_string(breakdown.percent)
            key = {1: "one", 2: "two"}.get(breakdown.compared, "three")
            clause = f"fouled.percents-of-{key}"
            yield self._step("explain.fouled-percent", breakdown.final, {"percent": percent}, clause)
            return
        if breakdown.added:
            clause = "fouled.allows-simple" if self._side.is_fouled else self._neutral_key
            params: dict[str, ParamValue] = {"n": breakdown.size - breakdown.compared}
            yield self._step("explain.half-points", breakdown.added, params, clause)
        if breakdown.full > breakdown.size:
            yield self._lift_step(breakdown)

    def _lift_step(self, breakdown: Breakdown) -> Step:
        own = self._points(breakdown.own + breakdown.added)
        if breakdown.method is Incomplete.NEUBERG:
            params: dict[str, ParamValue] = {"own": own, "full": breakdown.full, "results": breakdown.size}
            key = "fouled.three-and-three" if self._side.is_fouled else "boards.incomplete"
            return self._step("explain.neuberg", breakdown.final, params, key)
        if breakdown.size == 1:
            return self._step("explain.alone", breakdown.final, {}, "boards.incomplete")
        tops = {"full": self._points(Fraction(breakdown.full - 1)), "top": self._points(Fraction(breakdown.size - 1))}
        return self._step("explain.proportion", breakdown.final, {"own": own, **tops}, "boards.incomplete")

    def _end_steps(self, points: SidePoints) -> Iterator[Step]:
        exact, published = points.exact or Fraction(0), points.points or Fraction(0)
        percent = points.percent
        top = plain_string(points.top)
        if percent is None:
            yield Step("explain.nothing-to-win", {}, exact)
        else:
            params: dict[str, ParamValue] = {
                "points": plain_string(exact),
                "top": top,
                "percent": decimal_string(percent),
            }
            yield Step("explain.points", params, exact)
        if self._context.rules.boards.shown is ShownPoints.OWN_RESULTS and published != exact:
            yield Step("explain.shown", {"points": plain_string(published)}, published, self._clause("boards.shown"))
        elif published != exact:
            params = {"points": plain_string(published)}
            yield Step("explain.rounded", params, published, self._clause("boards.rounding"))

    def _step(self, code: str, amount: Fraction, params: dict[str, ParamValue], clause: str) -> Step:
        value = amount * self._unit
        return Step(code, {**params, "points": plain_string(value)}, value, self._clause(clause) if clause else "")

    def _points(self, amount: Fraction) -> str:
        return plain_string(amount * self._unit)


def _standing_of(standings: Standings, number: Number) -> Standing:
    standing = standings.of(number)
    if standing is None:
        raise NotFound.of("scoring.not-ranked", number=number)
    return standing


def _total_steps(account: Account, regulations: Regulations, standing: Standing) -> Iterator[Step]:
    tally = account.tally
    yield Step("explain.won", {"n": tally.boards, **_of(tally.points, tally.possible)}, tally.points)
    if account.factor != 1:
        yield _factor_step(account, regulations)
    for penalty, points in account.penalties:
        params: dict[str, ParamValue] = {
            "amount": plain_string(penalty.amount),
            "points": plain_string(points),
            "reason": penalty.reason or "-",
        }
        yield Step(f"explain.penalty-{penalty.unit.value}", params, -points)
    total: dict[str, ParamValue] = {"points": plain_string(standing.total)}
    yield Step("explain.total", total, standing.total, regulations.clause("totals.rounding"))
    if standing.percent is not None:
        params = {
            **_of(standing.total, tally.possible * account.factor),
            "percent": decimal_string(standing.percent),
        }
        yield Step("explain.percent", params, standing.percent, regulations.clause("totals.percent-of"))


def _factor_step(account: Account, regulations: Regulations) -> Step:
    is_up = regulations.scoring.totals.factoring is Factoring.UP
    value = account.tally.points * account.factor
    params: dict[str, ParamValue] = {
        "boards": account.tally.boards,
        "full": int(account.factor * account.tally.boards),
        "points": plain_string(value),
    }
    code = "explain.factored-up" if is_up else "explain.factored-down"
    return Step(code, params, value, regulations.clause("totals.factoring"))


def _of(points: Fraction, possible: Fraction) -> dict[str, ParamValue]:
    return {"points": plain_string(points), "possible": plain_string(possible)}


def _rank_steps(standings: Standings, regulations: Regulations, standing: Standing) -> Iterator[Step]:
    rules = regulations.scoring.ranking
    by = standings.ranked_by or (RankBy.PERCENT if standings.is_provisional else rules.by)
    own = ranking_amount(standing, by)
    rivals = [row for row in standings.in_field(standing.field) if row.number != standing.number]
    ahead = sum(ranking_amount(row, by) > own for row in rivals)
    tied = [row.number for row in rivals if ranking_amount(row, by) == own]
    params: dict[str, ParamValue] = {"amount": plain_string(own), "n": len(rivals) + 1}
    yield Step(f"explain.ranked-by-{by.value}", params, own, regulations.clause("ranking.by"))
    yield Step("explain.ahead", {"n": ahead}, Fraction(ahead))
    if tied:
        params = {"numbers": ", ".join(tied), "n": len(tied)}
        yield Step("explain.tied", params, Fraction(len(tied)), regulations.clause("ranking.ties"))
    yield Step("explain.rank", {"rank": standing.rank}, Fraction(standing.rank))
    if standing.is_placed:
        places = places_paid(len(rivals) + 1, rules)
        params = {"n": places, "entrants": len(rivals) + 1}
        yield Step("explain.placed", params, Fraction(places), regulations.clause("ranking.placed-percent"))
