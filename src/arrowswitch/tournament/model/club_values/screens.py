"""The hall screens of a club: what each shows, and for how long."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from arrowswitch.core.movements.model import SectionLetter
from arrowswitch.tournament.model.ids import EventId

USUAL_SECONDS = 9
_ALL_EVENTS = EventId("")


class ScreenPart(StrEnum):
    """A part that a hall screen can show: everything of the moment (`now`), seats by name, the round clock, the seats
    of the next round, the tables still playing, the released ranking, the barometer, the bracket."""

    NOW = "now"
    NAMES = "names"
    CLOCK = "clock"
    SEATS = "seats"
    TABLES = "tables"
    RANKING = "ranking"
    BAROMETER = "barometer"
    BRACKET = "bracket"


@dataclass(frozen=True, slots=True)
class TimedPart:
    """A part of a programme. `seconds` is how long each of its pages is shown."""

    part: ScreenPart
    seconds: int = USUAL_SECONDS


@dataclass(frozen=True, slots=True)
class ScreenNotice:
    """An announcement on one screen; `notice` counts the announcements of the screen from 1."""

    notice: int
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class HallScreen:
    """A hall screen. `event_id` is the event it shows, empty for all events of the day; `section` is the section it is
    limited to, empty for all. An empty `parts` means the default programme."""

    name: str = ""
    event_id: EventId = _ALL_EVENTS
    section: SectionLetter = ""
    parts: tuple[TimedPart, ...] = ()
    notices: tuple[ScreenNotice, ...] = ()
    noticed: int = 0
