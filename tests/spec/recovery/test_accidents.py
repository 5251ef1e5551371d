"""Plans after accidents: JCBL director's manual 3.3, lines 1148-1158 and 3477-3529, and random accidents.

`tools/try-accidents N` tries many more.
"""

from __future__ import annotations

import os
from dataclasses import replace
from itertools import combinations

import pytest

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Malformed, Refused
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.recovery.accidents import (
    Accident,
    AccidentKind,
    explained,
    laid_on,
    parse_accidents,
)
from arrowswitch.core.movements.recovery.mitchell import ByePlace, misplaced_bye
from arrowswitch.core.movements.recovery.plans import Plan, PlanKind, better_plans, first_plan, offered
from arrowswitch.core.movements.recovery.search import Found, search
from arrowswitch.core.movements.recovery.situation import Situation
from tests.accidents import all_impossible_neutral, faults_of, fewest_neutral, random_case, situation_after

CASES = int(os.environ.get("ARROWSWITCH_ACCIDENTS", "8"))
WORK = 0.1


def plans_of(situation: Situation, work: float = WORK) -> tuple[Plan, ...]:
    first = first_plan(situation)
    return offered((first, *better_plans(situation, first, work=work)))


@pytest.mark.parametrize("seed", range(CASES))
def test_random_accidents(seed: int) -> None:
    """A plan always; nobody plays a board twice; never more is neutral than when all that is impossible is."""
    case = random_case(seed)
    plans = plans_of(case.situation)
    assert plans
    for plan in plans:
        assert faults_of(case.situation, plan) == [], case.name
    assert plans[0].price.neutral <= all_impossible_neutral(case.situation), case.name
    prices = [plan.price for plan in plans]
    assert prices == sorted(prices, reverse=True)


class TestOptimum:
    """R-336: as few meetings stay unplayed as can be, which every way of laying the boards shows."""

    @pytest.mark.parametrize("two", list(combinations(["1", "5", "9", "13"], 2)))
    def test_one_exchange_in_a_howell_of_thirteen_pairs(self, two: tuple[str, str]) -> None:
        """Two pairs sat in each other's place in round 8 of 13, and everybody goes on as the guide cards say."""
        howell = make("howell", pairs=13, boards_per_round=2)
        swap = Accident(AccidentKind.SEATS, 8, numbers=(Number(two[0]), Number(two[1])))
        situation = situation_after(howell, (swap,))
        first = first_plan(situation)
        hint = Found.of_plan([m for m in situation.to_come if m not in first.neutral], first.neutral)
        found = search(situation, hint, moves=False, work=0.5, left=None)
        assert len(found.neutral) == found.at_least == fewest_neutral(situation) <= first.price.neutral

    def test_boards_elsewhere_beat_the_sheet(self) -> None:
        """Pairs 1 and 2 in round 3: one meeting is neutral on the sheet, none with boards brought elsewhere, and with
        two people sent elsewhere nobody meets twice."""
        howell = make("howell", pairs=13, boards_per_round=2)
        plans = plans_of(situation_after(howell, parse_accidents("seats,3,1,2")), 0.5)
        lost = [(plan.kind, plan.price.neutral, plan.price.second) for plan in plans]
        assert lost[0] == (PlanKind.CARDS, 1, 2)
        assert (PlanKind.BOARDS, 0, 2) in lost


class TestManual:
    """R-337, R-338: the search finds as good a repair as the manual's recipes, and proves that there is no better."""

    @pytest.mark.parametrize("place", ByePlace)
    def test_a_misplaced_bye_stand(self, place: ByePlace) -> None:
        """Lines 3487-3529: after four rounds of 8 tables with the bye stand in a wrong place the recipes lose no board
        and have two second meetings; so do the plans, at the cost of two pairs sent elsewhere."""
        relay = make("relay-mitchell", tables=8, boards_per_round=3)
        begun = {(m.round, m.table): m for m in misplaced_bye(relay, place).meetings if m.round <= 4}
        as_begun = tuple(begun.get((m.round, m.table), m) for m in relay.meetings)
        situation = Situation(relay, replace(relay, meetings=as_begun), 4, 5)
        plans = plans_of(situation, 1)
        assert [faults_of(situation, plan) for plan in plans] == [[] for _ in plans]
        assert (plans[0].price.neutral, plans[0].price.second) == (5, 0)
        price = plans[-1].price
        assert (price.neutral, price.second, price.uneven, price.told) == (0, 2, 0, 2)

    def test_a_skip_that_was_forgotten(self) -> None:
        """R-339: 8 tables, E-W do not skip after round 4: in round 5 all meet boards that they know. Nothing but that
        round is lost, whatever is done in it."""
        skip = make("skip-mitchell", tables=8, rounds=7, boards_per_round=2)
        situation = situation_after(skip, parse_accidents("visitors,5,1,8,-1"))
        plans = plans_of(situation)
        assert [faults_of(situation, plan) for plan in plans] == [[] for _ in plans]
        assert plans[-1].price.neutral <= all_impossible_neutral(situation)


class TestWhatHappened:
    """R-335, R-342: what is told is laid on the sheet, and what is seen is explained."""

    HOWELL = make("howell", tables=7, boards_per_round=2)

    @pytest.mark.parametrize(
        "written",
        ["seats,3,2,7", "boards,3,2,9", "row,3,1,7,1", "row,3,2,5,-1", "visitors,3,1,7,1", "direction,3,4"],
    )
    def test_what_happened_is_found_again(self, written: str) -> None:
        """Every table of the round is known: the accident is found, in these words or in others that do the same."""
        happened = laid_on(self.HOWELL, parse_accidents(written)).actual
        changed = {(m.round, m.table): m for m in happened}
        seen = [changed.get((m.round, m.table), m) for m in self.HOWELL.in_round(3)]
        found = explained(self.HOWELL, seen)
        assert laid_on(self.HOWELL, found).actual == happened

    def test_two_accidents_of_a_round(self) -> None:
        happened = laid_on(self.HOWELL, parse_accidents("seats,3,2,7;direction,3,1")).actual
        assert {one.written for one in explained(self.HOWELL, happened)} == {"seats,3,2,7", "direction,3,1"}

    def test_one_slip_is_enough(self) -> None:
        """2 sits where 7 should: that they changed places is the least that explains it; 7's table has no slip yet."""
        [one, _] = laid_on(self.HOWELL, parse_accidents("seats,3,2,7")).actual
        assert [guess.written for guess in explained(self.HOWELL, [one])] == ["seats,3,2,7"]

    def test_nothing_is_explained_by_what_contradicts_it(self) -> None:
        """The other table played as planned: nobody changed places with anybody there."""
        one, other = laid_on(self.HOWELL, parse_accidents("seats,3,2,7")).actual
        planned = self.HOWELL.at(other.round, other.table)
        assert planned is not None
        assert "seats,3,2,7" not in [guess.written for guess in explained(self.HOWELL, [one, planned])]

    @pytest.mark.parametrize(
        ("written", "code"),
        [
            ("seats,99,2,7", "sheet.no-round"),
            ("seats,3,2,99", "sheet.no-number"),
            ("direction,3,99", "sheet.no-table"),
            ("boards,3,2,99", "recovery.no-set"),
            ("boards,3,1,99", "recovery.no-set"),
            ("row,3,1,7,7", "accident.nothing"),
        ],
    )
    def test_what_cannot_have_happened(self, written: str, code: str) -> None:
        with pytest.raises(Refused, match=code):
            laid_on(self.HOWELL, parse_accidents(written))

    @pytest.mark.parametrize("text", ["comet,3", "seats,3,2", "row,a,1,2,1", "seats", "direction,3,4,5", "seats," * 9])
    def test_what_cannot_be_read(self, text: str) -> None:
        with pytest.raises(Malformed, match=r"accident\.unreadable"):
            parse_accidents(text)
        with pytest.raises(Malformed, match=r"accident\.too-many"):
            parse_accidents("direction,1,1;" * 99)

    def test_written_and_read(self) -> None:
        for written in (
            "seats,3,2,7",
            "boards,3,2,9",
            "row,3,2,5,-1",
            "visitors,3,1,7,1",
            "direction,3,4",
            "absent,3,7",
        ):
            [one] = parse_accidents(written)
            assert one.written == written


class TestTeams:
    """R-336: half a match without the other compares with nothing."""

    def test_the_other_half_plays_what_the_first_played(self) -> None:
        """In a movement whose matches are played in two rounds, a first half on wrong boards takes its second half
        along: the same set, or both unplayed."""
        awl = make("awl", teams=9, boards_per_round=2)
        assert awl.kind is ContestantKind.TEAM
        half = next(m for m in awl.in_round(1) if not any((o.ns, o.ew) == (m.ew, m.ns) for o in awl.in_round(1)))
        other = next(m for m in awl.meetings if (m.ns, m.ew) == (half.ew, half.ns))
        wrong = half.board_set % len(awl.board_sets) + 1
        situation = situation_after(awl, parse_accidents(f"boards,1,{half.table},{wrong}"))
        for plan in plans_of(situation):
            assert faults_of(situation, plan) == []
            after = plan.sheet.at(other.round, other.table)
            assert after is not None
            assert after.board_set == wrong or after in plan.neutral

    def test_who_sits_out_is_not_missed(self) -> None:
        odd = make("howell", tables=7, boards_per_round=2, phantom="14")
        [out] = [m for m in odd.in_round(3) if not odd.is_played(m)]
        [number] = [one for one in out.contestants if one != "14"]
        with pytest.raises(Refused, match=r"accident\.not-playing"):
            laid_on(odd, parse_accidents(f"absent,3,{number}"))
