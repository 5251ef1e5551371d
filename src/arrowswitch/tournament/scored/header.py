"""How far an event is: its phase, what is missing or still to be drawn, the round being played; the head of pages."""

from __future__ import annotations

from arrowswitch.core.movements.families.drawn import FAMILY, is_drawn
from arrowswitch.core.movements.model import RoundNumber, SessionNumber
from arrowswitch.tournament.entries.entrants import complete_entries, rounds_of, singles
from arrowswitch.tournament.model.forms import Arrangement
from arrowswitch.tournament.model.state import EventState, Phase, Section
from arrowswitch.tournament.model.views import HeaderView
from arrowswitch.tournament.scored.bracket import is_knockout, knockout
from arrowswitch.tournament.scored.slots import is_awaiting, missing_slots


def phase(state: EventState) -> Phase:
    """Returns where the event stands: entries, playing, complete, published or final."""
    if state.finalised_at is not None:
        return Phase.FINAL
    if any(not publication.is_interim for publication in state.publications):
        return Phase.PUBLISHED
    if not state.is_started:
        return Phase.ENTRIES
    is_waiting = any(session.started_at is None for session in state.sessions.values())
    has_gaps = any(is_awaiting(state, number) for number in state.sessions)
    is_playing = is_waiting or has_gaps or rounds_to_draw(state) > 0 or not state.is_scored
    return Phase.PLAYING if is_playing else Phase.COMPLETE


def rounds_to_draw(state: EventState) -> int:
    """Returns how many rounds are still to be drawn, over all sessions; of a knockout one while nobody has won it, and
    0 for events without draws, and where fewer than two are left to meet."""
    arrangement = state.settings.event_form.arrangement
    if arrangement is Arrangement.BRACKET:
        letters = {letter for session in state.sessions.values() for letter in session.sections}
        return sum((found := knockout(state, letter)) is None or found.winner is None for letter in letters)
    sections = [section for session in state.sessions.values() for section in session.sections.values()]
    drawn = [section for section in sections if section.movement is not None and section.movement.family == FAMILY]
    planned = state.settings.conditions.rounds or 0
    letters = {section.letter for section in drawn if _can_meet(state, section)}
    return sum(max(0, planned - sum(s.rounds_drawn for s in drawn if s.letter == letter)) for letter in letters)


def _can_meet(state: EventState, section: Section) -> bool:
    entries = (state.entries.get(who) for who in section.numbers.values())
    return not section.numbers or sum(entry is not None and not entry.is_withdrawn for entry in entries) > 1


def current_session(state: EventState) -> SessionNumber:
    """Returns the newest session that has begun, or the first."""
    return max((s.number for s in state.sessions.values() if s.started_at is not None), default=1)


def newest_session(state: EventState) -> SessionNumber:
    """Returns the newest session that has sections, the first where none has."""
    return max((number for number, session in state.sessions.items() if session.sections), default=1)


def current_round(state: EventState, session: SessionNumber = 1) -> int:
    """Returns the round of the clock; without a clock the first with a result missing; 0 before the start."""
    found = state.session(session)
    if found.started_at is None:
        return 0
    if found.clock is not None:
        return found.clock.round
    waiting = [slot.round for slot in missing_slots(state, session)]
    return min(waiting, default=rounds_of(found) or 1)


def next_round(state: EventState, session: SessionNumber) -> RoundNumber | None:
    """Returns the round that the clock can start next; None before play, after the last round, before it is drawn."""
    found = state.session(session)
    following = 1 if found.clock is None else found.clock.round + 1
    return following if found.started_at is not None and _can_start(state, session, following) else None


def round_to_catch_up(state: EventState, session: SessionNumber) -> RoundNumber | None:
    """Returns the round that is being played by the results that are in, when the clock stands at an earlier one: the
    newest with results, or the one after it when it lacks none.
    """
    clock = state.session(session).clock
    by_slip = [slip.at.round for slip in state.slips if slip.at.place.session == session]
    newest = max([slot.round for slot in state.results if slot.session == session] + by_slip, default=0)
    if clock is None or newest <= clock.round:
        return None
    is_open = any(slot.round == newest for slot in missing_slots(state, session))
    wanted = newest if is_open or not _can_start(state, session, newest + 1) else newest + 1
    return wanted if _can_start(state, session, wanted) else None


def _can_start(state: EventState, session: SessionNumber, round_number: RoundNumber) -> bool:
    """True if a session has a round, and it is drawn."""
    found = state.session(session)
    sections = found.sections.values()
    is_undrawn = any(is_drawn(one.movement) and round_number > one.rounds_drawn for one in sections)
    return 1 <= round_number <= rounds_of(found) and not is_undrawn


def rounds_told(state: EventState, session: SessionNumber) -> int:
    """Returns of how many rounds a round is told to be one; 0 in a knockout, whose rounds are told by their names."""
    return 0 if is_knockout(state) else rounds_of(state.session(session))


def header(state: EventState, session: SessionNumber | None = None) -> HeaderView:
    """Returns the head of an event's pages, for a session or (none given) the one being played."""
    number = current_session(state) if session is None else session
    started = state.session(number).started_at is not None
    return HeaderView(
        state,
        phase(state),
        pairs=len(complete_entries(state)),
        singles=len(singles(state)),
        round=current_round(state, number),
        rounds=rounds_told(state, number),
        missing=len(missing_slots(state, number)) if started else 0,
        pending=sum(note.is_pending for note in state.notes.values()),
        laws=laws_of(state),
    )


def laws_of(state: EventState) -> int:
    """Returns the year of the Laws of Duplicate Bridge in force: the event's own choice, or that of its regulations."""
    named = state.rules.get("laws", 0)
    return state.settings.laws or (named if isinstance(named, int) else 0)
