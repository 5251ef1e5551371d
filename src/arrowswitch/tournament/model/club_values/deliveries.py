"""Where something of an event is delivered, as it is kept: the link, what waits, and what was answered."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from arrowswitch.core.errors import Problem
from arrowswitch.tournament.model.ids import EventId


class DeliveryKind(StrEnum):
    """The kind of delivery for a link, from the last part of its address: an event of a simultaneous field, or a
    report."""

    EVENT = "simultaneous"
    REPORT = "reports"


@dataclass(frozen=True, slots=True)
class Delivery:
    """Something of an event on its way to who gave the club a link.

    `is_waiting` until it was taken or refused; it is tried from `next_at` on, `tries` times so far, and `trouble` is
    what the network said last. While it `is_live` it is delivered again whenever the event went on. `shows` is the
    ledger entry that a report shows. `answered_at` is when it was answered last, for the ledger up to `length`: taken
    with `results` and a `receipt`, or not, for `problems`. `language` is what the answer is asked for in.
    """

    event_id: EventId
    kind: DeliveryKind
    made_at: datetime
    next_at: datetime
    link: str = field(repr=False)
    language: str = ""
    is_live: bool = False
    is_waiting: bool = True
    tries: int = 0
    trouble: str = ""
    shows: int = 0
    answered_at: datetime | None = None
    length: int = 0
    results: int = 0
    receipt: str = ""
    problems: tuple[Problem, ...] = ()
