"""The workbench: the club's own master sheets, edited step by step, every step undoable.

Every change passes through one lock: read, edit, store with the version that was read. Sheets are stored next to the
events and outside their ledgers; an event that plays one has its own copy.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count

from arrowswitch.core.errors import NotFound, Refused
from arrowswitch.core.movements.checking.faults import Severity
from arrowswitch.core.movements.checking.verify import faults
from arrowswitch.core.movements.editing.apply import apply, apply_all
from arrowswitch.core.movements.editing.edits import Edit
from arrowswitch.core.movements.model import Movement
from arrowswitch.tournament.model.club_values.sheets import SheetId, SheetRecord, SheetRow, SheetStep
from arrowswitch.tournament.model.ledger import Stamp, is_repeated, sent_by_id, with_id
from arrowswitch.tournament.model.ports import Chance, Clock, Store

__all__ = ["SheetId", "SheetRecord", "SheetRow", "SheetStep", "Workbench"]

LONGEST_NAME = 80
LONGEST_NOTE = 2_000
MOST_STEPS = 500
"""The oldest steps of a sheet become part of its base beyond these."""
_IDS_KEPT = 100
_MADE_KEPT = 1_000


class Workbench:
    """All master sheets of a store, and the way to make and change them."""

    def __init__(self, store: Store, clock: Clock, chance: Chance) -> None:
        self.store = store
        self.clock = clock
        self.chance = chance
        self._lock = threading.RLock()
        self._made: dict[str, SheetId] = {}

    def sheets(self) -> tuple[SheetRow, ...]:
        """Returns the list of sheets, the one changed last first."""
        return self.store.sheets()

    def sheet(self, sheet_id: SheetId) -> SheetRecord:
        """Returns a sheet; raises NotFound (`sheet.unknown`)."""
        record = self.store.sheet(sheet_id)
        if record is None:
            raise NotFound.of("sheet.unknown", sheet=sheet_id)
        return record

    def create(self, name: str, movement: Movement, stamp: Stamp) -> SheetId:
        """Stores a movement as a new sheet and returns its id; the same command id again makes no second one.

        A name that another sheet has gets a number (`Wednesday 2`). Raises Refused (`sheet.name-empty`,
        `sheet.name-long`).
        """
        with self._lock:
            made = self._made.get(stamp.command_id)
            if made is not None:
                return made
            sheet_id = SheetId(self.chance.new_id())
            record = SheetRecord(
                sheet_id=sheet_id,
                name=self._free_name(_clean_name(name)),
                note="",
                base=movement,
                movement=movement,
                steps=(),
                done=0,
                version=0,
                changed_at=self.clock.now(),
            )
            self._save(record, stamp)
            self._made[stamp.command_id] = sheet_id
            if len(self._made) > _MADE_KEPT:
                del self._made[next(iter(self._made))]
            return sheet_id

    def copy(self, sheet_id: SheetId, name: str, stamp: Stamp) -> SheetId:
        """Stores a sheet a second time under another name, without its steps; raises as `create` and `sheet` do."""
        return self.create(name, self.sheet(sheet_id).movement, stamp)

    def rename(self, sheet_id: SheetId, name: str, note: str, stamp: Stamp) -> SheetRecord:
        """Gives a sheet another name and note.

        Raises Refused as `create` does, `sheet.note-long`, and `sheet.name-taken` for the name of another sheet.
        """
        if len(note) > LONGEST_NOTE:
            raise Refused.of("sheet.note-long", most=LONGEST_NOTE)

        def apply_name(record: SheetRecord) -> SheetRecord:
            wanted = _clean_name(name)
            if wanted != record.name and wanted in self._names():
                raise Refused.of("sheet.name-taken", "name", name=wanted)
            return replace(record, name=wanted, note=note.strip())

        return self._change(sheet_id, stamp, apply_name)

    def delete(self, sheet_id: SheetId) -> None:
        """Removes a sheet; raises NotFound (`sheet.unknown`)."""
        with self._lock:
            self.sheet(sheet_id)
            self.store.delete_sheet(sheet_id)

    def apply(self, sheet_id: SheetId, edit: Edit, version: int, stamp: Stamp) -> SheetRecord:
        """Carries out an edit on a sheet; what had been undone can then no longer be done again.

        `version` is the one that the page showed. Raises Refused (`sheet.changed-meanwhile`) when it is another now,
        and what the edit itself refuses; a command id seen before changes nothing.
        """

        def apply_edit(record: SheetRecord) -> SheetRecord:
            if record.version != version:
                raise Refused.of("sheet.changed-meanwhile", name=record.name)
            movement = apply(record.movement, edit)
            steps_kept = record.standing
            seq = steps_kept[-1].seq + 1 if steps_kept else 1
            step = SheetStep(seq, edit, self.clock.now(), stamp.author)
            return _trim_steps(replace(record, movement=movement, steps=(*steps_kept, step), done=record.done + 1))

        return self._change(sheet_id, stamp, apply_edit)

    def undo(self, sheet_id: SheetId, stamp: Stamp) -> SheetRecord:
        """Takes back the newest step that stands; raises Refused (`sheet.nothing-to-undo`)."""

        def undone(record: SheetRecord) -> SheetRecord:
            if not record.can_undo:
                raise Refused.of("sheet.nothing-to-undo", name=record.name)
            return _done_to(record, record.done - 1)

        return self._change(sheet_id, stamp, undone)

    def redo(self, sheet_id: SheetId, stamp: Stamp) -> SheetRecord:
        """Carries out the oldest step that was taken back; raises Refused (`sheet.nothing-to-redo`)."""

        def redone(record: SheetRecord) -> SheetRecord:
            if not record.can_redo:
                raise Refused.of("sheet.nothing-to-redo", name=record.name)
            return _done_to(record, record.done + 1)

        return self._change(sheet_id, stamp, redone)

    def take_in(self, record: SheetRecord) -> None:
        """Stores a sheet of a backup, and loses nothing that is there.

        A sheet that is already in the store with all its steps changes nothing. One that continues the stored one
        replaces it. One with another history under the same id is stored in addition, under a new id.
        """
        with self._lock:
            stored = self.store.sheet(record.sheet_id)
            if stored is None:
                self.store.save_sheet(row_of(record), record, 0)
            elif _goes_on(record, stored):
                return
            elif _goes_on(stored, record) and record.version > stored.version:
                self.store.save_sheet(row_of(record), record, stored.version)
            else:
                beside = replace(record, sheet_id=SheetId(self.chance.new_id()), name=self._free_name(record.name))
                self.store.save_sheet(row_of(beside), beside, 0)

    def _names(self) -> frozenset[str]:
        return frozenset(row.name for row in self.store.sheets())

    def _free_name(self, name: str) -> str:
        """Returns the name itself, or with the first free number if another sheet has it."""
        names = self._names()
        if name not in names:
            return name
        stem, _, number = name.rpartition(" ")
        is_numbered = stem in names and number.isdecimal()
        base = (stem if is_numbered else name)[: LONGEST_NAME - 5].rstrip()
        return next(wanted for at in count(2) if (wanted := f"{base} {at}") not in names)

    def _change(self, sheet_id: SheetId, stamp: Stamp, change: Callable[[SheetRecord], SheetRecord]) -> SheetRecord:
        with self._lock:
            record = self.sheet(sheet_id)
            if is_repeated(stamp, sent_by_id(record.command_ids)):
                return record
            return self._save(change(record), stamp)

    def _save(self, record: SheetRecord, stamp: Stamp) -> SheetRecord:
        ids = with_id(record.command_ids, stamp, _IDS_KEPT)
        saved = replace(record, version=record.version + 1, changed_at=self.clock.now(), command_ids=ids)
        self.store.save_sheet(row_of(saved), saved, record.version)
        return saved


def alike_sheets(rows: Sequence[SheetRow]) -> frozenset[SheetId]:
    """Returns the sheets that share their name with another one of the list, as those of an older version may."""
    names = Counter(row.name for row in rows)
    return frozenset(row.sheet_id for row in rows if names[row.name] > 1)


def row_of(record: SheetRecord) -> SheetRow:
    """Returns the row of a sheet in the list."""
    movement = record.movement
    return SheetRow(
        sheet_id=record.sheet_id,
        name=record.name,
        family=movement.family,
        kind=movement.kind,
        contestants=len(movement.contestants) - (movement.phantom is not None),
        tables=movement.tables,
        rounds=movement.rounds,
        boards_per_round=movement.boards_per_round,
        faults=sum(1 for fault in faults(movement) if fault.severity is Severity.FAULT),
        changed_at=record.changed_at,
    )


def _clean_name(name: str) -> str:
    cleaned = " ".join(name.split())
    if not cleaned:
        raise Refused.of("sheet.name-empty", "name")
    if len(cleaned) > LONGEST_NAME:
        raise Refused.of("sheet.name-long", "name", most=LONGEST_NAME)
    return cleaned


def _done_to(record: SheetRecord, done: int) -> SheetRecord:
    return replace(record, done=done, movement=_replay(record.base, record.steps[:done]))


def _trim_steps(record: SheetRecord) -> SheetRecord:
    extra = len(record.steps) - MOST_STEPS
    if extra <= 0:
        return record
    base = _replay(record.base, record.steps[:extra])
    return replace(record, base=base, steps=record.steps[extra:], done=record.done - extra)


def _goes_on(earlier: SheetRecord, later: SheetRecord) -> bool:
    """True if `later` contains every step of `earlier`, from the same beginning."""
    return earlier.base == later.base and later.steps[: len(earlier.steps)] == earlier.steps


def _replay(base: Movement, steps: tuple[SheetStep, ...]) -> Movement:
    return apply_all(base, [step.edit for step in steps if step.edit is not None])
