"""A request that is answered with 4xx stores nothing, whichever page it comes from and however far the event is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from urllib.parse import urldefrag, urljoin, urlsplit

import httpx
import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute

from arrowswitch.core.errors import Refused
from arrowswitch.web.access.roles import GuardedRoute, routes_in
from arrowswitch.web.app import create_app
from tests.browser.club import route_of
from tests.browser.evenings.pages import Element, Seen, fields_of
from tests.builders import Evening
from tests.refused_commands import STATES, numbered_teams, stored_rows
from tests.rotation import choose, is_exhaustive, rotate
from tests.web.client import Desk, open_desk
from tests.web.conftest import CLUB_ZONE, register_players

pytestmark = pytest.mark.slow
PARAMETER = re.compile(r"{([^}]+)}")
VALUES = {"round_number": "1", "number": "1", "session": "1", "slot": "A-1-1-1", "key": "A-1-1-1", "table": "1"}
"""Values of parameters of addresses that exist in most events; all others are `1`."""
FILLS: Mapping[str, Mapping[str, str]] = {
    "nothing": {},
    "numbers": {"round": "99", "number": "99", "seq": "999", "contestants": "40", "proposal": "2"},
    "words": {"family": "howell", "options": '{"tables": 50}', "plan": "1M1x1x1", "name": "x", "text": "x", "to": "x"},
}
"""Fields that no page of these events sends."""
BAD = ("", "-1", "99999999", "no-such-value", "\u202e☃" * 200)
"""Values that most fields refuse."""
PAGES = ("/", "/events/new", "/players", "/club", "/regulations", "/workbench", "/ladders", "/simultaneous", "/points")
"""Pages that belong to no event; those of the event are reached from its entries."""


@rotate(state=tuple(STATES), fill=tuple(FILLS))
def test_a_refused_request_stores_nothing(state: str, fill: str) -> None:
    evening = STATES[state]()
    store = evening.tournament.store
    app = create_app(evening.tournament, zone=CLUB_ZONE)
    paths = sorted(
        route.path for route in app.routes if isinstance(route, APIRoute) and "POST" in (route.methods or ())
    )
    paths = [path for path in paths if not path.endswith("/delete") and "{secret}" not in path]
    refused = 0
    with open_desk(app) as desk:
        for path in paths:
            address = PARAMETER.sub(
                lambda found: VALUES.get(found[1], "1"), path.replace("{event_id}", evening.event_id)
            )
            before = stored_rows(store)
            answer = desk.post(address, FILLS[fill], headers={"accept": "application/json"})
            assert answer.status_code < 500, f"{path}: {answer.text[:300]}"
            if answer.status_code >= 400:
                refused += 1
                assert stored_rows(store) == before, f"{path} was refused and stored something"
    assert len(paths) > 60
    assert refused > len(paths) // 3


@rotate("state", tuple(STATES))
def test_a_form_with_a_bad_value_is_refused_whole_or_not_at_all(state: str) -> None:
    """Every form of every page, one of its fields with a value that most fields refuse. An event that took the value is
    stored again as it was."""
    evening = STATES[state]()
    register_players(evening)
    store, ledger = evening.tournament.store, evening.tournament.ledger(evening.event_id)
    app = create_app(evening.tournament, zone=CLUB_ZONE)
    refused = 0
    with open_desk(app) as desk:
        sendings = [
            (action, values, name, bad)
            for action, values in _forms(desk, app, evening)
            for name in values
            for bad in BAD
        ]
        for action, values, name, bad in choose(sendings, "sendings", by=lambda one: (one[0],)):
            before = stored_rows(store)
            answer = desk.post(action, {**values, name: [bad]})
            sending = f"{action}: {name}={bad[:20]!r} {answer.status_code}"
            assert answer.status_code < 500, f"{sending}: {answer.text[:300]}"
            if answer.status_code >= 400:
                refused += 1
                assert stored_rows(store) == before, f"{sending} was refused and stored something"
            elif evening.tournament.ledger(evening.event_id) != ledger:
                evening.tournament.delete(evening.event_id)
                evening.tournament.take_in(ledger)
    assert refused > (200 if is_exhaustive() else 8)


def _forms(desk: Desk, app: FastAPI, evening: Evening) -> Iterator[tuple[str, dict[str, list[str]]]]:
    """Yields the forms that change something, once each, from one page of every kind."""
    routes = [route.path for route in routes_in(app.router) if isinstance(route, GuardedRoute)]
    base = f"/events/{evening.event_id}"
    listed = [*PAGES, f"{base}/entries"]
    kinds, actions = set[str](), set[str]()
    for address in listed:
        kind = route_of(urlsplit(address).path, routes)
        if kind is None or kind in kinds:
            continue
        kinds.add(kind)
        answer = desk.get(address)
        if not answer.headers.get("content-type", "").startswith("text/html"):
            continue
        page = Seen.read(answer.text)
        listed += [to for link in page.links if (to := _within(base, answer, link))]
        for form in page.root.all("form", lambda one: one.get("method") == "post"):
            action = urljoin(str(answer.url.path), form.get("action"))
            if action not in actions and not action.endswith(("/delete", "/forget")):
                actions.add(action)
                yield action, fields_of(form)


def _within(base: str, answer: httpx.Response, link: Element) -> str:
    """Returns the address that a link leads to, empty if it leaves the event."""
    to = urldefrag(urljoin(answer.url.path, link.get("href"))).url
    return to if to.startswith(base) and "lang=" not in to else ""


def test_a_face_that_an_event_refuses_is_not_in_the_register(desk: Desk, evening: Evening) -> None:
    """Registering the people of an entry is one request that changes the event and the register."""
    base = f"/events/{evening.event_id}/entries"
    desk.send(base, f"{base}/add", player1="101", player2="新井 望")
    [entry_id] = evening.state.entries
    store = evening.tournament.store
    before = stored_rows(store)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "append", _refuse)
        answer = desk.post(f"{base}/{entry_id}/register", headers={"accept": "application/json"})
    assert answer.status_code == 409
    assert stored_rows(store) == before
    assert desk.post(f"{base}/{entry_id}/register").status_code == 200
    added = evening.state.entry(entry_id).people[1]
    assert added in [player.person for player in store.players()]


def _refuse(*_: object) -> None:
    """Stands in for a store to which another program is always faster."""
    raise Refused.of("store.conflict", expected=1, found=2)


def test_a_start_with_a_round_that_is_not_there_begins_nothing() -> None:
    """Start and clock of a drawn round are one request with two commands."""
    made = numbered_teams()
    with open_desk(create_app(made.tournament, zone=CLUB_ZONE)) as desk:
        base = f"/events/{made.event_id}"
        assert desk.post(f"{base}/bracket", {"round": "1"}).status_code == 200
        before = made.tournament.version(made.event_id)
        answer = desk.post(f"{base}/draw/start", {"round": "99"}, headers={"accept": "application/json"})
        assert answer.status_code == 409
        assert made.tournament.version(made.event_id) == before
        assert not made.state.is_started
        assert desk.post(f"{base}/draw/start", {"round": "1"}).status_code == 200
        assert made.state.is_started
