"""Why a match of pairs brought its victory points: what each board brought both against the field, the margin, the row.

JCBL director's manual 3.3, lines 1513 and 2595. The points of a board are explained with the board itself.
"""

from __future__ import annotations

from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound, ParamValue
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.arithmetic import factor, operand, sum_text
from arrowswitch.core.scoring.explain import explain_line
from arrowswitch.core.scoring.explain_scales import vp_steps
from arrowswitch.core.scoring.steps import Step, amount_step
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.scored.lines import scored_at
from arrowswitch.tournament.scored.match_rules import match_rules
from arrowswitch.tournament.scored.planned_matches import PlannedMatch
from arrowswitch.tournament.scored.session import board_standings, scored_rows, scoring_input

PAIRS_CLAUSE = "JCBL manual, lines 1513 and 2595: the margin of the match, by the scale of victory points"


def why_pairs(state: EventState, match: PlannedMatch, number: Number) -> tuple[Step, ...]:
    """Returns the explanation of a match of pairs for one of the two; of an open match, its boards so far."""
    own, other = _points(state, match, number), _points(state, match, _opponent(match, number))
    steps = []
    for slot, points in own.items():
        params: dict[str, ParamValue] = {"board": slot.board, "other": operand(other[slot])}
        steps.append(amount_step("explain.match-pairs-board", points, params, PAIRS_CLAUSE))
    sums = [sum(scored_boards.values(), Fraction(0)) for scored_boards in (own, other)]
    for code, scored_boards, total in (("own", own, sums[0]), ("other", other, sums[1])):
        params = {"formula": sum_text(scored_boards.values(), (slot.board for slot in scored_boards))}
        steps.append(amount_step(f"explain.match-{code}", total, params, PAIRS_CLAUSE))
    if len(own) < len(match.open):
        return (*steps, Step("explain.match-unfinished", {}, None, PAIRS_CLAUSE))
    params = {"own": operand(sums[0]), "other": factor(sums[1])}
    margin = (sums[0] - sums[1]) / 2
    steps.append(amount_step("explain.match-pairs-margin", margin, params, PAIRS_CLAUSE))
    rules = match_rules(state, match.length)
    if rules.scale is not None:
        steps += vp_steps(rules.scale, margin, rules.worth)
    return tuple(steps)


def why_pair_board(state: EventState, match: PlannedMatch, number: Number, board: BoardNumber) -> tuple[Step, ...]:
    """Returns the explanation of a board of a match against the field; raises NotFound (`scoring.not-on-board`)."""
    here = next((slot for slot in match.open if slot.board == board), None)
    if here is None:
        raise NotFound.of("scoring.not-on-board", board=board, number=number)
    scored = board_standings(state, here.session)
    scored_number = scored_at(state, here.place, number)
    return explain_line(scored, scoring_input(state, here.session), rules_of(state), board, scored_number).steps


def _opponent(match: PlannedMatch, number: Number) -> Number:
    return match.away if number == match.home else match.home


def _points(state: EventState, match: PlannedMatch, number: Number) -> dict[Slot, Fraction]:
    """Returns a pair's points on the scored boards of a match: at home North-South's points."""
    side = Side.NS if number == match.home else Side.EW
    rows = {
        slot: row
        for session in {one.session for one in match.open}
        for slot, row in scored_rows(state, session).items()
    }
    return {slot: rows[slot].side(side).exact or Fraction(0) for slot in match.open if slot in rows}
