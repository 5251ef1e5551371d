"""How the pairs of a Mitchell may be numbered (manual, lines 972, 1086, 1228)."""

from __future__ import annotations

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.checking.fairness import fairness
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.model import Movement
from tests.tables import for_each


def by_first_seat(movement: Movement) -> dict[Number, tuple[str, int]]:
    """Returns for every number the side and table where it begins."""
    seats: dict[Number, tuple[str, int]] = {}
    for meeting in movement.in_round(1):
        seats[meeting.ns[0]] = ("NS", meeting.table)
        seats[meeting.ew[0]] = ("EW", meeting.table)
    return seats


def without_numbers(movement: Movement) -> set[tuple[int, int, int, tuple[str, int], tuple[str, int]]]:
    """Returns the meetings with every number replaced by the seat where it begins."""
    seats = by_first_seat(movement)
    return {(m.round, m.table, m.board_set, seats[m.ns[0]], seats[m.ew[0]]) for m in movement.meetings}


MITCHELLS = [("mitchell", 7), ("relay-mitchell", 8), ("skip-mitchell", 8), ("mitchell", 13)]


class TestNumbering:
    """East-West are numbered like North-South, after them, or from any higher number."""

    @for_each("family, tables", MITCHELLS)
    def test_all_variants_are_the_same_movement(self, family: str, tables: int) -> None:
        """R-096: same opponents, tables and boards, so the same results, with any numbers."""
        own = make(family, tables=tables)
        for options in ({}, {"ew_from": tables + 1}, {"ew_from": 21}, {"ew_from": 101}):
            other = make(family, tables=tables, numbering="continuing", **options)
            assert without_numbers(other) == without_numbers(own)
            assert fairness(other).balance_squared == fairness(own).balance_squared

    @for_each("family, tables", MITCHELLS)
    def test_the_numbers_are_those_asked_for(self, family: str, tables: int) -> None:
        """R-096: NS1.. and EW1..; then 1 to n and n+1 to 2n; then East-West from 21."""
        assert make(family, tables=tables).fields[1][0] == "EW1"
        through = make(family, tables=tables, numbering="continuing")
        assert through.contestants == tuple(str(i) for i in range(1, 2 * tables + 1))
        high = make(family, tables=tables, numbering="continuing", ew_from=21)
        assert high.fields[1] == tuple(str(i) for i in range(21, 21 + tables))


def test_east_west_from_eleven() -> None:
    """R-096: line 1228: 7 tables, East-West 11 to 17; table 1 begins with 1 against 11."""
    movement = make("mitchell", tables=7, numbering="continuing", ew_from=11)
    first = movement.at(1, 1)
    assert first is not None
    assert (first.ns, first.ew) == (("1",), ("11",))


@for_each("tables", range(3, 14))
def test_a_scrambled_mitchell_is_always_numbered_through(tables: int) -> None:
    """R-096: line 1086."""
    movement = make("scrambled-mitchell", tables=tables)
    assert movement.contestants == tuple(str(i) for i in range(1, 2 * tables + 1))
    assert len(movement.fields) == 1
