"""A repair in words: what a director would do with a pencil, cell by cell, exchanges said as exchanges."""

from __future__ import annotations

from itertools import combinations

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import ParamValue, Problem
from arrowswitch.core.movements.cells import format_cell
from arrowswitch.core.movements.mending.clashes import Changes, Place
from arrowswitch.core.movements.model import Meeting, Movement, SetNumber


def words_of_changes(movement: Movement, changes: Changes) -> tuple[Problem, ...]:
    """Returns a message for each thing to change (`sheet.repair.*`), in the order of rounds and tables."""
    left = dict(sorted(changes.items(), key=lambda item: item[0]))
    words: list[Problem] = []
    for place, other in combinations(list(left), 2):
        if place in left and other in left:
            exchange = _exchange(movement, place, other, left)
            if exchange is not None:
                words.append(exchange)
                del left[place], left[other]
    words += (_cell_words(movement, place, after) for place, after in left.items())
    return tuple(words)


def _exchange(movement: Movement, place: Place, other: Place, changes: Changes) -> Problem | None:
    """Returns the message of two cells that exchange a number, their boards or everything; None if they do not."""
    first, second = movement.at(*place), movement.at(*other)
    new_first, new_second = changes[place], changes[other]
    if first is None or second is None or new_first is None or new_second is None:
        return None
    places: dict[str, ParamValue] = {
        "round": place[0],
        "table": movement.label(place[1]),
        "other_round": other[0],
        "other_table": movement.label(other[1]),
    }
    if _content(new_first) == _content(second) and _content(new_second) == _content(first):
        return Problem("sheet.repair.exchange-tables", places)
    if place[0] != other[0]:
        return None
    seats, other_seats = _differing(first, new_first), _differing(second, new_second)
    has_exchanged_boards = (new_first.board_set, new_second.board_set) == (second.board_set, first.board_set)
    if not seats and not other_seats and has_exchanged_boards:
        return Problem(
            "sheet.repair.exchange-boards", {**places, "set": first.board_set, "other_set": second.board_set}
        )
    has_same_boards = (new_first.board_set, new_second.board_set) == (first.board_set, second.board_set)
    if has_same_boards and len(seats) == len(other_seats) == 1 and seats[0] == other_seats[0][::-1]:
        return Problem("sheet.repair.exchange-numbers", {**places, "first": seats[0][0], "second": seats[0][1]})
    return None


def _cell_words(movement: Movement, place: Place, after: Meeting | None) -> Problem:
    """Returns the message of one changed cell."""
    before = movement.at(*place)
    at: dict[str, ParamValue] = {"round": place[0], "table": movement.label(place[1])}
    if after is None:
        return Problem("sheet.repair.empty", at)
    boards = ", ".join(map(str, movement.boards_of(after)))
    cell = format_cell(movement, after)
    if before is None:
        return Problem("sheet.repair.fill", {**at, "cell": cell, "boards": boards})
    has_same_boards = after.board_set == before.board_set
    if (after.ns, after.ew) == (before.ew, before.ns) and has_same_boards:
        return Problem("sheet.repair.turn", at)
    seats = _differing(before, after)
    if not seats:
        return Problem("sheet.repair.boards", {**at, "old": before.board_set, "new": after.board_set, "boards": boards})
    if len(seats) == 1 and has_same_boards:
        return Problem("sheet.repair.number", {**at, "old": seats[0][0], "new": seats[0][1]})
    return Problem("sheet.repair.rewrite", {**at, "old": format_cell(movement, before), "cell": cell, "boards": boards})


def _content(meeting: Meeting) -> tuple[tuple[Number, ...], tuple[Number, ...], SetNumber]:
    return meeting.ns, meeting.ew, meeting.board_set


def _differing(before: Meeting, after: Meeting) -> list[tuple[Number, Number]]:
    """Returns the seats with another number, each as (old, new); seats that only one has do not count."""
    seats = zip(before.contestants, after.contestants, strict=False)
    return [(old, new) for old, new in seats if old != new]
