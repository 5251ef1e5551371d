"""The single changes that a repair is made of: a number in a seat, a board set, an exchange, an empty table filled.

Each is a change of one or two cells (`clashes.Changes`), as a director would make it with a pencil.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice, permutations

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.movements.mending.clashes import Changes, ClashCounter, Place
from arrowswitch.core.movements.model import Meeting

_AT_A_TABLE = {ContestantKind.PAIR: 2, ContestantKind.TEAM: 2, ContestantKind.PLAYER: 4}
_MOST_FILLINGS = 800
"""An empty table is filled in at most this many ways: four of five players without a table, in 6 sets."""
_MOST_EMPTY = 3
"""A round with more empty tables than this is not filled: its sheet is still being typed."""
_REWRITTEN = 4
"""In this many cells, those with the most clashes, a number and the boards are changed at once."""


def single_changes(counter: ClashCounter, changes: Changes, suspects: Sequence[Place]) -> Iterator[Changes]:
    """Yields changes of one or two more cells of the changed sheet, each of at least one cell in `suspects`."""
    for rank, place in enumerate(suspects):
        meeting = counter.cell(place, changes)
        if meeting is None:
            yield from fillings(counter, changes, place)
            continue
        yield from _other_numbers(counter, changes, meeting)
        yield from _exchanged_numbers(counter, changes, meeting)
        yield from _other_sets(counter, changes, meeting)
        yield {place: replace(meeting, ns=meeting.ew, ew=meeting.ns)}
        if len(counter.in_round(meeting.round, changes)) > counter.filled_tables:
            yield {place: None}
        if rank < _REWRITTEN:
            yield from _rewritings(counter, changes, meeting)
    for at, place in enumerate(suspects):
        here = counter.cell(place, changes)
        for other in suspects[at + 1 :]:
            there = counter.cell(other, changes)
            yield {place: _move_meeting(there, place), other: _move_meeting(here, other)}


def _rewritings(counter: ClashCounter, changes: Changes, meeting: Meeting) -> Iterator[Changes]:
    """Yields a number without a table in the place of one that sits here, on other boards."""
    for change in _other_numbers(counter, changes, meeting):
        for place, other in change.items():
            if other is not None:
                sets = range(1, len(counter.movement.board_sets) + 1)
                yield from ({place: replace(other, board_set=one)} for one in sets if one != meeting.board_set)


def fillings(counter: ClashCounter, changes: Changes, place: Place) -> Iterator[Changes]:
    """Yields an empty table with numbers that have none, on each set; sets used elsewhere in the round come last."""
    movement = counter.movement
    round_number, table = place
    here = counter.in_round(round_number, changes)
    if not 0 < counter.filled_tables - len(here) <= _MOST_EMPTY:
        return
    size = _AT_A_TABLE[movement.kind]
    elsewhere = {meeting.board_set for meeting in here}
    sets = sorted(range(1, len(movement.board_sets) + 1), key=lambda one: one in elsewhere)
    north_south = counter.idle(round_number, "NS", changes)
    if movement.kind is ContestantKind.TEAM:
        east_west = counter.idle(round_number, "EW", changes)
        seated: list[tuple[Number, ...]] = [(ns, ew) for ns in north_south for ew in east_west if ns != ew]
    else:
        seated = list(islice(permutations(north_south, size), _MOST_FILLINGS))
    half = size // 2
    ways = (
        Meeting(round=round_number, table=table, ns=numbers[:half], ew=numbers[half:], board_set=board_set)
        for numbers in seated
        for board_set in sets
    )
    yield from ({place: meeting} for meeting in islice(ways, _MOST_FILLINGS))


def _other_numbers(counter: ClashCounter, changes: Changes, meeting: Meeting) -> Iterator[Changes]:
    """Yields a number without a table in the place of one that sits here."""
    for seat in range(len(meeting.contestants)):
        side = "NS" if seat < len(meeting.ns) else "EW"
        for number in counter.idle(meeting.round, side, changes):
            yield {(meeting.round, meeting.table): _with_number(meeting, seat, number)}


def _exchanged_numbers(counter: ClashCounter, changes: Changes, meeting: Meeting) -> Iterator[Changes]:
    """Yields each number here exchanged with each at another table of the round."""
    for other in counter.in_round(meeting.round, changes):
        if other.table == meeting.table:
            continue
        for seat, number in enumerate(meeting.contestants):
            for other_seat, other_number in enumerate(other.contestants):
                yield {
                    (meeting.round, meeting.table): _with_number(meeting, seat, other_number),
                    (other.round, other.table): _with_number(other, other_seat, number),
                }


def _other_sets(counter: ClashCounter, changes: Changes, meeting: Meeting) -> Iterator[Changes]:
    """Yields other boards for the table, and its boards exchanged with each table of the round."""
    place = meeting.round, meeting.table
    for board_set in range(1, len(counter.movement.board_sets) + 1):
        if board_set != meeting.board_set:
            yield {place: replace(meeting, board_set=board_set)}
    for other in counter.in_round(meeting.round, changes):
        if other.board_set != meeting.board_set:
            yield {
                place: replace(meeting, board_set=other.board_set),
                (other.round, other.table): replace(other, board_set=meeting.board_set),
            }


def _with_number(meeting: Meeting, seat: int, number: Number) -> Meeting:
    seated = [*meeting.contestants]
    seated[seat] = number
    return _seat_numbers(meeting, seated)


def _seat_numbers(meeting: Meeting, numbers: Sequence[Number]) -> Meeting:
    half = len(meeting.ns)
    return replace(meeting, ns=tuple(numbers[:half]), ew=tuple(numbers[half:]))


def _move_meeting(meeting: Meeting | None, place: Place) -> Meeting | None:
    return None if meeting is None else replace(meeting, round=place[0], table=place[1])
