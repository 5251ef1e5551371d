"""The parts that sheets are made of: piles of cards, the ring of tables, numbers and points in words."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.core.contestants import Number, side_text
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.guide.room import ring
from arrowswitch.documents.cards import even_parts, stack_cards
from arrowswitch.documents.frame import SECTION_COLOURS, section_mark
from arrowswitch.documents.lists.checklist import needs_of
from arrowswitch.documents.movement.room_plan import columns_on_page
from arrowswitch.documents.prints.content import rows
from arrowswitch.documents.ranking.ranked import places_for, totals_text
from arrowswitch.documents.ranking.recap import MOST_COLUMNS
from arrowswitch.documents.words import Words, board_ranges, number_ranges, one_line
from arrowswitch.i18n import Locale
from tests.paper import planned_job, with_options
from tests.tables import for_each

JA = Words(Locale.JA, None)


class TestPiles:
    @given(cards=st.lists(st.integers(), max_size=60), places=st.integers(1, 8))
    def test_the_piles_laid_on_each_other_are_the_cards_in_order(self, cards: list[int], places: int) -> None:
        pages = stack_cards(cards, places)
        piles = [[page[place] for page in pages if page[place] is not None] for place in range(places)]
        assert [card for pile in piles for card in pile] == cards
        assert all(len(page) == places for page in pages)
        assert len(pages) == -(-len(cards) // places)


class TestRing:
    @given(places=st.integers(1, 60))
    def test_it_is_closed_without_a_place_used_twice(self, places: int) -> None:
        points = ring(places, columns_on_page(places))
        assert len(set(points)) == len(points) == places
        closed = [*points, points[0]]
        if places > 1:
            steps = [max(abs(a[0] - b[0]), abs(a[1] - b[1])) for a, b in pairwise(closed)]
            assert set(steps) == {1}


class TestSections:
    def test_four_colours_then_again_but_never_the_same_bar(self) -> None:
        marks = [section_mark(letter, JA) for letter in "ABCDEFGH"]
        assert [mark.colour for mark in marks] == [*SECTION_COLOURS, *SECTION_COLOURS]
        assert [mark.blocks for mark in marks] == [1, 2, 3, 4, 5, 6, 7, 8]


class TestWords:
    @for_each("boards, text", [((1, 2, 3), "1-3"), ((7,), "7"), ((1, 2, 5, 6), "1-2, 5-6"), ((), "")])
    def test_boards_in_runs(self, boards: tuple[int, ...], text: str) -> None:
        assert board_ranges(boards) == text

    def test_numbers_in_runs(self) -> None:
        assert number_ranges([Number(n) for n in ("NS1", "NS2", "EW3", "14", "15", "16")]) == "NS1-NS2, EW3, 14-16"

    def test_a_side_without_its_letters(self) -> None:
        assert side_text((Number("NS12"),)) == "12"
        assert side_text((Number("3"), Number("8"))) == "3+8"

    def test_a_family_that_nobody_knows_keeps_its_name(self) -> None:
        assert JA.family("mitchell") != "mitchell"
        assert JA.family("spiral") == "spiral"

    def test_a_name_is_cut_where_it_is_longer_than_there_is_room(self) -> None:
        assert one_line("Alder Oak", 9) == "Alder Oak"
        assert one_line("Alder Oaks", 9) == "Alder Oa…"

    def test_a_date_that_is_none_stays_as_written(self) -> None:
        assert JA.day("2026-11-21") == "2026年11月21日（土）"
        assert JA.day("next week") == "next week"


class TestPoints:
    @for_each(
        "values, places",
        [((Fraction(5),), 0), ((Fraction(5), Fraction(11, 2)), 1), ((Fraction(1, 4), None), 2), ((Fraction(1, 3),), 4)],
    )
    def test_a_column_has_one_number_of_decimals(self, values: tuple[Fraction | None, ...], places: int) -> None:
        assert places_for(values) == places

    def test_totals_line_up_or_have_their_x(self) -> None:
        job = planned_job(make("mitchell", tables=3))
        totals = (Fraction(70), Fraction(139, 2))
        assert totals_text(totals, job) == ("70.0", "69.5")
        assert totals_text(totals, with_options(job, half="x")) == ("70", "69x")

    def test_x_is_not_used_where_other_fractions_stand(self) -> None:
        job = with_options(planned_job(make("mitchell", tables=3)), half="x")
        assert totals_text((Fraction(139, 2), Fraction(281, 4)), job) == ("69.50", "70.25")


class TestRecapPages:
    @for_each("columns, pages", [(26, [26]), (30, [30]), (31, [16, 15]), (64, [22, 22, 20]), (0, [0])])
    def test_columns_are_shared_out_evenly(self, columns: int, pages: list[int]) -> None:
        whole = tuple(map(str, range(columns)))
        parts = [whole[part] for part in even_parts(columns, MOST_COLUMNS)]
        assert [len(part) for part in parts] == pages
        assert sum(parts, ()) == whole
        assert len(parts[0]) <= MOST_COLUMNS


class TestNeeds:
    def test_two_sections_need_two_sets(self) -> None:
        needs = needs_of(planned_job(make("mitchell", tables=7), make("relay-mitchell", tables=8)))
        assert (needs.tables, needs.pairs, needs.sets, needs.bye_stands, needs.relays) == (15, 30, 2, 1, 1)
        assert needs.slips == 7 * 7 + 8 * 8


def test_named_values_are_rows_of_their_own() -> None:
    """A changed value is listed by its own name, not by that of the first value."""
    model = {"facts": [{"name": "Movement", "value": "Howell"}, {"name": "Pairs", "value": "12"}], "rows": [["1", "2"]]}
    assert list(rows(model)) == [("Movement", "Howell"), ("Pairs", "12"), ("1", "2")]
