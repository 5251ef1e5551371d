"""Why a match of two teams brought what it did: both tables of every board, IMPs or board points, victory points.

The steps come from the same boards as what the match brings (`match.boards_score`), seen from one team. A ruled match
is put together from the same steps (`tournament.matches.why`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from arrowswitch.core.errors import ParamValue
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.scoring.arithmetic import factor, operand, sum_text
from arrowswitch.core.scoring.boards.imps import imps
from arrowswitch.core.scoring.explain_scales import vp_steps
from arrowswitch.core.scoring.scales import ScaleUnit
from arrowswitch.core.scoring.steps import Step, amount_step, rounding_steps
from arrowswitch.core.scoring.teams.match import (
    ComparedBoard,
    MatchPart,
    MatchRules,
    MatchScore,
    PlayedBoards,
    TeamMethod,
    Totals,
    TwoTables,
    boards_score,
    margin_of,
)

CLAUSES = {
    TeamMethod.IMPS: "JCBL manual, lines 1640-1668: own N-S score and own E-W score, with their signs, to IMPs",
    TeamMethod.TOTAL_POINTS: "JCBL manual, line 1688: total points instead of IMPs",
    TeamMethod.BOARD_A_MATCH: "JCBL manual, lines 1821-1827: a board won, tied or lost",
    TeamMethod.BOARD_A_MATCH_VP: "JCBL manual, lines 1821-1827: a board won, tied or lost, and VP for the net score",
    TeamMethod.POINT_A_BOARD: "EBU White Book 3.1.6: the boards alone, as in board-a-match",
    TeamMethod.PATTON: "EBU, Tournament Focus, winter 2009: board points, and VP for the net score",
    TeamMethod.PACHABO: "EBU White Book 3.1.6: board points, and VP for the IMPs",
}


def explain_match(parts: Sequence[MatchPart], rules: MatchRules) -> tuple[Step, ...]:
    """Returns how a match came about, seen from the team; the last amount is what the match brings the team, or what it
    has won so far. Raises Refused as `MatchRules.check` and `boards_score`."""
    rules.check()
    return tuple(_steps(parts, rules, boards_score(parts, rules)))


def explain_match_board(parts: Sequence[MatchPart], rules: MatchRules, board: BoardNumber) -> tuple[Step, ...]:
    """Returns how one board of a match was compared, seen from the team; nothing for a board it has not."""
    lines = boards_score(parts, rules).lines
    return tuple(board_steps(parts, rules, [line for line in lines if line.board == board]))


def board_steps(parts: Sequence[MatchPart], rules: MatchRules, lines: Iterable[ComparedBoard]) -> Iterator[Step]:
    """Yields how boards of a match were compared, one after another."""
    tables = {two.board: two for part in parts if isinstance(part, PlayedBoards) for two in part.boards}
    for line in lines:
        yield from _board_steps(line, tables, rules)


def _steps(parts: Sequence[MatchPart], rules: MatchRules, score: MatchScore) -> Iterator[Step]:
    clause = CLAUSES[rules.method]
    yield from board_steps(parts, rules, score.lines)
    is_reported = any(isinstance(part, Totals) for part in parts)
    won = [(line.points, line.board) for line in score.lines if line.points is not None]
    for code, side in (("own", 0), ("other", 1))[: 1 if _is_own_enough(rules, score) else 2]:
        word = f"reported-{code}" if is_reported else code
        params: dict[str, ParamValue] = (
            {} if is_reported else {"formula": sum_text((both[side] for both, _ in won), (board for _, board in won))}
        )
        yield amount_step(f"explain.match-{word}", score.points[side], params, clause)
    if not score.is_complete:
        held = ", ".join(str(board) for board in score.boards_waiting) or "-"
        yield Step("explain.match-open", {"n": score.boards - score.compared, "boards": held})
        return
    if rules.scale is None:
        params = {"own": operand(score.points[0]), "other": operand(score.points[1])}
        yield amount_step("explain.match-result", score.points[0], params, clause)
        return
    yield margin_step(rules, score, clause)
    yield from victory_steps(rules, margin_of(score, rules), score.points[0], clause)


def _is_own_enough(rules: MatchRules, score: MatchScore) -> bool:
    """True if nothing depends on what the opponents won: the victory points follow from the net score, or from the IMPs
    of the boards."""
    is_by_own = rules.method is TeamMethod.PACHABO or rules.method.margin_unit is ScaleUnit.POINTS
    return score.is_complete and rules.scale is not None and is_by_own


def victory_steps(rules: MatchRules, margin: Fraction, won: Fraction, clause: str) -> Iterator[Step]:
    """Yields the steps from a margin to the points of a match for a team that has won `won` points on its boards;
    nothing if there is no scale."""
    if rules.scale is None:
        return
    yield from vp_steps(rules.scale, margin, rules.worth)
    own = rules.scale.points(margin, rules.worth)[0]
    hybrid = rules.hybrid
    if hybrid is not None and hybrid.margin_per_board:
        whole = sum(rules.scale.points(0, rules.worth))
        params: dict[str, ParamValue] = {
            "own": operand(own),
            "each": factor(hybrid.margin_per_board),
            "boards": rules.worth,
            "whole": factor(whole),
        }
        exact = own * hybrid.margin_per_board * rules.worth / whole
        yield amount_step("explain.match-hybrid", exact, params, clause)
        yield from rounding_steps(exact, hybrid.rounding, clause)
        own = hybrid.rounding.of(exact)
    if rules.method.adds_vp:
        yield amount_step("explain.match-added", won + own, {"formula": sum_text((won, own))}, clause)


def margin_step(rules: MatchRules, score: MatchScore, clause: str) -> Step:
    """Returns the step that arrives at the margin of the compared boards, seen from the team."""
    margin = margin_of(score, rules)
    nets = [line.difference for line in score.lines if line.difference is not None]
    boards = [line.board for line in score.lines if line.difference is not None]
    if rules.method is TeamMethod.PACHABO:
        formula = sum_text((rules.share * imps(net) for net in nets), boards)
        return amount_step("explain.match-imps", margin, {"formula": formula}, clause)
    if rules.method.margin_unit is ScaleUnit.POINTS:
        rest = score.net - sum(nets)
        whole = [*nets, rest] if rest or not nets else nets
        formula = sum_text((rules.share * net for net in whole), [*boards, None])
        return amount_step("explain.match-net", margin, {"formula": formula}, clause)
    params: dict[str, ParamValue] = {"own": operand(score.points[0]), "other": factor(score.points[1])}
    return amount_step("explain.match-margin", margin, params, clause)


def _board_steps(line: ComparedBoard, tables: dict[BoardNumber, TwoTables], rules: MatchRules) -> Iterator[Step]:
    params: dict[str, ParamValue] = {"board": line.board}
    if line.difference is None or line.points is None:
        yield Step("explain.match-held", params)
        return
    two = tables.get(line.board)
    if two is not None:
        params |= {"ns": operand(two.own_ns or 0), "ew": factor(two.own_ew or 0)}
        yield amount_step("explain.match-board", Fraction(line.difference), params, CLAUSES[rules.method])
    else:
        yield amount_step("explain.match-net-board", Fraction(line.difference), params, CLAUSES[rules.method])
    params = {
        "board": line.board,
        "net": line.difference,
        "own": operand(line.points[0]),
        "other": operand(line.points[1]),
    }
    code = "explain.match-imps-board" if rules.method is TeamMethod.IMPS else "explain.match-points-board"
    params["each"] = imps(line.difference)
    if rules.share != 1:
        code = "explain.match-cross-board"
        params |= {"each": operand(line.points[0] / rules.share), "share": operand(rules.share)}
    yield Step(code, params, line.points[0], CLAUSES[rules.method])
