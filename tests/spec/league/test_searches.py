"""A search for a schedule ends in time: after the seconds asked for, or when it is stopped, with the best by then."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest

from arrowswitch.core.pairing.league.check import schedule_faults
from arrowswitch.core.pairing.league.model import DateModel
from arrowswitch.core.pairing.league.schedule import Settled, make_schedule, schedule_league
from arrowswitch.tournament.league.searches import Search, search_of, searching
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.state import EventState
from tests.rotation import is_exhaustive
from tests.spec.league.test_schedules import block, league
from tests.tables import for_each

WORK = 2.0 if is_exhaustive() else 0.5
"""The work of a search whose end is not of interest; 0.5 is enough to find a schedule."""
HERE = EventState(EventId("e1"), Settings("League", "2026-09-06"), rules={}), Place(1, "A")
WISHES = tuple(block(team, at) for team, at in ((1, 0), (2, 0), (3, 3), (5, 2), (6, 6), (7, 1), (8, 5)))
WITH_WISHES = replace(league(8, spare=2), blocks=WISHES)
IMPOSSIBLE = replace(league(6), blocks=tuple(block(team, 0, only_home=True) for team in (1, 2, 3, 4)))


@dataclass
class Patience:
    """Waits for this many steps of a search, and no longer."""

    steps: int
    best: list[int] = field(default_factory=list)
    stops: int = 0

    def left(self) -> float:
        self.steps -= 1
        return 60.0 if self.steps >= 0 else 0.0

    def note_best(self, breaks: int) -> None:
        self.best.append(breaks)

    def solving(self, stop: Callable[[], None] | None) -> None:
        self.stops += stop is not None


@pytest.mark.slow
@for_each("steps", [0, 1, 2, 5, 20, 40, 80, 10**9])
def test_it_ends_whenever_it_is_asked_to(steps: int) -> None:
    """At any step: no schedule so far, or one that keeps every condition."""
    patience = Patience(steps)
    scheduling = schedule_league(WITH_WISHES, work=WORK, watch=patience)
    if scheduling.schedule is None:
        assert scheduling.settled is Settled.OPEN
        assert steps < 10**9
    else:
        assert schedule_faults(WITH_WISHES, scheduling.schedule.fixtures) == ()
        assert not patience.best or scheduling.schedule.breaks <= patience.best[0]
    assert steps or not patience.stops


@for_each("steps", [0, 1, 5, 30, 10**9])
def test_what_is_impossible_is_proven_or_open(steps: int) -> None:
    scheduling = schedule_league(IMPOSSIBLE, work=WORK, watch=Patience(steps))
    assert scheduling.schedule is None
    assert (scheduling.settled is Settled.IMPOSSIBLE) == bool(scheduling.conflict)
    assert scheduling.settled is Settled.IMPOSSIBLE or steps < 10**9


def test_a_better_schedule_is_not_waited_for() -> None:
    """Stopped while the model of fewer breaks is made or while it is solved: the schedule that it began from stands."""
    fixtures = make_schedule(WITH_WISHES, work=WORK / 2).fixtures
    for steps in (0, 36):
        assert DateModel(WITH_WISHES, 1, 2, Patience(steps)).fewest_breaks(fixtures) == (fixtures, False)


def test_rounds_are_mended_only_as_long_as_that_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the model of dates finds none and the time is over while rounds are mended, the answer is open."""
    monkeypatch.setattr(DateModel, "solve", lambda self, hint: None)
    scheduling = schedule_league(WITH_WISHES, work=2, watch=Patience(3))
    assert (scheduling.settled, scheduling.schedule) == (Settled.OPEN, None)


@pytest.mark.slow
def test_who_looks_on_changes_nothing() -> None:
    watched = schedule_league(WITH_WISHES, work=WORK / 2, watch=Patience(10**9))
    assert watched == schedule_league(WITH_WISHES, work=WORK / 2)


class TestSearch:
    def test_it_counts_its_time(self) -> None:
        now = [100.0]
        times: list[float] = []
        search = Search(20, clock=lambda: now[0], tell=lambda one: times.append(one.seconds_so_far), every=5)
        assert (search.left(), search.seconds_so_far, search.is_over) == (20, 0, False)
        for now[0] in (103.0, 106.0, 108.0, 119.0):
            search.left()
        assert times == [6, 19]
        assert (search.left(), search.is_over) == (1, False)
        now[0] = 121.0
        assert (search.left(), search.is_over) == (-1, True)

    def test_it_is_stopped_with_the_solver_that_is_at_work(self) -> None:
        search, stopped = Search(20), []
        search.solving(lambda: stopped.append("first"))
        search.solving(None)
        search.solving(lambda: stopped.append("second"))
        search.stop()
        assert stopped == ["second"]
        search.solving(lambda: stopped.append("third"))
        assert stopped == ["second", "third"]
        assert (search.left(), search.is_over) == (0, True)

    def test_one_for_a_section_at_a_time(self) -> None:
        with searching(*HERE, 20) as first:
            assert search_of(*HERE) is first
            with searching(*HERE, 20) as second:
                assert search_of(*HERE) is second
                assert (first.is_over, second.is_over) == (True, False)
        assert search_of(*HERE) is None
