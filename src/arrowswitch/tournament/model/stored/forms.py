"""The forms of everything that is stored: event files and ledger entries, the register, master sheets, own regulations,
the club's settings, and what a backup says of itself."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Literal

from pydantic import ConfigDict, with_config

from arrowswitch.core.errors import Problem
from arrowswitch.tournament.model.club_values.club import ClubRecord
from arrowswitch.tournament.model.club_values.register import Forgotten
from arrowswitch.tournament.model.club_values.rulebooks import RulebookRecord
from arrowswitch.tournament.model.club_values.sheets import SheetRecord, SheetRow, SheetStep
from arrowswitch.tournament.model.fold import FOLDS
from arrowswitch.tournament.model.ledger import Fact, LedgerEntry, Stamp
from arrowswitch.tournament.model.stored import upgrades
from arrowswitch.tournament.model.stored.form import StoredForm
from arrowswitch.tournament.model.stored.mapping import stored
from arrowswitch.tournament.model.stored.texts import EditPlain
from arrowswitch.tournament.model.values.people import Player


@dataclass(frozen=True, slots=True)
class EventFile:
    """An event file, of which the ledger is what it holds."""

    ledger: tuple[LedgerEntry, ...]
    links: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class BackupNote:
    """What a backup says of itself: the version that everything in it was written in."""

    version: int


if TYPE_CHECKING:
    AnyFact = Fact
else:
    AnyFact = reduce(or_, sorted(FOLDS, key=lambda fact: fact.kind))
"""Any fact, by its `kind`."""


@stored(LedgerEntry)
class StoredLedgerEntry:
    seq: int
    at: datetime
    stamp: Stamp
    facts: tuple[AnyFact, ...]


@with_config(ConfigDict(extra="forbid"))
@stored(EventFile)
class StoredEventFile:
    format: Literal["arrowswitch-event"]
    version: Literal[1]
    ledger: tuple[LedgerEntry, ...]
    links: tuple[str, ...] = ()


@stored(BackupNote)
class StoredBackupNote:
    format: Literal["arrowswitch-backup"]
    version: int


@stored(SheetStep)
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
