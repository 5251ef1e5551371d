"""Urgent commits, which all pages show at once, and the others, for which each page waits for its turn."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from arrowswitch.core.game.seats import Side
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.slices.devices import AllowDevices, ReportResult
from arrowswitch.tournament.model.slices.play import StartRound
from arrowswitch.tournament.model.slices.publication import Announce
from arrowswitch.tournament.model.slices.results import RemoveResult
from arrowswitch.tournament.model.values.devices import DeviceUse
from arrowswitch.web.nudges import Nudges
from arrowswitch.web.players.urgency import Urgency
from tests.builders import Evening, mitchell_evening


class Heard(Nudges):
    """Nudges that note which of them were urgent."""

    def __init__(self) -> None:
        super().__init__()
        self.are_urgent: list[bool] = []

    def tell(self, event_id: EventId, version: int, *, is_urgent: bool = False) -> None:
        assert version
        self.are_urgent.append(is_urgent)


@pytest.fixture
def evening() -> Evening:
    made = mitchell_evening()
    made.do(AllowDevices(DeviceUse.OWN))
    made.enter(1, 1, 1, "4S= N")
    return made


@pytest.fixture
def heard(evening: Evening) -> Heard:
    """Notes the nudges after the first commit since the start, which is always urgent."""
    nudges = Heard()
    evening.tournament.subscribe(Urgency(evening.tournament, nudges).tell)
    evening.enter(1, 1, 2, "4S= N")
    assert nudges.are_urgent == [True]
    nudges.are_urgent.clear()
    return nudges


def report(evening: Evening) -> None:
    evening.do(ReportResult(slot=Slot(1, "A", 1, 2, 3), side=Side.NS, text="3NT= N"))


USUAL: dict[str, Callable[[Evening], object]] = {
    "a new result": lambda evening: evening.enter(1, 2, 3, "P"),
    "a report of one pair": report,
}
URGENT: dict[str, Callable[[Evening], object]] = {
    "a correction": lambda evening: evening.enter(1, 1, 1, "4S+1 N"),
    "a result taken away": lambda evening: evening.do(RemoveResult(Slot(1, "A", 1, 1, 1))),
    "a ruling": lambda evening: evening.enter(1, 2, 3, "A+A-"),
    "the next round": lambda evening: evening.do(StartRound(1, 2)),
    "an announcement": lambda evening: evening.do(Announce("Tea at four.")),
    "an undo": lambda evening: evening.do(Undo()),
}


@pytest.mark.parametrize("name", list(USUAL))
def test_results_come_in_turn(evening: Evening, heard: Heard, name: str) -> None:
    USUAL[name](evening)
    assert heard.are_urgent == [False]


@pytest.mark.parametrize("name", list(URGENT))
def test_everything_else_is_shown_at_once(evening: Evening, heard: Heard, name: str) -> None:
    URGENT[name](evening)
    assert heard.are_urgent == [True]


def test_a_commit_of_another_process_is_urgent(evening: Evening, heard: Heard) -> None:
    urgency = Urgency(evening.tournament, heard)
    urgency.tell(evening.event_id, evening.state.seq)
    evening.enter(1, 2, 3, "P")
    heard.are_urgent.clear()
    urgency.tell(evening.event_id, evening.state.seq + 1)
    urgency.tell(EventId("another"), 7)
    assert heard.are_urgent == [True, True]
