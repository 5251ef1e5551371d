"""Who was forgotten: what stays known of them, so that old files forget too."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from arrowswitch.tournament.event.ids import EventId


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
