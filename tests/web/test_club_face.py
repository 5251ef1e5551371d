"""The club's face: its colour with its name and logo on the first page, in the hall, on published results and paper."""

from __future__ import annotations

import struct
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import replace

import pytest

from arrowswitch.documents import Letterhead
from arrowswitch.i18n import Locale
from arrowswitch.store.memory import MemoryStore
from arrowswitch.tournament.model.club_values.club import ClubSettings, Logo, LogoKind
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.tournament.service import archive
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.app import create_app
from tests.builders import CountingChance, Evening, FixedClock, mitchell_evening
from tests.paper import job_of, model, print_paper
from tests.rotation import rotate
from tests.tables import for_each
from tests.web.client import Desk, Page, foreign, list_codes_shown, open_desk
from tests.web.conftest import CLUB_ZONE

SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><rect width="40" height="20"/></svg>'
CLUB = ClubSettings("ことりクラブ", logo=Logo(LogoKind.SVG, b64encode(SVG).decode()), colour="#8a1538")
BAND = 'style="--club-colour: #8a1538; --club-ink: #ffffff"'


@pytest.fixture
def evening() -> Evening:
    """A published game of a club with a name, a logo and a colour."""
    evening = mitchell_evening()
    evening.play_all()
    evening.do(Publish())
    evening.tournament.club.change(CLUB, 0, Stamp("club"))
    return evening


@pytest.fixture
def desk(evening: Evening) -> Iterator[Desk]:
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE)) as opened:
        yield opened


@for_each("path", ["/", "/hall/{event}", "/s/1", "/results", "/results/{event}/ja/index.html", "/play/{event}"])
def test_every_head_has_the_colour(desk: Desk, evening: Evening, path: str) -> None:
    text = desk.get(path.format(event=evening.event_id)).text
    assert BAND in text
    assert ("/club/logo?v=1" in text or "logo.svg" in text) == ("/play/" not in path)


def test_paper_has_the_colour(evening: Evening) -> None:
    """The head of a sheet has a line in the club's colour; the sheet without one is set as before."""
    plain = job_of(evening)
    coloured = replace(plain, letterhead=Letterhead(colour="#8a1538"))
    assert model("ranking", coloured).frame.colour == "#8a1538"
    assert print_paper("ranking", coloured).text == print_paper("ranking", plain).text


@rotate("locale", Locale)
def test_a_colour_that_is_hardly_seen_is_named_and_changes_nothing(
    desk: Desk, evening: Evening, locale: Locale
) -> None:
    """Light yellow has a contrast of 1.1 with white; the message has the colour, the contrast and the least."""
    answer = desk.post("/club", {**desk.page("/club", locale).form("/club"), "colour": "#fff3a0"})
    assert answer.status_code == 422
    problem = Page.read(answer.text).text
    assert "#fff3a0" in problem
    assert "1.1" in problem
    assert evening.tournament.club.settings == CLUB
    page = desk.page("/club", locale)
    assert list_codes_shown(page) == []
    assert foreign(page, locale, "ことりクラブ") == []


@pytest.mark.parametrize("text", ["red", "#12345", "url(x)", "#8a1538;x"])
def test_another_text_is_no_colour(desk: Desk, evening: Evening, text: str) -> None:
    answer = desk.send("/club", "/club", 422, colour=text)
    assert "colour-error" in Page.read(answer.text).ids
    assert evening.tournament.club.settings.colour == "#8a1538"


def test_an_empty_field_takes_the_colour_away(desk: Desk, evening: Evening) -> None:
    desk.send("/club", "/club", colour="")
    assert evening.tournament.club.settings.colour == ""
    assert "--club-colour" not in desk.get("/").text


def test_a_backup_brings_the_colour(evening: Evening) -> None:
    there = Tournament(MemoryStore(), FixedClock(), CountingChance())
    archive.restore(there, archive.pack(evening.tournament).content, Stamp("restore"))
    assert there.club.settings.colour == "#8a1538"


@for_each("start, stored", [
    ("/play/weekly", "/play/weekly"),
    ("/t/ABC234", "/t/ABC234"),
    ("/results", "/results"),
    ("/events/weekly", "/results"),
    ("//elsewhere.example", "/results"),
    ("/play/../club", "/results"),
])  # fmt: skip
def test_a_phone_puts_pages_for_players_on_its_home_screen(desk: Desk, start: str, stored: str) -> None:
    answer = desk.get("/club/app.webmanifest", params={"start": start})
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    assert (manifest["name"], manifest["theme_color"], manifest["start_url"]) == ("ことりクラブ", "#8a1538", stored)
    for icon in manifest["icons"]:
        content = desk.get(icon["src"]).content
        width, height = struct.unpack(">II", content[16:24])
        assert icon["sizes"] == f"{width}x{height}"


@for_each("path, start", [("/play/{event}", "/play/{event}"), ("/results", "/results")])
def test_pages_for_players_name_their_own_start(desk: Desk, evening: Evening, path: str, start: str) -> None:
    text = desk.get(path.format(event=evening.event_id)).text
    assert f'href="/club/app.webmanifest?start={start.format(event=evening.event_id)}"' in text
    assert 'rel="apple-touch-icon"' in text


def test_pages_of_the_desk_have_none(desk: Desk) -> None:
    assert "webmanifest" not in desk.get("/").text
