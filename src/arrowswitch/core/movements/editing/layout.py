"""Edits of whole rounds and tables, of the boards, and of what the sheet says about itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.board_sets import numbered_sets
from arrowswitch.core.movements.checking.declared import DECLARATIONS, RELAY, read_declarations
from arrowswitch.core.movements.editing.cells import without_idle_numbers
from arrowswitch.core.movements.editing.edits import (
    AddRound,
    AddTable,
    CutAfter,
    Declare,
    DropRounds,
    DropTable,
    RotateRounds,
    RotateTables,
    SetBoards,
    SetByeStand,
    SetTableLabel,
    StartInRound,
    SwapRounds,
    SwapTables,
)
from arrowswitch.core.movements.editing.settle import MOST_ROUNDS, MOST_SETS, MOST_TABLES, check_rounds, check_tables
from arrowswitch.core.movements.model import Movement, TableNumber, copy_tables
from arrowswitch.core.movements.recovery.cuts import shortened
from arrowswitch.core.movements.rules.mitchell_rules import wrap

_MOST_BOARDS_A_ROUND = 99
_LAST_BOARD = 9_999
_MOST_PLACES = 99
_LONGEST_LABEL = 12

Places = Mapping[int, int]
"""For each round or table its new number; one that is left out is dropped."""


def rotate_rounds(movement: Movement, edit: RotateRounds) -> Movement:
    """Returns the sheet with its rounds moved on round their ring."""
    rounds = range(1, movement.rounds + 1)
    return _with_rounds(movement, {r: wrap(r + edit.by, movement.rounds) for r in rounds})


def start_in_round(movement: Movement, edit: StartInRound) -> Movement:
    """Returns the sheet that begins with a later round."""
    check_rounds(movement, edit.round)
    return rotate_rounds(movement, RotateRounds(1 - edit.round))


def swap_rounds(movement: Movement, edit: SwapRounds) -> Movement:
    """Returns the sheet with two rounds in each other's place."""
    check_rounds(movement, edit.one, edit.other)
    rounds = {r: r for r in range(1, movement.rounds + 1)}
    return _with_rounds(movement, {**rounds, edit.one: edit.other, edit.other: edit.one})


def add_round(movement: Movement, edit: AddRound) -> Movement:
    """Returns the sheet with an empty round at its end; raises Refused (`sheet.too-many-rounds`)."""
    if movement.rounds >= MOST_ROUNDS:
        raise Refused.of("sheet.too-many-rounds", most=MOST_ROUNDS)
    return replace(movement, rounds=movement.rounds + 1)


def drop_rounds(movement: Movement, edit: DropRounds) -> Movement:
    """Returns the sheet without some rounds, and without the last sets if nobody plays them then.

    Raises Refused (`sheet.no-round`, `sheet.last-round`).
    """
    check_rounds(movement, *edit.rounds)
    kept = [r for r in range(1, movement.rounds + 1) if r not in edit.rounds]
    if not kept:
        raise Refused.of("sheet.last-round")
    shorter = _with_rounds(movement, {r: place for place, r in enumerate(kept, start=1)})
    return without_idle_numbers(movement, _without_idle_sets(movement, shorter))


def cut_after(movement: Movement, edit: CutAfter) -> Movement:
    """Returns the sheet ended after a round, whatever that breaks; raises Refused (`movement.cut.round`)."""
    if not 1 <= edit.round < movement.rounds:
        raise Refused.of("movement.cut.round", rounds=edit.round, most=movement.rounds - 1)
    shorter = _without_idle_sets(movement, shortened(movement, edit.round))
    return without_idle_numbers(movement, shorter)


def rotate_tables(movement: Movement, edit: RotateTables) -> Movement:
    """Returns the sheet with everything moved up round the ring of tables."""
    places = {t: wrap(t + edit.by, movement.tables) for t in range(1, movement.tables + 1)}
    stands = {places.get(table, table): number for table, number in movement.bye_stands.items()}
    return replace(_with_tables(movement, places), bye_stands=stands)


def swap_tables(movement: Movement, edit: SwapTables) -> Movement:
    """Returns the sheet with two tables in each other's place; bye stands stay where they are."""
    check_tables(movement, edit.one, edit.other)
    places = {t: t for t in range(1, movement.tables + 1)}
    return _with_tables(movement, {**places, edit.one: edit.other, edit.other: edit.one})


def add_table(movement: Movement, edit: AddTable) -> Movement:
    """Returns the sheet with an empty table behind the last one; raises Refused (`sheet.too-many-tables`)."""
    if movement.tables >= MOST_TABLES:
        raise Refused.of("sheet.too-many-tables", most=MOST_TABLES)
    return replace(movement, tables=movement.tables + 1)


def drop_table(movement: Movement, edit: DropTable) -> Movement:
    """Returns the sheet without a table and who sat only there; a bye stand behind it is then behind the table below.

    Raises Refused (`sheet.no-table`, `sheet.last-table`).
    """
    check_tables(movement, edit.table)
    if movement.tables == 1:
        raise Refused.of("sheet.last-table")
    kept = [t for t in range(1, movement.tables + 1) if t != edit.table]
    places = {t: place for place, t in enumerate(kept, start=1)}
    stands: dict[TableNumber, int] = {}
    for table, number in movement.bye_stands.items():
        below = wrap(table - 1, movement.tables) if table == edit.table else table
        place = places.get(below, below)
        stands[place] = stands.get(place, 0) + number
    smaller = replace(_with_tables(movement, places), bye_stands=stands, tables=len(kept))
    return without_idle_numbers(movement, _without_idle_sets(movement, smaller), takes_marked=True)


def set_boards(movement: Movement, edit: SetBoards) -> Movement:
    """Returns the sheet with its boards numbered anew.

    Raises Refused: `sheet.boards` for numbers that cannot be, `sheet.sets-used` for fewer sets than are played.
    """
    count = len(movement.board_sets) if edit.sets is None else edit.sets
    boards, first = edit.boards_per_round, edit.first_board
    is_possible = 1 <= boards <= _MOST_BOARDS_A_ROUND and first >= 1 and 0 <= count <= MOST_SETS
    if not is_possible or first + count * boards - 1 > _LAST_BOARD:
        raise Refused.of("sheet.boards", boards=boards, first=first, sets=count, most=_MOST_BOARDS_A_ROUND)
    highest = max((meeting.board_set for meeting in movement.meetings), default=0)
    if edit.sets is not None and count < highest:
        raise Refused.of("sheet.sets-used", sets=count, highest=highest)
    return replace(movement, board_sets=numbered_sets(count, boards, first))


def set_table_label(movement: Movement, edit: SetTableLabel) -> Movement:
    """Returns the sheet with another label on a table's card; raises Refused (`sheet.label`)."""
    check_tables(movement, edit.table)
    label = edit.label.strip()
    if len(label) > _LONGEST_LABEL or label.split() not in ([], [label]) or not label.isprintable():
        raise Refused.of("sheet.label", most=_LONGEST_LABEL)
    labels = {table: old for table, old in movement.table_labels.items() if table != edit.table}
    if label not in ("", str(edit.table)):
        labels[edit.table] = label
    return replace(movement, table_labels=dict(sorted(labels.items())))


def set_bye_stand(movement: Movement, edit: SetByeStand) -> Movement:
    """Returns the sheet with so many places for resting sets behind a table; raises Refused (`sheet.places`)."""
    check_tables(movement, edit.table)
    if not 0 <= edit.places <= _MOST_PLACES:
        raise Refused.of("sheet.places", most=_MOST_PLACES)
    stands = {table: places for table, places in movement.bye_stands.items() if table != edit.table}
    if edit.places:
        stands[edit.table] = edit.places
    return replace(movement, bye_stands=dict(sorted(stands.items())))


def declare(movement: Movement, edit: Declare) -> Movement:
    """Returns the sheet with a declaration to the checker made, changed or taken back.

    Raises Refused: `sheet.declaration` for a name that is none, `movement.declaration-unreadable`.
    """
    if edit.name not in DECLARATIONS:
        raise Refused.of("sheet.declaration", name=edit.name, known=", ".join(sorted(DECLARATIONS)))
    options = {name: value for name, value in movement.options.items() if name != edit.name}
    value = edit.value.strip()
    if value:
        options[edit.name] = int(value) if value.isascii() and value.isdigit() and len(value) < 5 else value
    changed = replace(movement, options=options)
    _, unreadable = read_declarations(changed)
    Refused.check(fault.problem for fault in unreadable if fault.params["option"] == edit.name)
    return changed


def _with_rounds(movement: Movement, places: Places) -> Movement:
    """Returns the sheet with every round in its new place; what stands in rounds beyond the sheet is left as it is."""
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
