"""Certain pairings are seated while results are missing; the rest of the round is drawn once they are in (R-261)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.pairing.swiss.case import DrawInput
from arrowswitch.core.pairing.swiss.conditions import LastRound, RankBase, Rematch, SwissConditions, Triangle
from arrowswitch.core.pairing.swiss.history import History
from arrowswitch.core.pairing.swiss.policy import Policy
from arrowswitch.core.scoring.methods import Method
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.entries import AddEntry, WithdrawEntry
from arrowswitch.tournament.model.slices.movement import DrawNumbers, SeatLatePair
from arrowswitch.tournament.model.slices.play import StartRound
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.swiss import DrawRound
from arrowswitch.tournament.model.state import EventState, Phase
from arrowswitch.tournament.model.values.draws import DrawnMatch, DrawnRound
from arrowswitch.tournament.model.values.results import CorrectionReason
from arrowswitch.tournament.rehearsal.playing import invented_people, plausible_result_text
from arrowswitch.tournament.results.tables import round_view
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.tournament.standings.header import phase, rounds_to_draw
from arrowswitch.tournament.swiss.part import with_announced
from arrowswitch.tournament.swiss.rounds import draw_view, next_round
from tests.builders import Evening
from tests.scripted_events import assert_replays, new_event, play_round, play_swiss

A = Place(1, "A")
ROUNDS = 4


def swiss(form: EventForm, count: int, triangle: Triangle = Triangle.NONE, seed: int = 1) -> Evening:
    is_teams = form is EventForm.SWISS_TEAMS
    limit = None if triangle is Triangle.NONE else 3
    conditions = SwissConditions(ROUNDS, Rematch.NEVER, None, RankBase.PREVIOUS, LastRound.AS_OTHERS, triangle, limit)
    evening = new_event(
        count,
        4 if is_teams else 2,
        kind=ContestantKind.TEAM if is_teams else ContestantKind.PAIR,
        form=form,
        method=Method.IMPS if is_teams else Method.MATCHPOINTS,
        scale="wbf-continuous" if is_teams else "",
        boards_per_round=4 if is_teams else 8,
        conditions=conditions,
    )
    evening.do(DrawNumbers(A, seed))
    return evening


def play_but(evening: Evening, number: int, open_boards: int, seed: int) -> list[Slot]:
    """Draws and plays a round, the last boards at the tables behind left open; returns those."""
    evening.do(DrawRound(A.at(number)))
    evening.do(StartRound(1, number))
    slots = [slot for slot in missing_slots(evening.state, 1) if slot.round == number]
    left = sorted(slots, key=lambda slot: (slot.table, slot.board))[len(slots) - open_boards :]
    for slot in slots:
        if slot not in left:
            evening.do(EnterResult(slot, plausible_result_text(slot, seed)))
    return left


def latest(state: EventState) -> DrawnRound:
    return state.section(A).draws[-1]


def drawn_as(drawn: DrawnRound) -> set[tuple[object, ...]]:
    """Returns the matches of a drawn round without their home sides."""
    return {(frozenset(match.teams), match.tables) for match in drawn.matches} | {
        (frozenset(drawn.triangle), drawn.goes_on),
        (drawn.sit_out,),
    }


CASES = [
    (EventForm.SWISS_TEAMS, 10, Triangle.NONE),
    (EventForm.SWISS_TEAMS, 15, Triangle.ONE_ROUND),
    (EventForm.SWISS_TEAMS, 15, Triangle.TWO_ROUNDS),
    (EventForm.SWISS_PAIRS, 12, Triangle.NONE),
    (EventForm.SWISS_PAIRS, 11, Triangle.NONE),
]


class TestSeatedEarly:
    @pytest.mark.parametrize(("form", "count", "triangle"), CASES)
    def test_the_round_is_in_the_end_as_if_it_had_been_drawn_at_once(
        self, form: EventForm, count: int, triangle: Triangle
    ) -> None:
        """Two evenings each: a board is open, what is certain is seated, the results come, the rest is drawn:
        pairings, tables, triangle and bye are those of a draw that waited, and nobody plays a board twice."""
        seated = 0
        for seed in (1, 3):
            evening = swiss(form, count, triangle, seed)
            play_swiss(evening, 1, seed)
            left = play_but(evening, 2, 1, seed)
            try:
                evening.do(DrawRound(A.at(3), certain_only=True))
            except Refused as mistake:
                assert mistake.problems[0].code == "team-event.none-certain"  # noqa: PT017  # some seeds prove nothing
                continue
            seated += 1
            part = latest(evening.state)
            assert part.numbers | set(part.waiting) == {Number(str(at)) for at in range(1, count + 1)}
            for slot in left:
                evening.do(EnterResult(slot, plausible_result_text(slot, seed + 1)))
            evening.do(DrawRound(A.at(3)))
            whole = latest(evening.state)
            assert whole.waiting == ()
            assert {(match.teams, match.tables) for match in part.matches} <= {
                (match.teams, match.tables) for match in whole.matches
            }
            play_round(evening, 1, 3)
            evening.do(DrawRound(A.at(4)))
            play_round(evening, 1, 4)
            assert_no_board_twice(evening)
            assert_replays(evening)
            at_once = swiss(form, count, triangle, seed)
            play_swiss(at_once, 1, seed)
            play_but(at_once, 2, 0, seed)
            for slot in left:
                at_once.do(EnterResult(slot, plausible_result_text(slot, seed + 1)))
            at_once.do(DrawRound(A.at(3)))
            assert drawn_as(latest(at_once.state)) == drawn_as(whole)
        assert seated


def assert_no_board_twice(evening: Evening) -> None:
    sheet = evening.state.section(A).movement
    assert sheet is not None
    tables = Counter((meeting.round, meeting.table) for meeting in sheet.meetings)
    assert set(tables.values()) == {1}
    for side in ("ns", "ew"):
        played = Counter((getattr(m, side)[0], board) for m in sheet.meetings for board in sheet.boards_of(m))
        assert set(played.values()) == {1}


@pytest.fixture
def part() -> Evening:
    """Ten teams after two rounds, the last board of the second missing, what is certain of the third seated."""
    evening = swiss(EventForm.SWISS_TEAMS, 10)
    play_swiss(evening, 1)
    play_but(evening, 2, 1, 1)
    evening.do(DrawRound(A.at(3), certain_only=True))
    return evening


class TestWhileOthersWait:
    def test_the_round_is_still_to_be_drawn(self, part: Evening) -> None:
        """It is the next one, its clock does not start, and the event is not over when all that is drawn is played."""
        state = part.state
        assert (next_round(state, A), rounds_to_draw(state)) == (3, 2)
        with pytest.raises(Refused, match=r"team-event\.round-undrawn"):
            part.do(StartRound(1, 3))
        play_round(part)
        assert phase(part.state) is Phase.PLAYING
        with pytest.raises(Refused):
            part.do(Publish())

    def test_who_waits_is_told_and_sits_nowhere(self, part: Evening) -> None:
        drawn = latest(part.state)
        view = draw_view(part.state, A.at(3))
        assert drawn.waiting
        assert {number for number, _ in view.waiting} == set(drawn.waiting)
        assert all(entry is not None for _, entry in view.waiting)
        sitting = {number for seat in round_view(part.state, A, 3).sit_outs for number in seat.numbers}
        assert not sitting & set(drawn.waiting)

    def test_results_of_the_seated_are_taken(self, part: Evening) -> None:
        slot = next(slot for slot in missing_slots(part.state, 1) if slot.round == 3)
        part.do(EnterResult(slot, "3NT N ="))
        assert slot in part.state.results

    def test_nothing_more_is_certain(self, part: Evening) -> None:
        with pytest.raises(Refused, match=r"team-event\.none-certain"):
            part.do(DrawRound(A.at(3), certain_only=True))

    def test_the_rest_waits_as_before(self, part: Evening) -> None:
        with pytest.raises(Refused, match=r"team-event\.draw-waits"):
            part.do(DrawRound(A.at(3)))
        part.do(DrawRound(A.at(3), without_missing=True), reason="the hall closes")
        assert (latest(part.state).waiting, latest(part.state).reason) == ((), "the hall closes")

    def test_both_steps_are_taken_back(self, part: Evening) -> None:
        before = part.state.section(A)
        play_round(part, 1, 2)
        part.do(DrawRound(A.at(3)))
        part.do(Undo())
        again = part.state.section(A)
        assert (again.draws, again.movement) == (before.draws, before.movement)
        for _ in range(2):
            part.do(Undo())
        assert part.state.section(A).rounds_drawn == len(part.state.section(A).draws) == 2

    def test_a_correction_moves_nobody_who_sits(self, part: Evening) -> None:
        """A correction of an earlier result turns the ranking: contestants with a seat stay there."""
        seated = latest(part.state).matches
        play_round(part, 1, 2)
        for slot in [one for one in part.state.results if one.round == 1 and one.table % 2]:
            part.do(EnterResult(slot, "7NXX-13 N", correction=CorrectionReason.TYPING_ERROR))
        part.do(DrawRound(A.at(3)))
        assert set(seated) <= set(latest(part.state).matches)

    def test_a_late_team_joins_the_rest(self, part: Evening) -> None:
        """It is drawn with those who wait: one of the eleven then sits out."""
        part.do(AddEntry(invented_people(60)[-4:]))
        part.do(SeatLatePair(A, list(part.state.entries)[-1]))
        assert Number("11") in {number for number, _ in draw_view(part.state, A.at(3)).waiting}
        play_round(part, 1, 2)
        part.do(DrawRound(A.at(3)))
        drawn = latest(part.state)
        assert drawn.numbers == {Number(str(at)) for at in range(1, 12)}
        assert drawn.sit_out is not None

    def test_who_waits_may_leave(self, part: Evening) -> None:
        """One of the waiting leaves: another one of them sits out."""
        leaver = latest(part.state).waiting[-1]
        entry = part.state.entry_at(A, leaver)
        assert entry is not None
        part.do(WithdrawEntry(entry.entry_id))
        play_round(part, 1, 2)
        part.do(DrawRound(A.at(3)))
        drawn = latest(part.state)
        assert leaver not in drawn.numbers
        assert len(drawn.numbers) == 9
        assert drawn.sit_out is not None

    def test_who_sits_may_leave(self, part: Evening) -> None:
        """The match stays, with a side that has left; the others are drawn without both sides."""
        match = latest(part.state).matches[0]
        entry = part.state.entry_at(A, match.away)
        assert entry is not None
        part.do(WithdrawEntry(entry.entry_id))
        play_round(part, 1, 2)
        part.do(DrawRound(A.at(3)))
        assert latest(part.state).matches[0] == match
        assert latest(part.state).numbers == {Number(str(at)) for at in range(1, 11)}


def test_who_was_to_sit_out_plays_when_the_number_becomes_even() -> None:
    """The sit-out of 9 was announced and one of those waiting has left: eight remain, and nobody sits out."""
    there = tuple(Number(text) for text in "12456789")
    case = DrawInput(there, Policy.of(SwissConditions(), 3, History()))
    announced = DrawnRound(3, (DrawnMatch(Number("2"), Number("1"), (1, 2)),), sit_out=Number("9"), waiting=there[2:-1])
    draw_input = with_announced(case, announced)
    assert (draw_input.sits_out, draw_input.why_odd, len(draw_input.free)) == (None, (), 6)
    everybody = with_announced(replace(case, order=(*there, Number("3"))), announced)
    assert (everybody.sits_out, len(everybody.free)) == (Number("9"), 6)
    assert [(one.first, one.other, one.is_seated) for one in everybody.seated] == [("1", "2", True)]
