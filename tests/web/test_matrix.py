"""The matrix of tables x boards and tables x rounds."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.slices.play import StartRound
from tests.builders import new_evening
from tests.rotation import rotate
from tests.web.client import foreign, list_codes_shown
from tests.web.playing import Playing, at_desk, howell_evening


@pytest.fixture
def playing() -> Iterator[Playing]:
    with at_desk(howell_evening()) as opened:
        yield opened


@rotate("locale", Locale)
@pytest.mark.parametrize("path", ["/matrix", "/matrix?by=rounds"])
def test_both_views_in_both_languages(playing: Playing, locale: Locale, path: str) -> None:
    playing.fill_round(1)
    page = playing.page(path, locale)
    assert list_codes_shown(page) == []
    assert foreign(page, locale, playing.own_words) == []


def test_what_is_missing_is_listed_by_slip(playing: Playing) -> None:
    """R-139, R-119: one slip of round 1 lacks a board; later rounds are not asked for yet."""
    playing.fill_round(1)
    playing.post("/scores/remove", key="A-1-4-7")
    page = playing.page("/matrix")
    assert "このラウンドまでに届いていない結果 1件".replace(" ", "　") in page.texts
    assert f"{playing.base}/scores?round=1&table=4" in page.links
    assert "ボード7" in page.text


def test_the_matrix_stands_first_on_its_page(playing: Playing) -> None:
    """R-139: the whole matrix, then the lists of what is missing or odd in it."""
    playing.fill_round(1)
    html = playing.html("/matrix")
    assert 0 < html.index('id="matrix"') < html.index('id="lists"')
    assert "--columns:26" in html


def test_each_state_has_its_own_look_and_name(playing: Playing) -> None:
    """R-387: forced, adjusted, corrected and pending results are marked where they are."""
    playing.fill_round(1)
    playing.enter("A-1-2-3", "120")
    playing.post("/slots/A-1-3-5/award", ns_text="A", ew_text="A", reason="事故", law="12C2")
    playing.post("/slots/A-1-4-7/note", note="", is_pending="true")
    ns, ew = "1", "2"
    forced = playing.enter("A-1-5-25", "100", ns=ns, ew=ew, force="席を間違えた")
    assert forced.status_code in (200, 409)
    html = playing.html("/matrix")
    for state in ("filled", "changed", "adjusted", "pending", "missing later"):
        assert f'class="cell {state}"' in html, state
    if forced.status_code == 200:
        assert 'class="cell forced"' in html
        assert "席を間違えた" in html


def test_missing_results_of_earlier_rounds_are_late(playing: Playing) -> None:
    playing.evening.do(StartRound(1, 2))
    assert 'class="cell missing late"' in playing.html("/matrix")


def test_before_play_there_is_no_matrix() -> None:
    with at_desk(new_evening(4)) as opened:
        assert "まだ競技が始まっていません" in opened.page("/matrix").text
