"""A published version of the ranking, and an announcement to the room."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from arrowswitch.core.awards.prizes import PrizePlan
from arrowswitch.tournament.model.values.reporting import SentReport


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


@dataclass(frozen=True, slots=True)
class PublicationState:
    """The announced part of an event: each published version of its ranking, how many corrections were made since the
    first one, when it became final, announcements to the room, the travellers if players may read them, prizes, and
    reports to the federation. `prizes` is None for those that the program proposes."""

    versions: tuple[Publication, ...] = ()
    corrections: int = 0
    finalised_at: datetime | None = None
    announcements: tuple[Announcement, ...] = ()
    has_released_travellers: bool = False
    prizes: PrizePlan | None = None
    reports: tuple[SentReport, ...] = ()
