"""What stays known of rows of the register that are no longer there: of people who were forgotten, so that old files
forget too, and of rows that were made one with another."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.values.people import Person, PlayerId


@dataclass(frozen=True, slots=True)
class Forgotten:
    """A person who was forgotten, without anything that names them.

    `marks` are keyed hashes (`salt` is the key) of the register's id, of the membership numbers and of the names. What
    stands in place of the name is `written` and, in roman letters, `roman`. `others` are events in which somebody else
    of the same name plays.
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
    """A row of the register that was made one with another: its id, which events keep, and the row that it is now.

    `at` is when, `who` by whom; `person` is what stood there, as events may have that number or that name alone.
    """

    player_id: PlayerId
    into: PlayerId
    at: datetime
    who: str = ""
    person: Person | None = None
