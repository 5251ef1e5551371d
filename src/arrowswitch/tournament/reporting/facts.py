"""A report was sent to the federation, and the federation answered."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from arrowswitch.tournament.event.ledger import Fact
from arrowswitch.tournament.reporting.values import Channel


@dataclass(frozen=True, slots=True)
class ReportSent(Fact):
    """A version of the report went to the federation; it shows the event after the ledger entry `shows`."""

    at: datetime
    version: int
    shows: int
    channel: Channel
    to: str
    kind: ClassVar[str] = "report-sent"


@dataclass(frozen=True, slots=True)
class ReportReceived(Fact):
    """The federation answered to a version of the report: `receipt` is its number or its words."""

    at: datetime
    version: int
    receipt: str
    kind: ClassVar[str] = "report-received"
