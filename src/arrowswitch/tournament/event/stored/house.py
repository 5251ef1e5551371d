"""What a house keeps beside its events: players of the register, master sheets of the workbench, own regulations."""

from __future__ import annotations

from datetime import datetime

from arrowswitch.tournament.event.model import Player
from arrowswitch.tournament.event.stored.mapping import stored
from arrowswitch.tournament.event.stored.movements import StoredMovement
from arrowswitch.tournament.event.stored.texts import EditPlain
from arrowswitch.tournament.event.stored.values import StoredPerson
from arrowswitch.tournament.event.stored.words import ContestantKindWord
from arrowswitch.tournament.rulebooks.values import RulebookRecord
from arrowswitch.tournament.sheets.values import SheetRecord, SheetRow, SheetStep


@stored(Player)
class StoredPlayer:
    player_id: str
    person: StoredPerson
    club: str = ""
    is_active: bool = True


@stored(SheetRow)
class StoredSheetRow:
    sheet_id: str
    name: str
    family: str
    kind: ContestantKindWord
    contestants: int
    tables: int
    rounds: int
    boards_per_round: int
    faults: int
    changed_at: datetime


@stored(SheetStep)
class StoredSheetStep:
    seq: int
    edit: EditPlain
    at: datetime
    who: str


@stored(SheetRecord)
class StoredSheetRecord:
    sheet_id: str
    name: str
    note: str
    base: StoredMovement
    movement: StoredMovement
    steps: tuple[StoredSheetStep, ...]
    done: int
    version: int
    changed_at: datetime
    command_ids: tuple[str, ...] = ()


@stored(RulebookRecord)
class StoredRulebookRecord:
    name: str
    title: str
    base: str
    text: str
    version: int
    changed_at: datetime
    who: str = ""
    command_ids: tuple[str, ...] = ()
