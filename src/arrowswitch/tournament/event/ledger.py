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

from arrowswitch.tournament.entries.facts import EntryRemoved, EntrySet
from arrowswitch.tournament.event.ids import EventId
from arrowswitch.tournament.event.model import Settings
from arrowswitch.tournament.finals.facts import CarryOverSet, FinalDeclined, FinalMade, FinalPlanned
from arrowswitch.tournament.instant.facts import TablesGiven
from arrowswitch.tournament.knockout.facts import ImpsCarried, MatchDecided, MatchRedrawn
from arrowswitch.tournament.league.facts import LeagueScheduled, LeagueSet, MatchPostponed
from arrowswitch.tournament.lists.facts import BoardsMarked, DeadlineAnnounced, ItemTicked
from arrowswitch.tournament.matches.facts import LineupSet, MatchForfeited
from arrowswitch.tournament.movement.facts import MovementSet, NumbersSet
from arrowswitch.tournament.plans.facts import PlanSet
from arrowswitch.tournament.play.facts import ClockSet, PlayStarted, RoundClosed
from arrowswitch.tournament.publication.facts import Finalised, Published
from arrowswitch.tournament.results.facts import LatePlaySet, OddAccepted, ResultEntered, ResultRemoved
from arrowswitch.tournament.rulings.facts import (
    AwardGiven,
    BoardFouled,
    NoteSet,
    OffenceNoted,
    PenaltySet,
    PlayerExpelled,
    ScoresRemoved,
)
from arrowswitch.tournament.settings.facts import SettingsChanged
from arrowswitch.tournament.swiss.facts import RoundDrawn


@dataclass(frozen=True, slots=True)
class EventCreated:
    """The event exists, with its settings and its own copy of the rules it is scored with."""

    event_id: EventId
    settings: Settings
    rules: Mapping[str, object]
    kind: ClassVar[str] = "event-created"


@dataclass(frozen=True, slots=True)
class Undone:
    """The ledger entry `seq` is taken back, with all its facts."""

    seq: int
    kind: ClassVar[str] = "undone"


Fact = (
    EventCreated
    | SettingsChanged
    | EntrySet
    | EntryRemoved
    | MovementSet
    | NumbersSet
    | PlayStarted
    | ClockSet
    | RoundClosed
    | ResultEntered
    | ResultRemoved
    | LatePlaySet
    | OddAccepted
    | AwardGiven
    | NoteSet
    | PenaltySet
    | OffenceNoted
    | PlayerExpelled
    | ScoresRemoved
    | BoardFouled
    | ItemTicked
    | BoardsMarked
    | DeadlineAnnounced
    | RoundDrawn
    | LineupSet
    | MatchForfeited
    | MatchDecided
    | FinalPlanned
    | FinalDeclined
    | FinalMade
    | CarryOverSet
    | TablesGiven
    | MatchRedrawn
    | ImpsCarried
    | LeagueSet
    | LeagueScheduled
    | MatchPostponed
    | PlanSet
    | Published
    | Finalised
    | Undone
)


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
