"""A ranking was published, an event was closed."""

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
