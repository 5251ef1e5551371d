"""The sheet of a Swiss: matches of teams and pairs, and triangles in one round and over two."""

from __future__ import annotations

from collections import Counter

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.movements.checking.shape import shape_faults
from arrowswitch.core.movements.checking.verify import is_sound
from arrowswitch.core.movements.families.drawn import (
    KNOCKOUT,
    is_drawn,
    match_meetings,
    on_fresh_boards,
    swiss,
    triangle_begun,
    triangle_ended,
    triangle_in_one,
    with_contestants,
    with_round,
)
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.model import Movement

A, B, C = Number("7"), Number("8"), Number("9")
THREE = (A, B, C)


def sheet(count: int = 9, kind: ContestantKind = ContestantKind.TEAM) -> Movement:
    return swiss(kind, [Number(str(n)) for n in range(1, count + 1)], 4, 8)


def count_compared(movement: Movement) -> Counter[frozenset[Number]]:
    """Counts the boards that two teams have both ways round, on the same boards."""
    halves = {(m.ns[0], m.ew[0], board) for m in movement.meetings for board in movement.boards_of(m)}
    return Counter(frozenset((ns, ew)) for ns, ew, board in halves if ns < ew and (ew, ns, board) in halves)


def boards_twice(movement: Movement) -> list[tuple[Number, str, int]]:
    """Returns the contestants that play a board twice in one direction, with the side and the board."""
    seats = [(n, side, board) for m in movement.meetings for board in movement.boards_of(m)
             for n, side in ((m.ns[0], "NS"), (m.ew[0], "EW"))]  # fmt: skip
    return [seat for seat, times in Counter(seats).items() if times > 1]


def test_an_empty_sheet_has_nothing_wrong_in_its_shape() -> None:
    assert not list(shape_faults(sheet()))
    assert sheet().board_sets[3] == tuple(range(25, 33))


def test_a_match_of_teams_and_one_of_pairs() -> None:
    """R-267: all play the same boards in a round; a match of teams is a home and an away table."""
    teams = match_meetings(ContestantKind.TEAM, 1, A, B, (1, 2))
    assert [(m.table, m.ns, m.ew, m.board_set) for m in teams] == [(1, (A,), (B,), 1), (2, (B,), (A,), 1)]
    pairs = match_meetings(ContestantKind.PAIR, 2, A, B, (5,))
    assert [(m.round, m.table, m.ns, m.ew, m.board_set) for m in pairs] == [(2, 5, (A,), (B,), 2)]


def test_a_drawn_round_is_sound() -> None:
    movement = sheet(4)
    pair = Number("1"), Number("2")
    other = Number("3"), Number("4")
    meetings = (
        *match_meetings(ContestantKind.TEAM, 1, *pair, (1, 2)),
        *match_meetings(ContestantKind.TEAM, 1, *other, (3, 4)),
    )
    drawn = with_round(movement, 1, meetings, movement.board_sets)
    assert is_sound(drawn)
    assert drawn.options["rounds_drawn"] == 1


def test_a_triangle_in_one_round() -> None:
    """R-264: 9 teams, 8 boards a round: in the triangle everybody plays 4 boards against each of the two others."""
    movement = sheet()
    halves = triangle_in_one(movement, 1, THREE, 7)
    drawn = with_round(movement, 1, halves.meetings, halves.board_sets)
    assert count_compared(drawn) == {frozenset((A, B)): 4, frozenset((B, C)): 4, frozenset((A, C)): 4}
    assert boards_twice(drawn) == []
    assert {m.table for m in halves.meetings} == {7, 8, 9, 10, 11, 12}
    assert {fault.code for fault in shape_faults(drawn)} == {"movement.board-in-two-sets", "movement.sets-differ"}


def test_a_triangle_over_two_rounds() -> None:
    """R-264: the other way everybody plays all 8 boards against both, over two rounds."""
    movement = sheet()
    begun = triangle_begun(movement, 1, THREE, 7)
    half = with_round(movement, 1, begun.meetings, begun.board_sets)
    assert not count_compared(half)
    ended = triangle_ended(half, 2, THREE, 7)
    drawn = with_round(half, 2, ended.meetings, ended.board_sets)
    assert count_compared(drawn) == {frozenset((A, B)): 8, frozenset((B, C)): 8, frozenset((A, C)): 8}
    assert boards_twice(drawn) == []
    assert Counter(m.round for m in drawn.meetings) == {1: 3, 2: 3}


def test_fresh_boards_after_half_a_triangle() -> None:
    """R-264, R-268: A has left after the first half; B has played the boards of round 2 in it, and C further ones: B's
    match of round 2 is on fresh boards at both tables, that of C on the boards of the round like all others."""
    movement = sheet()
    begun = triangle_begun(movement, 1, THREE, 7)
    half = with_round(movement, 1, begun.meetings, begun.board_sets)
    played = {
        number: {b for m in half.meetings if number in m.contestants for b in half.boards_of(m)} for number in (B, C)
    }
    groups = [match_meetings(ContestantKind.TEAM, 2, number, Number(n), (1, 2)) for n, number in (("1", B), ("2", C))]
    meetings, sets = on_fresh_boards(half, groups, half.board_sets)
    for number in (B, C):
        own = [m for m in meetings if number in m.contestants]
        assert len(own) == 2
        assert played[number].isdisjoint(b for m in own for b in sets[m.board_set - 1])
        assert {len(sets[m.board_set - 1]) for m in own} == {8}
    others = match_meetings(ContestantKind.TEAM, 2, Number("3"), Number("4"), (5, 6))
    assert on_fresh_boards(half, [others], half.board_sets) == (others, half.board_sets)


def test_late_joiners_and_those_who_have_left() -> None:
    """A contestant that has played stays on the sheet, others may leave it, and a late entry joins."""
    movement = sheet(4)
    drawn = with_round(
        movement, 1, match_meetings(ContestantKind.TEAM, 1, Number("1"), Number("2"), (1, 2)), movement.board_sets
    )
    changed = with_contestants(drawn, [Number("3"), Number("10")])
    assert changed.contestants == ("1", "2", "3", "10")
    assert changed.fields == (changed.contestants,)


def test_families_that_are_drawn() -> None:
    """A knockout's sheet grows by a round at a time; a Howell is no drawn sheet, nor is no sheet at all."""
    bracket = swiss(ContestantKind.TEAM, [Number("1"), Number("2")], 1, 8, family=KNOCKOUT)
    later = match_meetings(ContestantKind.TEAM, 2, Number("1"), Number("2"), (1, 2))
    grown = with_round(bracket, 2, later, (*bracket.board_sets, tuple(range(9, 17))))
    assert (grown.rounds, is_drawn(grown)) == (2, True)
    assert not is_drawn(None)
    assert not is_drawn(make("howell", tables=4))
