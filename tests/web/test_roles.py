"""Every address asked for as everybody who could ask, compared with the table of the reference."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from arrowswitch.web.access.roles import GuardedRoute, routes_in
from arrowswitch.web.app import create_app
from arrowswitch.web.doors import DOOR_COOKIE, Task
from tests.big_events import planned
from tests.builders import Evening
from tests.web.client import Desk, open_desk
from tests.web.conftest import CLUB_ZONE, NotingPrintShop
from tests.web.test_access import PHONE, app_of, doors_of

TABLE = Path(__file__).resolve().parents[2] / "docs/reference/roles.md"
CLOSED = (401, 403)
ASKING = {
    "nobody": "everybody",
    "a player": "everybody",
    "a helper of section A": "helper",
    "a helper of section B": "helper elsewhere",
    "a helper of another event": "helper elsewhere",
    "somebody whose session has ended": "everybody",
    "the director, let in": "director",
    "the director at the computer": "director",
}
"""Who asks for the pages of section A, and under which column of the table they stand."""


@cache
def allowed() -> dict[tuple[str, str, str], bool]:
    """Returns by address, method and column whether the table says yes."""
    lines = [line for line in TABLE.read_text(encoding="utf-8").splitlines() if "|" in line]
    rows = [[cell.strip(" `") for cell in line.split("|")[1:-1]] for line in lines]
    (_, _, *columns), _, *body = rows
    return {
        (path, method, column): said == "yes"
        for path, method, *cells in body
        for column, said in zip(columns, cells, strict=True)
    }


@pytest.fixture
def evening() -> Evening:
    """Two sections that play."""
    return planned(28, sessions=1, sections=2, minutes=90)


@pytest.fixture(params=ASKING)
def asking(request: pytest.FixtureRequest, evening: Evening, prints: NotingPrintShop) -> Iterator[tuple[str, Desk]]:
    """Somebody who asks, and their browser."""
    who = request.param
    address = "127.0.0.1" if who == "the director at the computer" else PHONE
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE), address) as opened:
        yield who, opened


def come_in(who: str, desk: Desk, evening: Evening) -> None:
    """Gives a browser what it has before it asks for anything."""
    desk.client.cookies.clear()
    doors, here = doors_of(desk), evening.event_id
    tasks = {
        "a helper of section A": Task(1, here, frozenset("A")),
        "a helper of section B": Task(2, here, frozenset("B")),
        "a helper of another event": Task(3, type(here)("other"), frozenset("AB")),
    }
    if who == "a player":
        desk.client.cookies.set("own", next(iter(evening.state.entries)))
    elif who == "somebody whose session has ended":
        token = doors.let_in("Alder", PHONE)
        doors.leave(token)
        desk.client.cookies.set(DOOR_COOKIE, token)
    elif who not in ("nobody", "the director at the computer"):
        desk.client.cookies.set(DOOR_COOKIE, doors.let_in("Alder", PHONE, tasks.get(who)))


def test_who_may_open_what(asking: tuple[str, Desk], evening: Evening) -> None:
    who, desk = asking
    wrong, seen = [], set()
    before = evening.tournament.version(evening.event_id)
    for route in routes_in(app_of(desk).router):
        if not isinstance(route, GuardedRoute):
            continue
        event = "none" if route.path.endswith("/live") else f"{evening.event_id}/1A"
        if not route.path.startswith("/events/") or route.path.endswith("/version"):
            event = str(evening.event_id)
        path = re.sub(r"[{}]|:path", "", route.path.replace("{event_id}", event))
        for method in route.methods or ():
            come_in(who, desk, evening)
            ask = desk.get if method == "GET" else desk.post
            answer = ask(path, follow_redirects=False)
            seen.add((route.path, method))
            is_let = answer.status_code not in CLOSED
            if is_let != allowed()[route.path, method, ASKING[who]]:
                wrong.append((method, path, answer.status_code))
            assert answer.status_code != 500, path
    assert wrong == []
    assert seen == {(path, method) for path, method, _ in allowed()}
    if ASKING[who] in ("everybody", "helper elsewhere"):
        assert evening.tournament.version(evening.event_id) == before
