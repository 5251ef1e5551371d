"""The desk opened to the network by a press, while it runs."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from dataclasses import dataclass

import httpx
import pytest

from arrowswitch.bootstrap.network import NetworkHost, network_host
from arrowswitch.i18n import Locale
from arrowswitch.web.app import create_app
from arrowswitch.web.serving.network_switch import NetworkSwitch
from tests.builders import Evening
from tests.rotation import rotate
from tests.tables import for_each
from tests.unit.cli.runner import cli
from tests.web.client import Desk, Page, list_codes_shown, open_desk
from tests.web.conftest import CLUB_ZONE

HERE = "192.0.2.99"
IN_THE_ROOM = "127.0.0.2"
PASSWORD = "three green kettles"
PAGE = "/club/devices"


@dataclass(frozen=True)
class OwnComputer(NetworkHost):
    """A desk on a computer whose own address no socket of this test comes from."""

    def is_here(self, address: str) -> bool:
        return address == HERE


@pytest.fixture
def switch() -> NetworkSwitch:
    with socket.create_server((IN_THE_ROOM, 0)) as free:
        port = free.getsockname()[1]
    return NetworkSwitch(port, lambda: IN_THE_ROOM)


@pytest.fixture
def desk(evening: Evening, switch: NetworkSwitch) -> Iterator[Desk]:
    listening = OwnComputer("127.0.0.1", switch.port, (), switch)
    app = create_app(evening.tournament, zone=CLUB_ZONE, listening=listening, switch=switch)
    with open_desk(app, HERE) as opened:
        yield opened


def status_of(switch: NetworkSwitch, path: str) -> int:
    """Returns the status code that another device gets; 0 if nothing listens."""
    try:
        return httpx.get(f"http://{IN_THE_ROOM}:{switch.port}{path}", headers={"accept": "text/html"}).status_code
    except httpx.ConnectError:
        return 0


@rotate("locale", Locale)
def test_players_read_and_the_desk_asks(desk: Desk, switch: NetworkSwitch, evening: Evening, locale: Locale) -> None:
    players = f"/play/{evening.event_id}"
    assert status_of(switch, players) == 0
    assert list_codes_shown(desk.page(PAGE, locale)) == []
    desk.send(PAGE, f"{PAGE}/network", password=PASSWORD, again=PASSWORD)
    page = desk.page(PAGE, locale)
    assert list_codes_shown(page) == []
    assert f"http://{IN_THE_ROOM}:{switch.port}" in page.text
    assert status_of(switch, players) == 200
    assert status_of(switch, "/players") == 303
    assert status_of(switch, "/backup/download") == 303
    assert f"{PAGE}/network" not in page.forms
    assert "password" in Page.read(desk.get("/sign-in").text).form("/sign-in")
    desk.send(PAGE, f"{PAGE}/network/close")
    assert status_of(switch, players) == 0
    assert desk.get("/players").status_code == 200


def test_without_a_password_the_desk_shows_a_code(desk: Desk, switch: NetworkSwitch) -> None:
    desk.send(PAGE, f"{PAGE}/network", without="yes")
    assert desk.client._transport.app.state.services.devices.code in desk.page(PAGE).text  # type: ignore[attr-defined]  # the transport of a test has the program
    assert status_of(switch, "/players") == 303


@for_each("typed", [("", ""), ("short", "short"), (PASSWORD, "another kettle")])
def test_a_password_that_is_none_opens_nothing(desk: Desk, switch: NetworkSwitch, typed: tuple[str, str]) -> None:
    answer = desk.send(PAGE, f"{PAGE}/network", status=422, password=typed[0], again=typed[1])
    assert "field-error" in answer.text
    assert status_of(switch, "/sign-in") == 0


@rotate("locale", Locale)
def test_what_is_in_the_way_is_told(desk: Desk, switch: NetworkSwitch, locale: Locale) -> None:
    with socket.create_server((IN_THE_ROOM, switch.port)):
        answer = desk.post(f"{PAGE}/network?lang={locale.value}", {"without": "yes"})
    assert answer.status_code == 422
    assert f"{IN_THE_ROOM}:{switch.port}" in answer.text
    switch.own_address = lambda: ""
    nowhere = desk.post(f"{PAGE}/network?lang={locale.value}", {"without": "yes"})
    assert nowhere.status_code == 422
    assert list_codes_shown(Page.read(nowhere.text)) == []
    assert desk.page(PAGE, locale).form(f"{PAGE}/network") is not None


def test_another_network_is_told_and_opened_again(desk: Desk, switch: NetworkSwitch) -> None:
    desk.send(PAGE, f"{PAGE}/network", without="yes")
    switch.own_address = lambda: "127.0.0.3"
    assert f"{PAGE}/network" in desk.page(PAGE).forms
    desk.send(PAGE, f"{PAGE}/network", without="yes")
    assert status_of(switch, "/sign-in") == 0
    assert switch.host == "127.0.0.3"


def test_a_desk_that_is_open_from_the_start_has_no_switch() -> None:
    assert network_host("0.0.0.0", 8642).switch is None
    assert network_host("127.0.0.1", 8642, ("bridge.example",)).switch is None
    assert network_host("127.0.0.1", 8642).switch is not None


def test_nobody_is_asked_where_nobody_types() -> None:
    assert cli("serve", "--host", "0.0.0.0").code == 0
