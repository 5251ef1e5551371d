"""What happened to the entries of an event."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from arrowswitch.tournament.event.ids import EntryId
from arrowswitch.tournament.event.model import Entry


@dataclass(frozen=True, slots=True)
class EntrySet:
    """An entry was added, or is now as given (names corrected, substitute, withdrawn)."""

    entry: Entry
    kind: Literal["entry-set"] = "entry-set"


@dataclass(frozen=True, slots=True)
class EntryRemoved:
    """An entry was taken off the list before play."""

    entry_id: EntryId
    kind: Literal["entry-removed"] = "entry-removed"
