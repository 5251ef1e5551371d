"""The pages of the tables after a board (R-390): travellers, scorecards, the ranking, typed hands, leads, settings."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.devices.codes import DeviceOwner, code_of
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.deals import PlaceDeals
from arrowswitch.tournament.model.slices.devices import AllowDevices
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.review import ReportHands, SetReviewOptions
from arrowswitch.tournament.model.values.deals import PlacedDeals
from arrowswitch.tournament.model.values.devices import DeviceUse
from arrowswitch.tournament.model.values.review import ReviewOption
from arrowswitch.tournament.review.boards import hand_questions
from arrowswitch.web.app import create_app
from tests.builders import Evening, mitchell_evening
from tests.rotation import rotate
from tests.web.client import Desk, open_desk
from tests.web.conftest import CLUB_ZONE

HERE = Place(1, "A")
PHONE = "192.0.2.77"
DEAL = "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"
OTHER = "N:.AKQJT98765432.. AKQJT98765432... ..AKQJT98765432. ...AKQJT98765432"


@pytest.fixture
def evening() -> Evening:
    made = mitchell_evening()
    made.do(AllowDevices(DeviceUse.TABLE))
    made.do(SetReviewOptions(frozenset(ReviewOption)))
    return made


@pytest.fixture
def phone(evening: Evening) -> Iterator[Desk]:
    """A browser on another computer."""
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE), PHONE) as opened:
        yield opened


@pytest.fixture
def desk(evening: Evening) -> Iterator[Desk]:
    """A browser on the computer of the program."""
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE)) as opened:
        yield opened


def base(evening: Evening, table: int = 1) -> str:
    return f"/t/{code_of(evening.tournament.links, DeviceOwner(evening.event_id, HERE, table))}"


def report(phone: Desk, evening: Evening, text: str = "4S= N") -> None:
    answer = phone.post(f"{base(evening)}/results", {"slot": "A-1-1-1", "text": text, "agreed": "1"})
    assert answer.status_code == 200


@rotate("locale", Locale)
def test_a_board_after_play(phone: Desk, evening: Evening, locale: Locale) -> None:
    address = f"{base(evening)}/boards/A-1-1-1"
    assert phone.get(address).status_code == 409
    report(phone, evening)
    page = phone.get(f"{address}?lang={locale.value}").text
    assert translate("review.traveller", {}, locale) in page
    assert translate("review.hands-later", {}, locale) in page
    assert 'data-hands="first"' in page
    assert phone.get(f"{base(evening)}/boards/A-1-2-3").status_code == 409


def test_nothing_to_show(phone: Desk, evening: Evening) -> None:
    evening.do(SetReviewOptions(frozenset((ReviewOption.LEADS,))))
    report(phone, evening)
    assert phone.get(f"{base(evening)}/boards/A-1-1-1").status_code == 204


@rotate("locale", Locale)
def test_a_lead_is_stored_without_a_look_at_the_deal(phone: Desk, evening: Evening, locale: Locale) -> None:
    """The sentence after the board names neither the card nor its holder's seat."""
    evening.do(PlaceDeals(1, PlacedDeals({1: DEAL}, source="a.pbn")), reason="a file")
    for card in ("SA", "HA", "SA"):
        answer = phone.post(f"{base(evening)}/lead", {"slot": "A-1-1-1", "card": card})
        assert answer.status_code == 200
        assert "HA" not in answer.text
        assert "SA" not in answer.text
    report(phone, evening)
    page = phone.get(f"{base(evening)}/boards/A-1-1-1?lang={locale.value}").text
    assert translate("review.check-lead", {"board": 1}, locale) in page
    assert phone.post(f"{base(evening)}/lead", {"slot": "A-1-2-3", "card": "SA"}).status_code == 409
    assert phone.post(f"{base(evening)}/lead", {"slot": "A-1-1-1", "card": "S1"}).status_code == 422


def test_typed_hands(phone: Desk, evening: Evening) -> None:
    fields = {"slot": "A-1-1-1", "deal": DEAL}
    assert phone.post(f"{base(evening)}/hands", fields).status_code == 409
    report(phone, evening)
    wrong = phone.post(f"{base(evening)}/hands", {**fields, "deal": DEAL.replace("T98765432...", "T9876543...")})
    assert wrong.status_code == 422
    assert phone.post(f"{base(evening)}/hands", fields).json()["stored"] is True
    assert evening.state.deals.placed[1].typed == {1: DEAL}
    assert 'data-hands="again"' in phone.get(f"{base(evening)}/boards/A-1-1-1").text
    assert phone.post(f"{base(evening)}/hands", {"slot": "A-1-2-3", "deal": OTHER}).status_code == 409


def test_the_scorecard_and_the_ranking(phone: Desk, evening: Evening) -> None:
    report(phone, evening, "3NTX-2 N")
    assert "3NT" in phone.get(f"{base(evening)}/scorecard").text
    assert "3NT" not in phone.get(f"{base(evening, 2)}/scorecard").text
    none = translate("hall.team.no-ranking", {}, Locale.EN)
    assert none in phone.get(f"{base(evening)}/ranking?lang=en").text
    evening.play_all()
    evening.do(Publish())
    page = phone.get(f"{base(evening)}/ranking?lang=en").text
    assert none not in page
    assert "<table" in page


def test_the_ranking_is_written_as_on_the_phones(phone: Desk, evening: Evening) -> None:
    """A total of boards with one result each is a dash, and the side before a number is that of the language. A pair
    finds its own row marked."""
    report(phone, evening, "3NTX-2 N")
    evening.do(Publish(is_interim=True))
    evening.do(AllowDevices(DeviceUse.OWN))
    owner = DeviceOwner(evening.event_id, HERE, number=evening.pair("NS1")[0])
    for address in (f"/t/{code_of(evening.tournament.links, owner)}/ranking", f"/play/{evening.event_id}/ranking"):
        page = phone.get(f"{address}?lang=fr").text
        assert re.findall('<td class="n strong">([^<]*)</td>', page) == ["–", "–"]
        assert re.findall('<b class="no">([^<]*)</b>', page) == ["N-S\xa01", "E-O\xa01"]
        assert page.count('class="is-own"') == address.startswith("/t/")


@rotate("locale", Locale)
def test_the_director_chooses_and_settles(desk: Desk, evening: Evening, locale: Locale) -> None:
    path = f"/events/{evening.event_id}/table-devices"
    text = desk.page(path, locale).text
    assert translate("desk.review.travellers-help", {}, locale) in text
    assert desk.post(f"{path}/options", {"option": "hands"}).status_code == 200
    assert evening.state.devices.review.options == {ReviewOption.HANDS}
    evening.do(PlaceDeals(1, PlacedDeals({1: OTHER}, source="a.pbn")), reason="a file")
    slot = Slot(1, "A", 1, 1, 1)
    evening.do(EnterResult(slot, "P"))
    evening.do(ReportHands(slot, DEAL))
    assert translate("desk.review.difference", {}, locale) in desk.page(path, locale).text
    assert desk.post(f"{path}/hands", {"slot": "A-1-1-1", "settling": "keep"}).status_code == 200
    assert hand_questions(evening.state, 1) == ()
    evening.do(ReportHands(slot, DEAL))
    assert desk.post(f"{path}/hands", {"slot": "A-1-1-1", "settling": "use"}).status_code == 200
    assert evening.state.deals.placed[1].typed == {1: DEAL}
    assert hand_questions(evening.state, 1) == ()
    assert desk.post(f"{path}/options", {}).status_code == 200
    assert evening.state.devices.review.options == frozenset()
