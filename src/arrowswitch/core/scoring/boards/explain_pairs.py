"""Why a number is what it is by board-a-match, by instant matchpoints, and in Swiss pairs.

The steps come from the same breakdowns that make the scores (`board_a_match`, `instant`, `swiss_pairs`). The boards of
Swiss pairs are explained as those of matchpoints, or of IMPs against a datum.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import ParamValue
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.arithmetic import added, factor, operand
from arrowswitch.core.scoring.boards import board_a_match, instant, swiss_pairs
from arrowswitch.core.scoring.boards.comparisons import side_result
from arrowswitch.core.scoring.boards.houston import round_boards
from arrowswitch.core.scoring.boards.matchpoints import award_percent
from arrowswitch.core.scoring.explain_scales import vp_steps
from arrowswitch.core.scoring.inputs import ScoringInput
from arrowswitch.core.scoring.outcomes import Line, Neutral
from arrowswitch.core.scoring.regulations import ScoringRegulations
from arrowswitch.core.scoring.standings import ScoredLine, Standing, Standings
from arrowswitch.core.scoring.steps import Step, amount_step, line_step, rounded, score_text, unscored_step
from arrowswitch.core.scoring.totals.explain_totals import penalty_steps, sum_step, total_steps
from arrowswitch.core.scoring.totals.margins import award_kind
from arrowswitch.core.scoring.totals.shares import share_accounts

PAIR_METHODS = (board_a_match.METHOD, instant.METHOD)
"""The methods whose boards are explained here."""

SWISS_METHODS = (swiss_pairs.MATCHPOINTS, swiss_pairs.IMPS)
"""The methods whose totals are those of matches."""


def pair_line_steps(
    standings: Standings, session: ScoringInput, regulations: ScoringRegulations, row: ScoredLine, side: Side
) -> Iterator[Step]:
    """Yields how the points of one side of a line came about by a method of `PAIR_METHODS`."""
    line = row.line
    lines = session.by_board()[line.board]
    index = [one.line for one in standings.boards[line.board].rows].index(line)
    yield line_step(line, side)
    if isinstance(line.side(side)[1], Neutral):
        yield Step("explain.neutral")
    exact = row.side(side).exact
    if exact is None:
        yield unscored_step(line, side)
    elif standings.method == instant.METHOD:
        yield from _instant_steps(standings, session, regulations, line, side, row.side(side).top)
        clause = regulations.clause("boards.rounding")
        yield from rounded(exact, regulations.scoring.boards.rounding, clause)
    else:
        yield from _bam_steps(session, regulations, lines, index, side, exact)
        clause = regulations.clause("board-a-match.rounding")
        yield from rounded(exact, regulations.board_a_match.rounding, clause)


def pair_total_steps(
    standings: Standings, session: ScoringInput, regulations: ScoringRegulations, standing: Standing
) -> Iterator[Step]:
    """Yields how a contestant's total came about by a method of `PAIR_METHODS` or of `SWISS_METHODS`."""
    if standings.method in SWISS_METHODS:
        yield from _swiss_steps(standings, session, regulations, standing.number)
        return
    account = share_accounts(session, regulations.scoring, standings.boards)[standing.number]
    board = max(one.top for one in standings.boards.values())
    yield from total_steps(account, session, regulations, standing, standings.boards.values(), board)


def _bam_steps(
    session: ScoringInput,
    regulations: ScoringRegulations,
    lines: tuple[Line, ...],
    index: int,
    side: Side,
    exact: Fraction,
) -> Iterator[Step]:
    rules = regulations.board_a_match
    kind = award_kind(lines[index].side(side)[1])
    if kind is not None:
        clause = regulations.clause(f"board-a-match.{kind.word}")
        yield amount_step(f"explain.bam-{kind.word}", exact, {}, clause)
        return
    found = board_a_match.result_matches(lines, index, session, side, rules)
    result = side_result(lines[index], side)
    if result is not None and result.is_plain:
        yield Step("explain.score", {"score": score_text(result.parts[0][0])})
    if found is None or not found.others:
        yield amount_step("explain.bam-alone", exact, {}, regulations.clause("board-a-match.average"))
        return
    params: dict[str, ParamValue] = {
        "won": operand(found.won),
        "tied": operand(found.tied),
        "lost": operand(found.lost),
        "win": operand(rules.win),
        "tie": operand(rules.win / 2),
        "n": operand(found.others),
    }
    yield amount_step("explain.bam-matches", exact, params, regulations.clause("board-a-match.win"))


def _instant_steps(
    standings: Standings, session: ScoringInput, regulations: ScoringRegulations, line: Line, side: Side, top: Fraction
) -> Iterator[Step]:
    numbers, outcome = line.side(side)
    context = instant.award_context(session, regulations.scoring, standings.boards.values())
    percent = award_percent(outcome, numbers, context)
    if percent is not None:
        params: dict[str, ParamValue] = {"percent": factor(percent), "top": operand(top)}
        yield amount_step("explain.instant-award", percent * top / 100, params, regulations.clause("averages.plus"))
        return
    result = side_result(line, side)
    parts = () if result is None else result.parts
    amounts = []
    for score, weight in parts:
        found = instant.table_comparison(score, session.frequencies[line.board], side)
        amount = weight * found.points * top / found.size
        params = {
            "score": score_text(score),
            "worse": found.worse,
            "equal": found.equal,
            "better": found.better,
            "n": found.size,
            "top": operand(top),
            "percent": operand(weight * 100),
        }
        amounts.append(amount)
        code = "explain.instant-table" if weight == 1 else "explain.instant-part"
        yield amount_step(code, amount, params, regulations.clause("boards.points-per-win"))
    if len(amounts) > 1:
        yield amount_step("explain.margin-sum", sum(amounts, Fraction(0)), {"formula": added(amounts)}, "")


def _swiss_steps(
    standings: Standings, session: ScoringInput, regulations: ScoringRegulations, number: Number
) -> Iterator[Step]:
    method = standings.method
    account = swiss_pairs.swiss_accounts(session, regulations, standings.boards, method)[number]
    scale, size = swiss_pairs.swiss_scale(regulations, method), round_boards(session)
    is_percent = method == swiss_pairs.MATCHPOINTS
    clause = regulations.clause(f"swiss-pairs.{'percent' if is_percent else 'imps'}-scale")
    for one in account.matches:
        params: dict[str, ParamValue] = {
            "opponents": "-".join(one.opponents),
            "n": len(one.boards),
            "formula": added(one.amounts),
        }
        yield amount_step("explain.swiss-points" if is_percent else "explain.round", one.won, params, "")
        if is_percent and one.possible:
            params = {"own": factor(one.won), "possible": factor(one.possible)}
            yield amount_step("explain.swiss-margin", one.margin, params, clause)
        yield from vp_steps(scale, one.margin, size, clause)
    points = [one.points for one in account.matches]
    for rest in account.rests:
        share, draw = regulations.teams.draw_share, scale.points(0, size)[0]
        params = {"share": factor(share), "draw": operand(draw)}
        yield amount_step("explain.swiss-rest", rest, params, regulations.clause("teams.draw-share"))
        points.append(rest)
    yield amount_step("explain.rounds", account.points, {"n": len(points), "formula": added(points)}, "")
    worth = swiss_pairs.board_worth(session, regulations, method)
    possible = f"({operand(scale.most(size))} × {len(account.matches)})"
    yield from penalty_steps(
        account.penalties, worth.board, possible, regulations.clause("worth.vp-percent"), worth.top
    )
    yield from sum_step(account.points, (amount for _, amount in account.penalties), "")
    clause = regulations.clause("swiss-pairs.total-rounding")
    yield from rounded(account.points - account.penalty, regulations.swiss_pairs.total_rounding, clause)
