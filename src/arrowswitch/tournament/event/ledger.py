"""The ledger: the append-only list of what happened in an event.

A `LedgerEntry` is one command that was carried out: when, by whom, on which device, for which reason, and its facts.
Nothing is overwritten: a correction is a later fact, and undo is a fact that names the entry it takes back. Facts are
plain values; how they are kept as JSON, in the event file and in the store, is said in `stored`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from arrowswitch.tournament.event.ids import EventId
from arrowswitch.tournament.event.model import Settings


class Fact:
    """What happened, as a plain value; `kind` names it in files. Each capability has its own in its `facts`."""

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
    """Who sent a command, from where and why. `command_id` is made by the sender: the same id is carried out once."""

    command_id: str
    author: str = ""
    device: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """One carried-out command. `seq` counts from 1 without gaps; `at` is in UTC."""

    seq: int
    at: datetime
    stamp: Stamp
    facts: tuple[Fact, ...]
