"""Why a total and its percentage are what they are: boards or matches, factor, penalties, rounding.

The steps come from the accounts that make the totals (`accounts`, `pair_matches`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import ParamValue
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.arithmetic import (
    Arithmetic,
    factor,
    fill_formula,
    operand,
    products_text,
    result_text,
    sum_text,
    total_text,
)
from arrowswitch.core.scoring.explain_scales import vp_steps
from arrowswitch.core.scoring.inputs import ScoringInput
from arrowswitch.core.scoring.method_rules import Factoring
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.regulations import ScoringRegulations
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.core.scoring.standings import ScoredBoard, SidePoints, Standing, Standings
from arrowswitch.core.scoring.steps import Step, amount_step, rounding_steps
from arrowswitch.core.scoring.totals.accounts import (
    Account,
    Worth,
    board_accounts,
    board_factoring,
    board_worth,
    total_rounding,
)
from arrowswitch.core.scoring.totals.pair_matches import (
    MatchAccount,
    match_accounts,
    match_worth,
    pair_scale,
    round_boards,
    scale_key,
)
from arrowswitch.core.scoring.totals.running import addend

_WORTHS = {Method.IMPS: "imps-per-comparison", Method.TOTAL_POINTS: "points-per-comparison", Method.BUTLER: "imps"}


@dataclass(frozen=True, slots=True)
class _Ending:
    """How the total of a method ends: what a board of penalty is worth, what could be won (as a formula), and the
    clauses behind the worth and the sum."""

    worth: Worth
    possible: Arithmetic
    worth_clause: str = ""
    sum_clause: str = ""


def total_steps(
    standings: Standings, session: ScoringInput, regulations: ScoringRegulations, standing: Standing
) -> Iterator[Step]:
    """Yields how a contestant's total came about, then the percentage where there is one."""
    method = Method(standings.method)
    if method.unit is PenaltyUnit.VP:
        matches = match_accounts(session, regulations, standings.boards, method)[standing.number]
        yield from _match_steps(matches, session, regulations, method)
        worth = match_worth(session, regulations, method)
        most, rounds = pair_scale(regulations, method).most(round_boards(session)), len(matches.matches)
        possible = fill_formula("({} × {})", operand(most), int(matches.factor * rounds))
        ending = _Ending(worth, possible, regulations.clause("worth.vp-percent"))
        yield from _end_steps(matches, ending, session, regulations, standing)
        return
    account = board_accounts(session, regulations, standings.boards, method)[standing.number]
    worth = board_worth(session, regulations, method)
    won = own_points(standings.boards.values(), standing.number)
    boards = (board for board, _ in won)
    formula = sum_text((addend(points, regulations.scoring, method) for _, points in won), boards)
    params: dict[str, ParamValue] = {"n": account.boards, "formula": formula}
    if method.unit is PenaltyUnit.MATCHPOINTS:
        adds = regulations.clause("totals.adds")
        yield amount_step("explain.won", account.points, params, adds)
        if standing.percent is not None:
            tops = sorted(Counter(points.top for _, points in won).items(), reverse=True)
            possible = products_text((times, top) for top, times in tops)
            yield Step("explain.possible", {"formula": possible, "possible": operand(account.most)}, None)
        if account.factor != 1:
            yield _factor_step("factored", account, {"boards": account.boards}, account.boards, regulations)
        ending = _Ending(worth, _possible(account), sum_clause=adds)
    else:
        yield amount_step("explain.margin-boards", account.points, params, "")
        if account.factor != 1:
            way, key = board_factoring(regulations.scoring, method), f"{method.value}.factoring"
            yield _factor_step("factored", account, {"boards": account.boards}, account.boards, regulations, way, key)
        possible = fill_formula("({} × {})", account.boards, factor(worth.board))
        ending = _Ending(worth, possible, regulations.clause(f"worth.{_WORTHS[method]}"))
    yield from _end_steps(account, ending, session, regulations, standing)


def own_points(boards: Iterable[ScoredBoard], number: Number) -> list[tuple[BoardNumber, SidePoints]]:
    """Returns the points of a contestant on every board where it has some, in the order of the boards."""
    return [
        (row.line.board, row.side(side))
        for board in boards
        for row in board.rows
        for side in Side
        if number in row.line.side(side)[0] and row.side(side).exact is not None
    ]


def _match_steps(
    account: MatchAccount, session: ScoringInput, regulations: ScoringRegulations, method: Method
) -> Iterator[Step]:
    """Yields the matches or rounds with their victory points, what rounds sat out brought, and the sum of both."""
    scale, size, clause = pair_scale(regulations, method), round_boards(session), regulations.clause(scale_key(method))
    is_percent = method is Method.SWISS_MATCHPOINTS
    for match in account.matches:
        params: dict[str, ParamValue] = {
            "opponents": "-".join(match.opponents),
            "n": len(match.boards),
            "formula": sum_text(match.amounts, match.boards),
        }
        yield amount_step("explain.swiss-points" if is_percent else "explain.round", match.points_won, params, "")
        if is_percent and match.possible:
            params = {"own": factor(match.points_won), "possible": factor(match.possible)}
            yield amount_step("explain.swiss-margin", match.margin, params, clause)
        yield from vp_steps(scale, match.margin, size, clause)
    for rest in account.rests:
        share, draw = regulations.teams.draw_share, scale.points(0, size)[0]
        params = {"share": factor(share), "draw": operand(draw)}
        yield amount_step("explain.swiss-rest", rest, params, regulations.clause("teams.draw-share"))
    for missed in account.missed:
        yield amount_step("explain.swiss-missed", missed, {}, "")
    points = [*(match.points for match in account.matches), *account.rests, *account.missed]
    yield amount_step("explain.rounds", account.points, {"n": len(points), "formula": sum_text(points)}, "")
    if account.factor != 1:
        yield _factor_step("rounds-factored", account, {"n": len(points)}, len(points), regulations)


def _factor_step(
    code: str,
    account: Account,
    count: dict[str, ParamValue],
    own: int,
    regulations: ScoringRegulations,
    factoring: Factoring | None = None,
    key: str = "totals.factoring",
) -> Step:
    way = "up" if (factoring or regulations.scoring.totals.factoring) is Factoring.UP else "down"
    params: dict[str, ParamValue] = {**count, "own": operand(account.points), "full": int(account.factor * own)}
    return amount_step(f"explain.{code}-{way}", account.factored_points, params, regulations.clause(key))


def _end_steps(
    account: Account, ending: _Ending, session: ScoringInput, regulations: ScoringRegulations, standing: Standing
) -> Iterator[Step]:
    """Yields the penalties, the total, its rounding, and the percentage where there is one."""
    method, rules = ending.worth.method, regulations.scoring
    published = total_rounding(regulations, method, is_provisional=session.is_provisional)
    yield from _penalty_steps(account, ending)
    amounts = [account.factored_points, *(-points for _, points in account.penalties)]
    if len(amounts) > 1:
        params: dict[str, ParamValue] = {"formula": sum_text(amounts)}
        yield amount_step("explain.total-sum", account.exact_total, params, ending.sum_clause, published.rounding)
    else:
        yield amount_step("explain.total", account.exact_total, {}, ending.sum_clause, published.rounding)
    yield from rounding_steps(account.exact_total, published.rounding, regulations.clause(published.key), is_total=True)
    percent = account.percent(published)
    if percent is not None:
        points = operand(account.base_total(published))
        percent_text = total_text(percent, rules.totals.percent_rounding)
        params = {"points": points, "possible": ending.possible, "percent": percent_text}
        yield Step("explain.percent", params, percent, regulations.clause("totals.percent-of"))
        clause = regulations.clause("totals.percent-rounding")
        yield from rounding_steps(percent, rules.totals.percent_rounding, clause, is_percent=True)


def _penalty_steps(account: Account, ending: _Ending) -> Iterator[Step]:
    """Yields the cost of each penalty; one in matchpoints is converted if the method counts something else."""
    board, top = ending.worth.board, ending.worth.top
    for penalty, points in account.penalties:
        is_turned = penalty.unit is PenaltyUnit.MATCHPOINTS and ending.worth.method.unit is not penalty.unit
        params: dict[str, ParamValue] = {
            "amount": operand(penalty.amount),
            "board": factor(board if top or not is_turned else 0),
            "possible": ending.possible,
            "top": factor(top or 1),
            "points": result_text(points),
            "reason": penalty.reason or "-",
        }
        code = f"explain.penalty-{penalty.unit.value}"
        yield Step(f"{code}-worth" if is_turned else code, params, -points, ending.worth_clause)


def _possible(account: Account) -> Arithmetic:
    """Returns the maximum, factored, as a divisor."""
    possible = operand(account.most)
    if account.factor == 1:
        return possible
    return fill_formula("({} × {} / {})", possible, int(account.factor * account.boards), account.boards)
