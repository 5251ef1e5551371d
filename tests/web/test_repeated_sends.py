"""A form sent again: the same content is answered as the first time, other content under its id is refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import unquote

import pytest

from arrowswitch.i18n import Locale, translate
from arrowswitch.tournament.devices.codes import DeviceOwner, code_of
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.devices import AllowDevices
from arrowswitch.tournament.model.values.devices import DeviceUse
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.app import create_app
from tests.builders import Evening, mitchell_evening
from tests.rotation import rotate
from tests.tables import for_each
from tests.web.client import Desk, open_desk
from tests.web.conftest import CLUB_ZONE

JSON = {"accept": "application/json"}
ID = "send-7"


@dataclass(frozen=True)
class Form:
    """A form of the program: what it sends first, and the field that a second sending changes."""

    path: str
    fields: Mapping[str, str]
    changed: Mapping[str, str]


FORMS = {
    "score": Form(
        "/events/{event}/scores/enter", {"key": "A-1-1-1", "text": "110", "is_confirmed": "true"}, {"text": "120"}
    ),
    "device": Form("/t/{code}/results", {"slot": "A-1-1-2", "text": "4S= N", "agreed": "1"}, {"text": "4S+1 N"}),
    "call": Form("/t/{code}/call", {}, {"more": "1"}),
    "player": Form("/players/new", {"name": "Alder"}, {"name": "Birch"}),
}


@pytest.fixture
def evening() -> Evening:
    evening = mitchell_evening()
    evening.do(AllowDevices(DeviceUse.TABLE))
    return evening


@pytest.fixture
def desk(evening: Evening) -> Iterator[Desk]:
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE)) as opened:
        yield opened


def path_of(form: Form, evening: Evening) -> str:
    code = code_of(evening.tournament.links, DeviceOwner(evening.event_id, Place(1, "A"), 1))
    return form.path.format(event=evening.event_id, code=code)


def restart(evening: Evening) -> Tournament:
    """Returns the services of a program that was started again on the same store."""
    before = evening.tournament
    evening.tournament = Tournament(before.store, before.clock, before.chance)
    return evening.tournament


def versions(evening: Evening) -> tuple[int, int]:
    """Returns the length of the ledger, and how many players there are."""
    tournament = evening.tournament
    return tournament.version(evening.event_id), len(tournament.store.players())


@for_each("name", ("score", "device", "call", "player"))
def test_an_id_stands_for_one_content(desk: Desk, evening: Evening, name: str) -> None:
    form, own_id = FORMS[name], f"{name}-7"
    path, before = path_of(form, evening), versions(evening)
    first = desk.post(path, {**form.fields, "command_id": own_id}, headers=JSON, follow_redirects=False)
    assert first.status_code in (200, 303), first.text
    after = versions(evening)
    assert sum(after) == sum(before) + 1
    second = desk.post(path, {**form.fields, "command_id": own_id}, headers=JSON, follow_redirects=False)
    assert (second.status_code, second.headers.get("location")) == (first.status_code, first.headers.get("location"))
    assert versions(evening) == after
    other = desk.post(path, {**form.fields, **form.changed, "command_id": own_id}, headers=JSON, follow_redirects=False)
    assert other.status_code == 409, other.text
    assert other.json()["errors"][0]["code"] == "desk.error.other-sending"
    assert versions(evening) == after
    further = desk.post(path, {**form.fields, "command_id": f"{name}-8"}, headers=JSON, follow_redirects=False)
    assert further.status_code in (200, 303), further.text


@for_each("name", ("score", "device", "call"))
def test_an_id_stands_for_one_content_after_a_restart(evening: Evening, name: str) -> None:
    """Before: the event changed nothing, and the answer was that the other content was stored."""
    form, own_id, before = FORMS[name], f"{name}-7", versions(evening)
    path = path_of(form, evening)
    for at in range(2):
        with open_desk(create_app(restart(evening), zone=CLUB_ZONE)) as desk:
            same = desk.post(path, {**form.fields, "command_id": own_id}, headers=JSON, follow_redirects=False)
            assert same.status_code in (200, 303), f"{at}: {same.text}"
    assert sum(versions(evening)) == sum(before) + 1
    with open_desk(create_app(restart(evening), zone=CLUB_ZONE)) as desk:
        other = desk.post(
            path, {**form.fields, **form.changed, "command_id": own_id}, headers=JSON, follow_redirects=False
        )
        assert other.status_code == 409, other.text
        assert other.json()["errors"][0]["code"] == "desk.error.other-sending"
    assert sum(versions(evening)) == sum(before) + 1


def test_results_of_a_file_are_taken_once_for_an_id_after_a_restart(evening: Evening) -> None:
    """Each result is a command with the slot in its id."""
    path, texts = f"/events/{evening.event_id}/devices", ("A-1-1-1|4S= N", "A-1-1-2|3NT= N")
    with open_desk(create_app(restart(evening), zone=CLUB_ZONE)) as desk:
        desk.post(path, {"entry": texts[:1], "command_id": ID})
    after = versions(evening)
    with open_desk(create_app(restart(evening), zone=CLUB_ZONE)) as desk:
        other = desk.post(path, {"entry": texts[1:], "command_id": ID}, headers=JSON)
        assert other.status_code == 409
        assert other.json()["errors"][0]["code"] == "desk.error.other-sending"
    assert versions(evening) == after


def test_the_settings_of_the_club_are_stored_once_for_an_id_after_a_restart(evening: Evening) -> None:
    with open_desk(create_app(restart(evening), zone=CLUB_ZONE)) as desk:
        fields = {**desk.page("/club").form("/club"), "name": "Maple Club", "command_id": ID}
        assert desk.post("/club", fields).status_code == 200
    with open_desk(create_app(restart(evening), zone=CLUB_ZONE)) as desk:
        other = desk.post("/club", {**fields, "name": "Oak Club"})
        assert translate("desk.error.other-sending", {}, Locale.JA) in other.text
    assert restart(evening).club.settings.name == "Maple Club"


def test_no_digest_of_a_password_is_stored(evening: Evening) -> None:
    club = restart(evening).club
    club.set_password("three green kettles", Stamp("first", sent="77"), is_organiser=True)
    assert club.record is not None
    assert club.record.command_ids == ("first ",)


def test_the_digest_of_a_code_is_not_in_what_is_stored(desk: Desk, evening: Evening) -> None:
    """The same content at another address has the same digest."""
    form = FORMS["device"]
    sent = set()
    for table in (1, 2):
        code = code_of(evening.tournament.links, DeviceOwner(evening.event_id, Place(1, "A"), table))
        fields = {**form.fields, "command_id": "one"}
        desk.post(f"/t/{code}/call", {"more": "1", **fields}, headers=JSON)
        sent |= {entry.stamp.sent for entry in evening.tournament.ledger(evening.event_id) if entry.stamp.sent}
    assert len(sent) == 1


def test_a_refused_form_is_corrected_under_its_id(desk: Desk, evening: Evening) -> None:
    form = FORMS["score"]
    path = path_of(form, evening)
    refused = desk.post(path, {**form.fields, "text": "4S+9 N", "command_id": ID}, headers=JSON)
    assert refused.status_code == 409
    assert desk.post(path, {**form.fields, "command_id": ID}, headers=JSON).status_code == 200


def test_a_question_is_answered_under_its_id(desk: Desk, evening: Evening) -> None:
    """Nothing was stored before the answer."""
    path, before = path_of(FORMS["score"], evening), versions(evening)
    fields = {"key": "A-1-1-1", "text": "7NT= N", "command_id": ID}
    desk.post(path, fields, headers=JSON)
    if versions(evening) == before:
        assert desk.post(path, {**fields, "is_confirmed": "true"}, headers=JSON).status_code == 200
    assert sum(versions(evening)) == sum(before) + 1


def test_an_id_of_another_event_is_free(desk: Desk, evening: Evening) -> None:
    form = FORMS["score"]
    assert desk.post(path_of(form, evening), {**form.fields, "command_id": ID}, headers=JSON).status_code == 200
    device = FORMS["device"]
    changed = {**device.fields, "slot": "A-1-1-2", "command_id": ID}
    assert desk.post("/players/new", {"name": "Alder", "command_id": ID}).status_code == 200
    assert desk.post("/players/new", changed, headers=JSON).status_code == 409


@rotate("locale", Locale)
def test_the_register_says_that_nothing_has_changed(desk: Desk, evening: Evening, locale: Locale) -> None:
    desk.get(f"/players?lang={locale.value}")
    page = desk.page("/players/new", locale)
    fields = {**page.form("/players/new"), "name": "Alder"}
    for _ in range(2):
        desk.post("/players/new", fields)
    [player] = evening.tournament.store.players()
    path = f"/players/{player.player_id}"
    fields = {**desk.page(path, locale).form(path), "club": "Maple Club"}
    texts = []
    for at in range(2):
        answer = desk.post(path, {**fields, "command_id": f"{at}"}, headers={"accept-language": locale.value})
        texts.append(unquote(answer.text))
    assert translate("desk.players.kept", {"name": "Alder"}, locale) in texts[0]
    assert translate("desk.players.kept", {"name": "Alder"}, locale) not in texts[1]
    assert translate("desk.players.same", {"name": "Alder"}, locale) in texts[1]
    refused = desk.post(path, {**fields, "club": "Oak Club", "command_id": "1"})
    assert translate("desk.error.other-sending", {}, locale) in refused.text


def test_a_new_event_is_made_once_for_each_content(desk: Desk, evening: Evening) -> None:
    fields = desk.page("/events/new").form("/events/new")
    before = len(evening.tournament.events())
    for name in ("Autumn", "Autumn", "Winter"):
        desk.post("/events/new", {**fields, "name": name})
    assert len(evening.tournament.events()) == before + 2
