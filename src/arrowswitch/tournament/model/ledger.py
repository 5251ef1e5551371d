"""The ledger: the append-only list of what happened in an event.

A `LedgerEntry` is one command that was carried out: when, by whom, on which device, for which reason, and its facts.
Nothing is overwritten: a correction is a later fact, and undo is a fact that names the entry it takes back. Facts are
plain values; how they are kept as JSON, in the event file and in the store, is said in `stored`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import ClassVar, overload

from arrowswitch.core.errors import Refused
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.settings import Settings


class Fact:
    """An event in the history of a tournament, as a plain value; `kind` is its name in files. Each capability has its
    own."""

    __slots__ = ()
    kind: ClassVar[str]


@dataclass(frozen=True, slots=True)
class EventCreated(Fact):
    """The event exists, with its settings and its own copy of the rules it is scored with."""

    event_id: EventId
    settings: Settings
    rules: Mapping[str, object]
    kind: ClassVar[str] = "event-created"


@dataclass(frozen=True, slots=True)
class Undone(Fact):
    """The ledger entry `seq` is taken back, with all its facts."""

    seq: int
    kind: ClassVar[str] = "undone"


@dataclass(frozen=True, slots=True)
class CopyMerged(Fact):
    """Another copy of the event was taken in: its entries are the ledger entries `seqs`. `names` are the devices or
    people that made them, `conflicts` how many things both copies had changed."""

    seqs: tuple[int, ...]
    names: str = ""
    conflicts: int = 0
    kind: ClassVar[str] = "copy-merged"


@dataclass(frozen=True, slots=True)
class Stamp:
    """The sender of a command, the device and the reason. `command_id` is made by the sender: the same id is carried
    out once. `sent` is the beginning of the digest of the form that was sent under the id: other content under it is
    refused. It is empty for a command of the program itself."""

    command_id: str
    author: str = ""
    device: str = ""
    reason: str = ""
    sent: str = ""

    def part(self, name: object) -> Stamp:
        """Returns the stamp of a further command that the same press sends; `name` tells it from the others."""
        return replace(self, command_id=f"{self.command_id}-{name}")


def is_repeated(stamp: Stamp, sent: Mapping[str, str]) -> bool:
    """True if a command was carried out under the id of a stamp. `sent` holds `Stamp.sent` by the ids that were.

    Raises Refused (`desk.error.other-sending`) if other content was sent under it.

    >>> [is_repeated(stamp, {"a": "77"}) for stamp in (Stamp("a", sent="77"), Stamp("a"), Stamp("b"))]
    [True, True, False]
    """
    if stamp.command_id not in sent:
        return False
    before = sent[stamp.command_id]
    if before and stamp.sent and before != stamp.sent:
        raise Refused.of("desk.error.other-sending")
    return True


def refuse_other_content(stamp: Stamp, ledger: Iterable[LedgerEntry]) -> None:
    """Raises Refused (`desk.error.other-sending`) if a ledger has commands that another sending with the id of a stamp
    brought (`Stamp.part`)."""
    beginning = stamp.part("").command_id
    for entry in ledger:
        if entry.stamp.command_id.startswith(beginning):
            is_repeated(replace(stamp, command_id=""), {"": entry.stamp.sent})


def with_id(ids: Sequence[str], stamp: Stamp, most: int) -> tuple[str, ...]:
    """Returns the newest ids of a stored value, with that of a stamp at the end, each with what was sent under it.

    >>> ids = with_id(("older",), Stamp("a", sent="77"), 2)
    >>> ids, sent_by_id(ids)
    (('older', 'a 77'), {'older': '', 'a': '77'})
    """
    return (*ids, f"{stamp.command_id} {stamp.sent}")[-most:]


def sent_by_id(ids: Iterable[str]) -> dict[str, str]:
    """Returns `Stamp.sent` by the ids of a stored value (`with_id`)."""
    parts = (one.rpartition(" ") for one in ids)
    return dict((before, sent) if space else (sent, "") for before, space, sent in parts)


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One carried-out command. `seq` counts from 1 without gaps; `at` is in UTC."""

    seq: int
    at: datetime
    stamp: Stamp
    facts: tuple[Fact, ...]


class GrowingLedger(Sequence[LedgerEntry]):
    """The entries of a ledger in memory up to a length: a command costs the same however long it is.

    Each length is a value. Ledgers that grew from one another share their entries. The second ledger to grow from the
    same length copies the entries.

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
