"""The federation's record of a report."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from arrowswitch.core.scoring.rules import EventClass


@dataclass(frozen=True, slots=True)
class CreditedPlayer:
    """A player of a report: names, membership number, place, and the masterpoints in hundredths; None where the office
    reckons them."""

    name: str
    number: str
    kana: str
    roman: str
    place: int
    points: int | None


@dataclass(frozen=True, slots=True)
class HeldReport:
    """An accepted report: its event and version, the time it arrived, and the players' masterpoints. `digest`
    distinguishes it from another report of the same version; `sent_by` is the id of the club whose link was used, empty
    otherwise."""

    event_id: str
    version: int
    club: str
    name: str
    date: str
    grade: EventClass
    director: str
    is_office_points: bool
    received_at: datetime
    digest: str
    players: tuple[CreditedPlayer, ...]
    sent_by: str = ""


@dataclass(frozen=True, slots=True)
class ReportingClub:
    """A club that reports over the network by a link of its own."""

    name: str
