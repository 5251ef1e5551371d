"""Commands that start play and run the round clock."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from arrowswitch.core.movements.model import RoundNumber, SessionNumber
from arrowswitch.tournament.event.commands import Command


@dataclass(frozen=True, slots=True)
class StartPlay(Command):
    """Play begins. What is not ready (no movement, pairs without a number) is told and stops it."""

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
    """The room is told when a session begins, or (None) no more."""

    session: SessionNumber
    at: datetime | None
