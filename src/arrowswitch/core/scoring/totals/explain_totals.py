"""Why a matchpoint total and its percentage are what they are: boards, factor, penalties, rounding."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import ParamValue
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.arithmetic import added, counted, factor, operand, told
from arrowswitch.core.scoring.inputs import Penalty, ScoringInput
from arrowswitch.core.scoring.regulations import ScoringRegulations
from arrowswitch.core.scoring.rules import Addends, Factoring, PenaltyUnit
from arrowswitch.core.scoring.standings import ScoredBoard, SidePoints, Standing
from arrowswitch.core.scoring.steps import Step, amount_step, rounded
from arrowswitch.core.scoring.totals.matchpoints import Account, one_board_top


def own_points(boards: Iterable[ScoredBoard], number: Number) -> list[SidePoints]:
    """Returns the points of a contestant on every board where it has some, in the order of the boards."""
    return [
        row.side(side)
        for board in boards
        for row in board.rows
        for side in Side
        if number in row.line.side(side)[0] and row.side(side).exact is not None
    ]


def total_steps(
    account: Account,
    session: ScoringInput,
    regulations: ScoringRegulations,
    standing: Standing,
    boards: Iterable[ScoredBoard],
    board: Fraction | None = None,
) -> Iterator[Step]:
    """Yields how a matchpoint total came about, then the percentage where there is one. A penalty of one board costs
    `board` (None: the top of the session's boards)."""
    rules, tally = regulations.scoring, account.tally
    is_exact = rules.totals.adds is Addends.EXACT
    won = own_points(boards, standing.number)
    params: dict[str, ParamValue] = {
        "n": tally.boards,
        "formula": added((one.exact if is_exact else one.points) or Fraction(0) for one in won),
    }
    yield amount_step("explain.won", tally.points, params, regulations.clause("totals.adds"))
    tops = Counter(one.top for one in won)
    formula = counted((times, top) for top, times in sorted(tops.items(), reverse=True))
    if standing.percent is not None:
        yield Step("explain.possible", {"formula": formula, "possible": operand(tally.possible)}, None)
    if account.factor != 1:
        yield _factor_step(account, regulations)
    worth = one_board_top(session, rules) if board is None else board
    yield from penalty_steps(account.penalties, worth, _possible(account), "")
    yield from sum_step(
        account.factored, (points for _, points in account.penalties), regulations.clause("totals.adds")
    )
    yield from rounded(account.exact_total, rules.totals.rounding, regulations.clause("totals.rounding"))
    if standing.percent is None:
        return
    points = account.counted(rules, is_provisional=session.is_provisional)
    percent = points * 100 / account.possible
    params = {"points": operand(points), "possible": _possible(account), "percent": told(percent)}
    yield Step("explain.percent", params, percent, regulations.clause("totals.percent-of"))
    clause = regulations.clause("totals.percent-rounding")
    yield from rounded(percent, rules.totals.percent_rounding, clause, is_percent=True)


def penalty_steps(
    penalties: Iterable[tuple[Penalty, Fraction]],
    board: Fraction,
    possible: str,
    clause: str,
    top: Fraction | None = None,
) -> Iterator[Step]:
    """Yields what each penalty costs; one board costs `board`, a percentage is one of `possible` (a formula).

    `top` is the most matchpoints of a board where the method counts something else (None: matchpoints).
    """
    for penalty, points in penalties:
        is_turned = top is not None and penalty.unit is PenaltyUnit.MATCHPOINTS
        params: dict[str, ParamValue] = {
            "amount": operand(penalty.amount),
            "board": factor(board if top != 0 or not is_turned else 0),
            "possible": possible,
            "top": factor(top or 1),
            "points": told(points),
            "reason": penalty.reason or "-",
        }
        code = f"explain.penalty-{penalty.unit.value}"
        yield Step(f"{code}-worth" if is_turned else code, params, -points, clause)


def sum_step(points: Fraction, deducted: Iterable[Fraction], clause: str) -> Iterator[Step]:
    """Yields the total of what was won and what is taken off."""
    found = tuple(deducted)
    total = points - sum(found, Fraction(0))
    if found:
        yield amount_step("explain.total-sum", total, {"formula": added((points, *(-one for one in found)))}, clause)
    else:
        yield amount_step("explain.total", total, {}, clause)


def _factor_step(account: Account, regulations: ScoringRegulations) -> Step:
    is_up = regulations.scoring.totals.factoring is Factoring.UP
    params: dict[str, ParamValue] = {
        "own": operand(account.tally.points),
        "boards": account.tally.boards,
        "full": int(account.factor * account.tally.boards),
    }
    code = "explain.factored-up" if is_up else "explain.factored-down"
    return amount_step(code, account.factored, params, regulations.clause("totals.factoring"))


def _possible(account: Account) -> str:
    """Returns what could be won, factored, as a divisor."""
    possible = operand(account.tally.possible)
    if account.factor == 1:
        return possible
    boards = account.tally.boards
    return f"({possible} × {int(account.factor * boards)}/{boards})"
