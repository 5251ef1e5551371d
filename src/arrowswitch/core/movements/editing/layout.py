"""Edits of whole rounds and tables, of the boards, and of the sheet's declarations."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from arrowswitch.core.errors import Refused
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.board_sets import numbered_sets
from arrowswitch.core.movements.checking.declared import DECLARATIONS, RELAY, read_declarations
from arrowswitch.core.movements.cuts import shorten_movement
from arrowswitch.core.movements.editing.cells import without_idle_numbers
from arrowswitch.core.movements.editing.edits import Edit
from arrowswitch.core.movements.editing.settle import MOST_ROUNDS, MOST_SETS, MOST_TABLES, check_rounds, check_tables
from arrowswitch.core.movements.model import Movement, RoundNumber, TableNumber, copy_tables
from arrowswitch.core.movements.rules.mitchell_rules import wrap

_MOST_BOARDS_A_ROUND = 99
_LAST_BOARD = 9_999
_MOST_PLACES = 99
_LONGEST_LABEL = 12

Places = Mapping[int, int]
"""For each round or table its new number; one that is left out is dropped."""


@dataclass(frozen=True, slots=True)
class RotateRounds(Edit):
    """Play every round `by` rounds later, the last ones first."""

    by: int

    def __call__(self, movement: Movement) -> Movement:
        rounds = range(1, movement.rounds + 1)
        return _with_rounds(movement, {r: wrap(r + self.by, movement.rounds) for r in rounds})


@dataclass(frozen=True, slots=True)
class StartInRound(Edit):
    """Play this round first and those before it at the end (line 1129); raises Refused (`sheet.no-round`)."""

    round: RoundNumber

    def __call__(self, movement: Movement) -> Movement:
        check_rounds(movement, self.round)
        return RotateRounds(1 - self.round)(movement)


@dataclass(frozen=True, slots=True)
class SwapRounds(Edit):
    """Play two rounds in each other's place; raises Refused (`sheet.no-round`)."""

    one: RoundNumber
    other: RoundNumber

    def __call__(self, movement: Movement) -> Movement:
        check_rounds(movement, self.one, self.other)
        rounds = {r: r for r in range(1, movement.rounds + 1)}
        return _with_rounds(movement, {**rounds, self.one: self.other, self.other: self.one})


@dataclass(frozen=True, slots=True)
class AddRound(Edit):
    """Add an empty round behind the last one; raises Refused (`sheet.too-many-rounds`)."""

    def __call__(self, movement: Movement) -> Movement:
        if movement.rounds >= MOST_ROUNDS:
            raise Refused.of("sheet.too-many-rounds", most=MOST_ROUNDS)
        return replace(movement, rounds=movement.rounds + 1)


@dataclass(frozen=True, slots=True)
class DropRounds(Edit):
    """Leave rounds out; those after them come forward (line 2184), and the last sets go if nobody plays them then.

    Raises Refused (`sheet.no-round`, `sheet.last-round`).
    """

    rounds: tuple[RoundNumber, ...]

    def __call__(self, movement: Movement) -> Movement:
        check_rounds(movement, *self.rounds)
        remaining = [r for r in range(1, movement.rounds + 1) if r not in self.rounds]
        if not remaining:
            raise Refused.of("sheet.last-round")
        shorter = _with_rounds(movement, {r: place for place, r in enumerate(remaining, start=1)})
        return without_idle_numbers(movement, _without_idle_sets(movement, shorter))


@dataclass(frozen=True, slots=True)
class CutAfter(Edit):
    """End play after this round (lines 1285-1295), even if that breaks rules. Raises Refused (`movement.cut.round`)."""

    round: RoundNumber

    def __call__(self, movement: Movement) -> Movement:
        if not 1 <= self.round < movement.rounds:
            raise Refused.of("movement.cut.round", rounds=self.round, most=movement.rounds - 1)
        shorter = _without_idle_sets(movement, shorten_movement(movement, self.round))
        return without_idle_numbers(movement, shorter)


@dataclass(frozen=True, slots=True)
class RotateTables(Edit):
    """Move everything `by` tables up, the last tables to the first."""

    by: int

    def __call__(self, movement: Movement) -> Movement:
        places = {t: wrap(t + self.by, movement.tables) for t in range(1, movement.tables + 1)}
        stands = {places.get(table, table): number for table, number in movement.bye_stands.items()}
        return replace(_with_tables(movement, places), bye_stands=stands)


@dataclass(frozen=True, slots=True)
class SwapTables(Edit):
    """Let two tables change places in all rounds; bye stands stay where they are. Raises Refused (`sheet.no-table`)."""

    one: TableNumber
    other: TableNumber

    def __call__(self, movement: Movement) -> Movement:
        check_tables(movement, self.one, self.other)
        places = {t: t for t in range(1, movement.tables + 1)}
        return _with_tables(movement, {**places, self.one: self.other, self.other: self.one})


@dataclass(frozen=True, slots=True)
class AddTable(Edit):
    """Add an empty table behind the last one; raises Refused (`sheet.too-many-tables`)."""

    def __call__(self, movement: Movement) -> Movement:
        if movement.tables >= MOST_TABLES:
            raise Refused.of("sheet.too-many-tables", most=MOST_TABLES)
        return replace(movement, tables=movement.tables + 1)


@dataclass(frozen=True, slots=True)
class DropTable(Edit):
    """Take a table and who sat only there away; those above it come down one number, a bye stand behind it too.

    Raises Refused (`sheet.no-table`, `sheet.last-table`).
    """

    table: TableNumber

    def __call__(self, movement: Movement) -> Movement:
        check_tables(movement, self.table)
        if movement.tables == 1:
            raise Refused.of("sheet.last-table")
        remaining = [t for t in range(1, movement.tables + 1) if t != self.table]
        places = {t: place for place, t in enumerate(remaining, start=1)}
        stands: dict[TableNumber, int] = {}
        for table, number in movement.bye_stands.items():
            below = wrap(table - 1, movement.tables) if table == self.table else table
            place = places.get(below, below)
            stands[place] = stands.get(place, 0) + number
        smaller = replace(_with_tables(movement, places), bye_stands=stands, tables=len(remaining))
        return without_idle_numbers(movement, _without_idle_sets(movement, smaller), takes_marked=True)


@dataclass(frozen=True, slots=True)
class SetBoards(Edit):
    """Number the boards from `first_board` on, `boards_per_round` in each set; `sets` changes the number of sets.

    Raises Refused: `sheet.boards` for numbers that cannot be, `sheet.sets-used` for fewer sets than are played.
    """

    boards_per_round: int
    first_board: BoardNumber = 1
    sets: int | None = None

    def __call__(self, movement: Movement) -> Movement:
        count = len(movement.board_sets) if self.sets is None else self.sets
        boards, first = self.boards_per_round, self.first_board
        is_possible = 1 <= boards <= _MOST_BOARDS_A_ROUND and first >= 1 and 0 <= count <= MOST_SETS
        if not is_possible or first + count * boards - 1 > _LAST_BOARD:
            raise Refused.of("sheet.boards", boards=boards, first=first, sets=count, most=_MOST_BOARDS_A_ROUND)
        highest = max((meeting.board_set for meeting in movement.meetings), default=0)
        if self.sets is not None and count < highest:
            raise Refused.of("sheet.sets-used", sets=count, highest=highest)
        return replace(movement, board_sets=numbered_sets(count, boards, first))


@dataclass(frozen=True, slots=True)
class SetTableLabel(Edit):
    """Write this on a table's card; an empty label is the table's number. Raises Refused (`sheet.label`)."""

    table: TableNumber
    label: str

    def __call__(self, movement: Movement) -> Movement:
        check_tables(movement, self.table)
        label = self.label.strip()
        if len(label) > _LONGEST_LABEL or label.split() not in ([], [label]) or not label.isprintable():
            raise Refused.of("sheet.label", most=_LONGEST_LABEL)
        labels = {table: old for table, old in movement.table_labels.items() if table != self.table}
        if label not in ("", str(self.table)):
            labels[self.table] = label
        return replace(movement, table_labels=dict(sorted(labels.items())))


@dataclass(frozen=True, slots=True)
class SetByeStand(Edit):
    """A number of sets rest behind a table (towards the next higher one); 0 removes the bye stand.

    Raises Refused (`sheet.no-table`, `sheet.places`).
    """

    table: TableNumber
    places: int

    def __call__(self, movement: Movement) -> Movement:
        check_tables(movement, self.table)
        if not 0 <= self.places <= _MOST_PLACES:
            raise Refused.of("sheet.places", most=_MOST_PLACES)
        stands = {table: places for table, places in movement.bye_stands.items() if table != self.table}
        if self.places:
            stands[self.table] = self.places
        return replace(movement, bye_stands=dict(sorted(stands.items())))


@dataclass(frozen=True, slots=True)
class Declare(Edit):
    """Say what the sheet may do against the general rules, as the checker reads it; an empty value takes it back.

    `name` is one of `verify.DECLARATIONS` (`rematches`, `relays`, `plays`, ...). Raises Refused: `sheet.declaration`
    for another name, `movement.declaration-unreadable`.
    """

    name: str
    value: str

    def __call__(self, movement: Movement) -> Movement:
        if self.name not in DECLARATIONS:
            raise Refused.of("sheet.declaration", name=self.name, known=", ".join(sorted(DECLARATIONS)))
        options = {name: value for name, value in movement.options.items() if name != self.name}
        value = self.value.strip()
        if value:
            options[self.name] = int(value) if value.isascii() and value.isdigit() and len(value) < 5 else value
        changed = replace(movement, options=options)
        _, unreadable = read_declarations(changed)
        Refused.check(fault.problem for fault in unreadable if fault.params["option"] == self.name)
        return changed


def _with_rounds(movement: Movement, places: Places) -> Movement:
    """Returns the sheet with every round in its new place; meetings in rounds beyond the sheet are unchanged."""
    meetings = [
        replace(meeting, round=places.get(meeting.round, meeting.round))
        for meeting in movement.meetings
        if meeting.round in places or not 1 <= meeting.round <= movement.rounds
    ]
    return replace(
        movement,
        rounds=len(places),
        meetings=tuple(sorted(meetings, key=lambda m: (m.round, m.table))),
        arrow_switched=tuple(sorted(places[r] for r in movement.arrow_switched if r in places)),
    )


def _with_tables(movement: Movement, places: Places) -> Movement:
    """Returns the sheet with every table in its new place, its label and what is declared of it too."""
    meetings = [
        replace(meeting, table=places.get(meeting.table, meeting.table))
        for meeting in movement.meetings
        if meeting.table in places or not 1 <= meeting.table <= movement.tables
    ]
    labels = {places[table]: label for table, label in movement.table_labels.items() if table in places}
    options = dict(movement.options)
    for name, moved in (("relays", _moved_relays), ("copies", _moved_copies)):
        if name in options:
            options[name] = moved(str(options[name]), places)
    return replace(
        movement,
        meetings=tuple(sorted(meetings, key=lambda m: (m.round, m.table))),
        table_labels=dict(sorted(labels.items())),
        options=options,
    )


def _moved_relays(written: str, places: Places) -> str:
    words = []
    for word in written.split():
        if RELAY.fullmatch(word) is None:
            words.append(word)
            continue
        group = sorted(places[table] for table in map(int, word.split("+")) if table in places)
        if len(group) > 1:
            words.append("+".join(map(str, group)))
    return " ".join(words) or "none"


def _moved_copies(written: str, places: Places) -> str:
    """Returns the tables of each copy in their new places; raises Refused (`sheet.copies`) where a copy's tables would
    no longer stand in a row."""
    words = []
    for tables in copy_tables(written):
        moved = sorted(places[table] for table in tables if table in places)
        if moved and moved != list(range(moved[0], moved[-1] + 1)):
            raise Refused.of("sheet.copies", copies=written)
        if moved:
            words.append(f"{moved[0]}-{moved[-1]}")
    return " ".join(words)


def _without_idle_sets(before: Movement, after: Movement) -> Movement:
    """Returns `after` without the sets at the end that were played in `before` and no longer are."""
    played_before = {meeting.board_set for meeting in before.meetings}
    played = {meeting.board_set for meeting in after.meetings}
    count = len(after.board_sets)
    while count and count not in played and count in played_before:
        count -= 1
    return replace(after, board_sets=after.board_sets[:count])
