"""Edits of single cells: filling, emptying, turning the arrow."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.board_sets import numbered_sets, usual_boards_per_round
from arrowswitch.core.movements.editing.edits import Edit
from arrowswitch.core.movements.editing.settle import (
    MOST_CONTESTANTS,
    MOST_SETS,
    check_rounds,
    check_tables,
    join_numbers,
)
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber, SetNumber, TableNumber
from arrowswitch.core.movements.typed import is_number_text, short

_MOST_ON_A_SIDE = 2


@dataclass(frozen=True, slots=True)
class SetCell(Edit):
    """Fill one table in one round. A side may be left empty in a half-filled grid.

    A number that the sheet does not have joins its contestants; a set above the last one adds sets up to it, numbered
    on. Raises Refused (`sheet.no-round`, `sheet.set`, `sheet.side`, ...).
    """

    round: RoundNumber
    table: TableNumber
    ns: tuple[Number, ...]
    ew: tuple[Number, ...]
    board_set: SetNumber

    def __call__(self, movement: Movement) -> Movement:
        check_rounds(movement, self.round)
        check_tables(movement, self.table)
        if not 1 <= self.board_set <= MOST_SETS:
            raise Refused.of("sheet.set", set=self.board_set, most=MOST_SETS)
        for side in (self.ns, self.ew):
            if len(side) > _MOST_ON_A_SIDE or not all(map(is_number_text, side)):
                raise Refused.of("sheet.side", numbers=short(" ".join(map(str, side))))
        meeting = Meeting(
            round=self.round, table=self.table, ns=tuple(self.ns), ew=tuple(self.ew), board_set=self.board_set
        )
        wider = with_sets(with_numbers(movement, meeting), self.board_set)
        return without_idle_numbers(movement, fill_cell(wider, meeting))


@dataclass(frozen=True, slots=True)
class ClearCell(Edit):
    """Leave one table empty in one round; a number that loses its last place leaves the sheet."""

    round: RoundNumber
    table: TableNumber

    def __call__(self, movement: Movement) -> Movement:
        check_rounds(movement, self.round)
        check_tables(movement, self.table)
        others = tuple(m for m in movement.meetings if (m.round, m.table) != (self.round, self.table))
        return without_idle_numbers(movement, replace(movement, meetings=others))


@dataclass(frozen=True, slots=True)
class TurnArrow(Edit):
    """Let both sides change seats, at one table or in the whole round."""

    round: RoundNumber
    table: TableNumber | None = None

    def __call__(self, movement: Movement) -> Movement:
        check_rounds(movement, self.round)
        if self.table is not None:
            check_tables(movement, self.table)
        meetings = tuple(
            replace(m, ns=m.ew, ew=m.ns) if m.round == self.round and self.table in (None, m.table) else m
            for m in movement.meetings
        )
        switched = movement.arrow_switched
        if self.table is None:
            switched = tuple(sorted(set(switched) ^ {self.round}))
        return replace(movement, meetings=meetings, arrow_switched=switched)


def with_sets(movement: Movement, last: SetNumber) -> Movement:
    """Returns the sheet with board sets up to set `last`; those that are new are numbered on from the last board."""
    missing = last - len(movement.board_sets)
    if missing <= 0:
        return movement
    boards = movement.boards_per_round or usual_boards_per_round(movement.rounds)
    highest = max((board for boards in movement.board_sets for board in boards), default=0)
    return replace(movement, board_sets=(*movement.board_sets, *numbered_sets(missing, boards, highest + 1)))


def with_numbers(movement: Movement, meeting: Meeting) -> Movement:
    """Returns the sheet with the numbers of a meeting among its contestants, each in the field of its side.

    Raises Refused (`sheet.too-many-numbers`).
    """
    fresh = [number for number in dict.fromkeys(meeting.contestants) if number not in movement.contestants]
    if not fresh:
        return movement
    if len(movement.contestants) + len(fresh) > MOST_CONTESTANTS:
        raise Refused.of("sheet.too-many-numbers", most=MOST_CONTESTANTS)
    fields = list(movement.fields) or [()]
    for number in fresh:
        place = 0 if len(fields) == 1 or number in meeting.ns else 1
        fields[place] = join_numbers(fields[place], [number])
    return replace(movement, contestants=join_numbers(movement.contestants, fresh), fields=tuple(fields))


def without_idle_numbers(before: Movement, after: Movement, *, takes_marked: bool = False) -> Movement:
    """Returns `after` without the numbers that sat somewhere in `before` and now sit nowhere.

    Unless `takes_marked`, the phantom and stationary numbers stay, and the checker tells that they never play.
    """
    gone = _list_numbers(before.meetings) - _list_numbers(after.meetings)
    if not takes_marked:
        gone -= {after.phantom, *after.stationary}
    if not gone:
        return after
    return replace(
        after,
        contestants=tuple(number for number in after.contestants if number not in gone),
        fields=tuple(tuple(number for number in group if number not in gone) for group in after.fields),
        stationary=tuple(number for number in after.stationary if number not in gone),
        phantom=None if after.phantom in gone else after.phantom,
    )


def fill_cell(movement: Movement, meeting: Meeting) -> Movement:
    """Returns the sheet with a meeting in its cell, in the place of what was there."""
    place = meeting.round, meeting.table
    meetings: list[Meeting] = []
    is_placed = False
    for old in movement.meetings:
        if (old.round, old.table) != place:
            meetings.append(old)
        elif not is_placed:
            meetings.append(meeting)
            is_placed = True
    if not is_placed:
        meetings = sorted([*meetings, meeting], key=lambda m: (m.round, m.table))
    return replace(movement, meetings=tuple(meetings))


def _list_numbers(meetings: Iterable[Meeting]) -> set[Number]:
    return {number for meeting in meetings for number in meeting.contestants}
