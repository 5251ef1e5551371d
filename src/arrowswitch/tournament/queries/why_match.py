"""Why a match of an event brought what it did: the steps of `core.scoring.explain_match` from what stands in the slots.

Everything is seen from the contestant that is asked about. A total of a table of matches is the sum of its matches, so
that the match is what there is to explain.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound, ParamValue
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.model import RoundNumber
from arrowswitch.core.scoring.arithmetic import operand
from arrowswitch.core.scoring.explain_match import CLAUSES, explain_match, explain_match_board
from arrowswitch.core.scoring.explain_scales import vp_steps
from arrowswitch.core.scoring.steps import Step, amount_step
from arrowswitch.core.scoring.team_match import MatchPart, MatchRules, Played, TwoTables
from arrowswitch.core.scoring.team_results import MatchResult
from arrowswitch.tournament.model import EventState, SectionLetter, SessionNumber
from arrowswitch.tournament.queries.match_results import boards_of, number_of, team_parts
from arrowswitch.tournament.queries.match_rules import match_rules
from arrowswitch.tournament.queries.planned_matches import PlannedMatch, planned_matches
from arrowswitch.tournament.queries.scored import tables_of


def why_match(
    state: EventState,
    session: SessionNumber,
    section: SectionLetter,
    round_number: RoundNumber,
    number: Number,
    opponent: Number | None = None,
) -> tuple[Step, ...]:
    """Returns how a match of teams came about for one of the two; raises NotFound (`match.none`).

    Awards on boards and penalties in IMPs are steps of their own.
    """
    match = _planned(state, session, section, round_number, number, opponent)
    scored = next((one.of(match) for one in tables_of(state, session) if match in one.planned), None)
    parts, rules = _seen_from(state, match, number)
    if scored is None or not (scored.result.ruled or scored.result.penalties or scored.match.left_out):
        return tuple(map(_named, explain_match(parts, rules)))
    return tuple(map(_named, _steps(scored.result, parts, rules, number)))


def why_board(
    state: EventState,
    session: SessionNumber,
    section: SectionLetter,
    round_number: RoundNumber,
    number: Number,
    board: BoardNumber,
    opponent: Number | None = None,
) -> tuple[Step, ...]:
    """Returns how a board of a match was compared for one of the two; raises NotFound (`match.none`)."""
    match = _planned(state, session, section, round_number, number, opponent)
    parts, rules = _seen_from(state, match, number)
    keys = {key for key in _keys(parts) if number_of(key) == board}
    return tuple(_named(step) for key in sorted(keys) for step in explain_match_board(parts, rules, key))


def _planned(
    state: EventState,
    session: SessionNumber,
    section: SectionLetter,
    round_number: RoundNumber,
    number: Number,
    opponent: Number | None,
) -> PlannedMatch:
    for match in planned_matches(state):
        is_there = (match.session, match.section) == (session, section) and round_number in match.rounds
        if is_there and match.closed and match.has(number) and (opponent is None or match.has(opponent)):
            return match
    raise NotFound.of("match.none", number=number, round=round_number)


def _seen_from(state: EventState, match: PlannedMatch, number: Number) -> tuple[tuple[MatchPart, ...], MatchRules]:
    parts, _, _ = team_parts(boards_of(state, match))
    rules = match_rules(state, match.length)
    if number == match.home:
        return parts, rules
    turned = tuple(Played(tuple(map(_turned, part.boards))) for part in parts if isinstance(part, Played))
    return turned, rules


def _steps(result: MatchResult, parts: tuple[MatchPart, ...], rules: MatchRules, number: Number) -> Iterator[Step]:
    """Yields the steps of a match with rulings or penalties: its boards, what these bring, the margin, VP."""
    side = result.match.teams.index(number)
    clause = CLAUSES[rules.method]
    for key in _keys(parts):
        yield from explain_match_board(parts, rules, key)
    for board, both in result.ruled:
        params: dict[str, ParamValue] = {"board": board, "other": operand(both[1 - side])}
        yield amount_step("explain.match-ruled", both[side], params, _RULED)
    for fine in result.penalties:
        amount = -fine.amount if fine.number == number else fine.amount
        yield amount_step("explain.match-fine", amount, {"number": fine.number, "reason": fine.reason or "-"}, _FINE)
    yield amount_step("explain.match-own-sum", result.points[side], {}, clause)
    margin = result.margins[side]
    if result.brings is None:
        yield Step("explain.match-unfinished", {}, None, clause)
        return
    if rules.scale is not None and result.vp is not None:
        yield amount_step("explain.match-own-margin", margin, {}, clause)
        yield from vp_steps(rules.scale, margin, rules.worth)
    yield amount_step("explain.match-total", result.brings[side], {}, clause)


def _keys(parts: tuple[MatchPart, ...]) -> list[BoardNumber]:
    return [two.board for part in parts if isinstance(part, Played) for two in part.boards]


def _named(step: Step) -> Step:
    """Returns a step that names its board by the number, also where a key stands for a comparison of it."""
    board = step.params.get("board")
    if not isinstance(board, int):
        return step
    return replace(step, params={**step.params, "board": number_of(board)})


def _turned(two: TwoTables) -> TwoTables:
    """Returns a board from the other side: where one team sat North-South the other sat East-West."""
    ns = None if two.own_ew is None else -two.own_ew
    return TwoTables(two.board, ns, None if two.own_ns is None else -two.own_ns)


_RULED = "JCBL regulations summary, lines 29-45: artificial scores"
_FINE = "JCBL regulations summary, line 258: penalties in IMPs"
