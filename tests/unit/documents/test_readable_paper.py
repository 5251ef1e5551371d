"""Paper as it is measured: nothing below 9 points, off its page or card, over other text or without a picture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.movements.families.registry import make
from arrowswitch.documents import render
from arrowswitch.documents.registry import offers
from arrowswitch.i18n import Locale
from arrowswitch.tournament.event.forms import EventForm
from arrowswitch.tournament.settings.commands import ChangeSettings
from tests.builders import Evening
from tests.measured_paper import faults
from tests.paper import job_of
from tests.scripted_events import PLAIN_SWISS, new_event, play_sheet, play_swiss

SPECIMEN = "test-page"
"""A sheet that shows type of every size on purpose."""


def _pairs() -> Evening:
    """Nine pairs in a Howell with a sit-out."""
    evening = new_event(9, 2)
    play_sheet(evening, make("howell", tables=5, boards_per_round=2).with_phantom(Number("10")))
    return evening


def _teams() -> Evening:
    """Seven teams of four without names of their own, after two rounds of a Swiss."""
    swiss = EventForm.SWISS_TEAMS
    evening = new_event(
        7, 4, kind=ContestantKind.TEAM, form=swiss, scale="wbf-continuous", conditions=PLAIN_SWISS, boards_per_round=6
    )
    play_swiss(evening, 2)
    return evening


@pytest.mark.parametrize(("event", "locale"), [(_pairs, Locale.JA), (_teams, Locale.EN)], ids=["pairs", "teams"])
def test_every_sheet_can_be_read(event: Callable[[], Evening], locale: Locale) -> None:
    """R-013."""
    usual = job_of(event())
    found = {
        offer.info.name: [str(fault) for fault in faults(render(offer.info.name, usual, locale))]
        for offer in offers(usual)
        if offer.is_possible and offer.info.name != SPECIMEN
    }
    assert {sheet: wrong[:5] for sheet, wrong in found.items() if wrong} == {}


def test_the_foot_of_a_slip_takes_two_lines_where_an_event_has_several_sessions() -> None:
    """R-013: name, date, session and print would not stand in nine points beside one another."""
    evening = new_event(9, 2, sessions=2)
    evening.do(ChangeSettings(replace(evening.state.settings, name="水曜例会 秋の二回戦")))
    play_sheet(evening, make("howell", tables=5, boards_per_round=2).with_phantom(Number("10")))
    assert [str(fault) for fault in faults(render("guide-slips", job_of(evening), Locale.JA))] == []
