"""Certain pairings are seated from the page of the draw while results are missing; the rest follows."""

from __future__ import annotations

import pytest

from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.slices.swiss import DrawRound
from tests.builders import Evening
from tests.paper import job_of, model, open_part, print_paper
from tests.scripted_events import play_round, play_swiss
from tests.spec.swiss.test_seated_early import A, latest, play_but, swiss
from tests.web.test_matches import assert_reads, at


@pytest.fixture
def waiting() -> Evening:
    """Ten teams after two rounds; the last board of the second is missing."""
    evening = swiss(EventForm.SWISS_TEAMS, 10)
    play_swiss(evening, 1)
    play_but(evening, 2, 1, 1)
    return evening


def test_seated_by_a_click_and_the_rest_by_another(waiting: Evening) -> None:
    with at(waiting) as (desk, base):
        page = desk.page(f"{base}/draw?round=3", Locale.EN)
        assert "Seat what is certain now" in page.text
        desk.post(f"{base}/draw", {"round": "3", "certain": "yes", "command_id": "part"})
        part = latest(waiting.state)
        assert part.waiting
        again = desk.page(f"{base}/draw?round=3", Locale.EN)
        assert "Seat what is certain now" not in again.text
        assert "Seated" in again.text
        assert_reads(desk, waiting, "/draw?round=3", "/draw", "/matches?round=3", "/cross", "/ranking")
        desk.post(f"{base}/draw", {"round": "3", "command_id": "too-early"})
        assert latest(waiting.state) == part
        play_round(waiting, 1, 2)
        desk.send(f"{base}/draw?round=3", f"{base}/draw")
        assert latest(waiting.state).waiting == ()
        assert set(part.matches) <= set(latest(waiting.state).matches)


def test_the_wall_and_the_sheet_tell_who_waits(waiting: Evening) -> None:
    waiting.do(DrawRound(A.at(3), certain_only=True))
    part = latest(waiting.state)
    with at(waiting) as (desk, _):
        wall = desk.page(f"/hall/{waiting.event_id}", Locale.EN).text
        assert "Waiting for results" in wall
        assert "exception" not in wall
    paper = print_paper("draw-sheet", job_of(waiting, round="3"), Locale.EN)
    assert "Waiting for results, drawn later" in paper.text
    line = open_part(model("draw-sheet", job_of(waiting, round="3"), Locale.EN).sheet).odd[0]
    assert all(number in line for number in part.waiting)
