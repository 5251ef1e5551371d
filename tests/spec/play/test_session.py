"""The round clock (manual, lines 704-706, 868-880, 3858) and the rounds of a session."""

from __future__ import annotations

from datetime import timedelta

import pytest

from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.families.registry import make
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.movement import ChooseMovement, DrawNumbers
from arrowswitch.tournament.model.slices.play import ExtendClock, PauseClock, ResumeClock, StartPlay, StartRound
from arrowswitch.tournament.results.tables import round_view
from arrowswitch.tournament.standings.header import current_round, current_session, header
from tests.builders import mitchell_evening, new_evening


class TestClock:
    def test_two_boards_take_fifteen_minutes(self) -> None:
        """R-111: 7 minutes a board and 1 for the change: 2 boards -> 15 minutes from the start of the round."""
        evening = mitchell_evening(boards_per_round=2)
        clock = evening.state.session(1).clock
        assert clock is not None
        assert clock.ends_at == evening.clock.now() + timedelta(minutes=15)

    def test_an_extension_shifts_the_end(self) -> None:
        """R-391: two minutes more shift the posted end by two minutes."""
        evening = mitchell_evening()
        before = evening.state.session(1).clock
        evening.do(ExtendClock(1, 120))
        after = evening.state.session(1).clock
        assert before is not None
        assert after is not None
        assert before.ends_at is not None
        assert after.ends_at == before.ends_at + timedelta(minutes=2)

    def test_an_extension_after_the_end_counts_from_now(self) -> None:
        """R-391: a clock that ran out starts again from now."""
        evening = mitchell_evening()
        evening.clock.forward(20)
        evening.do(ExtendClock(1, 120))
        clock = evening.state.session(1).clock
        assert clock is not None
        assert clock.ends_at == evening.clock.now() + timedelta(minutes=2)

    def test_a_pause_keeps_what_is_left(self) -> None:
        """R-391: paused with 11 minutes left, resumed later, it ends 11 minutes after."""
        evening = mitchell_evening()
        evening.clock.forward(4)
        evening.do(PauseClock(1))
        paused = evening.state.session(1).clock
        assert paused is not None
        assert (paused.ends_at, paused.left_seconds) == (None, 11 * 60)
        evening.clock.forward(30)
        evening.do(ExtendClock(1, 60))
        evening.do(ResumeClock(1))
        resumed = evening.state.session(1).clock
        assert resumed is not None
        assert resumed.ends_at == evening.clock.now() + timedelta(minutes=12)

    def test_pausing_and_resuming_twice_changes_nothing(self) -> None:
        evening = mitchell_evening()
        seq = evening.do(ResumeClock(1)).seq
        evening.do(PauseClock(1))
        assert evening.do(PauseClock(1)).seq == seq + 1

    def test_what_the_clock_refuses(self) -> None:
        evening = mitchell_evening()
        with pytest.raises(Refused, match=r"clock\.no-such-round"):
            evening.do(StartRound(1, 4))
        with pytest.raises(Refused, match=r"clock\.too-long"):
            evening.do(ExtendClock(1, 100_000))
        with pytest.raises(Refused, match=r"start\.not-yet"):
            new_evening(4).do(StartRound(1, 1))


class TestRounds:
    def test_a_new_round_closes_those_before_it(self) -> None:
        evening = mitchell_evening()
        evening.do(StartRound(1, 3))
        assert evening.state.session(1).closed_rounds == (1, 2)
        assert current_round(evening.state) == 3

    def test_without_a_clock_the_round_is_the_first_that_lacks_a_result(self) -> None:
        evening = mitchell_evening()
        assert header(evening.state).round == 1

    def test_the_round_shows_the_expected_pairs_and_boards(self) -> None:
        """R-112: the list of tables of round 2 equals row 2 of the sheet, with the call to check boards and pairs."""
        view = round_view(mitchell_evening().state, Place(1, "A"), 2)
        seen = [(t.label, t.ns.label, t.ew.label, tuple(c.slot.board for c in t.cells)) for t in view.tables]
        assert seen == [("1", "NS1", "EW3", (3, 4)), ("2", "NS2", "EW1", (5, 6)), ("3", "NS3", "EW2", (1, 2))]
        assert view.announcements[0].code == "guide.check-boards-and-pairs"


def test_the_session_that_screens_show_is_the_newest_that_has_begun() -> None:
    """The second one is ready, and is shown when its play starts."""
    sheet = make("howell", tables=2, boards_per_round=2)
    evening = new_evening(4, sessions=2)
    sessions = [current_session(evening.state), current_session(evening.start(sheet))]
    evening.do(ChooseMovement(Place(2, "A"), sheet))
    sessions.append(current_session(evening.do(DrawNumbers(Place(2, "A"), 1))))
    assert sessions == [1, 1, 1]
    assert current_session(evening.do(StartPlay(2))) == 2
