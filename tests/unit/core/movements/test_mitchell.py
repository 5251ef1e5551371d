"""Mitchells of every size are sound, can be made again, and what cannot be played is refused with the reason."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.checking.verify import Severity, faults, is_sound
from arrowswitch.core.movements.choosing.candidates import candidates
from arrowswitch.core.movements.choosing.wishes import Wishes
from arrowswitch.core.movements.families.mitchell import RELAY_TABLES, common_skip_rounds, skip_window
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.model import Movement
from arrowswitch.core.movements.rules.mitchell_rules import straight
from arrowswitch.i18n import Locale, problems_text
from tests.movements import mitchells
from tests.rotation import examples
from tests.tables import for_each


def refusal(family: str, **options: int | str) -> str:
    """Returns the only reason why a movement is refused, and makes sure that it has words."""
    with pytest.raises(Refused) as caught:
        make(family, **options)
    assert all(problems_text(caught.value, locale) for locale in Locale)
    [problem] = caught.value.problems
    return problem.code


def codes(movement: Movement) -> set[str]:
    return {report.code for report in faults(movement)}


class TestEverySize:
    """Every sheet passes the checker and can be made again from its options."""

    @given(mitchells())
    def test_it_is_sound_and_can_be_made_again(self, movement: Movement) -> None:
        assert is_sound(movement)
        assert make(movement.family, **movement.options) == movement

    @given(st.integers(1, 16).map(lambda half: 2 * half + 1))
    @settings(max_examples=examples(20))
    def test_a_straight_mitchell_meets_everybody_and_plays_everything_once(self, tables: int) -> None:
        movement = make("mitchell", tables=tables)
        assert codes(movement) == set()
        assert len({(m.ns, m.ew) for m in movement.meetings}) == tables**2
        assert len({(m.ns, m.board_set) for m in movement.meetings}) == tables**2
        assert len({(m.ew, m.board_set) for m in movement.meetings}) == tables**2

    @for_each("tables", RELAY_TABLES)
    def test_a_relay_mitchell_meets_everybody_and_plays_everything_once(self, tables: int) -> None:
        movement = make("relay-mitchell", tables=tables)
        assert codes(movement) == {"movement.relay"}
        assert len({(m.ns, m.ew) for m in movement.meetings}) == tables**2
        assert movement.bye_stands == {tables // 2: 1}
        assert all(movement.sharing(r) != {} for r in range(1, tables + 1))

    @given(st.integers(2, 13).map(lambda half: 2 * half))
    def test_a_skip_mitchell_misses_one_opponent_and_one_set_each(self, tables: int) -> None:
        movement = make("skip-mitchell", tables=tables)
        assert codes(movement) == {"movement.opponents-missed"}
        for number in movement.contestants:
            visits = [m for m in movement.itinerary(number) if m is not None]
            assert len({m.board_set for m in visits}) == tables - 1

    @given(st.integers(2, 12).map(lambda half: 2 * half), st.data())
    def test_an_even_straight_mitchell_is_sound_for_half_its_tables(self, tables: int, data: st.DataObject) -> None:
        rounds = data.draw(st.integers(1, tables // 2))
        assert is_sound(make("mitchell", tables=tables, rounds=rounds))

    @given(mitchells(), st.sampled_from([2, 3, 4]))
    def test_boards_lie_in_the_order_of_the_sets(self, movement: Movement, boards: int) -> None:
        again = make(movement.family, **{**movement.options, "boards_per_round": boards, "first_board": 5})
        flat = [board for board_set in again.board_sets for board in board_set]
        assert flat == list(range(5, 5 + boards * len(again.board_sets)))
        assert again.boards_per_round == boards


def test_the_largest_relay_is_proposed() -> None:
    """26 tables, 26 rounds: among what 52 pairs can play."""
    relays = {found.tables for found in candidates(52, Wishes(rounds=26)) if found.family == "relay-mitchell"}
    assert relays == {RELAY_TABLES[-1]}
    assert not [found for found in candidates(56, Wishes(rounds=28)) if found.family == "relay-mitchell"]


class TestSkipFormula:
    """X = Y - N/2 is the earliest round to skip after, N/2 the latest (manual, lines 3739-3763)."""

    def test_the_window_is_just_where_the_sheet_is_sound(self) -> None:
        """Every even number of tables to 16, every number of rounds, every skip: sound in the window and only there."""
        for tables in range(4, 17, 2):
            for rounds, skip in product(range(tables // 2 + 1, tables), range(1, tables)):
                cells = straight(tables, rounds, skip).seats
                meets = {(cell.table, cell.ew) for cell in cells}
                plays = {(cell.ew, cell.board_set) for cell in cells}
                is_good = len(meets) == len(plays) == len(cells)
                assert is_good is (skip in skip_window(tables, rounds)), (tables, rounds, skip)

    def test_no_sections_have_no_common_round(self) -> None:
        assert common_skip_rounds((), 13) == ()


class TestHalfTable:
    """The last North-South, or the East-West that begin there, are missing (manual, lines 1092-1096)."""

    @given(mitchells())
    def test_whoever_meets_the_phantom_sits_out_there(self, movement: Movement) -> None:
        outs = [n for r in range(1, movement.rounds + 1) for n in movement.sit_outs(r)]
        if movement.phantom is None:
            assert outs == []
        else:
            assert len(outs) == len(set(outs)) == movement.rounds

    def test_north_south_of_the_last_table_or_east_west_that_begin_there(self) -> None:
        assert make("mitchell", tables=7, phantom="ns").phantom == "NS7"
        assert make("mitchell", tables=7, phantom="ew").phantom == "EW7"
        assert make("mitchell", tables=7, phantom="ew", numbering="continuing").phantom == "14"

    def test_a_relay_with_half_a_table_shares_nothing(self) -> None:
        """The last table shares with the first: without North-South there, nobody waits for boards."""
        movement = make("relay-mitchell", pairs=15)
        assert all(movement.sharing(r) == {} for r in range(1, 9))


class TestRefusals:
    """Sheets that cannot be played are refused with the reason."""

    @for_each(
        "family, options, code",
        [
            ("mitchell", {"tables": 2}, "movement.refused.tables"),
            ("mitchell", {"tables": 100}, "movement.refused.tables"),
            ("mitchell", {"tables": 8}, "movement.refused.even-tables"),
            ("mitchell", {"tables": 8, "rounds": 5}, "movement.refused.even-tables"),
            ("mitchell", {"tables": 8, "rounds": 4, "phantom": "ns"}, "movement.refused.even-half-table"),
            ("mitchell", {"tables": 7, "rounds": 8}, "movement.refused.rounds"),
            ("mitchell", {"pairs": 13, "rounds": 6}, "movement.refused.cut-half-table"),
            ("relay-mitchell", {"tables": 7}, "movement.refused.odd-tables"),
            ("relay-mitchell", {"tables": 28}, "movement.refused.tables"),
            ("relay-mitchell", {"tables": 8, "rounds": 9}, "movement.refused.rounds"),
            ("relay-mitchell", {"tables": 8, "rounds": 6}, "movement.refused.cut-relay"),
            ("skip-mitchell", {"tables": 9}, "movement.refused.odd-tables"),
            ("skip-mitchell", {"tables": 2}, "movement.refused.tables"),
            ("skip-mitchell", {"tables": 8, "rounds": 8}, "movement.refused.rounds"),
            ("skip-mitchell", {"tables": 14, "rounds": 13, "skip_after": 8}, "movement.refused.skip-round"),
            ("skip-mitchell", {"tables": 14, "rounds": 13, "skip_after": 5}, "movement.refused.skip-round"),
            ("skip-mitchell", {"pairs": 15, "rounds": 6}, "movement.refused.cut-half-table"),
            ("mitchell", {"tables": 7, "numbering": "continuing", "ew_from": 7}, "movement.refused.ew-from"),
            ("mitchell", {"tables": 7, "ew_from": 11}, "movement.refused.ew-from-two-fields"),
            ("relay-mitchell", {"tables": 8, "ew_from": 11}, "movement.refused.ew-from-two-fields"),
            ("skip-mitchell", {"tables": 8, "ew_from": 11}, "movement.refused.ew-from-two-fields"),
        ],
    )
    def test_the_reason_is_told(self, family: str, options: dict[str, int | str], code: str) -> None:
        assert refusal(family, **options) == code

    def test_all_reasons_are_told_at_once(self) -> None:
        with pytest.raises(Refused) as caught:
            make("mitchell", tables=8, numbering="continuing", ew_from=3)
        assert [problem.code for problem in caught.value.problems] == [
            "movement.refused.even-tables",
            "movement.refused.ew-from",
        ]


def test_notices_of_a_half_table_are_not_faults() -> None:
    assert all(report.severity is Severity.NOTICE for report in faults(make("skip-mitchell", pairs=15)))
