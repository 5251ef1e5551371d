"""How far an event is: its phase, what is missing or still to be drawn, the round being played; the head of pages."""

from __future__ import annotations

from arrowswitch.core.movements.families.drawn import is_drawn
from arrowswitch.core.movements.model import RoundNumber, SessionNumber
from arrowswitch.tournament.entries.entrants import playing_entries, rounds_of, singles
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.memory import Recent
from arrowswitch.tournament.model.state import EventState, Phase
from arrowswitch.tournament.model.views import HeaderView
from arrowswitch.tournament.scored.open_tables import has_open
from arrowswitch.tournament.scored.slots import is_awaiting, is_awaiting_more, missing_slots


def phase(state: EventState) -> Phase:
    """Returns the phase of the event: entries, playing, complete, published or final."""
    if state.publication.finalised_at is not None:
        return Phase.FINAL
    if any(not publication.is_interim for publication in state.publication.versions):
        return Phase.PUBLISHED
    if not state.is_started:
        return Phase.ENTRIES
    is_waiting = any(session.started_at is None for session in state.sessions.values())
    has_gaps = any(has_open(state, number) or is_awaiting_more(state, number) for number in state.sessions)
    is_playing = is_waiting or has_gaps or rounds_to_draw(state) > 0 or not state.is_scored
    return Phase.PLAYING if is_playing else Phase.COMPLETE


def rounds_to_draw(state: EventState) -> int:
    """Returns how many rounds are still to be drawn, over all sessions; of a knockout one while nobody has won it, and
    0 for events without draws, and where fewer than two are left to meet."""
    return form_of(state.settings).rounds_to_draw(state)


def current_session(state: EventState) -> SessionNumber:
    """Returns the newest session that has begun, or the first."""
    return max((s.number for s in state.sessions.values() if s.started_at is not None), default=1)


def session_of_substitutes(state: EventState) -> SessionNumber:
    """Returns the session from which a substitute who comes now plays: the one that is played, or the next
    one once that is played to its end; 1 where no session has another before it."""
    now = current_session(state)
    is_over = state.session(now).is_started and state.is_scored_in(now) and not is_awaiting(state, now)
    return now + 1 if is_over and now + 1 in state.sessions else now


def newest_session(state: EventState) -> SessionNumber:
    """Returns the newest session that has sections, the first where none has."""
    return max((number for number, session in state.sessions.items() if session.sections), default=1)


def current_round(state: EventState, session: SessionNumber = 1) -> int:
    """Returns the round of the clock; without a clock the first with a result missing; 0 before the start."""
    playing = state.session(session)
    if playing.started_at is None:
        return 0
    if playing.clock is not None:
        return playing.clock.round
    waiting = [slot.round for slot in missing_slots(state, session)]
    return min(waiting, default=rounds_of(playing) or 1)


def next_round(state: EventState, session: SessionNumber) -> RoundNumber | None:
    """Returns the round that the clock can start next; None before play, after the last round, before it is drawn."""
    playing = state.session(session)
    following = 1 if playing.clock is None else playing.clock.round + 1
    return following if playing.started_at is not None and _can_start(state, session, following) else None


def round_to_catch_up(state: EventState, session: SessionNumber) -> RoundNumber | None:
    """Returns the round that is being played by the results that are in, when the clock stands at an earlier one: the
    newest with results, or the one after it when it lacks none.
    """
    clock = state.session(session).clock
    by_slip = [slip.at.round for slip in state.matches.slips if slip.at.place.session == session]
    newest = max([slot.round for slot in state.results if slot.session == session] + by_slip, default=0)
    if clock is None or newest <= clock.round:
        return None
    is_open = any(slot.round == newest for slot in missing_slots(state, session))
    wanted = newest if is_open or not _can_start(state, session, newest + 1) else newest + 1
    return wanted if _can_start(state, session, wanted) else None


def _can_start(state: EventState, session: SessionNumber, round_number: RoundNumber) -> bool:
    """True if a session has a round, and it is drawn."""
    playing = state.session(session)
    sections = playing.sections.values()
    is_undrawn = any(is_drawn(one.movement) and round_number > one.rounds_drawn for one in sections)
    return 1 <= round_number <= rounds_of(playing) and not is_undrawn


def rounds_told(state: EventState, session: SessionNumber) -> int:
    """Returns the number of rounds to announce; 0 in a knockout, where each round has a name."""
    return form_of(state.settings).rounds_announced(state, session)


def pairs_playing(state: EventState) -> int:
    """Returns the number of entries that play in the session being played."""
    session = state.session(current_session(state))
    sources = (state.entries, session, state.settings)
    return state.memory.part(PairsMemory).find(sources, lambda _: len(playing_entries(state, session)))


class PairsMemory(Recent[tuple[object, ...], int]):
    """The number of entries that play in the session being played."""


def header(state: EventState, session: SessionNumber | None = None) -> HeaderView:
    """Returns the head of an event's pages, for a session or (none given) the one being played."""
    number = current_session(state) if session is None else session
    started = state.session(number).started_at is not None
    return HeaderView(
        state,
        phase(state),
        pairs=len(playing_entries(state, state.session(number))),
        singles=len(singles(state)),
        round=current_round(state, number),
        rounds=rounds_told(state, number),
        missing=len(missing_slots(state, number)) if started else 0,
        pending=sum(note.is_pending for note in state.rulings.notes.values()),
        laws=laws_of(state),
    )


def laws_of(state: EventState) -> int:
    """Returns the year of the Laws of Duplicate Bridge in force: the event's own choice, or that of its regulations."""
    named = state.rules.get("laws", 0)
    return state.settings.scoring.laws or (named if isinstance(named, int) else 0)
