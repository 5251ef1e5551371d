"""Values that are made of each event, once for each version of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from arrowswitch.core.errors import Malformed, NotFound
from arrowswitch.tournament.club.last_used import LastUsed
from arrowswitch.tournament.model.ports import EventRow
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.service.service import Tournament

_Told = TypeVar("_Told")
MOST_EVENTS = 100_000
"""The number of events of which a value is kept: more than a federation plays in a lifetime."""


@dataclass(frozen=True, slots=True)
class Period:
    """A period by its first and last date in ISO; an empty one is open on that side."""

    first: str = ""
    last: str = ""

    def has(self, date: str) -> bool:
        """True if a date lies in the period.

        >>> Period("2026-04-01", "2027-03-31").has("2026-11-21"), Period("", "2026-10-31").has("2026-11-21")
        (True, False)
        """
        return (not self.first or date >= self.first) and (not self.last or date <= self.last)


@dataclass(frozen=True, slots=True)
class ToldEvents(Generic[_Told]):
    """The summaries of the events of a period, oldest first, and the names of those that cannot be read."""

    summaries: tuple[_Told, ...]
    unread: tuple[EventRow, ...]


class PerEvent(Generic[_Told]):
    """Makes a small value of each event, and keeps it until the event changes.

    The values of all events are kept: a page over a season reads every event in the same order, and a cache that holds
    fewer events than the season has would lose each value just before it is read again.
    """

    def __init__(self, tournament: Tournament, make: Callable[[EventState], _Told]) -> None:
        self._tournament = tournament
        self._make = make
        self._values: LastUsed[_Told] = LastUsed(MOST_EVENTS)

    def of(self, row: EventRow) -> _Told:
        """Returns the value of an event of the list; raises Malformed or NotFound if its ledger cannot be read."""
        return self._value(row, self._epoch())

    def within(self, period: Period) -> ToldEvents[_Told]:
        """Returns the summaries of the events of a period, oldest first."""
        rows = [row for row in reversed(self._tournament.events()) if period.has(row.date)]
        unread = list[EventRow]()
        return ToldEvents(tuple(self._each(rows, unread)), tuple(unread))

    def _each(self, rows: Iterable[EventRow], unread: list[EventRow]) -> Iterator[_Told]:
        epoch = self._epoch()
        for row in rows:
            try:
                yield self._value(row, epoch)
            except (Malformed, NotFound):
                unread.append(row)

    def _value(self, row: EventRow, epoch: tuple[int, int]) -> _Told:
        def make() -> _Told:
            return self._make(self._tournament.state(row.event_id))

        return self._values.of(row.event_id, make, (row, epoch))

    def _epoch(self) -> tuple[int, int]:
        """Returns the numbers of people forgotten and of events deleted: both change a ledger but not its length."""
        return len(self._tournament.store.forgotten()), self._tournament.deletions
