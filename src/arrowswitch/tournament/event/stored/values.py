"""Entries, slots, and what finals, leagues and boards given beforehand are stored with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from datetime import date
from fractions import Fraction

from arrowswitch.core.scoring.totals.carry_over import CarryKind, CarryRules, LimitOn
from arrowswitch.tournament.event.model import Entry, Person
from arrowswitch.tournament.event.places import Slot
from arrowswitch.tournament.event.stored.mapping import stored
from arrowswitch.tournament.event.stored.words import CarryKindWord, LimitOnWord
from arrowswitch.tournament.finals.values import Brought
from arrowswitch.tournament.instant.values import BoardTables
from arrowswitch.tournament.league.values import LeagueConditions, LeagueFixed, LeagueRoom, LeagueWish


@stored(Person)
class StoredPerson:
    name: str
    number: str = ""
    kana: str = ""
    roman: str = ""
    master_points: int = 0
    player_id: str | None = None
    handicap: Fraction = Fraction(0)


@stored(Entry)
class StoredEntry:
    entry_id: str
    people: tuple[StoredPerson, ...]
    wants_stationary: bool = False
    is_withdrawn: bool = False
    note: str = ""
    handicap: Fraction | None = None
    name: str = ""


@stored(Slot)
class StoredSlot:
    session: int
    section: str
    round: int
    table: int
    board: int


@stored(CarryRules)
class StoredCarryRules:
    kind: CarryKindWord = CarryKind.NONE
    part: Fraction = Fraction(1, 2)
    is_limited: bool = False
    limit_on: LimitOnWord = LimitOn.SPREAD


@stored(Brought)
class StoredBrought:
    name: str
    entrants: int
    boards: int
    totals: Mapping[str, Fraction]
    rules: StoredCarryRules = field(default_factory=StoredCarryRules)
    source: str | None = None


@stored(BoardTables)
class StoredBoardTables:
    name: str
    boards: Mapping[int, tuple[tuple[int, int], ...]]


@stored(LeagueRoom)
class StoredLeagueRoom:
    venue: str
    matches: int
    on: Mapping[date, int] = field(default_factory=dict)


@stored(LeagueWish)
class StoredLeagueWish:
    team: str
    day: date
    only_home: bool = False
    only_away: bool = False


@stored(LeagueFixed)
class StoredLeagueFixed:
    day: date
    home: str
    away: str


@stored(LeagueConditions)
class StoredLeagueConditions:
    dates: tuple[date, ...] = ()
    legs: int = 1
    venues: Mapping[str, str] = field(default_factory=dict)
    rooms: tuple[StoredLeagueRoom, ...] = ()
    wishes: tuple[StoredLeagueWish, ...] = ()
    fixed: tuple[StoredLeagueFixed, ...] = ()
    up: int = 0
    down: int = 0
