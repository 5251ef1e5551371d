"""A published version of the ranking, and an announcement to the room."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Publication:
    """One published version of the ranking: which ledger state it shows, when, and how many corrections came before it.

    An interim publication (after a round, or with results missing) opens no correction period.
    """

    version: int
    seq: int
    at: datetime
    deadline: datetime | None
    corrections: int
    is_interim: bool = False


@dataclass(frozen=True, slots=True)
class Announcement:
    """A text that everybody in the room reads: the ledger entry that made it, since when, and the text as typed."""

    seq: int
    at: datetime
    text: str
