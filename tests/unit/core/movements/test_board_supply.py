"""Copies of the boards of a round, and the relay that takes fewer."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.movements.families.drawn import match_meetings, swiss, triangle_in_one, with_round
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.guide.board_supply import BoardSupply, board_supply
from tests.tables import for_each


def test_eight_tables_and_eight_boards() -> None:
    """R-269: eight copies, or one that is relayed: table 1 begins with board 1, table 8 with board 8."""
    sheet = swiss(ContestantKind.PAIR, [Number(str(n)) for n in range(1, 17)], 3, 8)
    meetings = [
        meeting
        for table in range(1, 9)
        for meeting in match_meetings(ContestantKind.PAIR, 1, Number(f"{table}"), Number(f"{table + 8}"), (table,))
    ]
    (supply,) = board_supply(with_round(sheet, 1, meetings, sheet.board_sets), 1)
    assert (supply.copies, supply.least, supply.relay) == (8, 1, (tuple(range(1, 9)),))
    assert supply.order_at(1) == tuple(range(1, 9))
    assert supply.order_at(8) == (8, *range(1, 8))


@for_each("tables, boards", [(8, 8), (7, 8), (9, 8), (20, 6), (30, 8), (3, 7), (1, 4), (16, 2)])
def test_nobody_waits_for_a_board_of_the_relay(tables: int, boards: int) -> None:
    """R-269: at every step the tables of a group have different boards, every table plays each once, and the copies are
    as few as the boards allow."""
    supply = BoardSupply(tuple(range(1, boards + 1)), tuple(range(1, tables + 1)))
    assert sum(map(len, supply.relay), 0) == tables
    assert len(supply.relay) == supply.least
    for group in supply.relay:
        assert len(group) <= boards
        orders = [supply.order_at(table) for table in group]
        assert all(len({order[step] for order in orders}) == len(group) for step in range(boards))
        assert all(set(order) == set(supply.boards) for order in orders)
        for table, before in zip(group[1:], group, strict=False):
            assert supply.order_at(before)[1:] == supply.order_at(table)[:-1]


def test_a_triangle_has_sets_of_its_own() -> None:
    """R-269, R-264: a set of a triangle goes from a table of the first half to one of the second, in addition to the
    boards of the round at the others; without its first table it is needed at the second only."""
    sheet = swiss(ContestantKind.TEAM, [Number(str(n)) for n in range(1, 8)], 3, 8)
    triangle = triangle_in_one(sheet, 1, [Number("5"), Number("6"), Number("7")], 5)
    matches = [
        *match_meetings(ContestantKind.TEAM, 1, Number("1"), Number("3"), (1, 2)),
        *match_meetings(ContestantKind.TEAM, 1, Number("2"), Number("4"), (3, 4)),
    ]
    drawn = with_round(sheet, 1, (*matches, *triangle.meetings), triangle.board_sets)
    assert [(len(one.boards), one.tables, one.later) for one in board_supply(drawn, 1)] == [
        (8, (1, 2, 3, 4), ()),
        (4, (5,), (9,)),
        (4, (6,), (10,)),
        (4, (7,), (8,)),
    ]
    second = replace(drawn, meetings=tuple(m for m in drawn.meetings if m.table != 7))
    assert [(one.tables, one.later) for one in board_supply(second, 1)][-1] == ((8,), ())


def test_what_only_a_phantom_would_play_is_not_needed() -> None:
    """R-269: nine pairs at five tables: the phantom's table needs no boards."""
    movement = make("howell", pairs=9)
    assert sum(one.copies for one in board_supply(movement, 1)) == 4
