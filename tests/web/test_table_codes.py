"""The limits of a table's code: guesses count for each address, a code opens nothing else, other pages send nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.devices.codes import DeviceOwner, code_of, new_code
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.devices import AllowDevices
from arrowswitch.tournament.model.slices.seating import SetSeatCheck
from arrowswitch.tournament.model.values.devices import DeviceUse
from arrowswitch.web.access import holders
from arrowswitch.web.access.holders import HolderRoute
from arrowswitch.web.access.roles import HOLDERS, routes_in
from arrowswitch.web.app import create_app
from arrowswitch.web.tables.access import TableRoute
from tests.builders import Evening, mitchell_evening
from tests.web.client import Desk, open_desk
from tests.web.conftest import CLUB_ZONE

HERE = Place(1, "A")
PHONE, OTHER = "192.0.2.77", "192.0.2.78"
UNKNOWN_LINK = tuple(translate("desk.link.unknown", {}, locale) for locale in Locale)
SENT = {
    "/results": {"slot": "A-1-1-1", "text": "4S= N", "agreed": "1"},
    "/call": {},
    "/seats": {"round": "1"},
    "/seats/question": {"round": "1", "trouble": "table"},
    "/begin": {"round": "2"},
    "/hold": {"device": "first000device"},
    "/lead": {"slot": "A-1-1-1", "card": "SA"},
    "/hands": {"slot": "A-1-1-1", "deal": "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"},
}
NOT_NOW = ("/begin", "/lead", "/hands")
"""The addresses that refuse: the round is under way, and leads and hands are off."""


@pytest.fixture
def evening() -> Evening:
    made = mitchell_evening()
    made.do(AllowDevices(DeviceUse.TABLE))
    made.do(SetSeatCheck(is_on=True))
    return made


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Notes how long an answer is held back instead of waiting."""
    noted: list[float] = []

    async def note(seconds: float) -> None:
        noted.append(seconds)

    monkeypatch.setattr(holders, "sleep", note)
    return noted


@pytest.fixture
def phones(evening: Evening, waits: list[float]) -> Iterator[tuple[Desk, Desk]]:
    """Browsers at two addresses before one program."""
    app = create_app(evening.tournament, zone=CLUB_ZONE)
    with open_desk(app, PHONE) as first, open_desk(app, OTHER) as second:
        yield first, second


def own_code(evening: Evening, table: int = 1) -> str:
    return code_of(evening.tournament.links, DeviceOwner(evening.event_id, HERE, table))


def test_guesses_count_for_each_address(phones: tuple[Desk, Desk], evening: Evening, waits: list[float]) -> None:
    """R-390: the seventh guess of an address waits for seconds, the first one of another address does not wait, and a
    right code never waits."""
    first, second = phones
    for number in range(7):
        assert first.get(f"/t/BAD2{number:02}/state").status_code != 200
    assert waits == sorted(waits)
    assert waits[-1] > 1
    assert second.get("/t/BAD200/state").status_code != 200
    assert waits[-1] == 0
    before = list(waits)
    assert first.get(f"/t/{own_code(evening)}/state").status_code == 200
    assert waits == before


def test_every_address_of_a_table_counts_as_a_guess(
    phones: tuple[Desk, Desk], evening: Evening, waits: list[float]
) -> None:
    first, _ = phones
    for path, fields in SENT.items():
        assert first.post(f"/t/BAD222{path}", fields).status_code != 200
    assert len(waits) == len(SENT)


def test_a_code_opens_no_other_page_of_links(phones: tuple[Desk, Desk], evening: Evening) -> None:
    """Addresses that other links open (own entry, clubs, captains) are closed to the code of a table."""
    first, _ = phones
    app = create_app(evening.tournament, zone=CLUB_ZONE)
    routes = [route for route in routes_in(app.router) if isinstance(route, HolderRoute)]
    others = [route for route in routes if not isinstance(route, TableRoute)]
    assert others
    assert all(route.path.startswith(HOLDERS) for route in others)
    for route in others:
        path = route.path.replace("{secret}", own_code(evening))
        answer = first.post(path) if "POST" in (route.methods or ()) else first.get(path)
        assert answer.status_code != 200 or any(text in answer.text for text in UNKNOWN_LINK), path


def test_an_old_code_opens_nothing(phones: tuple[Desk, Desk], evening: Evening) -> None:
    first, _ = phones
    old = own_code(evening)
    new_code(evening.tournament.links, DeviceOwner(evening.event_id, HERE, 1))
    before = evening.tournament.version(evening.event_id)
    for path in ("", "/state", "/live", "/seats?round=1"):
        assert first.get(f"/t/{old}{path}").status_code != 200
    for path, fields in SENT.items():
        assert first.post(f"/t/{old}{path}", fields).status_code != 200
    assert evening.tournament.version(evening.event_id) == before


@pytest.mark.parametrize("path", SENT)
def test_a_page_of_another_origin_sends_nothing(phones: tuple[Desk, Desk], evening: Evening, path: str) -> None:
    first, _ = phones
    before = evening.tournament.version(evening.event_id)
    address = f"/t/{own_code(evening)}{path}"
    for headers in ({"origin": "http://elsewhere.example"}, {"sec-fetch-site": "cross-site"}):
        assert first.post(address, SENT[path], headers=headers).status_code != 200
    assert evening.tournament.version(evening.event_id) == before
    assert first.post(address, SENT[path]).status_code == (409 if path in NOT_NOW else 200)


def test_every_way_to_send_is_tried(evening: Evening) -> None:
    app = create_app(evening.tournament, zone=CLUB_ZONE)
    paths = {
        route.path.removeprefix("/t/{secret}")
        for route in routes_in(app.router)
        if isinstance(route, TableRoute) and "POST" in (route.methods or ())
    }
    assert paths == set(SENT)
