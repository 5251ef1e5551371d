"""The explanation of a match's score: the steps of `core.scoring.explain_match` from the results in the slots.

Everything is seen from the contestant that is asked about. A total of a table of matches is the sum of its matches, so
that the match is what there is to explain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound, ParamValue
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.scoring.arithmetic import Arithmetic, operand, sum_text
from arrowswitch.core.scoring.scales import ScaleUnit
from arrowswitch.core.scoring.steps import Step, amount_step
from arrowswitch.core.scoring.teams.event import EventMatch
from arrowswitch.core.scoring.teams.explain_match import (
    CLAUSES,
    board_steps,
    explain_match,
    explain_match_board,
    margin_step,
    victory_steps,
)
from arrowswitch.core.scoring.teams.match import (
    Both,
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
from arrowswitch.core.scoring.teams.results import MatchResult, without_boards
from arrowswitch.core.scoring.teams.triangles import half_rules
from arrowswitch.tournament.matches.why_pairs import why_pair_board, why_pairs
from arrowswitch.tournament.model.places import RoundPlace
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.matches import MatchSlip, SlipUnit
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.scored.match_results import counted_boards, number_of, team_parts
from arrowswitch.tournament.scored.match_rules import match_rules, team_method
from arrowswitch.tournament.scored.match_slips import BoardAt, boards_on, slip_of, slip_parts, slip_points
from arrowswitch.tournament.scored.planned_matches import PlannedMatch, planned_matches
from arrowswitch.tournament.scored.session import tables_of


def why_match(
    state: EventState,
    at: RoundPlace,
    number: Number,
    opponent: Number | None = None,
) -> tuple[Step, ...]:
    """Returns how a match of teams came about for one of the two; raises NotFound (`match.none`).

    Awards on boards and penalties in IMPs are steps of their own.
    """
    match = _find_planned(state, at, number, opponent)
    if not match.is_at_two_tables:
        return (*_yield_shortened(state, match), *why_pairs(state, match, number))
    scored = _find_scored(state, at, match)
    parts, rules = _seen_from(state, match, number)
    slip = slip_of(state, match)
    if slip is not None:
        return _by_slip(state, match, number, slip, scored)
    return (*_yield_shortened(state, match), *_by_boards(state, parts, rules, number, scored))


def _yield_shortened(state: EventState, match: PlannedMatch) -> Iterator[Step]:
    """Yields that a match is scored on the boards played, with the director's reason."""
    for shortening in state.matches.shortened:
        if shortening.at == match.place.at(match.rounds[0]) and {shortening.home, shortening.away} == set(match.teams):
            boards = len({(slot.session, slot.board) for slot in shortening.slots})
            params: dict[str, ParamValue] = {
                "n": match.length,
                "of": match.length + boards,
                "reason": shortening.reason,
            }
            yield Step("explain.match-shortened", params, None, _SHORTENED)


def _by_slip(
    state: EventState, match: PlannedMatch, number: Number, slip: MatchSlip, scored: EventMatch | None
) -> tuple[Step, ...]:
    """Returns the explanation of a match scored by its slip: the slip's report, then as for any match."""
    side = match.teams.index(number)
    own, other = slip_points(slip, match)[side], slip_points(slip, match)[1 - side]
    params: dict[str, ParamValue] = {"own": operand(own), "other": operand(other), "reason": slip.reason or "-"}
    first = Step(f"explain.match-slip-{slip.unit.value}", params, own)
    if slip.unit is SlipUnit.VP:
        return (first,)
    totals, _ = slip_parts(slip, match, team_method(state.settings))
    later, rules = _seen_from(state, match, number, boards_on(slip, match))
    turned = totals if side == 0 else _turned_totals(totals)
    return (first, *_by_boards(state, (turned, *later), rules, number, scored))


def _by_boards(
    state: EventState,
    parts: tuple[MatchPart, ...],
    rules: MatchRules,
    number: Number,
    scored: EventMatch | None,
) -> tuple[Step, ...]:
    if scored is None:
        return tuple(map(_label_boards, explain_match(parts, rules)))
    return scored_steps(scored, parts, rules, number, is_moved=rules_of(state).teams.penalty_moves_margin)


def scored_steps(
    scored: EventMatch, parts: tuple[MatchPart, ...], rules: MatchRules, number: Number, *, is_moved: bool
) -> tuple[Step, ...]:
    """Returns how a match came about for one of the two, from whose side the parts are seen; rulings and penalties are
    steps of their own. `is_moved` when a penalty brings the opponents what it takes."""
    is_margin = rules.scale is None and not rules.method.is_board_a_match
    is_plain = not (scored.result.ruled or scored.result.penalties or scored.match.left_out)
    if is_plain and not is_margin:
        return tuple(map(_label_boards, explain_match(parts, rules)))
    return tuple(map(_label_boards, _steps(scored.result, parts, rules, number, is_moved=is_moved)))


def turned_boards(parts: Iterable[MatchPart]) -> tuple[MatchPart, ...]:
    """Returns the boards of a match from the other side."""
    return tuple(PlayedBoards(tuple(map(_swap_sides, part.boards))) for part in parts if isinstance(part, PlayedBoards))


def why_board(
    state: EventState,
    at: RoundPlace,
    number: Number,
    board: BoardNumber,
    opponent: Number | None = None,
) -> tuple[Step, ...]:
    """Returns how a board of a match was compared for one of the two; raises NotFound (`match.none`)."""
    match = _find_planned(state, at, number, opponent)
    if not match.is_at_two_tables:
        return why_pair_board(state, match, number, board)
    parts, rules = _seen_from(state, match, number)
    scored = _find_scored(state, at, match)
    ruled = {} if scored is None else {key: both for key, both in scored.result.ruled if number_of(key) == board}
    keys = {key for key in _keys(parts) if number_of(key) == board} - set(ruled)
    side = match.teams.index(number)
    compared = (step for key in sorted(keys) for step in explain_match_board(parts, rules, key))
    return tuple(map(_label_boards, (*compared, *(_ruled_step(key, ruled[key], side) for key in sorted(ruled)))))


def _find_scored(state: EventState, at: RoundPlace, match: PlannedMatch) -> EventMatch | None:
    tables = tables_of(state, at.place.session)
    return next((scored for one in tables if (scored := one.by_key.get(match.key)) is not None), None)


def _ruled_step(board: BoardNumber, both: Both, side: int) -> Step:
    params: dict[str, ParamValue] = {"board": board, "other": operand(both[1 - side])}
    return amount_step("explain.match-ruled", both[side], params, _RULED)


def _find_planned(
    state: EventState,
    at: RoundPlace,
    number: Number,
    opponent: Number | None,
) -> PlannedMatch:
    for match in planned_matches(state):
        if match.concerns(at, number, opponent):
            return match
    raise NotFound.of("match.none", number=number, round=at.round)


def _seen_from(
    state: EventState, match: PlannedMatch, number: Number, without: frozenset[BoardAt] = frozenset()
) -> tuple[tuple[MatchPart, ...], MatchRules]:
    """Returns the boards of a match from the side of one of the two, some of them left out, and how it is scored."""
    parts, _, _ = team_parts(counted_boards(state, match, without))
    rules = match_rules(state, match.length)
    rules = half_rules(rules) if match.in_triangle else rules
    return parts if number == match.home else turned_boards(parts), rules


def _steps(
    result: MatchResult, parts: tuple[MatchPart, ...], rules: MatchRules, number: Number, *, is_moved: bool
) -> Iterator[Step]:
    """Yields the steps of a match with rulings or penalties: its boards, what these bring, the margin, VP. `is_moved`
    when a penalty brings the opponents what it takes."""
    side = result.match.teams.index(number)
    clause = CLAUSES[rules.method]
    away = frozenset((*(board for board, _ in result.ruled), *result.match.left_out))
    left = tuple(without_boards(part, away) for part in parts)
    score = boards_score(left, rules)
    yield from board_steps(left, rules, score.lines)
    for board, both in result.ruled:
        yield _ruled_step(board, both, side)
    if rules.method.is_board_a_match:
        won = [*_board_points(parts, score), *((board, both[side]) for board, both in result.ruled)]
        formula = sum_text((points for _, points in won), (board for board, _ in won))
        yield amount_step("explain.match-own-sum", result.points[side], {"formula": formula}, clause)
    if result.brings is None:
        yield Step("explain.match-unfinished", {}, None, clause)
        return
    if rules.scale is not None or not rules.method.is_board_a_match:
        yield from _margin_steps(result, left, score, rules, number, is_moved=is_moved)
        yield from victory_steps(rules, result.margins[side], result.points[side], clause)
    if rules.scale is None:
        yield amount_step("explain.match-total", result.brings[side], {}, clause)


def _board_points(parts: tuple[MatchPart, ...], score: MatchScore) -> list[tuple[BoardNumber | None, Fraction]]:
    """Returns a team's points on each compared board, after those reported by its slip (which belong to no board)."""
    reported = [(None, part.points[0]) for part in parts if isinstance(part, Totals) and part.points is not None]
    return [*reported, *((line.board, line.points[0]) for line in score.lines if line.points is not None)]


def _margin_steps(
    result: MatchResult,
    parts: tuple[MatchPart, ...],
    score: MatchScore,
    rules: MatchRules,
    number: Number,
    *,
    is_moved: bool,
) -> Iterator[Step]:
    """Yields the margin: that of the compared boards, what rulings and what penalties add to it."""
    side, clause = result.match.teams.index(number), CLAUSES[rules.method]
    base = margin_of(score, rules) if score.compared else Fraction(0)
    is_by_imps = rules.method.margin_unit is not ScaleUnit.POINTS and rules.method is not TeamMethod.PACHABO
    if score.compared and is_by_imps:
        reported = [part.points for part in parts if isinstance(part, Totals) and part.points is not None]
        for code, at in (("own", 0), ("other", 1)):
            lines = [line for line in score.lines if line.points is not None]
            won = [*reported, *(line.points for line in lines if line.points is not None)]
            formula = sum_text(
                (points[at] for points in won), [*(None for _ in reported), *(one.board for one in lines)]
            )
            yield amount_step(f"explain.match-{code}", score.points[at], {"formula": formula}, clause)
    if score.compared:
        yield margin_step(rules, score, clause)
    fines: list[Fraction] = []
    for fine in result.penalties:
        amount = -fine.amount if fine.number == number else fine.amount if is_moved else Fraction(0)
        fines.append(amount)
        params: dict[str, ParamValue] = {"number": fine.number, "reason": fine.reason or "-"}
        yield amount_step("explain.match-fine", amount, params, _FINE)
    rulings = result.margins[side] - base - sum(fines, Fraction(0))
    adjustments = [both[side] for _, both in result.ruled]
    ruled = adjustments if sum(adjustments, Fraction(0)) == rulings else [rulings]
    if adjustments or fines:
        terms: dict[str, ParamValue] = {"formula": sum_text((base, *ruled, *fines))}
        yield amount_step("explain.match-own-margin", result.margins[side], terms, clause)


def _keys(parts: tuple[MatchPart, ...]) -> list[BoardNumber]:
    return [two.board for part in parts if isinstance(part, PlayedBoards) for two in part.boards]


def _label_boards(step: Step) -> Step:
    """Returns a step that names its boards by the number, also where a key stands for a comparison of one."""
    board = step.params.get("board")
    named: dict[str, ParamValue] = {
        name: value.with_labels(number_of) for name, value in step.params.items() if isinstance(value, Arithmetic)
    }
    if isinstance(board, int):
        named["board"] = number_of(board)
    return replace(step, params=step.params | named)


def _turned_totals(totals: Totals) -> Totals:
    """Returns totals from the other side."""
    net = None if totals.net is None else -totals.net
    return replace(totals, net=net, points=None if totals.points is None else totals.points[::-1])


def _swap_sides(two: TwoTables) -> TwoTables:
    """Returns a board from the other side: where one team sat North-South the other sat East-West."""
    ns = None if two.own_ew is None else -two.own_ew
    return TwoTables(two.board, ns, None if two.own_ns is None else -two.own_ns)


_SHORTENED = "Decision: a match that is broken off without fault is scored for the boards played"
_RULED = "JCBL regulations summary, lines 29-45: artificial scores"
_FINE = "JCBL regulations summary, line 258: penalties in IMPs"
