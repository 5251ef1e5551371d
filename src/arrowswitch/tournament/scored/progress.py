"""How far an event of drawn rounds is: what is still to be drawn before it is complete."""

from __future__ import annotations

from arrowswitch.core.movements.families.drawn import FAMILY
from arrowswitch.tournament.event.forms import Arrangement
from arrowswitch.tournament.event.model import EventState
from arrowswitch.tournament.scored.bracket import knockout


def rounds_to_draw(state: EventState) -> int:
    """Returns how many rounds are still to be drawn, over all sessions; of a knockout one while nobody has won it, and
    0 for events without draws."""
    arrangement = state.settings.event_form.arrangement
    if arrangement is Arrangement.BRACKET:
        letters = {letter for session in state.sessions.values() for letter in session.sections}
        return sum((found := knockout(state, letter)) is None or found.winner is None for letter in letters)
    sections = [section for session in state.sessions.values() for section in session.sections.values()]
    drawn = [section for section in sections if section.movement is not None and section.movement.family == FAMILY]
    planned = state.settings.conditions.rounds or 0
    letters = {section.letter for section in drawn}
    return sum(max(0, planned - sum(len(s.draws) for s in drawn if s.letter == letter)) for letter in letters)
