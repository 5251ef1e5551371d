"""Prizes at the desk: the list, the table, the report (R-226, R-309, R-310, R-320)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from arrowswitch.core.awards.prizes import PrizeOf, PrizePlan, PrizeRule
from arrowswitch.core.scoring.rules import EventClass
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.slices.settings import ChangeSettings
from arrowswitch.tournament.prizes.awarded import prizes
from tests.builders import mitchell_evening, new_evening
from tests.rotation import rotate
from tests.tables import for_each
from tests.web.client import foreign, list_codes_shown
from tests.web.playing import Playing, at_desk

TEXTS = ("140", "-100", "110", "90", "-110", "200", "100", "-140", "P", "-200", "-90")


@pytest.fixture
def playing() -> Iterator[Playing]:
    evening = mitchell_evening(5)
    evening.play_all(TEXTS)
    with at_desk(evening) as opened:
        yield opened


@rotate("locale", Locale)
@pytest.mark.parametrize("order", ["", "?up=true"])
def test_the_list_in_both_languages_and_orders(playing: Playing, locale: Locale, order: str) -> None:
    page = playing.page(f"/prizes{order}", locale)
    assert list_codes_shown(page) == []
    assert foreign(page, locale, playing.own_words) == []
    winner = prizes(playing.state).groups[0].lines[0].entry
    assert winner is not None
    assert winner.people[0].name in page.text


def test_before_play_there_are_none() -> None:
    with at_desk(new_evening(4)) as opened:
        assert "まだ競技が始まっていません" in opened.page("/prizes").text


def test_the_table_is_kept_and_proposed_again(playing: Playing) -> None:
    """The table shows the typed prizes: places as a number or a share, prizes with `;` between them."""
    sent = {"of-0": "sides", "places-0": "２", "prizes-0": "優勝杯; ワイン", "of-2": "overall", "places-2": "35%"}
    assert playing.post("/prizes", **sent, is_once="yes").status_code == 200
    rules = (
        PrizeRule(PrizeOf.SIDES, 2, prizes=("優勝杯", "ワイン")),
        PrizeRule(PrizeOf.OVERALL, 35, is_percent=True),
    )
    assert playing.state.publication.prizes == PrizePlan(rules)
    page = playing.page("/prizes")
    assert "優勝杯" in page.texts
    form = page.form(f"{playing.base}/prizes")
    assert (form["of-1"], form["places-1"], form["prizes-0"]) == ("overall", "35%", "優勝杯; ワイン")
    assert playing.post("/prizes", proposed="yes").status_code == 200
    assert playing.state.publication.prizes is None


@for_each(
    "sent",
    [
        {"of-0": "overall", "places-0": "many"},
        {"of-0": "overall", "places-0": ""},
        {"of-0": "nobody", "places-0": "1"},
        {"of-0": "overall", "places-0": "1", "of-1": "overall", "places-1": "2"},
        {"of-0": "overall", "places-0": "1", "prizes-0": "x" * 61},
    ],
)
def test_what_is_wrong_stands_on_the_page(playing: Playing, sent: dict[str, str]) -> None:
    """Nothing is kept, and what was typed stays."""
    answer = playing.desk.post(f"{playing.base}/prizes", sent)
    assert answer.status_code == 422
    assert playing.state.publication.prizes is None
    assert all(text in answer.text for text in sent.values() if text not in ("", "nobody"))


def test_the_report_to_the_office(playing: Playing) -> None:
    """R-310, R-320: from the grade CCG on the page names the body that computes the points, and links to the report."""
    address = f"{playing.base}/report/report.csv"
    assert "office" not in playing.page("/prizes").ids
    playing.evening.do(ChangeSettings(replace(playing.state.settings, event_class=EventClass.CCG)))
    assert "office" in playing.page("/prizes").ids
    assert f"{playing.base}/report" in playing.page("/prizes").links
    assert address in playing.page("/report").links
    answer = playing.desk.get(address)
    assert answer.headers["content-type"].startswith("text/csv")
    assert len(answer.content.decode("utf-8-sig").splitlines()) == 21
