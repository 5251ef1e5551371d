"""R-328 and recovery: a sheet is mended while the game goes on. Manual 3.3, lines 1150 and 3479-3515."""

from __future__ import annotations

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Mistake, Refused
from arrowswitch.core.movements.checking.verify import faults
from arrowswitch.core.movements.editing import apply
from arrowswitch.core.movements.editing.cells import SetCell
from arrowswitch.core.movements.editing.numbers import SwapNumbers
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.model import Movement
from arrowswitch.core.movements.recovery.mitchell import ByePlace, misplaced_bye
from arrowswitch.core.movements.recovery.repairs import Recovery, Remedy, recovery
from arrowswitch.core.scoring.outcomes import Average, AverageKind
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.movement import ChangeMovement
from arrowswitch.tournament.model.slices.play import StartRound
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.rulings import AwardUnplayed
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.rulings import Blame
from arrowswitch.tournament.recovery.deviations import blames_of, deviations, played_otherwise
from arrowswitch.tournament.scored.slots import missing_slots
from tests.builders import Evening, new_evening

HOWELL = make("howell", tables=7, rounds=13, boards_per_round=1)
TEXTS = ("P", "-100", "140", "100", "110", "-140", "200")


def recovery_of(state: EventState, last: int) -> Recovery:
    """Returns the sheet with what was played in it up to a round, and the proposals."""
    return recovery(
        HOWELL, [meeting for meeting in played_otherwise(state, Place(1, "A")) if meeting.round <= last], last
    )


def howell_evening() -> Evening:
    evening = new_evening(14)
    evening.start(HOWELL)
    return evening


def play_round(evening: Evening, round_number: int) -> None:
    """Fills every slot of a round that the sheet of the moment plans."""
    due = [slot for slot in missing_slots(evening.state, 1) if slot.round == round_number]
    for place, slot in enumerate(due):
        evening.do(EnterResult(slot, TEXTS[place % len(TEXTS)]))


def movement(evening: Evening) -> Movement:
    sheet = evening.state.section(Place(1, "A")).movement
    assert sheet is not None
    return sheet


def codes(mistake: Mistake) -> list[str]:
    return [problem.code for problem in mistake.problems]


class TestEditingARunningEvent:
    """R-328: the sheet is edited so that the really played meetings are the scheduled ones (line 3485)."""

    def test_after_rounds_three_and_seven_the_slips_are_accepted_and_the_second_meeting_is_listed(self) -> None:
        """R-328: pairs 2 and 7 sat in each other's place in round 3, pairs 4 and 8 in round 7, and the sheet is edited
        for both rounds. The slips as they were written are then accepted without force, and the checker lists the
        second meetings: 2-4 of round 3 again in round 9, 6-7 in round 10, and those of round 7."""
        evening = howell_evening()
        play_round(evening, 1)
        play_round(evening, 2)
        mended = apply(HOWELL, SwapNumbers(Number("2"), Number("7"), (3,)))
        mended = apply(mended, SwapNumbers(Number("4"), Number("8"), (7,)))
        actual = [m for m in mended.meetings if m.round in (3, 7) and m not in HOWELL.meetings]
        assert len(actual) in (3, 4)
        first = actual[0]
        slot = Slot(1, "A", first.round, first.table, mended.boards_of(first)[0])
        with pytest.raises(Refused) as caught:
            evening.do(EnterResult(slot, "P", ns=first.ns, ew=first.ew))
        assert codes(caught.value) == ["result.wrong-pair"]
        evening.do(ChangeMovement(Place(1, "A"), mended), "rounds 3 and 7 were played so")
        for meeting in actual:
            board = mended.boards_of(meeting)[0]
            slot = Slot(1, "A", meeting.round, meeting.table, board)
            state = evening.do(EnterResult(slot, "P", ns=meeting.ns, ew=meeting.ew))
            assert state.results[slot].forced == ""
        again = [fault for fault in faults(movement(evening)) if fault.code == "movement.met-twice"]
        twice = {" ".join(sorted(fault.contestants)): fault.rounds for fault in again}
        assert twice["2 4"] == (3, 9)
        assert twice["6 7"] == (3, 10)
        assert any(7 in rounds for rounds in twice.values())

    def test_a_reason_is_asked_for(self) -> None:
        evening = howell_evening()
        with pytest.raises(Refused) as caught:
            evening.do(ChangeMovement(Place(1, "A"), HOWELL))
        assert codes(caught.value) == ["movement.change-needs-reason"]
        before = evening.state.seq
        assert evening.do(ChangeMovement(Place(1, "A"), HOWELL), "the same").seq == before

    def test_not_before_play(self) -> None:
        evening = new_evening(14)
        with pytest.raises(Mistake):
            evening.do(ChangeMovement(Place(1, "A"), HOWELL), "early")

    def test_results_that_stand_agree_or_are_told(self) -> None:
        """R-328: a sheet that contradicts what was entered is refused with the places, unless the results stay."""
        evening = howell_evening()
        play_round(evening, 1)
        mended = apply(HOWELL, SwapNumbers(Number("2"), Number("7"), (1,)))
        with pytest.raises(Refused) as caught:
            evening.do(ChangeMovement(Place(1, "A"), mended), "wrong sheet")
        assert set(codes(caught.value)) == {"movement.contradicts-result"}
        assert len(caught.value.problems) == 2
        state = evening.do(ChangeMovement(Place(1, "A"), mended, keeps_results=True), "wrong sheet")
        assert len(state.results) == 7
        assert {d.slot.table for d in deviations(state, 1, 1)} == {p.params["table"] for p in caught.value.problems}

    def test_nobody_loses_a_seat_and_the_sheet_is_a_sheet(self) -> None:
        evening = howell_evening()
        smaller = make("howell", tables=6, boards_per_round=1)
        with pytest.raises(Refused) as caught:
            evening.do(ChangeMovement(Place(1, "A"), smaller), "two have left")
        assert codes(caught.value) == ["movement.change-loses-number"] * 2
        odd = apply(HOWELL, SetCell(1, 1, (), (Number("1"),), 1))
        with pytest.raises(Refused) as caught:
            evening.do(ChangeMovement(Place(1, "A"), odd), "half a table")
        assert codes(caught.value) == ["movement.side-empty"]


class TestLookingAfterEachRound:
    """R-342: mistakes are found as early as possible: after each round entries are compared with the sheet."""

    def test_a_wrong_seating_in_round_three_is_reported_when_it_ends(self) -> None:
        """R-342: the slips of pairs 2 and 7 in round 3 were accepted; at the end of round 3 both are reported with the
        sheet's seating, and the proposals follow."""
        evening = howell_evening()
        play_round(evening, 1)
        play_round(evening, 2)
        wrong = apply(HOWELL, SwapNumbers(Number("2"), Number("7"), (3,)))
        actual = [m for m in wrong.in_round(3) if m not in HOWELL.meetings]
        for meeting in actual:
            slot = Slot(1, "A", 3, meeting.table, HOWELL.boards_of(meeting)[0])
            evening.do(EnterResult(slot, "P", ns=meeting.ns, ew=meeting.ew, force="sat so"))
        play_round(evening, 3)
        evening.do(StartRound(1, 4))
        assert deviations(evening.state, 1, 2) == ()
        deviating = deviations(evening.state, 1, 3)
        assert [(d.slot.round, d.slot.table, d.ns, d.ew, d.reason) for d in deviating] == [
            (3, m.table, m.ns, m.ew, "sat so") for m in actual
        ]
        assert all([p.code for p in d.problems] == ["result.wrong-pair"] for d in deviating)
        assert played_otherwise(evening.state, Place(1, "A")) == tuple(actual)
        recovery = recovery_of(evening.state, 3)
        assert [p.remedy for p in recovery.proposals] == [
            Remedy.KEEP, Remedy.KEEP, Remedy.SECOND_MEETING, Remedy.SECOND_MEETING, Remedy.NEUTRAL, Remedy.NEUTRAL,
        ]  # fmt: skip
        evening.do(ChangeMovement(Place(1, "A"), recovery.sheet), "round 3 was played so")
        assert deviations(evening.state, 1, 3) == ()

    def test_a_board_that_is_not_in_play_is_reported_and_has_no_set(self) -> None:
        evening = howell_evening()
        meeting = HOWELL.in_round(1)[1]
        slot = Slot(1, "A", 1, meeting.table, 30)
        evening.do(EnterResult(slot, "P", ns=meeting.ns, ew=meeting.ew, force="board 30 came to the table"))
        [deviation] = deviations(evening.state, 1, 1)
        assert [p.code for p in deviation.problems] == ["result.wrong-board"]
        assert played_otherwise(evening.state, Place(1, "A")) == ()

    def test_without_a_sheet_nothing_departs(self) -> None:
        evening = new_evening(4)
        evening.start(None)
        assert played_otherwise(evening.state, Place(1, "A")) == ()
        assert deviations(evening.state, 1, 9) == ()


class TestNeutralByResponsibility:
    """R-343: a board that one side has played already is neutral for both, by responsibility (line 1156)."""

    def test_the_neutral_boards_are_awarded_as_proposed(self) -> None:
        """R-343: 2 played set 5 in round 3 in the place of 7, and should play it against 9 in round 4: 9 is blameless
        and gets average plus, 2 erred and gets average minus."""
        evening = howell_evening()
        wrong = apply(HOWELL, SwapNumbers(Number("2"), Number("7"), (3,)))
        for meeting in (m for m in wrong.in_round(3) if m not in HOWELL.meetings):
            slot = Slot(1, "A", 3, meeting.table, HOWELL.boards_of(meeting)[0])
            evening.do(EnterResult(slot, "P", ns=meeting.ns, ew=meeting.ew, force="sat so"))
        recovery = recovery_of(evening.state, 3)
        neutral = next(p for p in recovery.proposals if p.remedy is Remedy.NEUTRAL)
        assert (neutral.meeting.round, neutral.meeting.contestants) == (4, ("9", "2"))
        ns, ew = blames_of(neutral)
        assert (ns, ew) == (Blame.NONE, Blame.AT_FAULT)
        slot = Slot(1, "A", 4, neutral.meeting.table, HOWELL.boards_of(neutral.meeting)[0])
        state = evening.do(AwardUnplayed((slot,), ns, ew), "2 had played the board")
        entry = state.results[slot]
        assert (entry.ns_award, entry.ew_award) == (Average(AverageKind.PLUS), Average(AverageKind.MINUS))


class TestNumbersStay:
    """R-341: North-South pairs that change tables in a repair round keep their numbers (line 3503)."""

    def test_the_slips_of_the_repair_round_are_accepted_with_the_old_numbers(self) -> None:
        """R-341, R-337: the bye stand stood too near; in round 5 N-S 8 plays at table 4 and N-S 4 at table 8, each
        under its own number, and no reason is asked for."""
        planned = make("relay-mitchell", tables=8, boards_per_round=1)
        evening = new_evening(16)
        evening.start(planned)
        mended = misplaced_bye(planned, ByePlace.NEAR)
        evening.do(ChangeMovement(Place(1, "A"), mended), "bye stand one place too near")
        for table, number in ((4, "8"), (8, "4")):
            meeting = mended.at(5, table)
            assert meeting is not None
            slot = Slot(1, "A", 5, table, mended.boards_of(meeting)[0])
            state = evening.do(EnterResult(slot, "P", ns=(Number(f"NS{number}"),), ew=(Number(f"EW{number}"),)))
            assert state.results[slot].forced == ""
        assert faults(mended)[0].severity == "notice"
