"""Access to pages: from the desk's own computer, from devices with the code, and for everybody."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest
from fastapi import APIRouter, FastAPI
from httpx import ASGITransport

from arrowswitch.core.errors import Impossible
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.web.access import routes
from arrowswitch.web.access.roles import DirectorRoute, PublicRoute, routes_in
from arrowswitch.web.app import create_app
from arrowswitch.web.guessing import FREE_OF_ALL, PATIENCE, Guessing
from arrowswitch.web.guests import LASTS, LONGEST, MOST_DEVICES, MOST_DEVICES_OF_LINK, GuestList, Task
from tests.builders import Evening
from tests.rotation import rotate
from tests.web.client import Desk, Page, list_codes_shown, open_desk, visible
from tests.web.conftest import CLUB_ZONE

PHONE = "192.0.2.7"
PAGE = {"accept": "text/html"}


@pytest.fixture
def phone(evening: Evening) -> Iterator[Desk]:
    """A browser on another computer of the network."""
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE), PHONE) as opened:
        yield opened


def app_of(desk: Desk) -> FastAPI:
    transport = desk.client._transport
    assert isinstance(transport, ASGITransport)
    assert isinstance(transport.app, FastAPI)
    return transport.app


def doors_of(desk: Desk) -> GuestList:
    guest_list: GuestList = app_of(desk).state.services.guest_list
    return guest_list


def sign_in(desk: Desk, code: str, to: str = "/players") -> int:
    return desk.post("/sign-in", {"code": code, "who": "Alder", "to": to}).status_code


class TestRoles:
    def test_every_page_of_the_desk_is_closed_to_other_devices(self, phone: Desk, evening: Evening) -> None:
        before = evening.tournament.version(evening.event_id)
        closed = 0
        for route in routes_in(app_of(phone).router):
            if not isinstance(route, DirectorRoute):
                continue
            path = route.path.replace("{event_id}", str(evening.event_id)).replace("{", "").replace("}", "")
            if "GET" in (route.methods or ()):
                answer = phone.get(path, headers=PAGE, follow_redirects=False)
                assert (answer.status_code, answer.headers["location"][:9]) == (303, "/sign-in?"), path
                assert phone.get(path).status_code == 401, path
            else:
                assert phone.post(path).status_code == 401, path
            closed += 1
        assert closed > 200
        assert evening.tournament.version(evening.event_id) == before

    def test_what_is_open_to_everybody(self, phone: Desk) -> None:
        public = [route.path for route in routes_in(app_of(phone).router) if isinstance(route, PublicRoute)]
        folders = {path.split("/")[1] for path in public}
        assert folders == {
            "s",
            "t",
            "hall",
            "play",
            "results",
            "enter",
            "manual",
            "who",
            "fonts",
            "sign-in",
            "sign-out",
            "assist",
            "events",
            "club",
        }
        assert {path for path in public if path.startswith("/club")} == {"/club/logo", "/club/app.webmanifest"}
        assert {path for path in public if path.startswith("/events")} == {
            "/events/{event_id}/live",
            "/events/{event_id}/version",
        }

    def test_players_and_the_wall_need_no_code(self, phone: Desk, evening: Evening) -> None:
        for path in (f"/hall/{evening.event_id}", f"/play/{evening.event_id}"):
            assert phone.get(path, headers=PAGE, follow_redirects=False).status_code == 200

    def test_a_route_without_a_role_stops_the_start(self, evening: Evening) -> None:
        router = APIRouter()
        router.add_api_route("/open", lambda: "everything")
        with pytest.raises(Impossible, match="/open"):
            create_app(evening.tournament, zone=CLUB_ZONE, routers=(router,))

    def test_what_a_proxy_passes_on_is_not_from_here(self, desk: Desk) -> None:
        assert desk.get("/players", headers=PAGE, follow_redirects=False).status_code == 200
        for name in ("X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "Forwarded", "X-Real-IP", "Via"):
            answer = desk.get("/players", headers={**PAGE, name: "127.0.0.1"}, follow_redirects=False)
            assert answer.status_code == 303, name


class TestCode:
    @rotate("locale", Locale)
    def test_a_device_comes_to_the_page_that_it_asked_for(self, phone: Desk, locale: Locale) -> None:
        offer = phone.get(f"/players?lang={locale.value}", headers=PAGE)
        page = Page.read(offer.text)
        assert list_codes_shown(page) == []
        assert "春川" not in offer.text
        form = page.form("/sign-in")
        assert form["to"] == f"/players?lang={locale.value}"
        code = doors_of(phone).code
        answer = phone.post("/sign-in", {**form, "who": "Alder", "code": f"{code[:4]} {code[4:]}"}, headers=PAGE)
        assert answer.url.path == "/players"
        assert "春川" in answer.text
        assert phone.get("/events/new", headers=PAGE, follow_redirects=False).status_code == 200

    def test_full_width_digits_are_digits(self, phone: Desk) -> None:
        wide = doors_of(phone).code.translate({ord("0") + n: chr(0xFF10 + n) for n in range(10)})
        assert sign_in(phone, wide) == 200

    @rotate("locale", Locale)
    def test_a_wrong_code_lets_nobody_in(self, phone: Desk, locale: Locale) -> None:
        code = doors_of(phone).code
        for wrong in ("", "1", code[:-1], code + "0", "x" * 5000):
            answer = phone.post(f"/sign-in?lang={locale.value}", {"code": wrong, "who": "Alder", "to": "/players"})
            doors_of(phone).guessing = Guessing(doors_of(phone).now)
            assert answer.status_code == 401
            assert {Locale.JA: "コードではありません", Locale.EN: "not the code"}[locale] in visible(answer.text)
        assert phone.get("/players").status_code == 401

    def test_guessing_is_answered_slower_each_time(self, phone: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        waits: list[float] = []

        async def note(seconds: float) -> None:
            waits.append(seconds)

        monkeypatch.setattr(routes, "sleep", note)
        for _ in range(9):
            assert sign_in(phone, "no") == 401
        assert waits == [0.0, 0.0, 0.0, 0.5, 1.5, 3.5, 7.5, 15.5, 25.5]
        assert sign_in(phone, doors_of(phone).code) == 429
        assert len(waits) == 9
        assert sign_in(phone, "no") == 429

    def test_who_knows_the_code_is_forgiven(self, phone: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
        waits: list[float] = []

        async def note(seconds: float) -> None:
            waits.append(seconds)

        monkeypatch.setattr(routes, "sleep", note)
        for _ in range(4):
            sign_in(phone, "no")
        assert sign_in(phone, doors_of(phone).code) == 200
        assert sign_in(phone, "no") == 401
        assert waits == [0.0, 0.0, 0.0, 0.5, 1.5, 0.0]

    @rotate("locale", Locale)
    def test_nobody_comes_in_without_a_name(self, phone: Desk, locale: Locale) -> None:
        code = doors_of(phone).code
        answer = phone.post(f"/sign-in?lang={locale.value}", {"code": code, "who": " ", "to": "/players"})
        assert answer.status_code == 422
        assert list_codes_shown(Page.read(answer.text)) == []
        assert phone.get("/players").status_code == 401

    def test_the_name_that_was_given_stands_in_the_ledger(self, phone: Desk, evening: Evening) -> None:
        assert sign_in(phone, doors_of(phone).code) == 200
        phone.client.cookies.set("who", "Somebody")
        path = f"/events/{evening.event_id}/entries"
        phone.send(path, f"{path}/add", player1="Rowan", player2="Hazel")
        assert evening.tournament.ledger(evening.event_id)[-1].stamp.author == "Alder"
        phone.post("/who", {"who": "Birch"})
        phone.send(path, f"{path}/add", player1="Maple", player2="Elm")
        assert evening.tournament.ledger(evening.event_id)[-1].stamp.author == "Birch"

    def test_the_address_after_it_is_one_of_the_program(self, phone: Desk) -> None:
        answer = phone.post(
            "/sign-in",
            {"code": doors_of(phone).code, "who": "Alder", "to": "//foreign.example/x"},
            follow_redirects=False,
        )
        assert answer.headers["location"] == "/"

    def test_leaving(self, phone: Desk, evening: Evening) -> None:
        """By a button in the head of every page, which who sits at the desk itself does not have."""
        assert sign_in(phone, doors_of(phone).code) == 200
        for path in ("/", "/players", f"/events/{evening.event_id}/entries"):
            assert "/sign-out" in phone.page(path).forms
        phone.send("/players", "/sign-out")
        assert phone.get("/players").status_code == 401
        assert "/sign-out" not in Page.read(phone.get("/sign-in").text).forms

    def test_who_comes_in_again_leaves_nothing_open(self, phone: Desk) -> None:
        guest_list = doors_of(phone)
        for _ in range(3):
            assert sign_in(phone, guest_list.code) == 200
        assert len(guest_list.guests) == 1

    def test_the_cookie_is_for_this_program_alone(self, phone: Desk) -> None:
        answer = phone.post("/sign-in", {"code": doors_of(phone).code, "who": "Alder"}, follow_redirects=False)
        (cookie,) = [one for one in answer.headers.get_list("set-cookie") if one.startswith("door=")]
        assert "HttpOnly" in cookie
        assert "SameSite=strict" in cookie


class TestDesk:
    @rotate("locale", Locale)
    def test_the_desk_shows_the_code_and_renews_it(self, evening: Evening, locale: Locale) -> None:
        app = create_app(evening.tournament, zone=CLUB_ZONE, listening=InTheNetwork())
        with open_desk(app) as desk, open_desk(app, PHONE) as phone:
            guest_list = doors_of(desk)
            club_page = desk.page("/club", locale)
            assert list_codes_shown(club_page) == []
            assert f"{guest_list.code[:4]} {guest_list.code[4:]}" in club_page.text
            assert InTheNetwork().address() in club_page.text
            assert sign_in(phone, guest_list.code) == 200
            before = guest_list.code
            assert "Alder" in desk.page("/club/devices", locale).text
            desk.send("/club/devices", "/club/devices/out")
            assert guest_list.code != before
            assert phone.get("/players").status_code == 401
            assert sign_in(phone, before) == 401

    def test_without_a_network_it_says_how_to_get_one(self, desk: Desk) -> None:
        page = desk.page("/club", Locale.EN)
        assert "--host 0.0.0.0" in page.text
        assert doors_of(desk).code[:4] + " " not in page.text


@dataclass(frozen=True)
class InTheNetwork:
    """A program that the network reaches."""

    is_open: bool = True

    def address(self) -> str:
        return "http://192.0.2.40:8642"

    def is_called(self, name: str) -> bool:
        return False

    def is_here(self, address: str) -> bool:
        return address == "127.0.0.1"


@dataclass
class Watch:
    """A clock that is put forward by hand."""

    at: datetime = field(default_factory=lambda: datetime(2026, 1, 1, tzinfo=UTC))

    def __call__(self) -> datetime:
        return self.at


class TestDoors:
    def test_a_device_that_is_not_used_has_to_come_again(self) -> None:
        watch = Watch()
        guest_list = GuestList(watch)
        token = guest_list.let_in("Alder", PHONE)
        watch.at += LASTS
        assert guest_list.is_in(token)
        watch.at += LASTS
        assert guest_list.is_in(token)
        watch.at += LASTS + timedelta(seconds=1)
        assert guest_list.guests == ()
        assert not guest_list.is_in(token)

    def test_a_device_that_is_used_all_the_time_has_to_come_again_as_well(self) -> None:
        watch = Watch()
        guest_list = GuestList(watch)
        token = guest_list.let_in("Alder", PHONE)
        for _ in range(LONGEST // LASTS):
            watch.at += LASTS
            assert guest_list.is_in(token)
        watch.at += timedelta(seconds=1)
        assert not guest_list.is_in(token)

    def test_one_device_is_let_go(self) -> None:
        guest_list = GuestList(Watch())
        first, second = guest_list.let_in("Alder", PHONE), guest_list.let_in("Birch", PHONE)
        guest_list.dismiss(next(guest.number for guest in guest_list.guests if guest.name == "Alder"))
        assert [guest_list.is_in(first), guest_list.is_in(second)] == [False, True]

    def test_the_devices_are_not_endless(self) -> None:
        watch = Watch()
        guest_list = GuestList(watch)
        tokens = []
        for _ in range(MOST_DEVICES + 1):
            tokens.append(guest_list.let_in("Alder", PHONE))
            watch.at += timedelta(seconds=1)
        assert len(guest_list.guests) == MOST_DEVICES
        assert [guest_list.is_in(one) for one in (tokens[0], tokens[1], tokens[-1])] == [False, True, True]

    def test_a_helpers_link_signs_out_only_its_own_devices(self) -> None:
        """Before: 200 sign-ins by one link signed out everybody else."""
        watch = Watch()
        guest_list = GuestList(watch)
        director = guest_list.let_in("Alder", PHONE)
        task = Task(1, EventId("e1"), frozenset("A"))
        helpers = []
        for _ in range(MOST_DEVICES + 1):
            watch.at += timedelta(seconds=1)
            helpers.append(guest_list.let_in("Birch", PHONE, task))
        assert len(guest_list.guests) == MOST_DEVICES_OF_LINK + 1
        assert guest_list.guest(director) is not None
        assert [guest_list.guest(one) is not None for one in (helpers[0], helpers[-1])] == [False, True]

    def test_codes_differ(self) -> None:
        codes = {GuestList(Watch()).code for _ in range(50)}
        assert len(codes) > 45
        assert all(len(code) == 8 and code.isdecimal() for code in codes)


class TestGuessing:
    def test_wrong_tries_are_forgotten_in_time(self) -> None:
        watch = Watch()
        guessing = Guessing(watch)
        for _ in range(4):
            guessing.begin(PHONE)
        assert guessing.begin("192.0.2.8") == 0.0
        watch.at += PATIENCE
        assert guessing.begin(PHONE) == 1.0
        watch.at += PATIENCE + timedelta(seconds=1)
        assert guessing.begin(PHONE) == 0.0

    def test_many_addresses_together_are_slowed_too(self) -> None:
        guessing = Guessing(Watch())
        waits = [guessing.begin(f"192.0.2.{n}") for n in range(FREE_OF_ALL + 31)]
        assert waits[:FREE_OF_ALL] == [0.0] * FREE_OF_ALL
        assert waits[FREE_OF_ALL:] == [*map(float, range(1, 31)), None]

    def test_one_house_is_one_address(self) -> None:
        guessing = Guessing(Watch())
        for n in range(3):
            guessing.begin(f"2001:db8:0:1::{n}")
        assert guessing.begin("2001:db8:0:1:2:3:4:5") == 0.5
        assert guessing.begin("2001:db8:0:2::1") == 0.0
