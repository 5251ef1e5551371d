"""A ranking was published, an event was closed, the room was told something."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from arrowswitch.tournament.event.ledger import Fact


@dataclass(frozen=True, slots=True)
class Published(Fact):
    """The ranking as it stands was published; corrections are possible until `deadline`. An interim one opens no
    period.
    """

    at: datetime
    deadline: datetime | None
    is_interim: bool = False
    kind: ClassVar[str] = "published"


@dataclass(frozen=True, slots=True)
class Finalised(Fact):
    """The ranking is final."""

    at: datetime
    kind: ClassVar[str] = "finalised"


@dataclass(frozen=True, slots=True)
class Announced(Fact):
    """A text is shown to everybody in the room."""

    at: datetime
    text: str
    kind: ClassVar[str] = "announced"


@dataclass(frozen=True, slots=True)
class AnnouncementEnded(Fact):
    """An announcement, by the number of its ledger entry, is shown no more; `text` says which it was."""

    announcement: int
    text: str
    kind: ClassVar[str] = "announcement-ended"


@dataclass(frozen=True, slots=True)
class TravellersReleased(Fact):
    """The players may read the travellers, or no more."""

    is_released: bool
    kind: ClassVar[str] = "travellers-released"
