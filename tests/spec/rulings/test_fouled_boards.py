"""Fouled boards at the desk: R-196, R-402, R-405, and R-197, R-198, R-200 and R-201 for an event under way.

Figure 24 of the director's manual 3.3 (lines 3565-3596): board 17, the first of set 9, of fifteen tables in a Mitchell
that starts in round 2 of its sheet. Then pair n meets 2n - 9 modulo 15, as printed, and table 8 has the set first: the
order of play is 8, 7, ... 1, 15, 14, ... 9, and the hands were changed after table 1 (line 3569).
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound, Refused
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.starting_round import start_in_round
from arrowswitch.core.scoring.boards.fouled_groups import divide_scores, divided_sections
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.rules import EventClass
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.history.history import history
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.division import SpreadPairs
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.slices.movement import ChooseMovement
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.rulings import FoulBoard
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.views import Flag
from arrowswitch.tournament.ranking.rankings import traveller
from arrowswitch.tournament.ranking.why import why_points
from arrowswitch.tournament.results.tables import odd_results
from arrowswitch.tournament.rulings.fouled import order_of_play, proposed_forms
from arrowswitch.tournament.scored.slots import missing_slots
from tests.builders import PAIRS, Evening, new_evening, person
from tests.tables import for_each

BOARD = 17
FIGURE_24 = (430, 400, 180, 150, 150, 430, 460, 400, -430, -400, -400, -150, -180, -430, -400)
"""North-South's score of pairs 1 to 15, from line 3575 on."""
SIMPLE = ("9", "7", "11/2", "4", "4", "9", "21/2", "7", "9/2", "7", "7", "10", "9", "9/2", "7")
"""The corrected matchpoints of pairs 1 to 15 (lines 3588-3596), 105 in all."""
EAST_WEST = {1: 8, 2: 10, 3: 12, 4: 14, 5: 1, 6: 3, 7: 5, 8: 7, 9: 9, 10: 11, 11: 13, 12: 15, 13: 2, 14: 4, 15: 6}


def figure_24(**settings: Any) -> Evening:
    """Returns the event of figure 24 with the results of board 17."""
    evening = new_evening(0, **settings)
    names = [*PAIRS, *((f"{one} jr", f"{other} jr") for one, other in PAIRS[:10])]
    for first, other in names:
        evening.do(AddEntry((person(first), person(other))))
    evening.start(start_in_round(make("mitchell", tables=15, boards_per_round=2), 2))
    for slot in order_of_play(evening.state, 1, BOARD):
        evening.do(EnterResult(slot, str(FIGURE_24[slot.table - 1])))
    return evening


def two_sections() -> Evening:
    """Returns an event of two sections with a Howell for eight pairs each."""
    evening = new_evening(16, sections=2)
    for letter in "AB":
        evening.do(ChooseMovement(Place(1, letter), make("howell", pairs=8, rounds=7, boards_per_round=2)))
    evening.do(SpreadPairs(1, seed=1))
    evening.do(StartPlay(1))
    return evening


def groups_of(forms: tuple[tuple[Slot, int], ...]) -> tuple[tuple[Slot, ...], ...]:
    return tuple(tuple(s for s, form in forms if form == wanted) for wanted in sorted({form for _, form in forms}))


def foul(evening: Evening, groups: int = 2) -> EventState:
    forms = proposed_forms(evening.state, 1, BOARD, groups)
    return evening.do(FoulBoard(1, BOARD, groups_of(forms)), "asked 1-8 and 15-6")


def ns_points(state: EventState) -> dict[int, Fraction]:
    """Returns the published points of North-South on board 17, by table."""
    cells = traveller(state, 1, BOARD).cells
    return {
        c.slot.table: c.ns_points.points for c in cells if c.ns_points is not None and c.ns_points.points is not None
    }


@pytest.fixture(scope="module")
def figure_event() -> Evening:
    return figure_24()


class TestTheOrderOfPlay:
    """Lines 3567-3569: the master sheet gives the order in which the board was played."""

    def test_the_sheet_is_that_of_the_figure(self, figure_event: Evening) -> None:
        """R-196: pair n meets the East-West pair that figure 24 prints next to it."""
        cells = traveller(figure_event.state, 1, BOARD).cells
        assert {c.slot.table: int(c.ew.numbers[0].removeprefix("EW")) for c in cells} == EAST_WEST

    def test_the_order(self, figure_event: Evening) -> None:
        """R-196: the board goes from table 8 down to table 1, then 15 down to 9."""
        order = order_of_play(figure_event.state, 1, BOARD)
        assert [slot.table for slot in order] == [*range(8, 0, -1), *range(15, 8, -1)]
        assert [slot.round for slot in order] == list(range(1, 16))

    def test_the_phantom_plays_nothing(self) -> None:
        """R-196: a table against the phantom is no place of the board."""
        evening = new_evening(5)
        evening.start(make("howell", tables=3, boards_per_round=2).with_phantom(Number("6")))
        movement = evening.state.section(Place(1, "A")).movement
        assert movement is not None
        met = [m for m in movement.meetings if 1 in movement.boards_of(m)]
        places = order_of_play(evening.state, 1, 1)
        assert {(s.round, s.table) for s in places} == {(m.round, m.table) for m in met if "6" not in m.contestants}
        assert len(places) < len(met)
        assert order_of_play(evening.state, 1, 99) == ()


class TestTheProposal:
    """Lines 3533-3540 and 3567-3573."""

    def test_figure_24(self, figure_event: Evening) -> None:
        """R-196: N-S 1-8 before, 9-15 after the change."""
        before, after = groups_of(proposed_forms(figure_event.state, 1, BOARD))
        assert sorted(slot.table for slot in before) == list(range(1, 9))
        assert sorted(slot.table for slot in after) == list(range(9, 16))

    def test_where_the_hands_were_changed(self, figure_event: Evening) -> None:
        """R-402: after table 1 in round 8, before table 15 in round 9: among the pairs between 8 and 9."""
        forms = proposed_forms(figure_event.state, 1, BOARD)
        at = next(i for i in range(1, 15) if forms[i][1] != forms[i - 1][1])
        assert (forms[at - 1][0].table, forms[at - 1][0].round) == (1, 8)
        assert (forms[at][0].table, forms[at][0].round) == (15, 9)

    def test_several_changes(self) -> None:
        """R-405: thirteen results, 5 + 4 + 4: game one way, part score the other, then slam."""
        scores = (620, 650, 620, 620, 650, -140, -140, -110, -170, 1430, 1430, 680, 1430)
        assert divide_scores(scores, 3) == (5, 4, 4)
        assert divide_scores(scores, 1) == (13,)

    def test_places_without_a_score_lie_between(self) -> None:
        """R-196: an average belongs to the group in which it was given; of equal divisions the earlier counts."""
        assert divide_scores((430, None, 400, None, -150, -180), 2) == (3, 3)
        assert divide_scores((None, None, None), 2) == (1, 2)

    def test_each_section_has_cards_of_its_own(self) -> None:
        """R-196: a change is in the section whose results speak for it; the others played the deal as made up."""
        as_dealt, changed = (430, 430, 400, 430), (430, 460, -150, -180)
        assert divided_sections((as_dealt, changed), 2) == ((4,), (2, 2))
        assert divided_sections((changed, as_dealt), 2) == ((2, 2), (4,))
        assert divided_sections((changed, changed), 3) == ((2, 2), (2, 2))
        assert divided_sections((as_dealt, (), changed), 1) == ((4,), (4,))
        for groups in (0, 4):
            with pytest.raises(Refused):
                divided_sections(((430,), (430, 400, -150)), groups)

    def test_the_proposal_for_two_sections(self) -> None:
        """R-196: section A's changed cards never came to section B."""
        evening = two_sections()
        texts = {"A": ("430", "460", "-140", "-110"), "B": ("430", "430", "460", "430")}
        for letter, scores in texts.items():
            slots = [slot for slot in order_of_play(evening.state, 1, 1) if slot.section == letter]
            for slot, text in zip(slots, scores, strict=True):
                evening.do(EnterResult(slot, text))
        forms = proposed_forms(evening.state, 1, 1)
        assert [(slot.section, form) for slot, form in forms] == [
            *(("A", form) for form in (0, 0, 1, 1)),
            *(("B", 0) for _ in range(4)),
        ]

    def test_more_groups_than_results_are_refused(self, figure_event: Evening) -> None:
        for groups in (0, 7):
            with pytest.raises(Refused) as refused:
                proposed_forms(figure_event.state, 1, BOARD, groups)
            assert [p.code for p in refused.value.problems] == ["fouled.groups"]


class TestScoring:
    """The groups count in every method."""

    def test_the_simple_method_of_figure_24(self) -> None:
        """R-196, R-197: 5x 3x 2 x x 5x 7 3x + 3.5 and x 3 3 6 5 x 3 + 4, as printed, 105 in all."""
        points = ns_points(foul(figure_24()))
        assert tuple(points[table] for table in range(1, 16)) == tuple(Fraction(text) for text in SIMPLE)
        assert sum(points.values()) == 105

    def test_the_formula_of_figure_24(self) -> None:
        """R-198: a sectional, M = N S/n + (N - n)/2n: pair 7 of eight has 15 x 7/8 + 7/16 = 13.5625, so 13.56; pair 12
        of seven has 15 x 6/7 + 8/14 = 13.428..., so 13.43. The sum is 105 but for the third decimals."""
        points = ns_points(foul(figure_24(event_class=EventClass.SECTIONAL)))
        assert (points[7], points[12]) == (Fraction("13.56"), Fraction("13.43"))
        total = sum(points.values(), Fraction(0))
        assert abs(total - 105) <= Fraction(1, 50)

    @for_each("method", [Method.IMPS, Method.BUTLER, Method.TOTAL_POINTS])
    def test_other_methods_compare_within_the_group(self, method: Method) -> None:
        """R-200: 3NT made five is the best of its group by every method, and was far ahead of all others before."""
        evening = figure_24(method=method)
        apart = ns_points(evening.state)
        together = ns_points(foul(evening))
        assert together[7] < apart[7]
        assert together[7] == max(together[table] for table in range(1, 9))
        assert together[12] == max(together[table] for table in range(9, 16))
        assert together[12] > 0
        assert apart[12] < 0

    def test_three_results_against_a_datum(self) -> None:
        """R-201: against a datum, groups of three or fewer get 3 IMP on both sides."""
        evening = figure_24(method=Method.BUTLER)
        order = order_of_play(evening.state, 1, BOARD)
        state = evening.do(FoulBoard(1, BOARD, (order[:12], order[12:])), "asked")
        cells = {cell.slot: cell for cell in traveller(state, 1, BOARD).cells}
        for slot in order[12:]:
            for side in (cells[slot].ns_points, cells[slot].ew_points):
                assert side is not None
                assert side.exact == 3

    def test_four_groups(self) -> None:
        """R-405: the hands were changed three times, 8 + 4 + 2 + 1: formula, formula, 65/55 %, 60 % of top 14."""
        evening = figure_24(event_class=EventClass.SECTIONAL)
        order = order_of_play(evening.state, 1, BOARD)
        groups = (order[:8], order[8:12], order[12:14], order[14:])
        points = ns_points(evening.do(FoulBoard(1, BOARD, groups), "asked"))
        # Table 12 is the best of 15, 14, 13, 12: 15 x 3/4 + 11/8 = 12.625.
        assert points[12] == Fraction("12.63")
        assert {points[11], points[10]} == {Fraction("8.4")}
        assert points[9] == Fraction("8.4")

    def test_the_explanation_tells_it(self) -> None:
        """R-196: why pair 7 has 10x: among eight results of the same hands, and half the seven others."""
        evening = figure_24()
        foul(evening)
        explanation = why_points(evening.state, Place(1, "A"), BOARD, Number("NS7"))
        assert "explain.fouled-group" in [step.code for step in explanation.steps]


class TestTheDirectorDecides:
    """Line 3536: the players are asked."""

    def test_marks(self) -> None:
        """R-196: the traveller says which hands each table had, and is not said to have a wrong sum."""
        view = traveller(foul(figure_24(event_class=EventClass.SECTIONAL)), 1, BOARD)
        assert {cell.form_letter for cell in view.cells if cell.slot.table < 9} == {"A"}
        assert {cell.form_letter for cell in view.cells if cell.slot.table > 8} == {"B"}
        assert all(Flag.FOULED in cell.flags for cell in view.cells)
        assert view.is_adjusted
        assert traveller(figure_24().state, 1, BOARD).cells[0].form_letter == ""

    def test_results_are_no_longer_unlike_the_others(self) -> None:
        """R-196: one slam that the other hands allow is odd among fifteen, not in its own group of two."""
        evening = figure_24()
        order = order_of_play(evening.state, 1, BOARD)
        evening.do(EnterResult(order[-1], "-1430"))
        assert [one.cell.slot for one in odd_results(evening.state, 1)] == [order[-1]]
        evening.do(FoulBoard(1, BOARD, (order[:-1], order[-1:])), "asked")
        assert odd_results(evening.state, 1) == ()

    def test_it_can_be_changed_and_taken_back(self) -> None:
        """R-196: the director's own groups replace the proposal; undo and fewer than two groups take them away."""
        evening = figure_24()
        before = ns_points(evening.state)
        first = ns_points(foul(evening))
        order = order_of_play(evening.state, 1, BOARD)
        second = ns_points(evening.do(FoulBoard(1, BOARD, (order[:6], order[6:])), "asked again"))
        assert len({tuple(before.values()), tuple(first.values()), tuple(second.values())}) == 3
        assert len(evening.state.rulings.fouled) == 1
        evening.do(Undo())
        assert ns_points(evening.state) == first
        evening.do(FoulBoard(1, BOARD, (order,)), "they remember the same hands")
        assert ns_points(evening.state) == before
        assert not evening.state.rulings.fouled
        codes = [row.what[0].code for row in history(evening.tournament.ledger(evening.event_id))[:2]]
        assert codes == ["history.board-fouled.none", "history.undone"]

    def test_the_same_again_is_no_new_decision(self) -> None:
        evening = figure_24()
        foul(evening)
        version = evening.state.seq
        foul(evening)
        order = order_of_play(evening.state, 1, 1)
        evening.do(FoulBoard(1, 1, (order,)), "nothing was changed")
        assert evening.state.seq == version

    def test_a_later_result_is_in_the_group_of_its_place(self) -> None:
        """R-196: the change was found before the last round; the last table's result joins those after it."""
        evening = figure_24()
        order = order_of_play(evening.state, 1, BOARD)
        late = figure_24()
        foul(late)
        assert ns_points(foul(evening)) == ns_points(late.do(EnterResult(order[-1], "-430"), "typing error"))

    def test_an_event_file_brings_it_along(self) -> None:
        """R-196: the groups stand in the ledger, and the file's reader has the same points."""
        evening = figure_24()
        foul(evening)
        again = state_of(event_file.load(evening.tournament.export(evening.event_id)))
        assert again.rulings.fouled == evening.state.rulings.fouled
        assert ns_points(again) == ns_points(evening.state)

    def test_refusals(self) -> None:
        """R-196: every place once; a reason; a board that is played; after publication it is a correction."""
        evening = figure_24()
        order = order_of_play(evening.state, 1, BOARD)
        elsewhere = replace(order[0], table=99)
        wrong = (order[:8], (*order[7:14], elsewhere))
        with pytest.raises(Refused) as refused:
            evening.do(FoulBoard(1, BOARD, wrong), "asked")
        assert [p.code for p in refused.value.problems] == ["fouled.twice", "fouled.not-there", "fouled.left-out"]
        with pytest.raises(Refused) as refused:
            evening.do(FoulBoard(1, BOARD, tuple((slot,) for slot in (*order, *order))), "asked")
        assert refused.value.problems[0].code == "fouled.too-many"
        with pytest.raises(Refused) as refused:
            evening.do(FoulBoard(1, BOARD, (order[:8], order[8:])))
        assert [p.code for p in refused.value.problems] == ["fouled.needs-reason"]
        with pytest.raises(NotFound):
            evening.do(FoulBoard(1, 99, ()), "asked")
        evening.do(Publish(is_interim=True))
        assert missing_slots(evening.state, 1)
        assert foul(evening).publication.corrections == 1
