"""The forms of everything that is stored: event files and ledger entries, the register, master sheets, own regulations,
the club's settings, and the note in a backup."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Literal

from pydantic import ConfigDict, with_config

from arrowswitch.core.awards.masterpoints import AwardsBy, TiedAwards
from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import Problem
from arrowswitch.core.movements.choosing.wishes import ClubRule, Pace
from arrowswitch.core.movements.sessions.day_plan import USUAL_BREAK
from arrowswitch.core.pairing.swiss.conditions import SwissConditions
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.rules import EventClass, SessionsBy
from arrowswitch.core.scoring.totals.handicap import HandicapKind, HandicapOf
from arrowswitch.tournament.model.club_values.club import ClubRecord
from arrowswitch.tournament.model.club_values.register import Forgotten
from arrowswitch.tournament.model.club_values.rulebooks import RulebookRecord
from arrowswitch.tournament.model.club_values.sheets import SheetRecord, SheetRow, SheetStep
from arrowswitch.tournament.model.fold import FOLDS
from arrowswitch.tournament.model.forms import DirectorGrade, EventForm, PointLimit
from arrowswitch.tournament.model.ledger import Fact, LedgerEntry, Stamp
from arrowswitch.tournament.model.settings import PATHS, Settings
from arrowswitch.tournament.model.stored import upgrades
from arrowswitch.tournament.model.stored.form import StoredForm
from arrowswitch.tournament.model.stored.mapping import stored_form
from arrowswitch.tournament.model.stored.texts import EditPlain
from arrowswitch.tournament.model.values.knockout import KnockoutSettings
from arrowswitch.tournament.model.values.matches import MatchSettings
from arrowswitch.tournament.model.values.people import Player


@dataclass(frozen=True, slots=True)
class EventFile:
    """An event file, of which the ledger is what it holds."""

    ledger: tuple[LedgerEntry, ...]
    links: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BackupNote:
    """The note in a backup: the version of everything in it."""

    version: int


if TYPE_CHECKING:
    AnyFact = Fact
else:
    AnyFact = reduce(or_, sorted(FOLDS, key=lambda fact: fact.kind))
"""Any fact, by its `kind`."""


@stored_form(Settings, PATHS)
class StoredSettings:
    name: str
    date: str
    venue: str = ""
    starts_at: str = "19:00"
    kind: ContestantKind = ContestantKind.PAIR
    method: Method = Method.MATCHPOINTS
    event_class: EventClass = EventClass.WEEKLY
    regulations: str = "jcbl-2008"
    sessions: int = 1
    minutes: int = 200
    boards_per_round: int | None = None
    boards_wanted: int | None = None
    first_board: int = 1
    pace: Pace = field(default_factory=Pace)
    club_rule: ClubRule = field(default_factory=ClubRule)
    warning_seconds: int = 120
    correction_minutes: int | None = None
    is_director_playing: bool = False
    half_point_as_x: bool = False
    master_point_class: int | None = None
    director: str = ""
    laws: int | None = None
    form: EventForm | None = None
    scale: str = ""
    conditions: SwissConditions = field(default_factory=SwissConditions)
    eligibility: str = ""
    strata: tuple[PointLimit, ...] = ()
    flights: tuple[PointLimit, ...] = ()
    director_grade: DirectorGrade | None = None
    handicap_kind: HandicapKind = HandicapKind.PERCENT
    handicap_of: HandicapOf = HandicapOf.MEAN
    matches: MatchSettings = field(default_factory=MatchSettings)
    scale_table: str = ""
    knockout: KnockoutSettings = field(default_factory=KnockoutSettings)
    sections: int = 1
    fee: str = ""
    total_by: SessionsBy | None = None
    places_before: int = 0
    awards_by: AwardsBy = AwardsBy.FIELD
    tied_awards: TiedAwards = TiedAwards.MEAN
    break_minutes: int = USUAL_BREAK
    level: int | None = None
    board_sets: int | None = None


@stored_form(LedgerEntry)
class StoredLedgerEntry:
    seq: int
    at: datetime
    stamp: Stamp
    facts: tuple[AnyFact, ...]


@with_config(ConfigDict(extra="forbid"))
@stored_form(EventFile)
class StoredEventFile:
    format: Literal["arrowswitch-event"]
    version: Literal[1]
    ledger: tuple[LedgerEntry, ...]
    links: tuple[str, ...] = ()


@stored_form(BackupNote)
class StoredBackupNote:
    format: Literal["arrowswitch-backup"]
    version: int


@stored_form(SheetStep)
class StoredSheetStep:
    seq: int
    edit: EditPlain
    at: datetime
    who: str


EVENT_FILE: StoredForm[EventFile] = StoredForm(StoredEventFile, upgrades.in_ledger(upgrades.ENTRIES))
ENTRY: StoredForm[LedgerEntry] = StoredForm(LedgerEntry, upgrades.ENTRIES)
PLAYER: StoredForm[Player] = StoredForm(Player, upgrades.PLAYERS)
REGISTER: StoredForm[tuple[Player, ...]] = StoredForm(tuple[Player, ...], upgrades.PLAYERS, Problem("archive.players"))
SHEET: StoredForm[SheetRecord] = StoredForm(SheetRecord, upgrades.SHEETS, Problem("archive.sheet"))
SHEET_ROW: StoredForm[SheetRow] = StoredForm(SheetRow, upgrades.SHEET_ROWS)
RULEBOOK: StoredForm[RulebookRecord] = StoredForm(RulebookRecord, upgrades.RULEBOOKS, Problem("archive.regulations"))
CLUB: StoredForm[ClubRecord] = StoredForm(ClubRecord, upgrades.CLUB, Problem("archive.club"))
FORGOTTEN: StoredForm[Forgotten] = StoredForm(Forgotten, upgrades.FORGOTTEN)
ALL_FORGOTTEN: StoredForm[tuple[Forgotten, ...]] = StoredForm(
    tuple[Forgotten, ...], upgrades.FORGOTTEN, Problem("archive.forgotten")
)
BACKUP_NOTE: StoredForm[BackupNote] = StoredForm(StoredBackupNote)
