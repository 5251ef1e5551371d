"""Paper as it is measured: nothing below 9 points, off its page or card, over other text or without a picture."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.families.registry import make
from arrowswitch.documents import render
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.slices.settings import ChangeSettings
from tests.measured_paper import faults
from tests.paper import job_of
from tests.scripted_events import new_event, play_sheet

SPECIMEN = "test-page"
"""A sheet that shows type of every size on purpose."""


def test_the_foot_of_a_slip_takes_two_lines_where_an_event_has_several_sessions() -> None:
    """R-013: name, date, session and print do not fit side by side in nine points."""
    evening = new_event(9, 2, sessions=2)
    evening.do(ChangeSettings(replace(evening.state.settings, name="水曜例会 秋の二回戦")))
    play_sheet(evening, make("howell", tables=5, boards_per_round=2).with_phantom(Number("10")))
    assert [str(fault) for fault in faults(render("guide-slips", job_of(evening), Locale.JA))] == []
