"""Values that are made of each event, once for each version of it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from arrowswitch.core.errors import Malformed, Mistake, NotFound
from arrowswitch.tournament.club.last_used import LastUsed
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ports import DerivedText, EventRow
from arrowswitch.tournament.model.state import EventState, Phase
from arrowswitch.tournament.model.stored.form import StoredForm
from arrowswitch.tournament.service.service import Tournament

_Told = TypeVar("_Told")
MOST_EVENTS = 100_000
"""The number of events of which a value is kept: more than a federation plays in a lifetime."""
_MOST_UNSAVED = 100
_OVER = frozenset((Phase.COMPLETE, Phase.PUBLISHED, Phase.FINAL))
"""The phases in which an event rarely changes. Its values are stored: the value of an event that is played would be
replaced after each result."""
log = logging.getLogger("arrowswitch.events")


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
    fewer events than the season has would lose each value just before it is read again. Those with a `form` are also
    stored under a `kind` (`Store.derived_values`), so that the first look after a start needs no ledger of an event
    that did not change.
    """

    def __init__(
        self,
        tournament: Tournament,
        make: Callable[[EventState], _Told],
        kind: str = "",
        form: StoredForm[_Told] | None = None,
    ) -> None:
        self._tournament = tournament
        self._make = make
        self._values: LastUsed[_Told] = LastUsed(MOST_EVENTS)
        self._stored: _StoredValues[_Told] | None = None
        if form is not None:
            self._stored = _StoredValues(tournament, kind, form)

    def of(self, row: EventRow) -> _Told:
        """Returns the value of an event of the list; raises Malformed or NotFound if its ledger cannot be read."""
        return self._value(row, self._epoch())

    def within(self, period: Period) -> ToldEvents[_Told]:
        """Returns the summaries of the events of a period, oldest first."""
        rows = [row for row in reversed(self._tournament.events()) if period.has(row.date)]
        unread = list[EventRow]()
        summaries = tuple(value for _, value in self.each(rows, unread))
        return ToldEvents(summaries, tuple(unread))

    def each(self, rows: Iterable[EventRow], unread: list[EventRow] | None = None) -> Iterator[tuple[EventRow, _Told]]:
        """Yields events of the list with their values, without those that cannot be read, which are added to `unread`.
        The values that were made are stored at the end."""
        epoch = self._epoch()
        try:
            for row in rows:
                try:
                    value = self._value(row, epoch)
                except (Malformed, NotFound):
                    if unread is not None:
                        unread.append(row)
                else:
                    yield row, value
        finally:
            if self._stored is not None:
                self._stored.save()

    def _value(self, row: EventRow, epoch: tuple[int, int]) -> _Told:
        def make() -> _Told:
            stored = None if self._stored is None else self._stored.find(row, epoch)
            return self._compute(row) if stored is None else stored[0]

        return self._values.of(row.event_id, make, (row, epoch))

    def _compute(self, row: EventRow) -> _Told:
        state, end = self._tournament.state_and_end(row.event_id)
        value = self._make(state)
        if self._stored is not None and end is not None and row.phase in _OVER:
            self._stored.add(row.event_id, DerivedText(end, self._stored.form.dump(value)))
        return value

    def _epoch(self) -> tuple[int, int]:
        """Returns the numbers of people forgotten and of events deleted: both change a ledger but not its length."""
        return len(self._tournament.store.forgotten()), self._tournament.deletions


class _StoredValues(Generic[_Told]):
    """The stored values of a kind, each handed out once, and those that are still to be stored."""

    def __init__(self, tournament: Tournament, kind: str, form: StoredForm[_Told]) -> None:
        self.form = form
        self._kind = kind
        self._tournament = tournament
        self._guard = threading.Lock()
        self._epoch: tuple[int, int] | None = None
        self._texts: dict[EventId, DerivedText] = {}
        self._unsaved: dict[EventId, DerivedText] = {}

    def find(self, row: EventRow, epoch: tuple[int, int]) -> tuple[_Told] | None:
        """Returns the stored value of an event as it is now. Returns None if there is none. All are read at the first
        request, and again after a person was erased or an event was deleted."""
        with self._guard:
            if self._epoch != epoch:
                self._epoch, self._texts = epoch, self._read()
            stored = self._texts.pop(row.event_id, None)
        if stored is None or stored.end.version != row.version:
            return None
        try:
            return (self.form.load(stored.text, self.form.version),)
        except Malformed:
            return None

    def add(self, event_id: EventId, value: DerivedText) -> None:
        """Adds a value to those that are still to be stored."""
        with self._guard:
            self._unsaved[event_id] = value
            is_full = len(self._unsaved) >= _MOST_UNSAVED
        if is_full:
            self.save()

    def save(self) -> None:
        """Stores the values that are still to be stored. If the store refuses, a later start computes them again."""
        with self._guard:
            values, self._unsaved = self._unsaved, {}
        if values:
            try:
                self._tournament.store.save_derived(self._kind, values)
            except Mistake as mistake:
                log.warning("computed values of events were not stored: %s", mistake)

    def _read(self) -> dict[EventId, DerivedText]:
        try:
            return dict(self._tournament.store.derived_values(self._kind))
        except Mistake as mistake:
            log.warning("stored values of events were not read: %s", mistake)
            return {}
