"""Names of events and entries, which values of several modules hold."""

from __future__ import annotations

from typing import NewType

EventId = NewType("EventId", str)
EntryId = NewType("EntryId", str)
