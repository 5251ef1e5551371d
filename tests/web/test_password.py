"""The director's password: set at the desk or from the command line, typed by other devices, in no backup."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from arrowswitch.bootstrap.programs import Programs, open_store, tournament_on
from arrowswitch.core.errors import Malformed
from arrowswitch.i18n import Locale
from arrowswitch.tournament.club import password
from arrowswitch.tournament.model.club_values.club import ClubSettings
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.service import archive
from arrowswitch.web.access import routes
from arrowswitch.web.app import create_app
from arrowswitch.web.desk.guests import routes as guest_routes
from tests.builders import Evening
from tests.rotation import rotate
from tests.tables import for_each
from tests.unit.cli.runner import cli
from tests.web.client import Desk, Page, list_codes_shown, open_desk, visible
from tests.web.conftest import CLUB_ZONE
from tests.web.test_access import PHONE, InTheNetwork, doors_of

PASSWORD = "three green kettles"
DEVICES = "/club/devices"
PROGRAM_HASHER = password._hasher
"""With the parameters of the program; the other tests hash faster (`fast_passwords`)."""


@pytest.fixture
def both(evening: Evening) -> Iterator[tuple[Desk, Desk]]:
    """The desk itself, and a browser on another computer."""
    app = create_app(evening.tournament, zone=CLUB_ZONE, listening=InTheNetwork())
    with open_desk(app) as desk, open_desk(app, PHONE) as phone:
        yield desk, phone


def keep(desk: Desk, password: str = PASSWORD, **more: str) -> int:
    return desk.post(f"{DEVICES}/password", {"password": password, "again": password, **more}).status_code


def sign_in(desk: Desk, **typed: str) -> int:
    return desk.post("/sign-in", {"who": "Alder", "to": "/players", **typed}).status_code


@rotate("locale", Locale)
def test_it_takes_the_place_of_the_code(both: tuple[Desk, Desk], locale: Locale) -> None:
    desk, phone = both
    page = desk.page(DEVICES, locale)
    assert list_codes_shown(page) == []
    code = doors_of(desk).code
    assert f"{code[:4]} {code[4:]}" in page.text
    assert keep(desk) == 200
    page = desk.page(DEVICES, locale)
    assert list_codes_shown(page) == []
    assert doors_of(desk).code[:4] + " " not in page.text
    answer = phone.get(f"/sign-in?lang={locale.value}")
    assert list_codes_shown(Page.read(answer.text)) == []
    assert 'name="code"' not in answer.text
    assert sign_in(phone, code=doors_of(desk).code) == 401
    assert sign_in(phone, password="three red kettles") == 401
    assert sign_in(phone, password=PASSWORD) == 200
    assert phone.get("/players").status_code == 200


def test_wide_letters_are_letters(both: tuple[Desk, Desk]) -> None:
    desk, phone = both
    assert keep(desk, "kettle12") == 200
    assert sign_in(phone, password="ｋｅｔｔｌｅ１２") == 200


def test_changing_it_lets_everybody_go(both: tuple[Desk, Desk]) -> None:
    desk, phone = both
    keep(desk)
    assert sign_in(phone, password=PASSWORD) == 200
    assert keep(desk, "four blue kettles") == 200
    assert phone.get("/players").status_code == 401
    assert sign_in(phone, password=PASSWORD) == 401
    assert sign_in(phone, password="four blue kettles") == 200
    assert keep(desk, "", without="yes") == 200
    assert phone.get("/players").status_code == 401
    assert sign_in(phone, code=doors_of(desk).code) == 200


def test_another_device_must_know_the_present_one(both: tuple[Desk, Desk]) -> None:
    desk, phone = both
    keep(desk)
    sign_in(phone, password=PASSWORD)
    assert 'name="present"' in phone.get(DEVICES).text
    assert 'name="present"' not in desk.get(DEVICES).text
    assert keep(phone, "four blue kettles") == 422
    assert keep(phone, "", without="yes", present="no") == 422
    assert desk.get("/players").status_code == 200
    assert keep(phone, "four blue kettles", present=PASSWORD) == 401  # it was let go with all others
    assert sign_in(phone, password="four blue kettles") == 200


ORGANISER = "the organiser's own"


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Returns the seconds by which answers are kept back, in turn."""
    seconds: list[float] = []

    async def note(wait: float) -> None:
        seconds.append(wait)

    for module in (routes, guest_routes):
        monkeypatch.setattr(module, "sleep", note)
    return seconds


class TestGuessing:
    def test_the_password_of_the_director_forgives_no_guesses_of_the_organisers(
        self, both: tuple[Desk, Desk], waits: list[float]
    ) -> None:
        desk, phone = both
        keep(desk)
        assert keep(desk, ORGANISER, of="organiser") == 200
        for _ in range(5):
            assert sign_in(phone, password="the organiser's guessed") == 401
            assert sign_in(phone, password=PASSWORD) == 200
        assert waits[::2] == [0.0, 0.0, 0.0, 1.0, 3.0]
        assert sign_in(phone, password=ORGANISER) == 200
        assert sign_in(phone, password="the organiser's guessed") == 401
        assert waits[-1] == 0.0

    def test_the_present_password_is_guessed_slower_each_time(
        self, both: tuple[Desk, Desk], waits: list[float]
    ) -> None:
        desk, phone = both
        keep(desk)
        sign_in(phone, password=PASSWORD)
        answers = [keep(phone, "four blue kettles", present="no") for _ in range(11)]
        assert answers == [422] * 11
        assert waits[1:] == [0.0, 0.0, 0.0, 0.5, 1.5, 3.5, 7.5, 15.5, 25.5]
        assert keep(phone, "four blue kettles", present=PASSWORD) == 422


@rotate("locale", Locale)
@for_each(
    "text", ["short", "11111111", "x" * 201, "Alder Bridge", "ｐａｓｓｗｏｒｄ", "Qwertyuiop", "ブリッジ例会2026"]
)
def test_what_is_none_is_said_beside_the_field(both: tuple[Desk, Desk], text: str, locale: Locale) -> None:
    desk, _ = both
    club = desk.client._transport.app.state.services.tournament.club  # type: ignore[attr-defined]  # the program in process
    club.change(ClubSettings("Alder Bridge"), 0, Stamp("club"))
    answer = desk.post(f"{DEVICES}/password?lang={locale.value}", {"password": text, "again": text})
    assert answer.status_code == 422
    assert list_codes_shown(Page.read(answer.text)) == []
    assert "field-error" in answer.text
    assert not club.has_password


def test_what_was_kept_by_weaker_parameters_is_kept_anew(
    both: tuple[Desk, Desk], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first right one after the parameters rose; a wrong one changes nothing."""
    monkeypatch.setattr(password, "_hasher", PROGRAM_HASHER)
    desk, phone = both
    with monkeypatch.context() as before:
        before.setattr(password, "_hasher", PasswordHasher(time_cost=1, memory_cost=8192))
        keep(desk)
    club = desk.client._transport.app.state.services.tournament.club  # type: ignore[attr-defined]  # the program in process
    old = club.record.password
    assert "m=8192,t=1" in old
    assert sign_in(phone, password="three red kettles") == 401
    assert club.record.password == old
    assert sign_in(phone, password=PASSWORD) == 200
    assert "m=65536,t=3" in club.record.password
    renewed = club.record.password
    assert sign_in(phone, password=PASSWORD) == 200
    assert club.record.password == renewed


class TestOrganiser:
    """A server that several directors use: who typed the organiser's password does what concerns all of them."""

    def test_the_director_is_the_organiser_where_nobody_else_is(self, both: tuple[Desk, Desk]) -> None:
        desk, phone = both
        keep(desk)
        sign_in(phone, password=PASSWORD)
        assert phone.get("/backup").status_code == 200

    @rotate("locale", Locale)
    def test_directors_keep_their_evening_and_nothing_else(self, both: tuple[Desk, Desk], locale: Locale) -> None:
        desk, phone = both
        keep(desk)
        assert keep(desk, "the organiser's own", of="organiser") == 200
        assert list_codes_shown(desk.page(DEVICES, locale)) == []
        assert sign_in(phone, password=PASSWORD) == 200
        assert phone.get("/players").status_code == 200
        for closed in ("/backup", "/club", DEVICES, "/forgotten", "/players/export"):
            answer = phone.get(f"{closed}?lang={locale.value}")
            assert answer.status_code == 403, closed
            assert list_codes_shown(Page.read(answer.text)) == []
        assert keep(phone, "four blue kettles", present=PASSWORD) == 403

    def test_who_types_it_is_both(self, both: tuple[Desk, Desk]) -> None:
        desk, phone = both
        keep(desk)
        keep(desk, "the organiser's own", of="organiser")
        assert sign_in(phone, password="the organiser's own") == 200
        assert phone.get("/players").status_code == 200
        assert phone.get("/backup").status_code == 200
        assert keep(phone, "four blue kettles", present=PASSWORD) == 422
        assert keep(phone, "four blue kettles", present="the organiser's own") == 401
        assert sign_in(phone, password="four blue kettles") == 200
        assert phone.get("/backup").status_code == 403

    def test_it_alone_opens_the_desk_where_directors_have_none(self, both: tuple[Desk, Desk]) -> None:
        desk, phone = both
        keep(desk, of="organiser")
        assert sign_in(phone, code=doors_of(desk).code) == 401
        assert sign_in(phone, password=PASSWORD) == 200

    def test_an_error_stands_at_its_own_form(self, both: tuple[Desk, Desk]) -> None:
        desk, _ = both
        answer = desk.post(f"{DEVICES}/password", {"password": "short", "again": "short", "of": "organiser"})
        assert 'id="organiser-password-error"' in answer.text
        assert 'id="password-error"' not in answer.text

    def test_the_other_password_stays(self, evening: Evening) -> None:
        club = evening.tournament.club
        club.set_password(PASSWORD, Stamp("c1"))
        club.set_password("the organiser's own", Stamp("c2"), is_organiser=True)
        club.change(ClubSettings("Alder Bridge"), club.version, Stamp("c3"))
        assert (club.is_password(PASSWORD), club.is_organiser("the organiser's own")) == (True, True)
        club.set_password("", Stamp("c4"), is_organiser=True)
        assert (club.is_password(PASSWORD), club.has_organiser) == (True, False)
        with zipfile.ZipFile(io.BytesIO(archive.pack(evening.tournament).content)) as files:
            assert all(b"argon2" not in files.read(name) for name in files.namelist())


def test_two_that_differ_are_none(both: tuple[Desk, Desk]) -> None:
    desk, _ = both
    answer = desk.post(f"{DEVICES}/password?lang=en", {"password": PASSWORD, "again": PASSWORD + "x"})
    assert answer.status_code == 422
    assert "not alike" in visible(answer.text)


def test_it_is_in_no_backup_and_a_restored_one_leaves_it(evening: Evening) -> None:
    club = evening.tournament.club
    club.change(ClubSettings("Alder Bridge"), 0, Stamp("c1"))
    before = archive.pack(evening.tournament).content
    club.set_password(PASSWORD, Stamp("c2"))
    assert club.settings.name == "Alder Bridge"
    assert club.record is not None
    password = club.record.password
    assert password.startswith("$argon2id$")
    after = archive.pack(evening.tournament).content
    for packed in (before, after):
        with zipfile.ZipFile(io.BytesIO(packed)) as files:
            assert all(b"argon2" not in files.read(name) for name in files.namelist())
    archive.restore(evening.tournament, before, Stamp("c3"))
    club.change(ClubSettings("Birch Bridge"), club.version, Stamp("c4"))
    assert club.is_password(PASSWORD)


def test_nothing_is_no_password(evening: Evening) -> None:
    club = evening.tournament.club
    assert not club.is_password("")
    club.change(ClubSettings("Alder Bridge"), 0, Stamp("c1"))
    assert not club.is_password("")
    with pytest.raises(Malformed):
        club.set_password("       ", Stamp("c2"))


class TestCommandLine:
    def test_it_reads_the_first_line_of_its_input(self, tmp_path: Path) -> None:
        database = str(tmp_path / "club.db")
        outcome = cli("password", "--database", database, services=Programs(), stdin=f"{PASSWORD}\nmore\n".encode())
        assert outcome.code == 0, outcome
        store = open_store(database)
        assert tournament_on(store).club.is_password(PASSWORD)
        store.close()
        both = ("password", "--organiser", "--database", database)
        assert cli(*both, services=Programs(), stdin=b"the organiser's own\n").code == 0
        store = open_store(database)
        assert tournament_on(store).club.is_password(PASSWORD)
        assert tournament_on(store).club.is_organiser("the organiser's own")
        store.close()
        assert cli("password", "--remove", "--database", database, services=Programs()).code == 0
        store = open_store(database)
        assert not tournament_on(store).club.has_password
        store.close()

    @for_each("typed", [b"", b"\n", b"short\n", b"\xff\xfe\n"])
    def test_a_bad_one_is_refused(self, tmp_path: Path, typed: bytes) -> None:
        database = str(tmp_path / "club.db")
        outcome = cli("password", "--database", database, services=Programs(), stdin=typed)
        assert outcome.code == 1, outcome
        assert "Traceback" not in outcome.err
