"""The message that no device has opened a table's page: when it appears, what it lists, and when it goes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta

import pytest
from fastapi import FastAPI

from arrowswitch.core.game.seats import Side
from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.devices.codes import DeviceOwner, code_of
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.devices import AllowDevices, ReportResult
from arrowswitch.tournament.model.slices.play import StartRound
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.values.devices import DeviceUse
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.web.app import create_app
from tests.builders import Evening, mitchell_evening
from tests.rotation import rotate
from tests.tables import for_each
from tests.web.client import Desk, list_codes_shown, open_desk, visible
from tests.web.conftest import CLUB_ZONE

HERE = Place(1, "A")
PHONE = "192.168.1.77"
TITLE = {locale: translate("connecting.title", {}, locale) for locale in Locale}
PAGES = ("table-devices", "tables-now")


@dataclass(frozen=True)
class ClubNetwork:
    """A desk in a network; `reached_at` is its address there."""

    reached_at: str = "http://192.168.1.5:8642"
    is_open: bool = True

    def address(self) -> str:
        return self.reached_at

    def is_called(self, name: str) -> bool:
        return name == "bridge.example"

    def is_here(self, address: str) -> bool:
        return address == "127.0.0.1"


@pytest.fixture
def evening() -> Evening:
    made = mitchell_evening()
    made.do(AllowDevices(DeviceUse.TABLE))
    return made


def app_of(evening: Evening, listening: ClubNetwork | None = None) -> FastAPI:
    return create_app(evening.tournament, zone=CLUB_ZONE, listening=listening or ClubNetwork())


@contextmanager
def desk_of(evening: Evening, listening: ClubNetwork | None = None) -> Iterator[Desk]:
    with open_desk(app_of(evening, listening)) as desk:
        yield desk


def is_shown(desk: Desk, evening: Evening, page: str = "tables-now", locale: Locale = Locale.JA) -> bool:
    html = desk.get(f"/events/{evening.event_id}/{page}?lang={locale.value}", headers={"host": "localhost"})
    assert html.status_code == 200
    return TITLE[locale] in html.text


def wait(evening: Evening, seconds: int = 60) -> None:
    evening.clock.time += timedelta(seconds=seconds)


@rotate("locale", Locale)
@pytest.mark.parametrize("page", PAGES)
def test_it_appears_after_a_minute(evening: Evening, page: str, locale: Locale) -> None:
    with desk_of(evening) as desk:
        assert not is_shown(desk, evening, page, locale)
        wait(evening, 59)
        assert not is_shown(desk, evening, page, locale)
        wait(evening, 1)
        assert is_shown(desk, evening, page, locale)
        answer = desk.page(f"/events/{evening.event_id}/{page}", locale)
        assert list_codes_shown(answer) == []


@pytest.mark.parametrize("page", PAGES)
def test_a_phone_that_opens_the_form_for_a_code_proves_the_network(evening: Evening, page: str) -> None:
    app = app_of(evening)
    with open_desk(app) as desk, open_desk(app, PHONE) as phone:
        is_shown(desk, evening, page)
        wait(evening)
        assert desk.get("/t").status_code == 200
        assert is_shown(desk, evening, page)
        assert phone.get("/t").status_code == 200
        assert not is_shown(desk, evening, page)


@pytest.mark.parametrize("page", PAGES)
def test_it_goes_with_the_first_device(evening: Evening, page: str) -> None:
    """A page of a table on the desk's own computer proves nothing about the network."""
    path = f"/t/{code_of(evening.tournament.links, DeviceOwner(evening.event_id, HERE, 2))}"
    app = app_of(evening)
    with open_desk(app) as desk, open_desk(app, PHONE) as phone:
        is_shown(desk, evening, page)
        wait(evening)
        assert desk.get(path).status_code == 200
        assert is_shown(desk, evening, page)
        assert phone.get(path).status_code == 200
        assert not is_shown(desk, evening, page)


def test_a_restart_gives_devices_a_minute_again(evening: Evening) -> None:
    wait(evening, 600)
    with desk_of(evening) as desk:
        assert not is_shown(desk, evening)
        wait(evening)
        assert is_shown(desk, evening)


class TestNoFalseAlarm:
    def none_after(self, evening: Evening, listening: ClubNetwork | None = None) -> None:
        with desk_of(evening, listening) as desk:
            for page in PAGES:
                is_shown(desk, evening, page)
            wait(evening, 300)
            assert [is_shown(desk, evening, page) for page in PAGES] == [False, False]

    def test_without_devices(self, evening: Evening) -> None:
        evening.do(AllowDevices(DeviceUse.OFF))
        self.none_after(evening)

    def test_once_results_were_reported(self, evening: Evening) -> None:
        """By a device of another process of the program, or by a Bridgemate."""
        evening.do(ReportResult(Slot(1, "A", 1, 1, 1), Side.NS, "4S= N"))
        self.none_after(evening)

    def test_after_the_first_round(self, evening: Evening) -> None:
        evening.do(StartRound(1, 2))
        self.none_after(evening)

    def test_once_the_first_round_is_on_slips(self, evening: Evening) -> None:
        for slot in missing_slots(evening.state, 1):
            if slot.round == 1:
                evening.do(EnterResult(slot, "P"))
        self.none_after(evening)

    @for_each("address", ["http://203.0.114.5:8642", "http://club.example:8642"])
    def test_on_a_server(self, evening: Evening, address: str) -> None:
        self.none_after(evening, ClubNetwork(address))

    def test_behind_a_proxy(self, evening: Evening) -> None:
        with open_desk(app_of(evening, ClubNetwork(""))) as desk:
            for _ in range(2):
                html = desk.get(f"/events/{evening.event_id}/table-devices", headers={"host": "bridge.example"}).text
                assert TITLE[Locale.JA] not in html
                wait(evening, 300)

    def test_with_a_session_on_bridgemates(self, evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
        app = app_of(evening)
        links = app.state.services.bridgemates.links
        monkeypatch.setattr(type(links), "view", lambda *asked: object())
        with open_desk(app) as desk:
            is_shown(desk, evening)
            wait(evening, 300)
            assert not is_shown(desk, evening)


class TestWhatToCheck:
    @for_each(
        "platform, words",
        [
            ("win32", ("プライベート ネットワーク", "ファイアウォールによるアプリケーションの許可")),
            ("darwin", ("システム設定", "外部からの接続を許可")),
            ("linux", ("sudo ufw allow 8642/tcp",)),
        ],
    )
    def test_the_firewall_of_the_system(
        self, evening: Evening, monkeypatch: pytest.MonkeyPatch, platform: str, words: tuple[str, ...]
    ) -> None:
        monkeypatch.setattr(sys, "platform", platform)
        with desk_of(evening) as desk:
            is_shown(desk, evening)
            wait(evening)
            html = desk.get(f"/events/{evening.event_id}/tables-now?lang=ja", headers={"host": "localhost"}).text
            for text in (*words, "http://192.168.1.5:8642/t", "https://", "モバイル通信", "プライバシーセパレーター"):
                assert text in html
            assert 'href="/manual#hotspot"' in html

    @rotate("locale", Locale)
    @for_each("is_open, reason", [(False, "desk.hall.here-only"), (True, "desk.hall.no-network")])
    def test_a_desk_that_no_device_can_reach(
        self, evening: Evening, locale: Locale, is_open: bool, reason: str
    ) -> None:
        with desk_of(evening, ClubNetwork("", is_open)) as desk:
            is_shown(desk, evening)
            wait(evening)
            assert is_shown(desk, evening, locale=locale)
            address = f"/events/{evening.event_id}/tables-now?lang={locale.value}"
            html = desk.get(address, headers={"host": "localhost"}).text
            assert translate(reason, {}, locale) in visible(html).replace("&#39;", "'")
