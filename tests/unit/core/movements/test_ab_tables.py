"""A/B tables: where one can be added, how the new pairs are numbered, what is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.checking.verify import faults, is_sound
from arrowswitch.core.movements.families.ab_tables import late_pair, splittable_tables, with_ab_table
from arrowswitch.core.movements.families.common.sheets import format_relays
from arrowswitch.core.movements.families.howell import howell, sizes
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.model import Movement
from arrowswitch.i18n import Locale, problems_text
from tests.movements import sheet
from tests.tables import for_each


def refusal_codes(movement: Movement, table: int | None = None) -> list[str]:
    """Returns the codes of a refusal to split a table, which must have words."""
    with pytest.raises(Refused) as caught:
        with_ab_table(movement, table)
    assert all(problems_text(caught.value, locale) for locale in Locale)
    return [problem.code for problem in caught.value.problems]


NO_AB_TABLE = {(6, 7), (11, 12)}
SPLITTABLE = [size for size in sizes() if size not in NO_AB_TABLE]


@given(st.sampled_from(SPLITTABLE), st.data())
def test_any_table_of_two_moving_pairs_can_be_split(size: tuple[int, int], data: st.DataObject) -> None:
    movement = howell(*size)
    table = data.draw(st.sampled_from(splittable_tables(movement)))
    wider = with_ab_table(movement, table)
    assert is_sound(wider)
    assert make(wider.family, **wider.options) == wider
    assert wider.label(table) == f"{table}A"
    assert wider.label(wider.tables) == f"{table}B"


@for_each("size", SPLITTABLE, ids=lambda size: "x".join(map(str, size)))
def test_the_last_table_of_every_howell_can_be_split(size: tuple[int, int]) -> None:
    """So that guide cards for A and B replace those of the last table only (line 896)."""
    assert splittable_tables(howell(*size))[-1] == size[0]


def test_tables_of_stationary_pairs_cannot() -> None:
    assert splittable_tables(howell(6, 11)) == (2, 3, 4, 5, 6)
    assert refusal_codes(howell(6, 11), 1) == ["ab-table.stationary"]
    assert refusal_codes(make("mitchell", tables=7)) == ["ab-table.none"]


def test_a_table_that_is_not_there() -> None:
    assert refusal_codes(howell(6, 11), 7) == ["ab-table.unknown"]


def test_a_table_that_is_split_already() -> None:
    assert refusal_codes(with_ab_table(howell(6, 11)), 6) == ["ab-table.split-already"]
    assert splittable_tables(with_ab_table(howell(6, 11))) == (2, 3, 4, 5)


@pytest.mark.parametrize("size", sorted(NO_AB_TABLE))
def test_the_sheets_without_an_ab_table_in_the_list(size: tuple[int, int]) -> None:
    """Lines 3054 and 3063: AB テーブル無し."""
    assert refusal_codes(howell(*size)) == ["ab-table.not-in-list"]


def test_a_bye_stand_behind_the_split_table_comes_behind_b() -> None:
    behind_last = [size for size in SPLITTABLE if size[0] in howell(*size).bye_stands]
    assert behind_last
    for size in behind_last:
        movement = howell(*size)
        stands = dict(movement.bye_stands)
        stands[size[0] + 1] = stands.pop(size[0])
        assert with_ab_table(movement).bye_stands == stands


def test_a_bye_stand_behind_another_split_table_stays() -> None:
    assert with_ab_table(howell(6, 11), 2).bye_stands == {1: 1, 2: 3, 5: 1}


def test_tables_that_share_are_told_to_the_checker() -> None:
    movement = with_ab_table(with_ab_table(howell(6, 11)), 5)
    assert format_relays(movement.meetings) == "5+8 6+7" == movement.options["relays"]
    assert {fault.code for fault in faults(movement)} == {"movement.relay", "movement.opponents-missed"}


def test_a_sheet_from_elsewhere_can_be_split_too() -> None:
    """It keeps the name of its family, and its options do not learn of a phantom they never had."""
    wider = late_pair(replace(sheet("fig07_howell_12p_11r"), family="own"))
    assert wider.family == "own"
    assert "phantom" not in wider.options
    assert wider.phantom == "14"


class TestAppendixHowell:
    def test_it_is_asked_for_by_its_own_number_of_tables(self) -> None:
        assert make("appendix-howell", tables=7, rounds=11) == with_ab_table(howell(6, 11))
        assert make("appendix-howell", pairs=13, rounds=11).phantom == "14"

    def test_several_tables_can_be_split(self) -> None:
        twice = with_ab_table(with_ab_table(howell(6, 11)), 5)
        assert make("appendix-howell", tables=8, rounds=11, split="6 5") == twice

    @for_each("split", ["", "six", "6,5"])
    def test_a_list_that_cannot_be_read(self, split: str) -> None:
        with pytest.raises(Refused, match=r"howell\.split") as caught:
            make("appendix-howell", tables=7, rounds=11, split=split)
        assert all(problems_text(caught.value, locale) for locale in Locale)


class TestLatePair:
    def test_the_phantoms_number_is_free(self) -> None:
        movement = late_pair(howell(7, 13, phantom="last"), current_round=5)
        assert movement == howell(7, 13)

    def test_an_ab_table_with_a_phantom_at_b(self) -> None:
        wider = late_pair(howell(6, 11))
        assert wider == make("appendix-howell", tables=7, rounds=11, phantom="last")
        assert wider.phantom == "14"
        assert {m.table for m in wider.meetings if "14" in m.contestants} == {7}

    def test_too_late(self) -> None:
        with pytest.raises(Refused) as caught:
            late_pair(howell(6, 11), current_round=2)
        assert [problem.code for problem in caught.value.problems] == ["late-pair.too-late"]
        assert all(problems_text(caught.value, locale) for locale in Locale)
