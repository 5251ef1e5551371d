"""A ledger in memory that grows at its end: a command costs the same however long it is.

Each length of it is a value. Those that grew from one another share their entries; whoever grows from a length that
something else grew from before takes a copy.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import overload

from arrowswitch.tournament.event.ledger import LedgerEntry


class GrowingLedger(Sequence[LedgerEntry]):
    """The entries of a ledger up to a length.

    >>> short = GrowingLedger()
    >>> len(short.grown(["first"])), len(short)  # type: ignore[list-item]  # any entry does
    (1, 0)
    """

    __slots__ = ("_entries", "_length", "_whole")

    def __init__(self, entries: Iterable[LedgerEntry] = ()) -> None:
        """Takes the entries that there are."""
        self._entries = list(entries)
        self._length = len(self._entries)
        self._whole: tuple[LedgerEntry, ...] | None = None

    def grown(self, more: Sequence[LedgerEntry]) -> GrowingLedger:
        """Returns the ledger with more entries at its end; called under the event's lock alone."""
        made = GrowingLedger()
        is_newest = len(self._entries) == self._length
        made._entries = self._entries if is_newest else self._entries[: self._length]
        made._entries.extend(more)
        made._length = self._length + len(more)
        return made

    @property
    def whole(self) -> tuple[LedgerEntry, ...]:
        """Returns all entries."""
        if self._whole is None:
            self._whole = tuple(self._entries[: self._length])
        return self._whole

    def __len__(self) -> int:
        return self._length

    def __iter__(self) -> Iterator[LedgerEntry]:
        return iter(self.whole)

    @overload
    def __getitem__(self, place: int) -> LedgerEntry: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[LedgerEntry, ...]: ...

    def __getitem__(self, place: int | slice) -> LedgerEntry | tuple[LedgerEntry, ...]:
        if isinstance(place, slice):
            return tuple(self._entries[at] for at in range(*place.indices(self._length)))
        if not -self._length <= place < self._length:
            raise IndexError(place)
        return self._entries[place if place >= 0 else place + self._length]
