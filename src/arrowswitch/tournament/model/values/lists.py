"""The values of lists and announcements in the state of an event."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from arrowswitch.core.movements.model import RoundNumber, SessionNumber


class BoardCondition(StrEnum):
    """The condition of a board (manual, lines 594-598): empty, with hands made at a table, with hands dealt by a
    machine."""

    UNMADE = "unmade"
    MADE = "made"
    MACHINE_DEALT = "machine-dealt"


@dataclass(frozen=True, slots=True)
class Tick:
    """A ticked item of a list: who did it and when. `choice` is how, where an item can be settled in several ways."""

    item: str
    name: str
    choice: str
    at: datetime
    seq: int


@dataclass(frozen=True, slots=True)
class RoundDeadline:
    """An announced end of corrections: those of a session end with a round of (another) session (manual, lines
    3898-3904)."""

    session: SessionNumber
    in_session: SessionNumber
    round: RoundNumber
