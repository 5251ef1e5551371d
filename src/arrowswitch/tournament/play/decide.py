"""Decides on the start of play and on the round clock (manual, lines 868-880)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.movements.families.drawn import is_drawn
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.tournament.entries.entrants import complete_entries, round_seconds, rounds_of
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.instant.decide import boards_in_play, table_problems
from arrowswitch.tournament.model.context import Context, Rules, need_start
from arrowswitch.tournament.model.ledger import Fact
from arrowswitch.tournament.model.slices.play import (
    ClockSet,
    ExtendClock,
    PauseClock,
    PlayStarted,
    PostStart,
    ResumeClock,
    RoundClosed,
    StartPlay,
    StartPosted,
    StartRound,
)
from arrowswitch.tournament.model.state import EventState, Section, Session
from arrowswitch.tournament.model.values.play import RoundClock
from arrowswitch.tournament.settings.decide_forms import missing_settings
from arrowswitch.tournament.standings.session import standings

_LONGEST_SECONDS = 12 * 3600
_LONGEST_WAIT = timedelta(days=1)


def start_play(state: EventState, command: StartPlay, context: Context) -> tuple[Fact, ...]:
    """Decides on the start: the conditions of the event's form are fixed, every section has numbers for everybody who
    plays, nobody is forgotten, and the event can be scored as it is set up."""
    session = state.session(command.session)
    if session.started_at is not None:
        raise Refused.of("start.already")
    if not session.sections:
        raise Refused.of("start.no-movement")
    Refused.check(_start_problems(state, session))
    _need_scoring(state, replace(session, started_at=context.now))
    return (PlayStarted(session.number, context.now),)


def start_round(state: EventState, command: StartRound, context: Context) -> tuple[Fact, ...]:
    """Decides on the start of a round; the rounds before it are closed."""
    session = need_start(state, command.session)
    most = rounds_of(session)
    if command.round < 1 or (most and command.round > most):
        raise Refused.of("clock.no-such-round", round=command.round, rounds=most)
    if any(_is_undrawn(section, command.round) for section in session.sections.values()):
        raise Refused.of("team-event.round-undrawn", round=command.round)
    closing = [r for r in range(1, command.round) if r not in session.closed_rounds]
    ends_at = context.now + timedelta(seconds=round_seconds(state, session))
    return (
        *(RoundClosed(session.number, r) for r in closing),
        ClockSet(session.number, command.round, ends_at, 0),
    )


def _is_undrawn(section: Section, round_number: int) -> bool:
    """True if a round of a drawn sheet is not drawn yet."""
    return is_drawn(section.movement) and round_number > section.rounds_drawn


def pause(state: EventState, command: PauseClock, context: Context) -> tuple[Fact, ...]:
    """Decides on stopping the clock."""
    session = need_start(state, command.session)
    clock = _clock(session)
    if clock.ends_at is None:
        return ()
    left = max(0, round((clock.ends_at - context.now).total_seconds()))
    return (ClockSet(session.number, clock.round, None, left),)


def resume(state: EventState, command: ResumeClock, context: Context) -> tuple[Fact, ...]:
    """Decides on letting the clock run on."""
    session = need_start(state, command.session)
    clock = _clock(session)
    if clock.ends_at is not None:
        return ()
    return (ClockSet(session.number, clock.round, context.now + timedelta(seconds=clock.left_seconds), 0),)


def extend(state: EventState, command: ExtendClock, context: Context) -> tuple[Fact, ...]:
    """Decides on a longer or shorter round; a clock that has run out starts again from now."""
    session = need_start(state, command.session)
    clock = _clock(session)
    if abs(command.seconds) > _LONGEST_SECONDS:
        raise Refused.of("clock.too-long", seconds=command.seconds)
    if clock.ends_at is None:
        return (ClockSet(session.number, clock.round, None, max(0, clock.left_seconds + command.seconds)),)
    base = max(clock.ends_at, context.now) if command.seconds > 0 else clock.ends_at
    return (ClockSet(session.number, clock.round, base + timedelta(seconds=command.seconds), 0),)


def post_start(state: EventState, command: PostStart, context: Context) -> tuple[Fact, ...]:
    """Decides on telling the room when a later session begins: one that has not begun, at a time that is to come and
    within a day."""
    session = state.session(command.session)
    if session.is_started:
        raise Refused.of("start.already")
    need_start(state, SessionNumber(command.session - 1))
    if command.at == session.posted_start:
        return ()
    if command.at is not None and not context.now < command.at <= context.now + _LONGEST_WAIT:
        raise Refused.of("start.not-to-come", "time")
    return (StartPosted(session.number, command.at),)


def _clock(session: Session) -> RoundClock:
    if session.clock is None:
        raise Refused.of("clock.no-round")
    return session.clock


def _start_problems(state: EventState, session: Session) -> Iterator[Problem]:
    yield from missing_settings(state.settings)
    yield from table_problems(
        state, session.number, boards_in_play(state, session.number), state.settings.scoring.method
    )
    seated = {who for section in session.sections.values() for who in section.numbers.values()}
    for entry in complete_entries(state):
        if entry.entry_id not in seated:
            yield Problem("start.no-number", {"names": entry.display_names})
    for section in session.sections.values():
        yield from _section_problems(state, section)


def _need_scoring(state: EventState, started: Session) -> None:
    """Scores a session as it is set up, without results; raises what scoring refuses."""
    sessions = {**state.sessions, started.number: started}
    standings(replace(state, sessions=sessions), started.number)


def _section_problems(state: EventState, section: Section) -> Iterator[Problem]:
    if not section.numbers:
        yield Problem("start.no-numbers", {"section": section.letter})
        return
    if section.movement is None and state.settings.event_form.compares_tables:
        yield from form_of(state.settings).plan_problems()
    if section.movement is None:
        return
    for number in section.movement.contestants:
        if number != section.movement.phantom and number not in section.numbers:
            yield Problem("start.free-number", {"section": section.letter, "number": number})
    for number, entry_id in section.numbers.items():
        if entry_id not in state.entries:
            yield Problem("start.free-number", {"section": section.letter, "number": number})


RULES: Rules = {
    StartPlay: start_play,
    StartRound: start_round,
    PauseClock: pause,
    ResumeClock: resume,
    ExtendClock: extend,
    PostStart: post_start,
}
