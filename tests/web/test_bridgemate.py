"""The pages of Bridgemates: the account, a session on the Data Connector, and a `.bws` file that is read repeatedly."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from arrowswitch.i18n import Locale, translate
from arrowswitch.store.bridgemate import DataConnector
from arrowswitch.tournament.bridgemate.links import Bridgemates
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.slices.movement import SeatLatePair
from arrowswitch.web.app import create_app
from tests.access_files import Row
from tests.builders import person
from tests.bws_files import bws_file
from tests.data_connector import CLUB, KEY, Units, data_connector
from tests.rotation import choose
from tests.web.client import Page, foreign, list_codes_shown, open_desk
from tests.web.conftest import CLUB_ZONE
from tests.web.playing import Playing, howell_evening
from tests.web.test_devices import rows

PHONE = "192.0.2.77"


@dataclass
class Desk(Playing):
    """A desk with its Bridgemates."""

    units: Units
    links: Bridgemates
    locale: Locale

    def account(self, key: str = KEY) -> None:
        fields = self.desk.page("/bridgemate", self.locale).form("/bridgemate")
        typed = {"address": self.units.address, "club_id": CLUB, "licence_key": key}
        assert self.desk.post("/bridgemate", {**fields, **typed}).status_code == 200

    def press(self, to: str, status: int = 200, **fields: str) -> Page:
        address = f"{self.base}/bridgemate"
        answer = self.desk.post(f"{address}/{to}?lang={self.locale.value}", fields)
        assert answer.status_code == status, answer.text[-2000:]
        return Page.read(answer.text)

    def shows(self, code: str, **params: str | int) -> bool:
        return translate(code, params, self.locale) in self.page("/bridgemate", self.locale).text


def with_other_result(row: Row) -> Row:
    """Returns a row that was entered again with another result."""
    return {**row, "ID": 999, "Contract": "2 H"}


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the tests look; the thread waits."""
    monkeypatch.setattr("arrowswitch.web.background.lookout.TICK_SECONDS", 3600)


@pytest.fixture(params=choose(list(Locale), __name__))
def desk(request: pytest.FixtureRequest) -> Iterator[Desk]:
    evening = howell_evening()
    app = create_app(evening.tournament, zone=CLUB_ZONE, connector=DataConnector())
    with data_connector(Units()) as units, open_desk(app) as opened:
        yield Desk(
            desk=opened, evening=evening, units=units, links=app.state.services.bridgemates.links, locale=request.param
        )


def test_the_account_hides_its_key(desk: Desk) -> None:
    desk.account("wrong")
    answer = desk.desk.post("/bridgemate/try", {"command_id": "try"})
    assert answer.status_code == 422
    assert "wrong" not in answer.text
    desk.account()
    assert desk.desk.post("/bridgemate/try", {"command_id": "again"}).status_code == 200
    page = desk.desk.get(f"/bridgemate?lang={desk.locale.value}").text
    assert KEY not in page
    assert (list_codes_shown(Page.read(page)), foreign(Page.read(page), desk.locale)) == ([], [])
    assert "/bridgemate" in desk.desk.page("/club", desk.locale).links
    typed = {"version": "2", "address": "ftp://somewhere", "club_id": CLUB, "licence_key": ""}
    assert desk.desk.post("/bridgemate", {**typed, "command_id": "three"}).status_code == 422
    other = {**typed, "address": "http://127.0.0.1:9", "command_id": "four"}
    assert desk.desk.post("/bridgemate", other).status_code == 200
    assert desk.links.account.licence_key == "", "the key of one address is not sent to another"


def test_an_evening_at_the_desk(desk: Desk) -> None:
    desk.account()
    desk.press("start")
    desk.units.play(1)
    desk.units.sit(1, 1, "999")
    desk.press("look")
    assert desk.shows("bridgemate.is-connected")
    n = len(desk.units.results)
    assert len(desk.state.results) == n
    (slot, *_) = desk.state.results
    key = f"A-{slot.round}-{slot.table}-{slot.board}"
    assert desk.enter(key, "4S+1 N").status_code == 200
    desk.units.enter(("A", slot.round, slot.table, slot.board), 3, 9)
    desk.press("look")
    page = desk.page("/bridgemate", desk.locale)
    assert {"status", "differences", "questions"} <= set(page.ids)
    assert list_codes_shown(page) == []
    assert foreign(page, desk.locale, desk.own_words) == []
    desk.press(f"result/{key}")
    desk.press("question/A-1-N")
    page = desk.page("/bridgemate", desk.locale)
    assert not {"differences", "questions"} & set(page.ids)
    assert desk.units.results["A", slot.round, slot.table, slot.board].total_tricks == 11
    desk.press("switch", is_on="no")
    assert desk.shows("bridgemate.is-stopped")
    desk.press("switch", is_on="yes")
    desk.press("end")
    assert desk.shows("bridgemate.none")
    assert len(desk.state.results) == n


def test_a_changed_movement_says_what_it_deletes(desk: Desk) -> None:
    desk.account()
    desk.press("start")
    desk.units.play(1)
    desk.press("look")
    desk.evening.do(AddEntry((person("遅 刻子"), person("遅 刻太"))))
    desk.evening.do(SeatLatePair(Place(1, "A"), list(desk.state.entries)[-1]))
    view = desk.links.view(desk.evening.event_id, 1)
    assert view is not None
    assert view.change is not None
    assert view.deleted == 0, "the late pair gets the phantom's seats"
    assert desk.shows("bridgemate.deletes-none")
    page = desk.page("/bridgemate", desk.locale)
    assert list_codes_shown(page) == []
    desk.press("movement")
    assert "movement" not in desk.page("/bridgemate", desk.locale).ids
    assert len(desk.units.results) == len(desk.state.results)


def test_what_fails_is_said_in_words(desk: Desk) -> None:
    desk.account("wrong")
    assert "wrong" not in desk.press("start", 422).text
    desk.account()
    desk.press("start")
    desk.units.guid = "0" * 32
    desk.press("look")
    assert desk.shows("bridgemate.other-session")


def test_a_file_is_read_as_it_grows(desk: Desk, tmp_path: Path) -> None:
    """Rows stored already are recognised; the result that the desk changed stays, and is a difference."""
    path = tmp_path / "evening.bws"
    path.write_bytes(bws_file(rows(desk.state, 1)))
    desk.press("file", 422, path=str(tmp_path / "other.bws"))
    desk.press("file", 422, path=str(tmp_path / "notes.txt"))
    desk.press("file", path=f'"{path}"')
    n = len(desk.state.results)
    assert n == len(rows(desk.state, 1)) > 0
    stored = desk.state.seq
    (slot, *_) = desk.state.results
    desk.press("look")
    assert desk.state.seq == stored
    desk.enter(f"A-{slot.round}-{slot.table}-{slot.board}", "4S+1 N")
    path.write_bytes(bws_file([*rows(desk.state, 2), with_other_result(rows(desk.state, 1)[0])]))
    os.utime(path, ns=(1, 1))
    desk.press("look")
    assert len(desk.state.results) == len(rows(desk.state, 2)) > n
    assert desk.state.results[slot].revision == 1
    page = desk.page("/bridgemate", desk.locale)
    assert list_codes_shown(page) == []
    assert "differences" in page.ids
    path.write_bytes(b"not a database")
    desk.press("look")
    assert "notice-inline" in desk.html("/bridgemate", desk.locale)


def test_only_the_host_computer_names_files(desk: Desk, tmp_path: Path) -> None:
    """A director on another device uploads a file."""
    path = tmp_path / "evening.bws"
    path.write_bytes(bws_file(rows(desk.state, 1)))
    answer = desk.desk.post(
        f"{desk.base}/bridgemate/file", {"command_id": "f", "path": str(path)}, headers={"x-forwarded-for": PHONE}
    )
    assert answer.status_code in (401, 403, 422)
    assert desk.state.results == {}
