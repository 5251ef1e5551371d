"""Play and its round clock: commands, facts and fold."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import ClassVar

from arrowswitch.core.movements.model import RoundNumber, SessionNumber
from arrowswitch.tournament.model.alike import made_like
from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.folding import Folds, with_session
from arrowswitch.tournament.model.ledger import Fact, LedgerEntry
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.play import RoundClock


@dataclass(frozen=True, slots=True)
class PlayStarted(Fact):
    """Play has begun in a session."""

    session: SessionNumber
    at: datetime
    kind: ClassVar[str] = "play-started"


@dataclass(frozen=True, slots=True)
class ClockSet(Fact):
    """The round clock is now so: running to `ends_at`, or standing with `left_seconds`."""

    session: SessionNumber
    round: RoundNumber
    ends_at: datetime | None
    left_seconds: int
    kind: ClassVar[str] = "clock-set"


@dataclass(frozen=True, slots=True)
class StartPosted(Fact):
    """The start time of a session was announced; without `starts_at` the announcement was withdrawn."""

    session: SessionNumber
    starts_at: datetime | None
    kind: ClassVar[str] = "start-posted"


@dataclass(frozen=True, slots=True)
class RoundClosed(Fact):
    """A round is over: unconfirmed results count as confirmed (regulations summary, lines 129-131)."""

    session: SessionNumber
    round: RoundNumber
    kind: ClassVar[str] = "round-closed"


@dataclass(frozen=True, slots=True)
class StartPlay(Command):
    """Play begins. It is refused while something is not ready (no movement, pairs without a number)."""

    session: SessionNumber


@dataclass(frozen=True, slots=True)
class StartRound(Command):
    """The clock starts for a round; earlier rounds are closed."""

    session: SessionNumber
    round: RoundNumber


@dataclass(frozen=True, slots=True)
class PauseClock(Command):
    """The clock stands still."""

    session: SessionNumber


@dataclass(frozen=True, slots=True)
class ResumeClock(Command):
    """The clock runs on."""

    session: SessionNumber


@dataclass(frozen=True, slots=True)
class ExtendClock(Command):
    """The round lasts longer (or, negative, shorter)."""

    session: SessionNumber
    seconds: int


@dataclass(frozen=True, slots=True)
class PostStart(Command):
    """Announce the start time of a session, or (None) withdraw the announcement."""

    session: SessionNumber
    at: datetime | None


def _start_session(state: EventState, fact: PlayStarted, entry: LedgerEntry) -> EventState:
    return with_session(state, replace(state.session(fact.session), started_at=fact.at))


def _clock_set(state: EventState, fact: ClockSet, entry: LedgerEntry) -> EventState:
    return with_session(state, replace(state.session(fact.session), clock=made_like(RoundClock, fact)))


def _start_posted(state: EventState, fact: StartPosted, entry: LedgerEntry) -> EventState:
    return with_session(state, replace(state.session(fact.session), posted_start=fact.starts_at))


def _round_closed(state: EventState, fact: RoundClosed, entry: LedgerEntry) -> EventState:
    """Returns the state with the round closed, and its results confirmed."""
    session = state.session(fact.session)
    closed = tuple(sorted({*session.closed_rounds, fact.round}))
    results = {
        slot: replace(result, is_confirmed=True) if (slot.session, slot.round) == (fact.session, fact.round) else result
        for slot, result in state.results.items()
    }
    return replace(with_session(state, replace(session, closed_rounds=closed)), results=results)


FOLDS: Folds = {
    PlayStarted: _start_session,
    ClockSet: _clock_set,
    RoundClosed: _round_closed,
    StartPosted: _start_posted,
}
