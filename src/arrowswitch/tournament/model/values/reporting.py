"""A report that was sent, as stored in the event."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Channel(StrEnum):
    """The ways by which a report reaches the federation."""

    HAND = "hand"
    MAIL = "mail"
    UPLOAD = "upload"


@dataclass(frozen=True, slots=True)
class SentReport:
    """A report that was sent: its version, the ledger entry that it shows, when, by which way and to whom, and what the
    federation answered (nothing yet: empty)."""

    version: int
    shows: int
    at: datetime
    channel: Channel
    to: str = ""
    receipt: str = ""
    receipt_at: datetime | None = None
