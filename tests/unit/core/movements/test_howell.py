"""Howells of every size: developed from their starters, checked, refused with a way on."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.core.errors import Impossible, Refused
from arrowswitch.core.movements.checking.fairness import fairness
from arrowswitch.core.movements.checking.verify import faults, is_sound
from arrowswitch.core.movements.families.howell import all_rounds_for, howell, rounds_for, sizes, starter_for
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.model import Meeting, Movement
from arrowswitch.core.movements.searched.starters import BaseTable, Starter, library, long_library
from arrowswitch.i18n import Locale, problems_text
from tests.movements import competition
from tests.tables import for_each
from tools.searches.libraries import format_starters, parse_starters, starter_problems

STARTERS = (*library().values(), *long_library().values())
SMALL = Starter(4, (BaseTable(6, 1, 1), BaseTable(5, 4, 3), BaseTable(2, 3, 4)), 60, origin="by hand", proof="")


def codes(family: str, **options: int | str) -> list[str]:
    """Returns the codes of a refusal, which must have words."""
    with pytest.raises(Refused) as caught:
        make(family, **options)
    assert all(problems_text(caught.value, locale) for locale in Locale)
    return [problem.code for problem in caught.value.problems]


@st.composite
def howells(draw: st.DrawFn) -> Movement:
    """Draws a Howell of any size, with any phantom or none."""
    tables, rounds = draw(st.sampled_from(sizes()))
    return make(
        "howell",
        tables=tables,
        rounds=rounds,
        boards_per_round=draw(st.integers(1, 5)),
        first_board=draw(st.sampled_from([1, 27])),
        cards=draw(st.sampled_from(["best", "still"])),
        phantom=draw(st.sampled_from(["none", "last", *map(str, range(1, 2 * tables + 1))])),
    )


class TestLibrary:
    @for_each("starter", STARTERS, ids=lambda s: f"{s.tables}x{s.rounds}{'t' * s.turns_cards}")
    def test_every_starter_is_one_and_has_the_balance_it_says(self, starter: Starter) -> None:
        """The sum of squares is computed again by `fairness`, which does not use starters."""
        assert starter_problems(starter) == ()
        movement = howell(
            starter.tables, starter.rounds, cards="best" if starter.turns_cards else "still", boards_per_round=1
        )
        assert sum(c * c for c in competition(movement).values()) == starter.squares
        assert starter.origin
        assert starter.proof

    def test_turned_cards_are_kept_only_where_they_help(self) -> None:
        for tables, rounds, turned in library():
            if turned:
                best = fairness(howell(tables, rounds)).balance
                still = fairness(howell(tables, rounds, cards="still")).balance
                assert best is not None
                assert still is not None
                assert best < still * Decimal("0.91")

    def test_it_can_be_written_and_read(self) -> None:
        assert set(parse_starters(format_starters(STARTERS))) == set(STARTERS)

    def test_two_of_a_kind_are_a_defect(self) -> None:
        with pytest.raises(Impossible, match="two starters"):
            parse_starters(format_starters([SMALL, SMALL]))

    def test_what_is_no_starter_is_a_defect(self) -> None:
        with pytest.raises(Impossible, match="not every number"):
            parse_starters(format_starters([replace(SMALL, base=SMALL.base[:2])]))


class TestStarterProblems:
    def test_a_good_one_has_none(self) -> None:
        assert starter_problems(SMALL) == ()

    @for_each(
        "base, fault",
        [
            ("6-1@1 5-4@3 2-2@4", "not every number"),
            ("6-1@2 5-4@3 2-3@4", "place 1"),
            ("6-1@1 5-4@4 2-3@3", "place 1"),
            ("6-1@1 5-4@3 2-3@5", "place 1"),
            ("6-1@1 5-3@3 2-4@4", "its own opposite"),
            ("6-5@1 1-4@3 2-3@4", "stationary pairs meet"),
            ("6-1@1 5-4@2 2-3@4", "equally far"),
        ],
    )
    def test_each_fault_is_named(self, base: str, fault: str) -> None:
        tables = []
        for word in base.split():
            seats, place = word.split("@")
            ns, ew = seats.split("-")
            tables.append(BaseTable(int(ns), int(ew), int(place)))
        assert any(fault in problem for problem in starter_problems(replace(SMALL, base=tuple(tables))))


class TestShape:
    @given(howells())
    def test_every_howell_passes_the_checker(self, movement: Movement) -> None:
        assert is_sound(movement)

    @given(howells())
    def test_it_can_be_made_again(self, movement: Movement) -> None:
        assert make(movement.family, **movement.options) == movement

    @given(howells())
    def test_everybody_takes_the_table_of_the_number_below(self, movement: Movement) -> None:
        """The pairs that move follow one another: 2 goes where 1 was, 1 where the last moving number was (line 814)."""
        at = {(m.round, n): m.table for m in movement.meetings for n in m.contestants}
        moving = [n for n in movement.contestants if n not in movement.stationary]
        for round_number in range(1, movement.rounds):
            for place, number in enumerate(moving):
                assert at[round_number + 1, number] == at[round_number, moving[place - 1]]

    @given(howells())
    def test_boards_go_one_place_down_the_ring(self, movement: Movement) -> None:
        """Each table plays sets s, s + 1, ...: the boards come from the next higher place (lines 818, 956)."""
        for meeting in movement.meetings:
            first = next(m for m in movement.meetings if m.round == 1 and m.table == meeting.table)
            assert meeting.board_set == (first.board_set + meeting.round - 2) % movement.rounds + 1

    @given(howells())
    def test_the_last_number_sits_at_table_one(self, movement: Movement) -> None:
        assert {m.table for m in movement.meetings if movement.contestants[-1] in m.contestants} == {1}

    def test_a_still_sheet_keeps_every_seat_in_its_direction(self) -> None:
        movement = howell(7, 9, cards="still")
        north = {(m.table, m.round): m.ns[0] for m in movement.meetings}
        for number in movement.stationary:
            assert (
                len(
                    {
                        number in north.values() and north[m.table, m.round] == number
                        for m in movement.meetings
                        if number in m.contestants
                    }
                )
                == 1
            )

    def test_turned_cards_turn_only_at_tables_of_stationary_pairs(self) -> None:
        movement, starter = howell(7, 9), starter_for(7, 9)
        assert starter.turns_cards
        for place, table in enumerate(starter.base, start=1):
            has_home = max(table.ns, table.ew) > 9
            assert has_home or not table.turned
            for round_number in table.turned:
                meeting = movement.at(round_number, place)
                assert meeting is not None
                home_north = table.ns > 9
                assert (meeting.ns[0] in movement.stationary) is not home_north


class TestFullHowellsOfMoreThanFifteenRounds:
    @for_each("tables", [*range(9, 13)])
    def test_every_table_has_its_own_boards(self, tables: int) -> None:
        movement = howell(tables, 2 * tables - 1, boards_per_round=1)
        assert is_sound(movement)
        assert not any(movement.sharing(r) for r in range(1, movement.rounds + 1))
        assert len({frozenset(m.contestants) for m in movement.meetings}) == tables * (2 * tables - 1)

    @for_each(
        "tables, published",
        [(13, "0.358"), (14, "0.260"), (15, "0.290"), (16, "0"), (22, "0"), (24, "0"), (28, "0.238"), (29, "0.224")],
    )
    def test_all_tables_play_the_same_boards(self, tables: int, published: str) -> None:
        """They compare at least as evenly as the best published round robins of as many pairs on common boards."""
        movement = howell(tables, 2 * tables - 1, boards_per_round=1)
        assert is_sound(movement)
        assert {(m.round, m.board_set) for m in movement.meetings} == {(r, r) for r in range(1, 2 * tables)}
        assert len({frozenset(m.contestants) for m in movement.meetings}) == tables * (2 * tables - 1)
        balance = fairness(movement).balance
        assert balance is not None
        assert balance <= Decimal(published)


class TestNames:
    @for_each(
        "tables, rounds, family",
        [(7, 13, "howell"), (7, 9, "short-howell"), (8, 13, "three-quarter-howell"), (8, 15, "howell")],
    )
    def test_a_howell_is_called_what_it_is(self, tables: int, rounds: int, family: str) -> None:
        assert make("howell", tables=tables, rounds=rounds).family == family

    @for_each(
        "family, tables, rounds",
        [
            ("howell", 6, 11),
            ("howell", 9, 13),
            ("three-quarter-howell", 8, 13),
            ("three-quarter-howell", 12, 13),
            ("short-howell", 7, 11),
            ("short-howell", 4, 6),
            ("short-howell", 8, 11),
        ],
    )
    def test_the_usual_rounds(self, family: str, tables: int, rounds: int) -> None:
        assert make(family, tables=tables).rounds == rounds


class TestRefusals:
    def test_there_are_howells_of_up_to_twenty_nine_tables(self) -> None:
        assert codes("howell", tables=30) == ["howell.tables"]
        assert codes("howell", tables=13, rounds=13) == ["howell.rounds"]
        assert codes("short-howell", tables=13, rounds=13) == ["howell.tables"]
        assert codes("appendix-howell", tables=14) == ["howell.tables"]

    def test_other_rounds_are_named(self) -> None:
        with pytest.raises(Refused) as caught:
            make("howell", tables=7, rounds=7)
        assert caught.value.problems[0].params["possible"] == "8, 9, 10, 11, 12, 13"
        assert codes("howell", tables=7, rounds=14) == ["howell.rounds"]

    def test_a_three_quarter_howell_begins_at_eight_tables(self) -> None:
        assert codes("three-quarter-howell", tables=7, rounds=9) == ["howell.three-quarter-tables"]

    def test_a_full_howell_is_no_short_one(self) -> None:
        assert codes("short-howell", tables=6, rounds=11) == ["howell.full"]
        assert codes("three-quarter-howell", tables=8, rounds=15) == ["howell.full"]

    @for_each("phantom", ["0", "15", "first", "NS1"])
    def test_the_phantom_must_be_a_number_of_the_movement(self, phantom: str) -> None:
        assert codes("howell", tables=7, phantom=phantom) == ["howell.phantom"]

    def test_the_rounds_there_are(self) -> None:
        assert rounds_for(3) == (4, 5)
        assert rounds_for(13) == ()
        assert all_rounds_for(13) == (25,)


class TestBoards:
    def test_sets_are_numbered_through(self) -> None:
        movement = howell(4, 7, boards_per_round=3, first_board=22)
        assert movement.board_sets[0] == (22, 23, 24)
        assert movement.board_sets[-1] == (40, 41, 42)

    def test_the_usual_boards_make_a_session(self) -> None:
        assert howell(5, 9).boards_total == 27
        assert howell(7, 13).boards_total == 26

    def test_a_howell_cannot_be_cut(self) -> None:
        """With bye boards, boards are of unequal value before the end (lines 1289-1291)."""
        assert howell(7, 13).rounds_free_to_cut == ()

    def test_a_phantom_leaves_every_board_one_result_fewer(self) -> None:
        movement = howell(7, 13, phantom="last")
        assert fairness(movement).plays.least == fairness(movement).plays.most == 6
        assert [fault.code for fault in faults(movement)] == ["movement.sits-out"]


def test_figure_seven_is_developed_from_its_base() -> None:
    """Round 2 is round 1 with 1 to 11 and the sets raised by one: 12-1 on set 1 becomes 12-2 on set 2."""
    assert howell(6, 11).in_round(2)[0] == Meeting(2, 1, ("12",), ("2",), 2)  # type: ignore[arg-type]  # plain numbers
