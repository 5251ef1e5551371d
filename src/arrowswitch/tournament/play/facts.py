"""What happened to play and its clock."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from arrowswitch.core.movements.model import RoundNumber, SessionNumber
from arrowswitch.tournament.event.ledger import Fact


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
    """The room was told when a session begins; without `starts_at` that is told no more."""

    session: SessionNumber
    starts_at: datetime | None
    kind: ClassVar[str] = "start-posted"


@dataclass(frozen=True, slots=True)
class RoundClosed(Fact):
    """A round is over: unconfirmed results count as confirmed (regulations summary, lines 129-131)."""

    session: SessionNumber
    round: RoundNumber
    kind: ClassVar[str] = "round-closed"
