"""What happened to the entries of an event."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from arrowswitch.tournament.event.ids import EntryId
from arrowswitch.tournament.event.ledger import Fact
from arrowswitch.tournament.event.model import Entry


@dataclass(frozen=True, slots=True)
class EntrySet(Fact):
    """An entry was added, or is now as given (names corrected, substitute, withdrawn)."""

    entry: Entry
    kind: ClassVar[str] = "entry-set"


@dataclass(frozen=True, slots=True)
class EntryRemoved(Fact):
    """An entry was taken off the list before play."""

    entry_id: EntryId
    kind: ClassVar[str] = "entry-removed"


@dataclass(frozen=True, slots=True)
class NameRemoved(Fact):
    """Somebody was forgotten: the name was taken out of `entries` entries of the ledger, for good."""

    entries: int
    kind: ClassVar[str] = "name-removed"
