"""Properties of the recovery: every fault that the checker finds in the sheet as played is answered by a proposal."""

from __future__ import annotations

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.checking.verify import faults
from arrowswitch.core.movements.editing import apply, compare, what_breaks
from arrowswitch.core.movements.editing.numbers import SwapNumbers
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.model import Meeting, Movement
from arrowswitch.core.movements.recovery.repairs import Remedy, as_played, early_end, recovery
from tests.rotation import examples

SIZES = [
    ("howell", {"tables": 5}),
    ("howell", {"tables": 7, "rounds": 13}),
    ("mitchell", {"tables": 7, "rounds": 7}),
    ("relay-mitchell", {"tables": 8}),
    ("appendix-howell", {"tables": 7}),
]


@st.composite
def seated_wrongly(draw: st.DrawFn) -> tuple[Movement, list[Meeting], int]:
    """Draws a movement, the meetings of one round in which two contestants sat in each other's place, and the round."""
    family, options = draw(st.sampled_from(SIZES))
    movement = make(family, **options)
    number, other = draw(st.permutations(movement.contestants))[:2]
    round_number = draw(st.integers(1, movement.rounds))
    wrong = apply(movement, SwapNumbers(number, other, (round_number,)))
    actual = [cell.other for cell in compare(movement, wrong).cells if cell.other is not None]
    assume(actual and not any(set(m.ns) & set(m.ew) for m in actual))
    return movement, actual, round_number


class TestEveryFaultIsAnswered:
    @given(seated_wrongly())
    @settings(max_examples=examples(100))
    def test_boards_played_twice_and_second_meetings(self, drawn: tuple[Movement, list[Meeting], int]) -> None:
        """R-335, R-336: a board twice is a neutral board, a second meeting on new boards a second meeting; what was
        played for the first time stands."""
        movement, actual, last = drawn
        repair = recovery(movement, actual, last)
        places = {(p.remedy, p.meeting.round, n) for p in repair.proposals for n in p.meeting.contestants}
        for fault in faults(repair.sheet):
            if fault.code == "movement.board-twice":
                assert (Remedy.NEUTRAL, max(fault.rounds), fault.contestants[0]) in places
            elif fault.code == "movement.met-twice":
                later = max(fault.rounds)
                assert all(any((remedy, later, n) in places for remedy in Remedy) for n in fault.contestants)
        stays = [p.meeting for p in repair.proposals if p.remedy is Remedy.KEEP]
        neutral = [p.meeting for p in repair.proposals if p.remedy is Remedy.NEUTRAL and p.meeting in actual]
        assert sorted((*stays, *neutral), key=lambda m: (m.round, m.table)) == actual

    @given(seated_wrongly())
    @settings(max_examples=examples(60))
    def test_who_sat_wrongly_is_named_and_nobody_else(self, drawn: tuple[Movement, list[Meeting], int]) -> None:
        movement, actual, last = drawn
        seats = {(m.round, n): m.table for m in movement.meetings for n in m.contestants}
        strays = {n for m in actual for n in m.contestants if seats.get((m.round, n)) != m.table}
        for proposal in recovery(movement, actual, last).proposals:
            assert set(proposal.at_fault) <= strays

    @given(seated_wrongly())
    @settings(max_examples=examples(60))
    def test_the_checker_names_round_boards_and_pairs_of_one_swap(
        self, drawn: tuple[Movement, list[Meeting], int]
    ) -> None:
        """R-333: every new fault of a sheet with one swapped pair names the round of the swap."""
        movement, actual, last = drawn
        for fault in what_breaks(movement, as_played(movement, actual)):
            if fault.code in ("movement.board-twice", "movement.met-twice"):
                assert last in fault.rounds
                assert fault.contestants

    @given(st.sampled_from(SIZES), st.integers(1, 13))
    def test_an_early_end_is_even_where_the_movement_says_so(self, size: tuple[str, dict[str, int]], last: int) -> None:
        """R-340: the rounds that are free to cut are those after which every set was played equally often."""
        movement = make(size[0], **size[1])
        assume(last < movement.rounds)
        assert early_end(movement, last).is_even is (last in movement.rounds_free_to_cut)


def test_single_players_and_teams_are_told_apart() -> None:
    """A team sits at two tables with the same set, once on each side; a player meets others twice by the rule."""
    teams = make("awl", teams=9)
    first = teams.meetings[0]
    again = Meeting(2, first.table, first.ns, first.ew, first.board_set)
    [proposal] = [p for p in recovery(teams, [again], 2).proposals if p.meeting == again]
    assert proposal.remedy is Remedy.NEUTRAL
    players = make("individual", players=8)
    swapped = apply(players, SwapNumbers(Number("1"), Number("2"), (2,)))
    actual = [cell.other for cell in compare(players, swapped).cells if cell.other is not None]
    assert all(p.phrase.params["round"] for p in recovery(players, actual, 2).proposals)
