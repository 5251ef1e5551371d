"""Different movements of equal size for several sections (manual, lines 3323-3347)."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.checking.fairness import fairness
from arrowswitch.core.movements.checking.verify import is_sound
from arrowswitch.core.movements.families.multi_section import multi_section_rounds, usual_rounds, variants
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.model import Movement
from arrowswitch.i18n import Locale, problems_text
from tests.movements import registered_sizes, vector
from tests.tables import for_each

LIST: list[dict[str, Any]] = vector("multi_section")["entries"]
SIZES = [(tables, rounds) for tables in registered_sizes("PMSC") for rounds in multi_section_rounds(tables)]


def kinds(tables: int, rounds: int) -> list[Movement]:
    """Returns the plain movement of a size and all its variants."""
    plain = make("scrambled-mitchell" if rounds == tables else "howell", tables=tables, rounds=rounds)
    count = variants(tables, rounds)
    others = [make("multi-section-mitchell", tables=tables, rounds=rounds, variant=n + 1) for n in range(count)]
    return [plain, *others]


def slips(movement: Movement) -> set[tuple[frozenset[Number], int]]:
    """Returns the facts on a slip: the two numbers and the boards."""
    return {(frozenset(meeting.contestants), meeting.board_set) for meeting in movement.meetings}


class TestList:
    @for_each("row", LIST, ids=lambda row: f"{row['tables']}x{row['rounds']}")
    def test_every_row(self, row: dict[str, Any]) -> None:
        """R-085: as many different movements as the list has, with its boards; 5 at 13 tables, 2 at 12, 2 at 11/11."""
        tables, rounds = row["tables"], row["rounds"]
        assert variants(tables, rounds) >= row["variants"]
        for variant in range(1, row["variants"] + 1):
            movement = make(
                "multi-section-mitchell",
                tables=tables,
                rounds=rounds,
                variant=variant,
                boards_per_round=row["boards_per_round"],
            )
            assert is_sound(movement)
            assert (movement.tables, movement.rounds, movement.boards_total) == (tables, rounds, row["total_boards"])

    @for_each("tables", registered_sizes("PMSC"))
    def test_every_registered_size(self, tables: int) -> None:
        """R-085, R-086: PMSC, 5 to 9 and 11 to 13 tables (line 3448), by the number of tables alone."""
        movement = make("multi-section-mitchell", tables=tables)
        assert is_sound(movement)
        listed = {row["rounds"] for row in LIST if row["tables"] == tables}
        assert (movement.tables, movement.rounds) == (tables, usual_rounds(tables))
        assert movement.rounds in listed


class TestDifference:
    @for_each("tables, rounds", SIZES)
    def test_no_slip_fits_another_section(self, tables: int, rounds: int) -> None:
        """R-085: in no two of them, the plain movement among them, do two numbers meet on the same boards.

        Five tables, five rounds: pairs 1 and 6 meet on set 1 in the plain movement; in variant 1 pair 6 begins at table
        2 and comes to table 1 in round 5, where set 5 lies by then.
        """
        for first, other in combinations(kinds(tables, rounds), 2):
            assert not slips(first) & slips(other)

    @for_each("tables, rounds", [size for size in SIZES if size[0] == size[1]])
    def test_nobody_moves_to_the_same_table(self, tables: int, rounds: int) -> None:
        """R-085: line 3331: who sits down in the other section is not expected there, in any round of a Mitchell."""
        seats = [
            {(m.round, m.table, n) for m in kind.meetings for n in m.contestants if n not in kind.stationary}
            for kind in kinds(tables, rounds)
        ]
        assert all(not one & other for one, other in combinations(seats, 2))

    @for_each("tables, rounds", SIZES)
    def test_all_are_as_fair_as_the_plain_movement(self, tables: int, rounds: int) -> None:
        """R-085: balance, opponents missed and plays of every board are the same."""
        plain, *others = kinds(tables, rounds)
        for other in (others[0], others[-1]):
            assert is_sound(other)
            assert replace(fairness(other), shares=()) == replace(fairness(plain), shares=())
            assert other.stationary == plain.stationary

    def test_five_tables_by_hand(self) -> None:
        """R-085: variant 1, round 1: 6 is at table 2, 10 at table 1; boards and stationary pairs as always."""
        movement = make("multi-section-mitchell", tables=5, rounds=5, variant=1)
        first = [(m.table, set(m.contestants), m.board_set) for m in movement.in_round(1)]
        assert first == [
            (1, {"1", "10"}, 1),
            (2, {"2", "6"}, 2),
            (3, {"3", "7"}, 3),
            (4, {"4", "8"}, 4),
            (5, {"5", "9"}, 5),
        ]
        last = next(m for m in movement.in_round(5) if "1" in m.contestants)
        assert (set(last.contestants), last.board_set) == ({"1", "6"}, 5)

    def test_a_howell_begins_in_a_later_round(self) -> None:
        """R-085: 5 tables, 7 rounds, variant 1: round 1 has who sat there in round 2, with the boards of round 1."""
        plain, first, *_ = kinds(5, 7)
        begun = {(m.table, m.ns, m.ew) for m in first.in_round(1)}
        assert begun == {(m.table, m.ns, m.ew) for m in plain.in_round(2)}
        laid = {(m.table, m.board_set) for m in first.in_round(1)}
        assert laid == {(m.table, m.board_set) for m in plain.in_round(1)}
        assert first.bye_stands == plain.bye_stands


class TestRefusals:
    @for_each(
        "options, code",
        [
            ({"tables": 14}, "multi-section.tables"),
            ({"tables": 9, "rounds": 8}, "multi-section.rounds"),
            ({"tables": 13, "variant": 13}, "multi-section.variant"),
            ({"tables": 9, "phantom": "19"}, "howell.phantom"),
        ],
    )
    def test_what_there_is_not(self, options: dict[str, int | str], code: str) -> None:
        """R-085: refused with what there is instead."""
        with pytest.raises(Refused) as refused:
            make("multi-section-mitchell", **options)
        assert [problem.code for problem in refused.value.problems] == [code]
        assert all(problems_text(refused.value, locale) for locale in Locale)

    @for_each("pairs, phantom", [(9, "10"), (25, "13"), (17, "18"), (15, "8")])
    def test_the_phantom_never_moves(self, pairs: int, phantom: str) -> None:
        """R-085: line 888: an odd number sits out at one table; the last stationary number is missing."""
        movement = make("multi-section-mitchell", pairs=pairs)
        assert movement.phantom == phantom
        assert phantom in movement.stationary
        assert is_sound(movement)
