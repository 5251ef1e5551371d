"""The page of a sheet: grid, faults, figures, pictures, and a preview of an edit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from arrowswitch.core.errors import Problem
from arrowswitch.core.movements.checking.faults import Severity
from arrowswitch.core.movements.editing import Edit, apply, what_breaks
from arrowswitch.core.movements.editing.compare import figures
from arrowswitch.core.movements.guide.master_sheet import Columns
from arrowswitch.core.movements.guide.room import room_plan
from arrowswitch.core.movements.mending.proposals import SheetRepair, propose_repairs
from arrowswitch.core.movements.model import Movement, RoundNumber
from arrowswitch.tournament.model.ports import EventRow
from arrowswitch.tournament.model.state import Phase
from arrowswitch.tournament.sheets.workbench import SheetId, SheetRecord, SheetRow, alike_sheets
from arrowswitch.web.desk.workbench.figures import JUDGED, FigureRow, figure_rows
from arrowswitch.web.desk.workbench.grid import FaultRow, Grid, drawable, fault_rows, grid, marks
from arrowswitch.web.desk.workbench.operations import GROUPS, OPERATIONS, Operation, OperationField
from arrowswitch.web.desk.workbench.room_arrows import RoomArrows, room_arrows
from arrowswitch.web.desk.workbench.who_meets import WhoMeets, who_meets

NARROW_COLUMNS = 3


@dataclass(frozen=True, slots=True)
class Trying:
    """An edit that is looked at before it is done: its form, and what it would break."""

    operation: Operation
    fields: Mapping[str, str]
    breaks: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class Pictures:
    """The encounters, and the room with arrows after a round: wide, and narrow for a phone."""

    who: WhoMeets
    room: RoomArrows | None
    narrow: RoomArrows | None


@dataclass(frozen=True, slots=True)
class PicturesPage:
    """The pictures of a sheet alone."""

    sheet: SheetRecord
    movement: Movement
    pictures: Pictures


@dataclass(frozen=True, slots=True)
class Live:
    """The part of the page that changes with every key: faults, notices, figures, marks of cells."""

    faults: tuple[FaultRow, ...]
    notices: tuple[FaultRow, ...]
    figures: tuple[FigureRow, ...]
    marks: Mapping[str, str]
    is_draft: bool = False

    @property
    def is_playable(self) -> bool:
        """True if the sheet can be played as it is."""
        return not self.faults


@dataclass(frozen=True, slots=True)
class SheetPage:
    """The page of one sheet. `movement` is what is shown: the sheet, or what an edit would make of it (`trying`)."""

    sheet: SheetRecord
    movement: Movement
    grid: Grid
    live: Live
    pictures: Pictures | None
    trying: Trying | None
    events: tuple[EventRow, ...]
    others: tuple[SheetRow, ...]
    chosen_event: str = ""
    errors: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    typed: Mapping[str, str] = field(default_factory=dict)
    failed: str = ""
    repairs: tuple[SheetRepair, ...] = ()

    @property
    def groups(self) -> tuple[tuple[str, tuple[Operation, ...]], ...]:
        """Returns the toolbar: each group with its operations."""
        return tuple((group, tuple(one for one in OPERATIONS if one.group == group)) for group in GROUPS)

    @property
    def is_without_repair(self) -> bool:
        """True if the stored sheet is filled and has faults, and no repair was found."""
        is_filled = 2 * len(self.movement.meetings) > self.movement.tables * self.movement.rounds
        return bool(self.live.faults) and not self.repairs and not self.live.is_draft and not self.trying and is_filled

    @property
    def alike(self) -> frozenset[SheetId]:
        """Returns the other sheets that share their name: they are shown with the time of their last change."""
        return alike_sheets(self.others)

    @property
    def by(self) -> str:
        """Returns the kind of the columns."""
        return self.grid.columns.value

    @property
    def is_large(self) -> bool:
        """True if the grid needs small cells."""
        return len(self.grid.heads) > 12

    @property
    def has_rover(self) -> bool:
        """True if a rover pair displaces others."""
        return "rover-mitchell" in (self.movement.family, self.movement.options.get("base"))

    def default(self, field: OperationField) -> str:
        """Returns the value of a field of the toolbar before anything is typed."""
        own = {
            "boards_per_round": str(self.movement.boards_per_round),
            "first_board": str(min((b for boards in self.movement.board_sets for b in boards), default=1)),
        }
        return own.get(field.name, field.default)


def live_of(movement: Movement, before: Movement | None = None, *, is_draft: bool = False) -> Live:
    """Returns faults and figures of a sheet, next to those of the earlier one if there is one."""
    now = figures(movement)
    was = None if before is None else figures(before)
    earlier = None if was is None else (*was.faults, *was.notices)
    rows = fault_rows(movement, (*now.faults, *now.notices), earlier)
    judged_rows = figure_rows(now, was, JUDGED)
    return Live(
        faults=tuple(row for row in rows if row.severity is Severity.FAULT),
        notices=tuple(row for row in rows if row.severity is Severity.NOTICE),
        figures=tuple(judged_rows),
        marks=marks(rows),
        is_draft=is_draft,
    )


def pictures_of(movement: Movement, after: RoundNumber) -> Pictures:
    """Returns the pictures of a sheet; without any whole meeting in the round there is no room to draw."""
    drawn = drawable(movement)
    round_ = max(1, min(after, drawn.rounds))
    if not drawn.in_round(round_):
        return Pictures(who_meets(drawn), None, None)
    room = room_arrows(drawn, round_)
    return Pictures(who_meets(drawn), room, replace(room, plan=room_plan(drawn, NARROW_COLUMNS, round_)))


def trying_of(
    movement: Movement, operation: Operation, fields: Mapping[str, str], edit: Edit
) -> tuple[Movement, Trying]:
    """Returns the sheet that an edit would make, with the faults it would cause."""
    after = apply(movement, edit)
    breaks = tuple(fault.problem for fault in what_breaks(movement, after))
    own = {field.name: fields.get(field.name, "") for field in operation.fields}
    return after, Trying(operation, own, breaks)


def sheet_page(
    sheet: SheetRecord,
    *,
    columns: Columns = Columns.TABLES,
    after: RoundNumber = 1,
    preview: Movement | None = None,
    before: Movement | None = None,
    trying: Trying | None = None,
    events: tuple[EventRow, ...] = (),
    others: tuple[SheetRow, ...] = (),
    chosen_event: str = "",
    has_pictures: bool = True,
) -> SheetPage:
    """Returns the page of a sheet; `before` is what the figures are compared with."""
    movement = preview or sheet.movement
    live = live_of(movement, before, is_draft=preview is not None and trying is None)
    return SheetPage(
        sheet=sheet,
        movement=movement,
        grid=grid(movement, columns, live.marks),
        live=live,
        pictures=pictures_of(movement, after) if has_pictures else None,
        trying=trying,
        events=tuple(row for row in events if row.phase in (Phase.ENTRIES, Phase.PLAYING)),
        others=tuple(row for row in others if row.sheet_id != sheet.sheet_id),
        chosen_event=chosen_event,
        repairs=() if preview is not None else propose_repairs(movement),
    )
