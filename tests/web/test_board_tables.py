"""Tables for instant matchpoints at the desk: given as a file, refused line by line, taken away (R-179, R-211)."""

from __future__ import annotations

import httpx

from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.methods import Method
from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.movement import ChooseMovement, DrawNumbers
from tests.builders import new_evening
from tests.rotation import rotate
from tests.web.client import Page, foreign, list_codes_shown
from tests.web.playing import Playing, at_desk

PLACE = Place(1, "A")

GOOD = "board,score,count\n1,100,3\n1,-100,2\n2,140,1\n"


def send(playing: Playing, text: str, **fields: str) -> httpx.Response:
    return playing.desk.post(f"{playing.base}/tables", fields, files={"file": ("table.csv", text.encode(), "text/csv")})


@rotate("locale", Locale)
def test_both_languages(locale: Locale) -> None:
    """R-179: without and with tables."""
    with at_desk(new_evening(4, method=Method.INSTANT)) as playing:
        for _ in range(2):
            page = playing.page("/tables", locale)
            assert list_codes_shown(page) == []
            assert foreign(page, locale, playing.own_words + " table.csv 別会場") == []
            send(playing, GOOD, name="別会場")


def test_a_file_is_kept_and_shown_and_taken_away() -> None:
    """R-179: scores with how often each occurred, the best first; the settings page has a link."""
    with at_desk(new_evening(4, method=Method.INSTANT)) as playing:
        assert send(playing, GOOD, name="別会場").status_code == 200
        assert playing.state.instant.tables[1].boards == {1: ((-100, 2), (100, 3)), 2: ((140, 1),)}
        page = playing.page("/tables")
        assert {"別会場", "+100 (3)", "-100 (2)"} <= set(page.texts)
        assert f"{playing.base}/tables" in playing.page("/settings").links
        assert playing.post("/tables/remove").status_code == 200
        assert not playing.state.instant.tables


def test_a_malformed_file_is_told_line_by_line() -> None:
    """R-211: nothing is kept, and each line that is wrong is named."""
    with at_desk(new_evening(4, method=Method.INSTANT)) as playing:
        answer = send(playing, "1,100,3\n1;many;2\n7,110\n")
        assert answer.status_code == 422
        assert "2行目" in answer.text.replace(" ", "")
        assert "3行目" in answer.text.replace(" ", "")
        assert not playing.state.instant.tables
        impossible = send(playing, "1,425,3\n")
        assert "425" in impossible.text
        assert not playing.state.instant.tables


def test_the_method_can_be_chosen() -> None:
    """R-179: in the settings, and the page shows when its tables are not used."""
    with at_desk(new_evening(4)) as playing:
        send(playing, GOOD)
        assert "いまの採点方式では" in playing.page("/tables").text
        assert 'value="instant"' in playing.html("/settings")


@rotate("locale", Locale)
def test_a_start_without_tables_leads_to_where_they_are_given(locale: Locale) -> None:
    """The start button leads to the page of the tables, which lists the missing ones, and from there back to the
    start."""
    evening = new_evening(4, method=Method.INSTANT)
    evening.do(ChooseMovement(PLACE, make("howell", tables=2, boards_per_round=2, rounds=3)))
    evening.do(DrawNumbers(PLACE, 1))
    with at_desk(evening) as playing:
        assert f"{playing.base}/tables" in playing.page("/movement", locale).links
        page = Page.read(playing.desk.post(f"{playing.base}/movement/start?lang={locale.value}").text)
        assert translate("desk.tables.before-start", {}, locale) in page.texts
        assert not playing.state.is_started
        boards = "".join(f"{board},{score},1\n" for board in range(1, 7) for score in (100, -100))
        send(playing, boards, name="club")
        assert f"{playing.base}/movement" in playing.page("/tables", locale).links
        assert playing.desk.post(f"{playing.base}/movement/start").url.path == f"{playing.base}/scores"
    assert evening.state.is_started
