"""The record of a printed sheet: the sheet, the state of the event, and a digest of its content."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TypeAlias

from arrowswitch.core.movements.model import SessionNumber

PrintKey: TypeAlias = tuple[str, SessionNumber, str, tuple[tuple[str, str], ...]]


@dataclass(frozen=True, slots=True)
class SheetPrint:
    """The last print of a sheet: its name, session, language and options, the number of the newest ledger entry at that
    time, and the digest of its content (`documents.content_digest`)."""

    sheet: str
    session: SessionNumber
    language: str
    printed_at: datetime
    seq: int
    digest: str
    options: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def key(self) -> PrintKey:
        """Returns the values that prints of the same sheet have in common."""
        return self.sheet, self.session, self.language, tuple(sorted(self.options.items()))

    @property
    def mark(self) -> str:
        """Returns a short hash of the key for use in forms."""
        return hashlib.sha256(repr(self.key).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class PrintedPaper:
    """All that was printed of an event, the newest last; each sheet once."""

    sheets: tuple[SheetPrint, ...] = ()
