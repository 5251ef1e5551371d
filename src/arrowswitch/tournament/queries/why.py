"""Why a number is what it is: the steps of `core.scoring.explain` for an event, by section and number."""

from __future__ import annotations

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.scoring.explain import Explanation, explain_line, explain_rank, explain_total
from arrowswitch.tournament.model import EventState, SectionLetter, SessionNumber
from arrowswitch.tournament.queries.lines import scored_number
from arrowswitch.tournament.queries.scored import rules_of, scoring_input, standings


def why_points(
    state: EventState, session: SessionNumber, section: SectionLetter, board: BoardNumber, number: Number
) -> Explanation:
    """Returns how a contestant's points on a board came about; raises NotFound when it has no line there."""
    scored = scored_number(state.session(session), section, number)
    return explain_line(standings(state, session), scoring_input(state, session), rules_of(state), board, scored)


def why_total(state: EventState, session: SessionNumber, section: SectionLetter, number: Number) -> Explanation:
    """Returns how a contestant's total and percentage came about; raises NotFound when it has no score."""
    scored = scored_number(state.session(session), section, number)
    return explain_total(standings(state, session), scoring_input(state, session), rules_of(state), scored)


def why_rank(state: EventState, session: SessionNumber, section: SectionLetter, number: Number) -> Explanation:
    """Returns why a contestant has its rank; raises NotFound when it has no score."""
    scored = scored_number(state.session(session), section, number)
    return explain_rank(standings(state, session), rules_of(state), scored)
