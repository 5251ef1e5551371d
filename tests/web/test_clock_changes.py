"""The clock of the computer is set back or forward, and an hour comes twice: paces, guesses, devices, round clock."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from starlette.requests import Request

from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.play import ExtendClock, StartRound
from arrowswitch.web.desk.play.routes import _moment, clock_page
from arrowswitch.web.guessing import LONGEST_LINE, Guessing
from arrowswitch.web.guests import LASTS, LONGEST, GuestList
from arrowswitch.web.logbook import Logbook, Noted
from arrowswitch.web.rate_limit import RateLimit
from arrowswitch.web.zones import ComputerZone
from tests.builders import mitchell_evening
from tests.tables import for_each

PHONE = "192.0.2.7"
BEGIN = datetime(2026, 11, 28, 13, tzinfo=UTC)
BACK, FORWARD = timedelta(hours=-6), timedelta(hours=6)
NEW_YORK = ZoneInfo("America/New_York")
TWICE = datetime(2026, 11, 1, 5, tzinfo=UTC)
"""01:00 in New York, for the first time; an hour later it is 01:00 again."""


@dataclass
class Clock:
    """A clock that can be set."""

    time: datetime = field(default=BEGIN)

    def now(self) -> datetime:
        return self.time

    def change(self, by: timedelta) -> None:
        self.time += by


@pytest.fixture
def new_york(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A computer in New York; where a program cannot choose its zone, in that of the computer."""
    set_zone = getattr(time, "tzset", lambda: None)
    monkeypatch.setenv("TZ", "America/New_York")
    set_zone()
    yield
    monkeypatch.undo()
    set_zone()


@for_each("change", (BACK, FORWARD), ids=str)
def test_a_pace_lasts_no_longer(change: timedelta) -> None:
    clock = Clock()
    limit = RateLimit(clock.now, at_once=3, seconds_each=20)
    assert [limit.wait(PHONE) for _ in range(4)] == [0, 0, 0, 20]
    clock.change(change)
    assert limit.wait(PHONE) in (0, 20)
    clock.change(timedelta(seconds=20))
    assert limit.wait(PHONE) == 0


@for_each("change", (BACK, FORWARD), ids=str)
def test_a_wait_after_guesses_lasts_no_longer(change: timedelta) -> None:
    clock = Clock()
    guessing = Guessing(clock.now)
    waits = [guessing.begin(PHONE) for _ in range(10)]
    assert waits[-1] is None
    clock.change(change)
    guessing.begin(PHONE)
    clock.change(timedelta(seconds=LONGEST_LINE))
    assert guessing.begin(PHONE) is not None
    clock.change(timedelta(minutes=11))
    assert guessing.begin(PHONE) == 0.0


@for_each("change", (BACK, FORWARD), ids=str)
def test_a_device_stays_signed_in_as_long_as_otherwise(change: timedelta) -> None:
    clock = Clock()
    guests = GuestList(clock.now)
    token = guests.let_in("Alder", PHONE)
    clock.change(change)
    assert guests.is_in(token)
    begun = clock.time
    while clock.time - begun <= LONGEST:
        clock.change(LASTS / 2)
        guests.is_in(token)
    assert not guests.is_in(token)


def test_the_log_goes_on_after_the_clock_is_set_back(caplog: pytest.LogCaptureFixture) -> None:
    clock = Clock()
    logbook = Logbook(clock.now)
    request = Request(
        {
            "type": "http",
            "method": "POST",
            "path": "/",
            "query_string": b"",
            "headers": [(b"host", b"x")],
            "client": (PHONE, 1),
        }
    )
    with caplog.at_level(logging.WARNING):
        for _ in range(20):
            logbook.note(request, Noted.WRONG_SECRET)
        assert len(caplog.messages) == 10
        clock.change(BACK)
        logbook.note(request, Noted.WRONG_SECRET)
    assert caplog.messages[10] == "left-out n=10"
    assert len(caplog.messages) == 12


class TestTheHourThatComesTwice:
    @for_each(
        "now, typed, expected",
        [
            (TWICE + timedelta(minutes=30), "01:45", TWICE + timedelta(minutes=45)),
            (TWICE + timedelta(minutes=90), "01:45", TWICE + timedelta(minutes=105)),
            (TWICE + timedelta(minutes=50), "01:30", TWICE + timedelta(minutes=90)),
            (TWICE + timedelta(minutes=90), "01:15", TWICE + timedelta(minutes=75)),
            (TWICE - timedelta(hours=2), "00:30", TWICE - timedelta(minutes=30)),
        ],
    )
    def test_the_next_start_is_the_next_time_that_clocks_show(
        self, now: datetime, typed: str, expected: datetime
    ) -> None:
        assert _moment(typed, now, NEW_YORK) == expected

    def test_the_zone_of_the_computer_tells_both_hours_apart(self, new_york: None) -> None:
        zone = ComputerZone()
        for minutes in range(-60, 180, 15):
            moment = TWICE + timedelta(minutes=minutes)
            assert moment.astimezone(zone).astimezone(UTC) == moment

    def test_a_round_over_it_lasts_as_long_as_others(self) -> None:
        evening = mitchell_evening()
        evening.clock.time = TWICE + timedelta(minutes=55)
        evening.do(StartRound(1, 1))
        ends = evening.state.session(1).clock
        assert ends is not None
        assert ends.ends_at is not None
        length = ends.ends_at - evening.clock.time
        assert length == timedelta(seconds=evening.state.settings.play.pace.round_minutes(2) * 60)
        assert ends.ends_at.astimezone(NEW_YORK).strftime("%H:%M") == (
            (TWICE - timedelta(hours=4) + timedelta(minutes=55) + length - timedelta(hours=1)).strftime("%H:%M")
        )


@for_each("change", (BACK, FORWARD), ids=str)
def test_the_round_clock_can_be_set_right_after_a_change(change: timedelta) -> None:
    """The end of a round is a moment: with another clock the rest is longer or over, and the director sets it."""
    evening = mitchell_evening()
    evening.do(StartRound(1, 1))
    evening.clock.time += change
    before = evening.state.session(1).clock
    assert before is not None
    assert before.ends_at is not None
    page = clock_page(evening.state, Place(1, "A"), evening.clock.time)
    assert page.plan is not None
    assert page.plan.end >= before.ends_at
    left = int((before.ends_at - evening.clock.time).total_seconds())
    evening.do(ExtendClock(1, 600 - left if change < timedelta(0) else 600))
    after = evening.state.session(1).clock
    assert after is not None
    assert after.ends_at == evening.clock.time + timedelta(minutes=10)
