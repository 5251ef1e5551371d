"""A master sheet of the workbench as values: its row in the list, its steps, and the whole of it as it is stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, NewType

from pydantic import BeforeValidator, PlainSerializer, WithJsonSchema

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import Mistake
from arrowswitch.core.movements.editing.edits import Edit
from arrowswitch.core.movements.editing.plain import edit_from_plain, edit_to_plain
from arrowswitch.core.movements.model import Movement, RoundNumber

SheetId = NewType("SheetId", str)


@dataclass(frozen=True, slots=True)
class SheetRow:
    """What a list of sheets shows; `faults` counts what the checker finds, without notices."""

    sheet_id: SheetId
    name: str
    family: str
    kind: ContestantKind
    contestants: int
    tables: int
    rounds: RoundNumber
    boards_per_round: int
    faults: int
    changed_at: datetime


def _edit_from_plain(value: object) -> object:
    if not isinstance(value, dict):
        return value
    try:
        return edit_from_plain(value)
    except Mistake as mistake:
        raise ValueError(str(mistake)) from mistake


def _edit_to_plain(edit: Edit | None) -> Mapping[str, object] | None:
    return None if edit is None else edit_to_plain(edit)


EditPlain = Annotated[
    Edit | None,
    BeforeValidator(_edit_from_plain),
    PlainSerializer(_edit_to_plain),
    WithJsonSchema({"type": ["object", "null"]}),
]
"""An edit stored in its plain form."""


@dataclass(frozen=True, slots=True)
class SheetStep:
    """One edit of a sheet: when it was made and by whom."""

    seq: int
    edit: EditPlain
    at: datetime
    who: str


@dataclass(frozen=True, slots=True)
class ClubSheet:
    """A sheet as the workbench shows it. `version` counts every change of it, undoing too; `steps` are the edits that
    stand."""

    sheet_id: SheetId
    name: str
    note: str
    movement: Movement
    version: int
    can_undo: bool
    can_redo: bool
    steps: tuple[SheetStep, ...]


@dataclass(frozen=True, slots=True)
class SheetRecord:
    """A sheet as it is stored: `base` with the first `done` of its `steps` carried out is `movement`.

    Steps beyond `done` were undone and can be done again. `command_ids` are those of the newest changes, so that a
    sender may repeat itself.
    """

    sheet_id: SheetId
    name: str
    note: str
    base: Movement
    movement: Movement
    steps: tuple[SheetStep, ...]
    done: int
    version: int
    changed_at: datetime
    command_ids: tuple[str, ...] = ()
