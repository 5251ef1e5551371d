"""The Bridgemate account of a club, and the link of a session to Bridgemates or to their file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from arrowswitch.core.errors import Problem
from arrowswitch.tournament.model.ids import EventId


@dataclass(frozen=True, slots=True)
class BridgemateAccount:
    """The address of the Data Connector (`http://192.168.1.5:5079`), and the club id and licence key from Bridge
    Systems. The key is secret: no page shows it, no backup or log contains it."""

    address: str = "http://localhost:5079"
    club_id: str = ""
    licence_key: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class UnitEntry:
    """The result that the units have for a board, as it is typed; empty if it is deleted there. `seq` is the length of
    the ledger when it became known: a newer result of the desk is a correction and is sent."""

    text: str
    seq: int


@dataclass(frozen=True, slots=True)
class UnitQuestion:
    """Something from the units that was not stored, with the reason: a result for a slot (`A-1-2-5`) as it is typed, or
    a player number at a seat (`A-2-N`). `key` is the slot or the seat; a newer question replaces an older one."""

    key: str
    text: str
    problem: Problem


@dataclass(frozen=True, slots=True)
class BridgemateLink:
    """The link of a session of an event.

    It reads from the Data Connector under the session id `guid`, or from the file at `path`. `is_on` is True while it
    is read again and again. `sent` has the rounds that the units have, by table (`A-3`), each as `plan.round_text`
    writes it; `entries` has the results that they have, by slot. For a file, `entries` has the results that it
    contains. `read_at` is the time of the last successful look,
    `problems` what went wrong in the last one, `read` the number of results read so far.
    """

    event_id: EventId
    session: int
    guid: str = ""
    path: str = ""
    is_on: bool = True
    sent: Mapping[str, tuple[str, ...]] = field(default_factory=dict, hash=False)
    entries: Mapping[str, UnitEntry] = field(default_factory=dict, hash=False)
    questions: tuple[UnitQuestion, ...] = ()
    read_at: datetime | None = None
    read: int = 0
    problems: tuple[Problem, ...] = ()
