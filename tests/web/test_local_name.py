"""The desk's name in its network (`arrowswitch.local`), and the address for phones if the computer has several."""

from __future__ import annotations

import logging
import re
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest
from fastapi import FastAPI
from zeroconf import IPVersion, ServiceInfo, Zeroconf

from arrowswitch.bootstrap.network import NetworkHost, network_host
from arrowswitch.core.errors import NotFound
from arrowswitch.i18n import Locale
from arrowswitch.tournament.devices.codes import DeviceOwner, code_of
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.devices import AllowDevices
from arrowswitch.tournament.model.values.devices import DeviceUse
from arrowswitch.web.app import create_app
from arrowswitch.web.background.local_name import RETRY_SECONDS, LocalName
from arrowswitch.web.phones import code
from arrowswitch.web.serving import multicast
from arrowswitch.web.serving.multicast import announce
from arrowswitch.web.serving.network_switch import NetworkSwitch
from arrowswitch.web.serving.own_addresses import OwnAddress, OwnAddresses
from tests.builders import Evening, mitchell_evening
from tests.rotation import rotate
from tests.tables import for_each
from tests.web.client import Desk, list_codes_shown, open_desk
from tests.web.conftest import CLUB_ZONE

CLUB, HOTSPOT = OwnAddress("192.168.1.5", "wlan0"), OwnAddress("192.168.137.1", "hotspot")
PORT = 8642
NUMERIC, NAMED = f"http://{CLUB.host}:{PORT}", f"http://arrowswitch.local:{PORT}"
PAGE = "/club/devices"


@dataclass
class Posted:
    """A name that a test's network shows; `log` lists what happened to it."""

    host: str
    log: list[str]
    name: str = "arrowswitch.local"

    def end(self) -> None:
        self.log.append(f"end {self.host}")


@dataclass
class Network:
    """A network that takes announcements, or none while it `breaks`."""

    log: list[str] = field(default_factory=list)
    breaks: bool = False
    seconds: float = 0.0
    address: str = NUMERIC

    def publish(self, host: str, port: int) -> Posted:
        self.log.append(f"try {host}:{port}")
        if self.breaks:
            raise OSError(19, "No such device")
        return Posted(host, self.log)

    def name(self) -> LocalName:
        made = LocalName(self.publish, lambda: self.seconds)
        made._find_address = lambda: self.address
        return made


class TestAnnouncing:
    def test_it_follows_the_address_of_the_desk(self) -> None:
        """A laptop joins another network; the desk is closed to the network."""
        network = Network()
        name = network.name()
        name.tick()
        name.tick()
        assert (name.name, name.address(NUMERIC)) == ("arrowswitch.local", NAMED)
        assert name.address("http://192.168.9.9:8642") == ""
        network.address = f"http://{HOTSPOT.host}:{PORT}"
        name.tick()
        network.address = ""
        name.tick()
        assert name.name == ""
        assert network.log == [
            *("try 192.168.1.5:8642", "end 192.168.1.5"),
            *("try 192.168.137.1:8642", "end 192.168.137.1"),
        ]

    @for_each("address", ["", "http://club.example:8642", "http://203.0.114.5:8642", "http://[fd00::2]:8642"])
    def test_nothing_is_announced_outside_a_private_network(self, address: str) -> None:
        network = Network(address=address)
        network.name().tick()
        assert network.log == []

    def test_a_network_that_takes_none_is_one_line_of_the_log(self, caplog: pytest.LogCaptureFixture) -> None:
        network = Network(breaks=True)
        name = network.name()
        with caplog.at_level(logging.WARNING, "arrowswitch.network"):
            for _ in range(3):
                name.tick()
                network.seconds += RETRY_SECONDS
        assert len(network.log) == 3
        assert [record.getMessage() for record in caplog.records] == [
            f"no name was announced for {NUMERIC}: [Errno 19] No such device"
        ]
        network.breaks = False
        name.tick()
        assert name.name == "arrowswitch.local"

    def test_the_end_of_the_program_withdraws_it(self) -> None:
        network, latest = Network(), time.monotonic() + 10
        with open_desk(desk_in(network, mitchell_evening())):
            while not network.log and time.monotonic() < latest:  # a thread announces the name
                time.sleep(0.01)
        assert network.log[-1] == f"end {CLUB.host}"

    @pytest.mark.exhaustive  # not every computer has multicast on its loopback interface
    def test_a_name_of_another_computer_gets_a_number(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """On the loopback network, with the real part: RFC 6762, 9."""
        monkeypatch.setattr(multicast, "ANSWER_MILLISECONDS", 2000)  # a busy machine answers late
        kind = "_http._tcp.local."
        other = ServiceInfo(
            kind,
            f"other.{kind}",
            addresses=[socket.inet_aton("127.0.0.9")],
            port=80,
            server="arrowswitch.local.",
        )
        network = Zeroconf(interfaces=["127.0.0.1"], ip_version=IPVersion.V4Only)
        try:
            network.register_service(other)
            announced = announce("127.0.0.1", PORT)
            try:
                assert announced.name == "arrowswitch-2.local"
                seen = network.get_service_info(kind, f"arrowswitch-2.{kind}")
                assert seen is not None
                assert (seen.port, seen.parsed_addresses(), seen.server) == (
                    PORT,
                    ["127.0.0.1"],
                    "arrowswitch-2.local.",
                )
            finally:
                announced.end()
            deadline = time.monotonic() + 10  # a withdrawn record may last a second (RFC 6762, 10.1)
            while network.get_service_info(kind, f"arrowswitch-2.{kind}", timeout=300) is not None:
                assert time.monotonic() < deadline
                time.sleep(0.1)
        finally:
            network.close()

    @for_each("host", ["127.0.0.1", "0.0.0.0"])
    def test_it_is_announced_unless_a_proxy_or_the_user_has_it_otherwise(self, host: str) -> None:
        assert network_host(host, PORT).local_name is not None
        assert network_host(host, PORT, is_announced=False).local_name is None
        assert network_host(host, PORT, ("bridge.example",)).local_name is None


def desk_in(network: Network, evening: Evening, own: OwnAddresses | None = None) -> FastAPI:
    """Returns a desk that is open to a test's network."""
    own = own or OwnAddresses(lambda: (CLUB,), lambda: CLUB.host)
    name = LocalName(network.publish, lambda: network.seconds)
    listening = NetworkHost(host="0.0.0.0", port=PORT, own=own, local_name=name)
    return create_app(evening.tournament, zone=CLUB_ZONE, listening=listening, own_addresses=own, local_name=name)


@contextmanager
def open_in(evening: Evening, network: Network, own: OwnAddresses | None = None) -> Iterator[Desk]:
    app = desk_in(network, evening, own)
    with open_desk(app) as desk:
        app.state.services.local_name.tick()
        yield desk


@pytest.fixture
def evening() -> Evening:
    made = mitchell_evening()
    made.do(AllowDevices(DeviceUse.TABLE))
    return made


class TestPages:
    @rotate("locale", Locale)
    def test_the_desk_shows_address_code_and_name(self, evening: Evening, locale: Locale) -> None:
        with open_in(evening, Network()) as desk:
            page = desk.page(PAGE, locale)
            assert list_codes_shown(page) == []
            assert NUMERIC in page.text
            assert NAMED in page.text
            assert page.text.index(NUMERIC) < page.text.index(NAMED)
            assert str(code(NUMERIC)) in desk.get(PAGE).text

    def test_cards_have_both_addresses_and_a_code_in_numbers(self, evening: Evening) -> None:
        """Android before 12 opens no name of multicast DNS: the code carries numbers, however the page was opened."""
        table = code_of(evening.tournament.links, DeviceOwner(evening.event_id, Place(1, "A"), 1))
        path = f"/events/{evening.event_id}/table-devices"
        with open_in(evening, Network()) as desk:
            for host in ("localhost", f"arrowswitch.local:{PORT}", f"{CLUB.host}:{PORT}"):
                html = desk.get(path, headers={"host": host}).text
                assert str(code(f"{NUMERIC}/t/{table}")) in html
                assert re.search(rf'<p class="address">{NUMERIC}/t</p>\s*<p class="address">[^<]*{NAMED}/t</p>', html)

    def test_the_name_is_a_host_of_the_desk_while_it_is_announced(self, evening: Evening) -> None:
        network = Network()
        with open_in(evening, network) as desk:
            assert desk.get("/who", headers={"host": f"arrowswitch.local:{PORT}"}).status_code == 200
            assert desk.get("/who", headers={"host": f"arrowswitch-2.local:{PORT}"}).status_code == 409
        with open_in(evening, Network(breaks=True)) as desk:
            assert desk.get("/who", headers={"host": f"arrowswitch.local:{PORT}"}).status_code == 409
            assert NAMED not in desk.get(PAGE).text


class TestChoice:
    """A laptop in the club's network that makes a hotspot has two addresses."""

    def test_the_chosen_address_counts_while_the_computer_has_it(self) -> None:
        there = [CLUB, HOTSPOT]
        own = OwnAddresses(lambda: tuple(there), lambda: CLUB.host)
        assert own.address() == CLUB.host
        own.choose(HOTSPOT.host)
        assert own.address() == HOTSPOT.host
        assert [own.has(host) for host in (CLUB.host, HOTSPOT.host, "192.168.1.6")] == [True, True, False]
        del there[1]
        own._read_at = None
        assert own.address() == CLUB.host
        with pytest.raises(NotFound):
            own.choose(HOTSPOT.host)

    def test_a_hotspot_without_internet_has_an_address(self) -> None:
        """No packet can leave: there is no route, and the only adapter is the hotspot's."""
        assert OwnAddresses(lambda: (HOTSPOT,), str).address() == HOTSPOT.host
        assert OwnAddresses(tuple, str).address() == ""

    @rotate("locale", Locale)
    def test_from_the_page_to_the_cards(self, evening: Evening, locale: Locale) -> None:
        own = OwnAddresses(lambda: (CLUB, HOTSPOT), lambda: CLUB.host)
        with open_in(evening, Network(), own) as desk:
            page = desk.page(PAGE, locale)
            assert list_codes_shown(page) == []
            desk.send(PAGE, f"{PAGE}/network/address", host=HOTSPOT.host)
            table = code_of(evening.tournament.links, DeviceOwner(evening.event_id, Place(1, "A"), 1))
            cards = desk.get(f"/events/{evening.event_id}/table-devices").text
            assert str(code(f"http://{HOTSPOT.host}:{PORT}/t/{table}")) in cards
            assert desk.post(f"{PAGE}/network/address", {"host": "192.168.9.9"}).status_code == 422
            desk.send(PAGE, f"{PAGE}/network/address", host="")
            assert own.chosen == ""

    def test_one_address_needs_no_choice(self, evening: Evening) -> None:
        with open_in(evening, Network()) as desk:
            assert f"{PAGE}/network/address" not in desk.page(PAGE).forms

    def test_a_desk_that_was_opened_by_the_switch_moves(self, evening: Evening) -> None:
        first, second = OwnAddress("127.0.0.2", "a"), OwnAddress("127.0.0.3", "b")
        own = OwnAddresses(lambda: (first, second), lambda: first.host)
        with socket.create_server(("", 0)) as free:  # at every address
            port = free.getsockname()[1]
        switch = NetworkSwitch(port, own.address)
        listening = NetworkHost(host="127.0.0.1", port=port, switch=switch, own=own)
        app = create_app(evening.tournament, zone=CLUB_ZONE, listening=listening, switch=switch, own_addresses=own)
        with open_desk(app) as desk:
            desk.send(PAGE, f"{PAGE}/network", without="yes")
            assert switch.host == first.host
            desk.send(PAGE, f"{PAGE}/network/address", host=second.host)
            assert switch.host == second.host
