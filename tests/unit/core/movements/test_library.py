"""The library of movements, the way of a pair and the evenness of comparisons."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

from hypothesis import given, settings

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.movements.checking.evenness import comparison_rows
from arrowswitch.core.movements.checking.fairness import fairness
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.guide.walks import board_walk, walk_of
from arrowswitch.core.movements.listed.library import library_entries, library_movement
from arrowswitch.core.movements.model import Movement
from tests.movements import library
from tests.rotation import examples
from tests.tables import for_each


class TestEntries:
    @for_each(
        "kind, contestants, written",
        [
            (ContestantKind.PAIR, 12, "PHW 6 11R"),
            (ContestantKind.PAIR, 11, "PHW 6 11R"),
            (ContestantKind.TEAM, 9, "TFAWL 9"),
        ],
    )
    def test_registered_sheets_and_families(self, kind: ContestantKind, contestants: int, written: str) -> None:
        entries = library_entries(kind, contestants)
        assert written in {entry.written for entry in entries}
        for entry in entries:
            movement = library_movement(entry)
            if movement is not None and not entry.written:
                real = len(movement.contestants) - (movement.phantom is not None)
                assert real == contestants, entry

    def test_filters(self) -> None:
        howells = library_entries(ContestantKind.PAIR, 14, family="howell")
        assert {entry.rounds for entry in howells} >= {13, 11, 9}
        assert {entry.sheet_id for entry in library_entries(ContestantKind.PAIR, 14, sheet_id="phw")} == {"PHW"}
        assert {entry.rounds for entry in library_entries(ContestantKind.PAIR, 14, 7)} <= {7, None}
        [longer] = [entry for entry in howells if entry.rounds == 9]
        movement = library_movement(longer, 4)
        assert movement is not None
        assert (movement.rounds, movement.boards_per_round) == (9, 4)


class TestWalks:
    @given(library(9))
    @settings(max_examples=examples(40))
    def test_everybody_is_where_the_plan_has_them(self, movement: Movement) -> None:
        for number in movement.contestants[:3]:
            for stop in walk_of(movement, number):
                meeting = None if stop.table is None else movement.at(stop.round, stop.table)
                if meeting is None:
                    assert all(number not in m.contestants for m in movement.in_round(stop.round))
                else:
                    assert number in (meeting.ns if stop.side == "NS" else meeting.ew)
                    assert stop.boards == movement.boards_of(meeting)

    def test_a_set_moves_to_the_next_lower_table_and_rests(self) -> None:
        mitchell = make("mitchell", tables=5)
        assert [stop.tables for stop in board_walk(mitchell, 1)] == [(1,), (5,), (4,), (3,), (2,)]


class TestEvenness:
    @given(library(8))
    @settings(max_examples=examples(40))
    def test_the_rows_are_those_of_the_balance(self, movement: Movement) -> None:
        """The mean square of the contestants' spreads is the square of the balance where there is one field."""
        rows, measures = comparison_rows(movement), fairness(movement)
        if movement.kind is ContestantKind.TEAM or measures.balance is None or len(movement.fields) != 1:
            return
        mean = sum((row.spread**2 for row in rows), Decimal(0)) / len(rows)
        assert abs(mean.sqrt() - measures.balance) < Decimal("0.02")

    def test_an_unfair_pair_is_pointed_out(self) -> None:
        """A pair that sits North-South in every round of a Howell is compared differently from all others."""
        howell = make("howell", tables=4)
        assert not any(row.is_outlier for row in comparison_rows(howell))
        turned = tuple(replace(m, ns=m.ew, ew=m.ns) if m.ew == ("1",) else m for m in howell.meetings)
        rows = comparison_rows(replace(howell, meetings=turned))
        assert "1" in {row.number for row in sorted(rows, key=lambda row: row.spread)[-2:]}
