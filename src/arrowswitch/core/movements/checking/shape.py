"""The checker's first pass: does everything a movement names exist, and is each meeting whole.

Part of `verify`; the meetings that pass go on to the checks of play.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import ParamValue
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.checking.faults import Fault, Severity
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber, TableNumber

_ON_A_SIDE = {ContestantKind.PAIR: 1, ContestantKind.TEAM: 1, ContestantKind.PLAYER: 2}


def report(
    movement: Movement,
    code: str,
    severity: Severity = Severity.FAULT,
    *,
    rounds: tuple[RoundNumber, ...] = (),
    tables: tuple[TableNumber, ...] = (),
    contestants: tuple[Number, ...] = (),
    boards: tuple[BoardNumber, ...] = (),
    **params: ParamValue,
) -> Fault:
    """Returns a fault with its places also written out as message parameters, tables by their labels."""
    written: dict[str, ParamValue] = {
        "rounds": ", ".join(map(str, rounds)),
        "tables": ", ".join(map(movement.label, tables)),
        "contestants": ", ".join(contestants),
        "boards": ", ".join(map(str, boards)),
    }
    return Fault(
        code=code,
        severity=severity,
        rounds=rounds,
        tables=tables,
        contestants=contestants,
        boards=boards,
        params={**written, **params},
    )


def sound_meetings(movement: Movement) -> tuple[Meeting, ...]:
    """Returns the meetings that name an existing round, table and set and have contestants on both sides."""
    rounds, tables, sets = movement.rounds, movement.tables, len(movement.board_sets)
    return tuple(
        [
            meeting
            for meeting in movement.meetings
            if 1 <= meeting.round <= rounds
            and 1 <= meeting.table <= tables
            and 1 <= meeting.board_set <= sets
            and meeting.ns
            and meeting.ew
        ]
    )


def shape_faults(movement: Movement) -> Iterator[Fault]:
    """Yields the faults of items that do not exist, are named twice or are missing."""
    yield from _meeting_faults(movement)
    yield from _contestant_faults(movement)
    yield from _set_faults(movement)
    yield from _label_faults(movement)


def _meeting_faults(movement: Movement) -> Iterator[Fault]:
    contestants = set(movement.contestants)
    size = _ON_A_SIDE[movement.kind]
    for meeting in movement.meetings:
        rounds, tables = (meeting.round,), (meeting.table,)
        if not 1 <= meeting.round <= movement.rounds:
            yield report(movement, "movement.round-unknown", rounds=rounds, tables=tables, most=movement.rounds)
        if not 1 <= meeting.table <= movement.tables:
            yield report(movement, "movement.table-unknown", rounds=rounds, tables=tables, most=movement.tables)
        if not 1 <= meeting.board_set <= len(movement.board_sets):
            place, most = meeting.board_set, len(movement.board_sets)
            yield report(movement, "movement.set-unknown", rounds=rounds, tables=tables, set=place, most=most)
        for side, numbers in (("N-S", meeting.ns), ("E-W", meeting.ew)):
            if not numbers:
                yield report(movement, "movement.side-empty", rounds=rounds, tables=tables, side=side)
            elif len(numbers) != size:
                code = "movement.side-size"
                yield report(movement, code, rounds=rounds, tables=tables, contestants=numbers, side=side, needed=size)
        everybody = meeting.contestants
        if contestants.issuperset(everybody) and len(set(everybody)) == len(everybody):
            continue
        for number, count in Counter(everybody).items():
            if number not in contestants:
                yield report(movement, "movement.number-unknown", rounds=rounds, tables=tables, contestants=(number,))
            if count > 1:
                yield report(movement, "movement.met-itself", rounds=rounds, tables=tables, contestants=(number,))


def _contestant_faults(movement: Movement) -> Iterator[Fault]:
    contestants = set(movement.contestants)
    for number, count in Counter(movement.contestants).items():
        if count > 1:
            yield report(movement, "movement.number-twice", contestants=(number,))
    in_fields = Counter(number for group in movement.fields for number in group)
    misplaced = [number for number in movement.contestants if in_fields[number] != 1]
    misplaced += [number for number in in_fields if number not in contestants]
    if misplaced:
        yield report(movement, "movement.fields-differ", contestants=tuple(misplaced))
    if movement.phantom is not None and movement.phantom not in contestants:
        yield report(movement, "movement.number-unknown", contestants=(movement.phantom,))
    for number in movement.stationary:
        if number not in contestants:
            yield report(movement, "movement.number-unknown", contestants=(number,))


def _set_faults(movement: Movement) -> Iterator[Fault]:
    seen: Counter[BoardNumber] = Counter()
    for place, boards in enumerate(movement.board_sets, start=1):
        seen.update(boards)
        if not boards:
            yield report(movement, "movement.set-empty", set=place)
        wrong = tuple(board for board in boards if board < 1)
        if wrong:
            yield report(movement, "movement.board-number", boards=wrong, set=place)
    twice = tuple(sorted(board for board, count in seen.items() if count > 1))
    if twice:
        yield report(movement, "movement.board-in-two-sets", boards=twice)
    sizes = sorted({len(boards) for boards in movement.board_sets})
    if len(sizes) > 1:
        yield report(movement, "movement.sets-differ", Severity.NOTICE, least=sizes[0], most=sizes[-1])


def _label_faults(movement: Movement) -> Iterator[Fault]:
    for table in movement.table_labels:
        if not 1 <= table <= movement.tables:
            yield report(movement, "movement.label-without-table", tables=(table,), most=movement.tables)
    labels = Counter(movement.label(table) for table in range(1, movement.tables + 1))
    for label, count in labels.items():
        if count > 1:
            same = tuple(t for t in range(1, movement.tables + 1) if movement.label(t) == label)
            yield report(movement, "movement.label-twice", tables=same, label=label)
