"""The limits of a table's code: guesses count for each address, a code opens nothing else, other pages send nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from arrowswitch.core.movements.families.registry import make
from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.devices.codes import DeviceOwner, code_of, new_code
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.devices import AllowDevices
from arrowswitch.tournament.model.slices.movement import ChooseMovement, DrawNumbers
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.publication import Finalise, Publish
from arrowswitch.tournament.model.slices.review import SetReviewOptions
from arrowswitch.tournament.model.slices.seating import SetSeatCheck
from arrowswitch.tournament.model.values.devices import DeviceUse
from arrowswitch.tournament.model.values.review import ReviewOption
from arrowswitch.web.access import holders
from arrowswitch.web.access.holders import HolderRoute
from arrowswitch.web.access.roles import HOLDERS, routes_in
from arrowswitch.web.app import create_app
from arrowswitch.web.tables.access import TableRoute
from tests.builders import Evening, mitchell_evening, new_evening
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


class TestEndOfTheSession:
    """A code ends with its session: its page shows that play is over, and nothing can be sent with it."""

    @staticmethod
    def two_sessions() -> Evening:
        made = new_evening(6, sessions=2)
        movement = make("mitchell", tables=3, boards_per_round=2)
        made.start(movement)
        made.do(AllowDevices(DeviceUse.TABLE))
        made.do(SetSeatCheck(is_on=True))
        made.do(SetReviewOptions(frozenset(ReviewOption)))
        return made

    @staticmethod
    def begin_second(made: Evening) -> None:
        made.do(ChooseMovement(Place(2, "A"), make("mitchell", tables=3, boards_per_round=2)))
        made.do(DrawNumbers(Place(2, "A"), 2))
        made.do(StartPlay(2))

    def test_the_final_ranking_ends_codes(self, phones: tuple[Desk, Desk], evening: Evening) -> None:
        evening.play_all()
        evening.do(Publish())
        evening.clock.forward(24 * 60)
        evening.do(Finalise(), "done")
        first, _ = phones
        before = evening.tournament.version(evening.event_id)
        for path in ("/results", "/seats", "/seats/question"):
            assert first.post(f"/t/{own_code(evening)}{path}", SENT[path]).status_code == 409
        assert evening.tournament.version(evening.event_id) == before
        assert first.get(f"/t/{own_code(evening)}/state").json()["screen"]["phase"] == "over"

    def test_the_next_session_has_other_codes(self) -> None:
        made = self.two_sessions()
        links = made.tournament.links
        old = own_code(made)
        assert code_of(links, DeviceOwner(made.event_id, Place(2, "A"), 1)) != old
        with open_desk(create_app(made.tournament, zone=CLUB_ZONE), PHONE) as phone:
            assert phone.get(f"/t/{old}/state").json()["screen"]["phase"] == "playing"
            made.play_all()
            self.begin_second(made)
            assert phone.get(f"/t/{old}/state").json()["screen"]["phase"] == "over"
            before, answers = made.tournament.version(made.event_id), {}
            for path, fields in SENT.items():
                sent = {**fields, "slot": "A-1-1-1"} if "slot" in fields else fields
                answers[path] = phone.post(f"/t/{old}{path}", sent).status_code
            # A device that reports that it is there is answered with its screen; it holds nothing.
            assert answers == {**dict.fromkeys(SENT, 409), "/hold": 200}
            assert made.tournament.version(made.event_id) == before
