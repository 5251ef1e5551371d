"""Records of rows that are no longer in the register: erased people, so that they are also erased from old files, and
rows merged into another."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.values.people import Person, PlayerId


@dataclass(frozen=True, slots=True)
class Forgotten:
    """A person who was forgotten, without anything that names them.

    `marks` are keyed hashes (`salt` is the key) of the register's id, of the membership numbers and of the names. The
    replacement of the name is `written` and, in roman letters, `roman`. `others` are events with another player of the
    same name.
    """

    forgotten_id: str
    at: datetime
    salt: str
    marks: tuple[str, ...]
    written: str
    roman: str
    others: tuple[EventId, ...] = ()


@dataclass(frozen=True, slots=True)
class MergedPlayer:
    """A row of the register that was merged into another: its id, which remains in events, and the row that replaced
    it.

    `at` is the time, `who` the author; `person` is the merged row, as events may have that number or that name alone.
    """

    player_id: PlayerId
    into: PlayerId
    at: datetime
    who: str = ""
    person: Person | None = None
