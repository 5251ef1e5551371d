"""Awards of other bodies and expelled players at the desk: typed, as a table, taken away (R-399 lived)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from arrowswitch.i18n import Locale
from arrowswitch.web.app import create_app
from tests.rotation import rotate
from tests.spec.points.test_report import SIX, game, services
from tests.web.client import Desk, Page, list_codes_shown, open_desk
from tests.web.conftest import CLUB_ZONE

PLACE = "/points/others"
AWARD = {"date": "2026-03-01", "body": "Other 連盟", "event": "Cup 杯", "name": SIX[5][0].name, "points": "12.5"}


@pytest.fixture
def desk() -> Iterator[Desk]:
    tournament = services()
    game(tournament, "2026-04-10", 3)
    with open_desk(create_app(tournament, zone=CLUB_ZONE)) as opened:
        yield opened


@rotate("locale", Locale)
def test_an_award_is_typed_counts_and_is_taken_away(desk: Desk, locale: Locale) -> None:
    assert PLACE in desk.page("/points", locale).links
    assert desk.post(f"{PLACE}/awards", {**AWARD, "number": SIX[5][0].number}).status_code == 200
    desk.post(f"{PLACE}/awards", {**AWARD, "number": SIX[5][0].number})
    page = desk.page(PLACE, locale)
    assert list_codes_shown(page) == []
    (action,) = [one for one in page.forms if one.endswith("/remove")]
    assert page.text.count("12.50") == 1
    assert "12.50" in desk.page("/points?first=", locale).text
    desk.post(action)
    assert "12.50" not in desk.page("/points?first=", locale).text


def test_who_is_expelled_is_left_out_until_taken_off_the_list(desk: Desk) -> None:
    name = Page.read(desk.get("/points?first=").text)
    first = next(one.name for pair in SIX for one in pair if one.name in name.text)
    desk.post(f"{PLACE}/expelled", {"name": first, "since": "2026-01-01", "number": _number(first)})
    lines = desk.get("/points/report.csv?first=").content.decode("utf-8-sig")
    assert first not in lines
    (action,) = [one for one in desk.page(PLACE).forms if one.endswith("/remove")]
    desk.post(action)
    assert first in desk.get("/points/report.csv?first=").content.decode("utf-8-sig")


@rotate("locale", Locale)
def test_a_table_with_faults_is_told_line_by_line_and_keeps_nothing(desk: Desk, locale: Locale) -> None:
    text = "date,body,event,number,name,points\n2026-03-01,B,E,,,1\n2026-13-01,B,E,1,N,x\n"
    answer = desk.post(f"{PLACE}/awards?lang={locale.value}", files={"file": ("a.csv", text.encode())})
    assert answer.status_code == 422
    page = Page.read(answer.text)
    assert list_codes_shown(page) == []
    assert all(number in page.text for number in ("2", "3", "2026-13-01"))
    assert not [one for one in desk.page(PLACE).forms if one.endswith("/remove")]
    good = text.replace("2026-13-01", "2026-03-02").replace(",x", ",2.25").replace("E,,,1", "E,7,,1")
    assert desk.post(f"{PLACE}/awards", files={"file": ("a.csv", good.encode())}).status_code == 200
    assert len([one for one in desk.page(PLACE).forms if one.endswith("/remove")]) == 2
    assert desk.post(f"{PLACE}/awards", {}).status_code == 422


def _number(name: str) -> str:
    return next(one.number for pair in SIX for one in pair if one.name == name)
