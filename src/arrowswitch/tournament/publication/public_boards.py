"""The results that players may see: none of a board that is still to be played at any table (R-388)."""

from __future__ import annotations

from collections.abc import Iterable

from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.scored.slots import late_plays, missing_slots, open_slots


def public_boards(state: EventState, session: SessionNumber) -> frozenset[BoardNumber]:
    """Returns the boards of a session that everybody has played, so that their results give nobody an advantage.

    Without a movement nobody knows who has still to play what: then none before the ranking is published.
    """
    sections = state.session(session).sections.values()
    is_published = any(not publication.is_interim for publication in state.publication.versions)
    if not is_published and any(section.movement is None for section in sections):
        return frozenset()
    played = {slot.board for slot in state.results if slot.session == session}
    waiting = {slot.board for slot in (*open_slots(state, session), *late_plays(state, session))}
    return frozenset(played - waiting)


def is_public(state: EventState, slots: Iterable[Slot]) -> bool:
    """True if every result is in for the rounds in which these slots were played, for example those of a match."""
    rounds = {(slot.session, slot.round) for slot in slots}
    waiting = (missing_slots(state, session) for session in {session for session, _ in rounds})
    return not any((slot.session, slot.round) in rounds for slots_of in waiting for slot in slots_of)
