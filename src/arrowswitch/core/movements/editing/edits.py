"""The edits of the workbench: one small value for each thing that a director does to a master sheet.

JCBL director's manual 3.3, lines 1129-1135 and 3485 (sheets are mended, shortened, renumbered and newly made) and
4228-4231 (the sheet editor). `apply` carries an edit out, `plain` writes it as JSON. An edit says what is wanted, never
how the sheet was before: going back is the business of whoever keeps the earlier sheet.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.model import RoundNumber, SetNumber, TableNumber


@dataclass(frozen=True, slots=True)
class SetCell:
    """Fill one table in one round. A side may be left empty in a half-filled grid.

    A number that the sheet does not have joins its contestants; a set above the last one adds sets up to it, numbered
    on.
    """

    round: RoundNumber
    table: TableNumber
    ns: tuple[Number, ...]
    ew: tuple[Number, ...]
    board_set: SetNumber


@dataclass(frozen=True, slots=True)
class ClearCell:
    """Leave one table empty in one round."""

    round: RoundNumber
    table: TableNumber


@dataclass(frozen=True, slots=True)
class SwapNumbers:
    """Let two numbers change places in these rounds; without rounds in the whole sheet."""

    one: Number
    other: Number
    rounds: tuple[RoundNumber, ...] = ()


@dataclass(frozen=True, slots=True)
class Renumber:
    """Write other numbers for these numbers, all at once."""

    numbers: Mapping[Number, Number]

    def __hash__(self) -> int:
        return hash(frozenset(self.numbers.items()))


@dataclass(frozen=True, slots=True)
class RotateNumbers:
    """Let each of these numbers take the places of the one that stands `by` behind it in the row, round the ring."""

    numbers: tuple[Number, ...]
    by: int


@dataclass(frozen=True, slots=True)
class RotateRounds:
    """Play every round `by` rounds later, the last ones first."""

    by: int


@dataclass(frozen=True, slots=True)
class StartInRound:
    """Play this round first and those before it at the end (line 1129)."""

    round: RoundNumber


@dataclass(frozen=True, slots=True)
class RotateTables:
    """Move everything `by` tables up, the last tables to the first."""

    by: int


@dataclass(frozen=True, slots=True)
class SwapTables:
    """Let two tables change places in all rounds."""

    one: TableNumber
    other: TableNumber


@dataclass(frozen=True, slots=True)
class SwapRounds:
    """Play two rounds in each other's place."""

    one: RoundNumber
    other: RoundNumber


@dataclass(frozen=True, slots=True)
class TurnArrow:
    """Let both sides change seats, at one table or in the whole round."""

    round: RoundNumber
    table: TableNumber | None = None


@dataclass(frozen=True, slots=True)
class SetPhantom:
    """This number has no pair; None: every number has one."""

    number: Number | None


@dataclass(frozen=True, slots=True)
class SetStationary:
    """These numbers never leave their table."""

    numbers: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class AddTable:
    """Add an empty table behind the last one."""


@dataclass(frozen=True, slots=True)
class AddRound:
    """Add an empty round behind the last one."""


@dataclass(frozen=True, slots=True)
class DropTable:
    """Take a table away; those above it come down one number."""

    table: TableNumber


@dataclass(frozen=True, slots=True)
class DropRounds:
    """Leave rounds out; those after them come forward (line 2184)."""

    rounds: tuple[RoundNumber, ...]


@dataclass(frozen=True, slots=True)
class CutAfter:
    """End play after this round (lines 1285-1295)."""

    round: RoundNumber


@dataclass(frozen=True, slots=True)
class AddAppendix:
    """Add an appendix table to `table`: two new pairs, and the boards relayed (lines 900-914)."""

    table: TableNumber


@dataclass(frozen=True, slots=True)
class AddABTable:
    """Split `table` into tables A and B of the Howell sheets (lines 890-940)."""

    table: TableNumber


@dataclass(frozen=True, slots=True)
class SetBoards:
    """Number the boards through from `first_board`, so many to a set; `sets` changes how many sets there are."""

    boards_per_round: int
    first_board: BoardNumber = 1
    sets: int | None = None


@dataclass(frozen=True, slots=True)
class SetTableLabel:
    """Write this on a table's card; an empty label is the table's number."""

    table: TableNumber
    label: str


@dataclass(frozen=True, slots=True)
class SetByeStand:
    """So many sets rest behind a table (towards the next higher one); 0 takes the bye stand away."""

    table: TableNumber
    places: int


@dataclass(frozen=True, slots=True)
class Declare:
    """Say what the sheet may do against the general rules, as the checker reads it; an empty value takes it back.

    `name` is one of `verify.DECLARATIONS` (`rematches`, `relays`, `plays`, ...).
    """

    name: str
    value: str


Edit = (
    SetCell
    | ClearCell
    | SwapNumbers
    | Renumber
    | RotateNumbers
    | RotateRounds
    | StartInRound
    | RotateTables
    | SwapTables
    | SwapRounds
    | TurnArrow
    | SetPhantom
    | SetStationary
    | AddTable
    | AddRound
    | DropTable
    | DropRounds
    | CutAfter
    | AddAppendix
    | AddABTable
    | SetBoards
    | SetTableLabel
    | SetByeStand
    | Declare
)
"""Everything that can be done to a sheet."""
