"""Brackets: places of the seeds, byes, the losers' bracket, three-way matches; and what the checker finds."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.pairing.knockout.bracket import Bracket, BracketForm, BracketSlot, Stage, drop_masks, make_bracket
from arrowswitch.core.pairing.knockout.check import bracket_faults
from arrowswitch.core.pairing.knockout.words import round_name
from tests.rotation import examples
from tests.tables import for_each
from tests.unit.core.pairing.knockouts import DOUBLE, THIRD, THREES, bracket, play, teams


def codes(planned: Bracket) -> set[str]:
    return {fault.code for fault in bracket_faults(planned)}


class TestSingle:
    """R-248: any number of teams."""

    @given(st.integers(2, 200))
    @settings(max_examples=examples(60), deadline=None)
    def test_one_match_fewer_than_teams(self, count: int) -> None:
        """Everybody but the winner is put out once; byes are the next power of two less the teams."""
        planned = bracket(count)
        assert len(planned.matches) == count - 1
        first = [match for match in planned.matches if all(slot.match == 0 for slot in match.slots)]
        assert sum(len(match.slots) for match in planned.matches if match.round == 1) <= count
        assert bracket_faults(planned) == ()
        assert first

    def test_byes_are_for_the_best_seeds(self) -> None:
        """13 teams: 1 to 3 do not play in the first round."""
        first = [slot.place for match in bracket(13).matches if match.round == 1 for slot in match.slots]
        assert sorted(first) == list(range(4, 14))

    def test_third_place(self) -> None:
        assert [match.stage for match in bracket(8, THIRD).matches].count(Stage.THIRD) == 1
        assert bracket_faults(bracket(8, THIRD)) == ()
        assert Stage.THIRD not in {match.stage for match in bracket(3, THIRD).matches}

    def test_names_of_rounds(self) -> None:
        planned = bracket(16)
        assert [round_name(planned, match).code.split(".")[-1] for match in planned.matches[-7:]] == [
            *["quarter-final"] * 4,
            *["semi-final"] * 2,
            "final-round",
        ]
        assert round_name(planned, planned.matches[0]).code == "knockout.stage.winners"


class TestDouble:
    """R-249: two losses put out."""

    @given(st.integers(2, 128))
    @settings(max_examples=examples(40), deadline=None)
    def test_twice_the_teams(self, count: int) -> None:
        """2n - 2 matches, and one more when the final has to be played again."""
        planned = bracket(count, DOUBLE)
        assert len(planned.matches) == 2 * count - 1
        assert planned.matches[-1].stage is Stage.RESET
        assert bracket_faults(planned) == ()

    @for_each("count, least", [(8, 3), (16, 3), (32, 4), (64, 4)])
    def test_rematches_come_late(self, count: int, least: int) -> None:
        """Two who met in the winners' bracket cannot meet in the first rounds of the losers' bracket, in any case."""
        planned = bracket(count, DOUBLE)
        early = [match for match in planned.matches if match.stage is Stage.LOSERS and match.round < least]
        for match in early:
            for loser in seen_losers(planned, match.slots[0]):
                for other in seen_losers(planned, match.slots[1]):
                    assert not have_met(planned, loser, other), (match, loser, other)

    def test_masks(self) -> None:
        """The losers of round 2 go to the other half, those of round 3 to the other quarter."""
        assert drop_masks(5) == (0, 4, 1, 1, 0)

    def test_names_of_parts(self) -> None:
        planned = bracket(4, DOUBLE)
        names = {round_name(planned, match).code.split(".")[-1] for match in planned.matches}
        assert names == {"upper", "losers", "final", "reset"}


def seen_losers(planned: Bracket, slot: BracketSlot) -> set[int]:
    """Returns the matches of the winners' bracket whose losers can stand at a place of the losers' bracket."""
    match = planned.match(slot.match)
    if match.stage is Stage.WINNERS:
        return {match.number}
    return {one for inner in match.slots for one in seen_losers(planned, inner)}


def have_met(planned: Bracket, team: int, other: int) -> bool:
    """True if the losers of two matches can have met: one match leads to the other."""

    def leads(start: int, end: int) -> bool:
        if start == end:
            return True
        return any(slot.match and leads(start, slot.match) for slot in planned.match(end).slots)

    return leads(min(team, other), max(team, other))


class TestThreeWay:
    """R-248: three-way matches for byes."""

    @given(st.integers(3, 200))
    @settings(max_examples=examples(60), deadline=None)
    def test_everybody_plays_in_the_first_round(self, count: int) -> None:
        planned = bracket(count, THREES)
        if count & (count - 1):
            first = [slot for match in planned.matches if match.round == 1 for slot in match.slots]
            assert sorted(slot.place for slot in first) == list(range(1, count + 1))
        assert bracket_faults(planned) == ()

    @for_each(
        "count, groups",
        [(5, [(2, 1), (3, 1)]), (7, [(3, 2), (2, 1), (2, 1)]), (13, [(3, 2)] * 3 + [(2, 1)] * 2), (3, [(3, 2)])],
    )
    def test_groups(self, count: int, groups: list[tuple[int, int]]) -> None:
        """13 teams: three groups of three from which two go on, and two matches, leave 8."""
        first = [match for match in bracket(count, THREES).matches if match.round == 1]
        assert [(len(match.slots), match.goes_on) for match in first] == groups

    @for_each("count", [6, 7, 12, 13, 14, 25, 26, 27])
    def test_both_who_go_on_are_in_different_halves(self, count: int) -> None:
        planned = bracket(count, THREES)

        def origins(number: int) -> set[BracketSlot]:
            return {s for slot in planned.match(number).slots for s in (origins(slot.match) if slot.match else ())} | {
                slot for slot in planned.match(number).slots if slot.match
            }

        halves = [origins(slot.match) | {slot} for slot in planned.last.slots]
        for match in planned.matches:
            if match.goes_on == 2:
                first, second = BracketSlot(match.number, 1), BracketSlot(match.number, 2)
                assert (first in halves[0]) != (second in halves[0])


class TestRefused:
    @for_each(
        "count, form, code",
        [
            (1, None, "knockout.too-few"),
            (1025, None, "knockout.too-many"),
            (8, BracketForm(is_double=True, has_threes=True), "knockout.form"),
            (8, BracketForm(is_double=True, has_third_place=True), "knockout.form"),
        ],
    )
    def test_what_cannot_be(self, count: int, form: BracketForm | None, code: str) -> None:
        with pytest.raises(Refused) as refused:
            bracket(count, form)
        assert [problem.code for problem in refused.value.problems] == [code]

    def test_a_team_twice(self) -> None:
        with pytest.raises(Refused, match=r"knockout\.team-twice"):
            make_bracket([Number("1"), Number("2"), Number("1")])


class TestChecker:
    """The checker finds what is broken on purpose."""

    def test_seeds_and_places(self) -> None:
        planned = bracket(8)
        first = planned.matches[0]
        broken = replace(first, slots=(first.slots[0], first.slots[0]))
        assert codes(replace(planned, matches=(broken, *planned.matches[1:]))) == {"knockout.fault.seed"}
        last = planned.matches[-1]
        broken = replace(last, slots=(last.slots[0], last.slots[0]))
        assert "knockout.fault.place-twice" in codes(replace(planned, matches=(*planned.matches[:-1], broken)))

    def test_order(self) -> None:
        planned = bracket(4)
        assert "knockout.fault.order" in codes(replace(planned, matches=planned.matches[::-1]))

    def test_losses(self) -> None:
        """A match left out leaves two without a loss; losers who go on lose too often."""
        planned = bracket(8)
        assert "knockout.fault.losses" in codes(replace(planned, matches=planned.matches[:-1]))
        last = planned.matches[-1]
        broken = replace(last, slots=(last.slots[0], BracketSlot(last.slots[1].match, 2)))
        assert "knockout.fault.losses" in codes(replace(planned, matches=(*planned.matches[:-1], broken)))

    def test_seeding(self) -> None:
        planned = bracket(4)
        first, other = planned.matches[:2]
        swapped = (
            replace(first, slots=(first.slots[0], other.slots[0])),
            replace(other, slots=(first.slots[1], other.slots[1])),
        )
        assert codes(replace(planned, matches=(*swapped, planned.matches[2]))) == {"knockout.fault.seeding"}

    def test_the_best_two_meet_last(self) -> None:
        """R-248: the better seed winning, 1 and 2 come to the final and the first eight to the quarter-finals."""
        knockout = play(bracket(13))[-1]
        last = [
            sorted(int(number or 0) for number in match.teams) for match in knockout.matches if match.bracket.round >= 2
        ]
        assert last == [[1, 8], [4, 5], [2, 7], [3, 6], [1, 4], [2, 3], [1, 2]]
        assert teams(2) == ("1", "2")
