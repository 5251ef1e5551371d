"""The plan by the clock."""

from __future__ import annotations

from datetime import datetime, timedelta

from arrowswitch.core.movements.families.registry import make
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.movement import ChooseMovement
from arrowswitch.tournament.model.slices.play import ExtendClock, PauseClock, StartPlay, StartRound
from arrowswitch.tournament.play.timetable import plan
from tests.builders import START, Evening, mitchell_evening, new_evening


def minutes(evening: Evening) -> list[tuple[int, int, int]]:
    """Returns each round with its start and end, in minutes after the start of play."""
    schedule = plan(evening.state, evening.clock.now())
    assert schedule is not None

    def minute(at: datetime) -> int:
        return round((at - START).total_seconds() / 60)

    return [(one.round, minute(one.starts_at), minute(one.ends_at)) for one in schedule.rounds]


def test_rounds_follow_each_other() -> None:
    """R-391: three rounds of 2 boards, 15 minutes each."""
    assert minutes(mitchell_evening()) == [(1, 0, 15), (2, 15, 30), (3, 30, 45)]


def test_an_extension_shifts_every_later_round() -> None:
    """R-391: two minutes more in round 1."""
    evening = mitchell_evening()
    evening.do(ExtendClock(1, 120))
    schedule = plan(evening.state, evening.clock.now())
    assert schedule is not None
    assert (schedule.end, schedule.delay) == (START + timedelta(minutes=47), 2)
    assert schedule.planned_end == START + timedelta(minutes=45)


def test_time_that_runs_over_shifts_the_plan_by_itself() -> None:
    """R-391: round 1 should have ended 5 minutes ago and the next one has not begun."""
    evening = mitchell_evening()
    evening.clock.forward(20)
    assert minutes(evening) == [(1, 0, 15), (2, 20, 35), (3, 35, 50)]


def test_a_pause_counts_from_now() -> None:
    """R-391: 10 minutes are left; every minute of the pause is a minute more."""
    evening = mitchell_evening()
    evening.clock.forward(5)
    evening.do(PauseClock(1))
    evening.clock.forward(3)
    assert minutes(evening)[0][2] == 18


def test_a_quick_round_brings_the_end_forward() -> None:
    evening = mitchell_evening()
    evening.clock.forward(10)
    evening.do(StartRound(1, 2))
    schedule = plan(evening.state, evening.clock.now())
    assert schedule is not None
    assert schedule.delay == -5


def test_without_a_clock_the_plan_is_the_promise() -> None:
    evening = new_evening(6)
    assert plan(evening.state, START) is None
    evening.do(ChooseMovement(Place(1, "A"), make("mitchell", tables=3, boards_per_round=2)))
    assert plan(evening.state, START) is None
    started = mitchell_evening()
    started.do(ExtendClock(1, 0))
    assert minutes(started)[-1] == (3, 30, 45)


def test_the_clock_may_start_later_than_play() -> None:
    """Play is opened at 0, the first clock starts 6 minutes later."""
    evening = mitchell_evening()
    evening.clock.forward(6)
    evening.do(StartRound(1, 1))
    assert minutes(evening) == [(1, 6, 21), (2, 21, 36), (3, 36, 51)]
    assert StartPlay(1).session == 1
