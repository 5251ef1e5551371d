"""A master sheet of the workbench as values: its row in the list, its steps, and the whole of it as it is stored."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import NewType

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.movements.editing.edits import Edit
from arrowswitch.core.movements.model import Movement, RoundNumber

SheetId = NewType("SheetId", str)


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A row in a list of sheets; `faults` is the number of the checker's findings, without notices."""

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


@dataclass(frozen=True, slots=True)
class SheetStep:
    """One edit of a sheet: when it was made and by whom."""

    seq: int
    edit: Edit | None
    at: datetime
    who: str


@dataclass(frozen=True, slots=True)
class SheetRecord:
    """A sheet as it is stored and shown: `base` with the first `done` of its `steps` carried out is `movement`.

    Steps beyond `done` were undone and can be done again. `version` counts every change of it, undoing too;
    `command_ids` are those of the newest changes, so that a sender may repeat itself.
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

    @property
    def standing(self) -> tuple[SheetStep, ...]:
        """Returns the steps that are not undone."""
        return self.steps[: self.done]

    @property
    def can_undo(self) -> bool:
        return self.done > 0

    @property
    def can_redo(self) -> bool:
        return self.done < len(self.steps)
