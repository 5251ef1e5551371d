"""Those who help with the scores of some sections: what they may, and that it is nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import httpx
import pytest

from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.web.app import create_app
from arrowswitch.web.desk.slot_keys import slot_key
from tests.big_events import planned_event
from tests.builders import Evening
from tests.rotation import rotate
from tests.tables import for_each
from tests.web.client import Desk, Page, list_codes_shown, open_desk, visible
from tests.web.conftest import CLUB_ZONE
from tests.web.playing import codes
from tests.web.test_access import PHONE, InTheNetwork, doors_of

_LINK = re.compile(r"/assist/[A-Za-z0-9_-]+")


@dataclass
class Room:
    """The desk, a helper's device, and the event of two sections that they work on."""

    desk: Desk
    phone: Desk
    evening: Evening

    def at(self, path: str) -> str:
        return f"/events/{self.evening.event_id}{path}"

    def invite(self, *sections: str, name: str = "Alder") -> str:
        """Makes a link and returns its address."""
        assert self.desk.post(self.at("/helpers"), {"name": name, "section": list(sections)}).status_code == 200
        return str(_LINK.findall(self.desk.get(self.at("/helpers")).text)[-1])

    def come_in(self, *sections: str) -> str:
        """Lets the device in and returns the address of the link."""
        link = self.invite(*sections)
        assert self.phone.post(link).status_code == 200
        return link

    def slot(self, section: str, place: int = 0) -> Slot:
        return [slot for slot in missing_slots(self.evening.state, 1) if slot.section == section][place]

    def enter(self, slot: Slot, text: str = "420", at: str = "", **more: str) -> httpx.Response:
        address = self.at(f"/1{at or slot.section}/scores/enter")
        return self.phone.post(f"{address}?lang=en", {"key": slot_key(slot), "text": text, **more}, headers=JSON)


JSON = {"accept": "application/json"}


@pytest.fixture
def room() -> Iterator[Room]:
    evening = planned_event(28, sessions=1, sections=2, minutes=90)
    app = create_app(evening.tournament, zone=CLUB_ZONE, listening=InTheNetwork())
    with open_desk(app) as desk, open_desk(app, PHONE) as phone:
        yield Room(desk, phone, evening)


@rotate("locale", Locale)
def test_a_link_leads_to_the_scores_of_its_section(room: Room, locale: Locale) -> None:
    link = room.invite("B")
    assert list_codes_shown(room.desk.page(room.at("/helpers"), locale)) == []
    assert list_codes_shown(room.phone.page(link, locale)) == []
    answer = room.phone.post(link)
    assert answer.url.path == room.at("/1B/scores")
    for path in ("/1B/scores", "/1B/matrix", "/1B/calls", f"/1B/slots/{slot_key(room.slot('B'))}"):
        page = room.phone.page(room.at(path), locale)
        assert list_codes_shown(page) == []
        assert "Alder" in page.text


def test_what_a_helper_enters_has_their_name(room: Room) -> None:
    room.come_in("B")
    room.phone.post("/who", {"who": "Somebody"})
    slot = room.slot("B")
    assert room.enter(slot).status_code == 200
    assert room.evening.tournament.ledger(room.evening.event_id)[-1].stamp.author == "Alder"
    assert slot in room.evening.state.results
    answer = room.phone.post(room.at(f"/1B/slots/{slot_key(slot)}/result"), {"text": "-50"}, headers=JSON)
    assert answer.status_code == 200, answer.text
    assert room.phone.post(room.at("/1B/scores/remove"), {"key": slot_key(slot)}, headers=JSON).status_code == 200
    assert room.phone.post(room.at("/1B/calls"), {"typed": "2 revoke"}, headers=JSON).status_code == 200
    assert [call.text for call in room.evening.state.rulings.calls] == ["revoke"]


def test_a_helper_gives_a_reason_to_remove_a_published_result(room: Room) -> None:
    """R-306: as for a correction; the history has it."""
    room.come_in("B")
    slot = room.slot("B")
    assert room.enter(slot).status_code == 200
    room.evening.do(Publish(is_interim=True), "the room waits")
    path, fields = room.at("/1B/scores/remove"), {"key": slot_key(slot)}
    assert codes(room.phone.post(path, fields, headers=JSON)) == ["correction.needs-reason"]
    assert slot in room.evening.state.results
    question = room.phone.get(room.at(f"/1B/scores/reasons?key={slot_key(slot)}&lang=en")).text
    assert "mistyped" in question.lower()
    assert room.phone.post(path, {**fields, "correction": "typing-error"}, headers=JSON).status_code == 200
    assert slot not in room.evening.state.results
    by_form = room.at(f"/1B/slots/{slot_key(slot)}/remove")
    assert room.enter(slot).status_code == 200
    assert codes(room.phone.post(by_form, {}, headers=JSON)) == ["correction.needs-reason"]
    assert codes(room.phone.post(by_form, {"correction": "mood"}, headers=JSON)) == ["desk.slot.no-reason"]


def test_opening_the_link_again_ends_the_earlier_entry(room: Room) -> None:
    link = room.invite("B")
    for _ in range(3):
        assert room.phone.post(link).status_code == 200
    assert len(doors_of(room.desk).guests) == 1
    assert room.enter(room.slot("B")).status_code == 200


def test_the_name_is_asked_where_the_director_gave_none(room: Room) -> None:
    link = room.invite("A", name="")
    assert room.phone.post(link).status_code == 422
    assert room.phone.post(link, {"who": "Birch"}).status_code == 200
    room.enter(room.slot("A"))
    assert room.evening.tournament.ledger(room.evening.event_id)[-1].stamp.author == "Birch"


def test_another_section_is_closed_whatever_a_form_says(room: Room) -> None:
    room.come_in("B")
    slot = room.slot("A")
    before = room.evening.tournament.version(room.evening.event_id)
    assert room.enter(slot).status_code == 403
    assert room.enter(slot, at="B").status_code == 409
    for path, fields in (
        (f"/1B/slots/{slot_key(slot)}/result", {"text": "420"}),
        (f"/1B/slots/{slot_key(slot)}/remove", {}),
        ("/1B/scores/remove", {"key": slot_key(slot)}),
    ):
        assert room.phone.post(room.at(path), fields, headers=JSON).status_code == 409, path
    for path in (f"/1B/slots/{slot_key(slot)}", f"/1B/scores/standing?key={slot_key(slot)}"):
        assert room.phone.get(room.at(path)).status_code == 409, path
    assert room.evening.tournament.version(room.evening.event_id) == before


@for_each("text", ["A+ A-", "NP", "LP", "?"])
def test_a_ruling_is_the_directors(room: Room, text: str) -> None:
    room.come_in("A")
    before = room.evening.tournament.version(room.evening.event_id)
    answer = room.enter(room.slot("A"), text)
    assert answer.status_code == 409
    assert "director decides" in answer.json()["errors"][0]["text"]
    assert room.evening.tournament.version(room.evening.event_id) == before


def test_a_ruling_stays_as_the_director_gave_it(room: Room) -> None:
    room.come_in("A")
    slot = room.slot("A")
    room.evening.do(EnterResult(slot, "A+ A-"))
    before = room.evening.tournament.version(room.evening.event_id)
    assert room.enter(slot, "420").status_code == 409
    assert room.phone.post(room.at("/1A/scores/remove"), {"key": slot_key(slot)}, headers=JSON).status_code == 409
    assert room.evening.tournament.version(room.evening.event_id) == before


def test_forcing_and_approving_are_the_directors(room: Room) -> None:
    room.come_in("A")
    for more in ({"force": "so it was", "ns": "3"}, {"approver": "Rowan"}):
        assert room.enter(room.slot("A"), **more).status_code == 409


def test_the_pages_lead_a_helper_nowhere_that_is_closed(room: Room) -> None:
    room.come_in("B")
    room.enter(room.slot("B"))
    closed = set()
    for path in (
        "/1B/scores",
        "/1B/scores?order=boards",
        "/1B/matrix",
        "/1B/calls",
        f"/1B/slots/{slot_key(room.slot('B'))}",
    ):
        page = room.phone.page(room.at(path))
        ways = [way.split("#")[0] for way in page.links if way.startswith("/")]
        closed |= {
            way for way in ways if room.phone.get(way, headers={"accept": "text/html"}).status_code in (401, 403)
        }
        for action in page.forms:
            if action.startswith("/") and not action.endswith(("/scores", "/matrix", "/sign-out")):
                assert room.phone.post(action).status_code not in (401, 403), action
    assert closed == set()


def test_a_new_link_and_the_end_of_it_let_everybody_go(room: Room) -> None:
    link = room.come_in("A")
    scores = room.at("/1A/scores")
    assert room.phone.get(scores).status_code == 200
    room.desk.send(room.at("/helpers"), room.at("/helpers/renew"))
    assert room.phone.get(scores).status_code == 401
    assert room.phone.get(link).status_code == 404
    (fresh,) = set(_LINK.findall(room.desk.get(room.at("/helpers")).text))
    assert room.phone.post(fresh).status_code == 200
    number = room.desk.page(room.at("/helpers")).form(room.at("/helpers/renew"))["number"]
    assert room.desk.post(room.at("/helpers/end"), {"number": number}).status_code == 200
    assert room.phone.get(scores).status_code == 401
    assert room.phone.get(fresh).status_code == 404


def test_a_link_without_a_section_is_asked_again(room: Room) -> None:
    answer = room.desk.post(room.at("/helpers?lang=en"), {"name": "Alder", "section": ["Z"]})
    assert answer.status_code == 422
    assert "choose a section" in visible(answer.text)
    assert room.desk.post(room.at("/helpers/renew"), {"number": "7"}).status_code == 404
    assert list_codes_shown(Page.read(room.phone.get("/assist/unknown").text)) == []
