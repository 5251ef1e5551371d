"""What is told of each event, reckoned once for each version of it.

The service keeps the state of every event that was read; as long as it is the same one, so is what was made of it.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from arrowswitch.core.errors import Malformed, NotFound
from arrowswitch.tournament.club.last_used import LastUsed
from arrowswitch.tournament.model.ports import EventRow
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.service.service import MOST_KNOWN, Tournament

_Told = TypeVar("_Told")


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
    """What the events of a period tell, oldest first, and the names of those that cannot be read."""

    told: tuple[_Told, ...]
    unread: tuple[EventRow, ...]


class PerEvent(Generic[_Told]):
    """Makes something of the state of each event, and keeps it until the event has another state."""

    def __init__(self, tournament: Tournament, make: Callable[[EventState], _Told]) -> None:
        self._tournament = tournament
        self._make = make
        self._kept: LastUsed[_Told] = LastUsed(MOST_KNOWN, operator.is_)

    def within(self, period: Period) -> ToldEvents[_Told]:
        """Returns what the events of a period tell, oldest first."""
        rows = [row for row in reversed(self._tournament.events()) if period.has(row.date)]
        unread = list[EventRow]()
        return ToldEvents(tuple(self._each(rows, unread)), tuple(unread))

    def _each(self, rows: Iterable[EventRow], unread: list[EventRow]) -> Iterator[_Told]:
        for row in rows:
            try:
                state = self._tournament.state(row.event_id)
            except (Malformed, NotFound):
                unread.append(row)
                continue
            yield self._kept.of(state.event_id, partial(self._make, state), state)
