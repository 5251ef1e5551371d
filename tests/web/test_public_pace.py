"""Every public write has a pace, and membership numbers cannot be found by trying them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from fastapi.routing import APIRoute

from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.model.club_values.links import SecretLink
from arrowswitch.web.access.holders import HolderRoute
from arrowswitch.web.access.roles import GuardedRoute, RouteRole, routes_in
from arrowswitch.web.app import create_app
from arrowswitch.web.guessing import Guessing
from arrowswitch.web.rate_limit import RateLimit
from tests.builders import Evening
from tests.rotation import choose
from tests.web.client import Desk, Page, open_desk
from tests.web.conftest import CLUB_ZONE
from tests.web.test_advance_lived import PHONE, Club, open_club

NUMBER, NAME = "101", "春川 一葉"
WAIT = 37


@pytest.fixture(params=choose(list(Locale), f"{__name__} club"))
def club(request: pytest.FixtureRequest) -> Iterator[Club]:
    yield from open_club(request.param)


@pytest.fixture
def phone(evening: Evening) -> Iterator[Desk]:
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE), PHONE) as browser:
        yield browser


def public_writes(evening: Evening) -> list[GuardedRoute]:
    """Returns the routes by which people without a password change something."""
    routes = routes_in(create_app(evening.tournament).router)
    roles = (RouteRole.EVERYBODY, RouteRole.HOLDER)
    return [
        route
        for route in routes
        if isinstance(route, GuardedRoute) and route.role in roles and "POST" in (route.methods or ())
    ]


def link_of(route: HolderRoute, *_: object) -> SecretLink:
    """Returns a link that opens a route."""
    return SecretLink(kind=min(route.kinds), subject="x", digest="x", made_at=datetime(2026, 1, 1, tzinfo=UTC))


def test_every_public_write_has_a_pace(phone: Desk, evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new route without one fails here: nothing of it may run once the pace is exceeded."""
    reached: list[str] = []

    async def run(route: APIRoute, *_: Any) -> None:
        reached.append(route.path)

    monkeypatch.setattr(RateLimit, "wait", lambda *_: WAIT)
    monkeypatch.setattr(APIRoute, "handle", run)
    for route in public_writes(evening):
        if isinstance(route, HolderRoute):
            monkeypatch.setattr(type(route), "find_known", link_of)
        path = route.path.format(secret="s", event_id=evening.event_id)
        answer = phone.post(path, headers={"accept": "application/json"})
        assert reached == [], route.path
        assert answer.status_code in (409, 503), route.path
        [error] = answer.json()["errors"]
        assert (error["code"], error["params"]) in [
            (code, {"n": WAIT}) for code in ("desk.link.too-fast", "desk.error.too-fast")
        ]
    assert len(public_writes(evening)) > 15


def test_a_device_sends_again_what_came_too_fast(phone: Desk, evening: Evening) -> None:
    """The page of a device keeps what is answered with 503, and loses nothing."""
    statuses = {route.path: route.is_device for route in public_writes(evening) if isinstance(route, HolderRoute)}
    assert {path.startswith("/t/") for path, is_device in statuses.items() if is_device} == {True}
    assert {path.startswith("/t/") for path, is_device in statuses.items() if not is_device} == {False}


def enter_once(club: Club, name: str, number: str) -> tuple[str, object]:
    """Enters a person, withdraws the entry, and returns the text of its page without its address, and the player."""
    own = club.enter(name, number1=number)
    [entry] = club.services.state(club.event_id).entries.values()
    text = Page.read(club.phone.get(f"{own}?lang=en").text).text
    club.phone.send(own, f"{own}/withdraw")
    return text.replace(own, ""), entry.people[0].player_id


def test_a_number_is_not_found_by_trying_numbers_with_a_name(club: Club) -> None:
    """Five numbers of a name in an hour are compared; after that the right one is answered like any other."""
    club.open()
    _, player_id = enter_once(club, NAME, NUMBER)
    assert player_id == "p1"
    tried = [enter_once(club, NAME, f"{300 + at}") for at in range(5)]
    assert {player for _, player in tried} == {None}
    late, player_id = enter_once(club, NAME, NUMBER)
    assert player_id is None
    assert late == tried[-1][0]
    assert enter_once(club, "夏山 二葉", "222")[1] is None
    desk = club.desk.page(f"{club.public}/new", club.locale).form(f"{club.public}/new")
    club.desk.post(f"{club.public}/new", {**desk, "name1": NAME, "number1": NUMBER})
    [entry] = club.services.state(club.event_id).entries.values()
    assert entry.people[0].player_id == "p1", "the host computer is not counted"


def test_a_link_cannot_try_numbers(club: Club) -> None:
    """Right and wrong numbers are counted alike, and refused alike."""
    club.open()
    club.enter(NAME, number1=NUMBER)
    own = club.enter("誰か 他")
    answers = []
    for at in range(11):
        form = club.phone.page(own, club.locale).form(f"{own}/change")
        number = NUMBER if at % 5 == 4 else f"{300 + at}"
        answers.append(club.phone.post(f"{own}/change", {**form, "name1": "誰か 他", "number1": number}))
    assert [answer.status_code for answer in answers[:10]] == [200, 200, 200, 200, 422] * 2
    for number in (NUMBER, "999"):
        form = club.phone.page(own, club.locale).form(f"{own}/change")
        answer = club.phone.post(f"{own}/change", {**form, "name1": "誰か 他", "number1": number})
        assert answer.status_code == 422
        assert translate("advance.numbers-too-fast", {"n": 10}, club.locale) in Page.read(answer.text).text


def test_many_addresses_of_an_ipv6_network_guess_as_one() -> None:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    guessing = Guessing(lambda: now)
    waits = [guessing.begin(f"2001:db8:1:2::{at:x}") for at in range(10)]
    assert waits == [0.0, 0.0, 0.0, 0.5, 1.5, 3.5, 7.5, 15.5, 25.5, None]
    assert guessing.begin("2001:db8:1:3::1") == 0.0


def test_addresses_of_two_kinds_are_the_same_computer_only_if_they_are() -> None:
    """Every address of the old kind that came in the new form counted as one."""
    now = datetime(2026, 1, 1, tzinfo=UTC)
    guessing = Guessing(lambda: now)
    for _ in range(9):
        guessing.begin("::ffff:192.0.2.7")
    assert guessing.begin("192.0.2.7") is None
    assert guessing.begin("::ffff:192.0.2.8") == 0.0
