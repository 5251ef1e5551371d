"""Every address is requested by every role, and the answers are compared with the table of the reference.

In `make test` each address is requested by one visitor who may open it and by two who may not, chosen by lot.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.devices.codes import DeviceOwner, new_code
from arrowswitch.tournament.model.club_values.links import LinkKind, digest_of
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.advance import EnterInAdvance, SetAdvanceTerms
from arrowswitch.tournament.model.values.advance import AdvanceTerms
from arrowswitch.web.access.holders import HolderRoute
from arrowswitch.web.access.roles import GuardedRoute, routes_in
from arrowswitch.web.advance.own import OwnRoute
from arrowswitch.web.app import create_app
from arrowswitch.web.guessing import Guessing
from arrowswitch.web.guests import DOOR_COOKIE, Task
from tests.big_events import begin
from tests.browser.club import OWN_SECRET
from tests.builders import Evening, person
from tests.rotation import is_exhaustive, rotation_seed
from tests.scripted_events import new_event
from tests.web.client import Desk, open_desk
from tests.web.conftest import CLUB_ZONE, NotingPrintShop
from tests.web.test_access import PHONE, app_of, doors_of

TABLE = Path(__file__).resolve().parents[2] / "docs/reference/roles.md"
CLOSED = (401, 403)
UNKNOWN_LINK = tuple(translate("desk.link.unknown", {}, locale) for locale in Locale)
ASKING = {
    "nobody": "everybody",
    "a player": "everybody",
    "a helper of section A": "helper",
    "a helper of section B": "helper elsewhere",
    "a helper of another event": "helper elsewhere",
    "somebody whose session has ended": "everybody",
    "who holds a link": "link",
    "the director, let in": "director",
    "the organiser, let in": "organiser",
    "the organiser at the computer": "organiser",
}
"""The roles that open the pages of section A, with their column of the table."""


@cache
def permissions() -> dict[tuple[str, str, str], bool]:
    """Returns True or False by address, method and column: True if the table allows the request."""
    lines = [line for line in TABLE.read_text(encoding="utf-8").splitlines() if "|" in line]
    rows = [[cell.strip(" `") for cell in line.split("|")[1:-1]] for line in lines]
    (_, _, *columns), _, *body = rows
    return {
        (path, method, column): said == "yes"
        for path, method, *cells in body
        for column, said in zip(columns, cells, strict=True)
    }


@cache
def requests_of_this_run() -> frozenset[tuple[str, str, str]]:
    """Returns the roles, addresses and methods of the requests in this run."""
    lot = random.Random(f"{rotation_seed()} {__name__}")
    chosen = set()
    for path, method in sorted({(path, method) for path, method, _ in permissions()}):
        may = [who for who, column in ASKING.items() if permissions()[path, method, column]]
        may_not = [who for who in ASKING if who not in may]
        if not is_exhaustive():
            may, may_not = lot.sample(may, min(1, len(may))), lot.sample(may_not, min(2, len(may_not)))
        chosen |= {(path, method, who) for who in (*may, *may_not)}
    return frozenset(chosen)


@pytest.fixture
def evening() -> Evening:
    """Two sections that play, with a pair that still waits for a place, on a server whose organiser has a password."""
    evening = new_event(28, 2, sessions=1, sections=2, minutes=90)
    evening.do(SetAdvanceTerms(AdvanceTerms(most=28)))
    evening.do(EnterInAdvance(digest_of(OWN_SECRET), (person("待つ 人"),)))
    begin(evening)
    evening.tournament.club.set_password("three green kettles", Stamp("organiser"), is_organiser=True)
    return evening


@pytest.fixture(params=ASKING)
def asking(request: pytest.FixtureRequest, evening: Evening, prints: NotingPrintShop) -> Iterator[tuple[str, Desk]]:
    """A role and its browser."""
    who = request.param
    address = "127.0.0.1" if who == "the organiser at the computer" else PHONE
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE), address) as opened:
        yield who, opened


def come_in(who: str, desk: Desk, evening: Evening) -> None:
    """Gives a browser what it has before it asks for anything."""
    desk.client.cookies.clear()
    guest_list, here = doors_of(desk), evening.event_id
    guest_list.guessing_links = Guessing(guest_list.now)
    tasks = {
        "a helper of section A": Task(1, here, frozenset("A")),
        "a helper of section B": Task(2, here, frozenset("B")),
        "a helper of another event": Task(3, type(here)("other"), frozenset("AB")),
    }
    if who == "a player":
        desk.client.cookies.set("own", next(iter(evening.state.entries)))
    elif who == "somebody whose session has ended":
        token = guest_list.let_in("Alder", PHONE)
        guest_list.leave(token)
        desk.client.cookies.set(DOOR_COOKIE, token)
    elif who not in ("nobody", "who holds a link", "the organiser at the computer"):
        is_organiser = who == "the organiser, let in"
        token = guest_list.let_in("Alder", PHONE, tasks.get(who), is_organiser=is_organiser)
        desk.client.cookies.set(DOOR_COOKIE, token)


def secret_for(who: str, route: GuardedRoute, evening: Evening) -> str:
    """Returns the secret of the link of a route for its holder; for all others a secret that nobody has."""
    if who != "who holds a link" or not isinstance(route, HolderRoute):
        return "none"
    if isinstance(route, OwnRoute):
        return OWN_SECRET
    kind = min(route.kinds)
    if kind is LinkKind.TABLE:
        event_id = EventId("none") if route.path.endswith("/live") else evening.event_id  # a stream has no end
        return new_code(evening.tournament.links, DeviceOwner(event_id, Place(1, "A"), 1))
    return evening.tournament.links.make(kind, "another" if kind is LinkKind.EVENT else evening.event_id)


@pytest.mark.slow
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
        path = route.path.replace("{secret}", secret_for(who, route, evening))
        path = re.sub(r"[{}]|:path", "", path.replace("{event_id}", event))
        for method in route.methods or ():
            seen.add((route.path, method))
            if (route.path, method, who) not in requests_of_this_run():
                continue
            come_in(who, desk, evening)
            ask = desk.get if method == "GET" else desk.post
            answer = ask(path, follow_redirects=False)
            is_unknown = any(words in answer.text for words in UNKNOWN_LINK)
            is_let = answer.status_code not in CLOSED and not is_unknown
            if is_let != permissions()[route.path, method, ASKING[who]]:
                wrong.append((method, path, answer.status_code))
            assert answer.status_code != 500, path
    assert wrong == []
    assert seen == {(path, method) for path, method, _ in permissions()}
    if ASKING[who] in ("everybody", "link", "helper elsewhere"):
        assert evening.tournament.version(evening.event_id) == before
