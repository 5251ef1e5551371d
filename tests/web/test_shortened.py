"""The page of a match that is scored on the boards played (docs/decisions/0060)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.i18n import Locale
from arrowswitch.tournament.matches.decide_shortening import shortening_of
from arrowswitch.tournament.matches.views import match_at
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.scored.slots import missing_slots
from tests.paper import job_of, print_paper
from tests.repaired_events import EVENTS
from tests.tables import for_each
from tests.web.client import list_codes_shown
from tests.web.playing import Playing, at_desk

ONE = Number("1")
FORM = {"against": "6", "reason": "the lights failed"}


def play_first_board(playing: Playing) -> None:
    match = match_at(playing.state, Place(1, "A").at(1), ONE)
    for slot in missing_slots(playing.state, 1):
        if slot.round == 1 and (slot.table not in match.tables or slot.board == match.boards[0].board):
            playing.evening.do(EnterResult(slot, "P"))


@pytest.fixture
def playing() -> Iterator[Playing]:
    """A round robin of six teams: of match 1-6 only the first board is played at both tables."""
    with at_desk(EVENTS["round-robin"]()) as playing:
        play_first_board(playing)
        yield playing


def test_the_page_lists_the_boards_before_the_decision(playing: Playing) -> None:
    page = playing.html("/matches/1/1", Locale.EN)
    assert "1 of 3 boards can be compared" in page
    assert "Boards 2, 3 would not count." in page
    assert "the regulations provide for a forfeit" in page
    assert list_codes_shown(playing.page("/matches/1/1", Locale.JA)) == []


def test_the_decision_is_shown_with_its_reason_and_can_be_taken_back(playing: Playing) -> None:
    assert playing.post("/matches/1/1/shorten", **FORM).status_code == 200
    page = playing.html("/matches/1/1", Locale.EN)
    assert "Scored on the 1 board played; boards 2, 3 do not count." in page
    assert "the lights failed" in page
    assert "10.00" in page
    assert "scored on 1 board" in playing.html("/matches?round=1", Locale.EN)
    assert "short" in playing.html("/cross", Locale.EN)
    assert "scored on 1 board" in playing.html("/teams/1", Locale.EN)
    assert "scored on the 1 board played of 3" in playing.html("/matches/1/1/why?against=6", Locale.EN)
    assert "scored on the boards played, without boards 2, 3" in playing.html("/history", Locale.EN)
    for path in ("/matches/1/1", "/matches?round=1", "/cross", "/teams/1", "/history"):
        assert list_codes_shown(playing.page(path, Locale.JA)) == []
    back = {**FORM, "is_shortened": "false", "reason": "the lights are on again"}
    assert playing.post("/matches/1/1/shorten", **back).status_code == 200
    assert playing.state.matches.shortened == ()
    assert "1 of 3 boards can be compared" in playing.html("/matches/1/1", Locale.EN)


def test_it_needs_a_reason(playing: Playing) -> None:
    assert playing.post("/matches/1/1/shorten", against="6", reason="").status_code in (409, 422)
    assert playing.state.matches.shortened == ()


@for_each(
    "sheet, text",
    [
        ("cross-table", "s: scored on the boards played"),
        ("team-result", "(scored on 1 board)"),
        ("team-score-sheet", "scored on 1 board"),
        ("record", "scored on the boards played, without boards 2, 3"),
    ],
)
def test_paper_marks_it(sheet: str, text: str) -> None:
    with at_desk(EVENTS["round-robin"]()) as playing:
        play_first_board(playing)
        playing.post("/matches/1/1/shorten", **FORM)
        options = {"round": "1"} if sheet == "team-score-sheet" else {}
        paper = print_paper(sheet, job_of(playing.evening, **options), Locale.EN)
        assert text.replace(" ", "") in paper.unspaced_text


def test_a_scale_without_a_table_is_named_before_the_decision() -> None:
    """The WBF scale of 15-15 begins with eight boards."""
    with at_desk(EVENTS["round-robin"]()) as playing:
        play_first_board(playing)
        scoring = replace(playing.state.settings.scoring, scale="wbf-25")
        state = replace(playing.state, settings=replace(playing.state.settings, scoring=scoring))
        shortening = shortening_of(state, match_at(playing.state, Place(1, "A").at(1), ONE))
        assert (shortening.played, shortening.unplayed) == (1, (2, 3))
        assert [problem.code for problem in shortening.problems] == ["scale.no-column"]


def test_half_of_a_triangle_has_no_such_decision() -> None:
    with at_desk(EVENTS["triangle"]()) as playing:
        slot = next(slot for slot in missing_slots(playing.state, 1) if slot.round == 1)
        playing.evening.do(EnterResult(slot, "P"))
        assert 'id="shorten"' not in playing.html("/matches/1/4?against=5", Locale.EN)
