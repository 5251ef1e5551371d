"""The frame of all pages: languages, who sits at the desk, and what a person sees when something does not work."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from functools import partial
from socket import gethostname

import pytest
from fastapi import APIRouter

from arrowswitch.bootstrap.network import NetworkHost
from arrowswitch.core.errors import Impossible
from arrowswitch.documents.fonts import FILES
from arrowswitch.documents.slices import ranges
from arrowswitch.i18n import Locale
from arrowswitch.web import guards
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.app import create_app
from arrowswitch.web.assets import static_address
from arrowswitch.web.visitor import local_path
from tests.builders import Evening
from tests.rotation import rotate
from tests.tables import for_each
from tests.web.client import Desk, Page, list_codes_shown, open_desk, visible
from tests.web.conftest import CLUB_ZONE

broken = APIRouter(route_class=DirectorRoute)


@broken.get("/broken")
def fail() -> None:
    raise Impossible("a secret about the inside")


@pytest.fixture
def fragile(evening: Evening) -> Iterator[Desk]:
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE, routers=(broken,))) as opened:
        yield opened


class TestLanguage:
    """R-394: every page in Japanese and in English."""

    def test_the_browser_s_wish_decides_at_first(self, desk: Desk) -> None:
        assert Page.read(desk.get("/", headers={"accept-language": "en-GB,en;q=0.8"}).text).lang == "en"
        assert Page.read(desk.get("/", headers={"accept-language": "fr"}).text).lang == "ja"

    def test_a_choice_is_kept_for_the_pages_to_come(self, desk: Desk) -> None:
        desk.get("/?lang=en")
        assert Page.read(desk.get("/players", headers={"accept-language": "ja"}).text).lang == "en"

    def test_the_switch_leads_to_the_same_page(self, desk: Desk) -> None:
        assert "/players?q=haru&lang=en" in Page.read(desk.get("/players?q=haru&lang=ja").text).links

    def test_an_unknown_language_changes_nothing(self, desk: Desk) -> None:
        desk.get("/?lang=en")
        assert Page.read(desk.get("/?lang=xx").text).lang == "en"

    def test_the_switch_after_a_refused_form_leads_to_the_page_of_the_form(self, desk: Desk, evening: Evening) -> None:
        path = f"/events/{evening.event_id}/entries"
        answer = desk.send(path, f"{path}/add", status=422, player1="")
        assert f"{path}?lang=en" in Page.read(answer.text).links


class TestErrors:
    @rotate("locale", Locale)
    @for_each(
        "path",
        ["/nowhere", "/events/none/entries", "/events/none/movement", "/events/none/settings", "/events/none/print",
         "/events/none/export", "/events/none", "/players/none", "/events/none/live", "/events/none/version"],
    )  # fmt: skip
    def test_what_does_not_exist_is_said_plainly(self, desk: Desk, path: str, locale: Locale) -> None:
        page = desk.page(path, locale, status=404)
        assert list_codes_shown(page) == []
        assert page.lang == locale.value
        assert {Locale.JA: "見つかりません", Locale.EN: "Not found"}[locale] in page.text
        assert "/" in page.links

    def test_a_program_gets_codes_and_words_as_json(self, desk: Desk) -> None:
        answer = desk.get("/events/none/entries?lang=en", headers={"accept": "application/json"})
        assert answer.status_code == 404
        (error,) = answer.json()["errors"]
        assert error["code"] == "event.unknown"
        assert error["params"] == {"event": "none"}
        assert error["text"]

    def test_a_script_gets_a_notice_that_leaves_the_page_alone(self, desk: Desk, evening: Evening) -> None:
        undo = f"/events/{evening.event_id}/undo"
        answer = desk.post(undo, {"command_id": "u", "seq": "77"}, headers={"x-swap": "1"})
        assert answer.status_code in (404, 409)
        ids = Page.read(answer.text).ids
        assert "notice-text" in ids
        assert "page" not in ids

    def test_an_address_for_forms_cannot_be_opened(self, desk: Desk) -> None:
        answer = desk.get("/events/tonight?lang=en")
        assert answer.status_code == 404  # read as an event's id: there is none
        assert desk.get("/events/import/entries/draw").status_code in (404, 405)

    @rotate("locale", Locale)
    def test_a_defect_shows_a_reference_and_nothing_of_the_inside(
        self, fragile: Desk, locale: Locale, caplog: pytest.LogCaptureFixture
    ) -> None:
        with caplog.at_level(logging.ERROR):
            answer = fragile.get(f"/broken?lang={locale.value}")
        assert answer.status_code == 500
        assert "secret" not in answer.text
        assert "Traceback" not in answer.text
        (record,) = caplog.records
        reference = record.getMessage().split()[1].rstrip(":")
        assert reference in visible(answer.text)
        assert record.exc_info is not None
        assert "a secret about the inside" in str(record.exc_info[1])

    def test_more_than_any_file_can_hold_is_refused_before_it_is_read(
        self, desk: Desk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(guards, "LARGEST_BODY", 1000)
        answer = desk.post("/events/import?lang=en", {"file": "x" * 2000})
        assert answer.status_code == 422
        assert "too large" in visible(answer.text)

    def test_a_body_that_hides_its_length_is_counted_as_it_comes(
        self, desk: Desk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(guards, "LARGEST_BODY", 1000)

        async def parts() -> object:
            for _ in range(40):
                yield b"x" * 100

        headers = {"content-type": "application/x-www-form-urlencoded", "transfer-encoding": "chunked"}
        answer = desk.post("/who", content=parts(), headers=headers)
        assert answer.status_code in (400, 422)
        assert "Traceback" not in answer.text

    def test_a_form_of_another_site_is_refused(self, desk: Desk, evening: Evening) -> None:
        before = evening.tournament.version(evening.event_id)
        answer = desk.post(
            f"/events/{evening.event_id}/entries/add?lang=en",
            {"player1": "春川 一葉"},
            headers={"origin": "https://elsewhere.example"},
        )
        assert answer.status_code == 409
        assert "another site" in visible(answer.text)
        assert evening.tournament.version(evening.event_id) == before

    @for_each(
        "headers",
        [
            {"origin": "null"},
            {"origin": ""},
            {"origin": "http://[nonsense"},
            {"origin": "http://192.0.2.40:81"},
            {"sec-fetch-site": "same-site"},
            {"sec-fetch-site": "cross-site"},
        ],
    )
    def test_what_no_page_of_the_program_sent_is_refused(
        self, desk: Desk, evening: Evening, headers: dict[str, str]
    ) -> None:
        before = evening.tournament.version(evening.event_id)
        added = f"/events/{evening.event_id}/entries/add?lang=en"
        for method in ("POST", "PUT", "DELETE"):
            answer = desk.portal.call(partial(desk.client.request, method, added, headers=headers))
            assert answer.status_code == 409
            assert "another site" in visible(answer.text)
        assert evening.tournament.version(evening.event_id) == before

    @for_each("host", ["foreign.example", "localhost.foreign.example", "[nonsense", "club.example"])
    @rotate("locale", Locale)
    def test_a_name_that_is_not_the_program_s_reads_nothing(self, desk: Desk, host: str, locale: Locale) -> None:
        answer = desk.get(f"/players?lang={locale.value}", headers={"host": host})
        assert answer.status_code == 409
        assert "春川" not in answer.text
        assert host in visible(answer.text)
        assert "--name" in visible(answer.text)

    @for_each("host", ["localhost", "LOCALHOST:80", "127.0.0.1:8642", "[::1]:8642", "192.168.1.5"])
    def test_addresses_and_localhost_are_known(self, desk: Desk, host: str) -> None:
        assert desk.get("/players", headers={"host": host}).status_code == 200

    def test_a_name_that_the_program_was_started_with_is_known(self, evening: Evening) -> None:
        listening = NetworkHost("0.0.0.0", 8642, ("Club.example",))
        with open_desk(create_app(evening.tournament, zone=CLUB_ZONE, listening=listening)) as desk:
            own = gethostname().lower()
            for name in ("club.example:8642", f"{own}.local", own):
                assert desk.get("/who", headers={"host": name}).status_code == 200
                assert desk.get("/players", headers={"host": name}).status_code == 401  # it may come through a proxy
            assert desk.get("/who", headers={"host": "foreign.example"}).status_code == 409

    def test_a_field_that_is_no_number_is_said_with_its_name(self, desk: Desk, evening: Evening) -> None:
        answer = desk.post(f"/events/{evening.event_id}/undo?lang=en", {"seq": "two"})
        assert answer.status_code == 422
        assert "seq" in visible(answer.text)


class TestWho:
    def test_the_name_stands_in_the_history_of_what_is_done_next(self, desk: Desk, evening: Evening) -> None:
        desk.post("/who", {"who": "青木", "device": "受付", "to": "/"})
        path = f"/events/{evening.event_id}/entries"
        desk.send(path, f"{path}/add", player1="101", player2="102")
        stamp = evening.tournament.ledger(evening.event_id)[-1].stamp
        assert (stamp.author, stamp.device) == ("青木", "受付")

    @rotate("locale", Locale)
    def test_the_page_speaks_both_languages(self, desk: Desk, locale: Locale) -> None:
        assert list_codes_shown(desk.page("/who", locale)) == []

    @for_each("address", ["https://elsewhere.example/", "//elsewhere.example", "javascript:x", "/\\else"])
    def test_nobody_is_led_to_another_site(self, desk: Desk, address: str) -> None:
        assert local_path(address) == "/"
        answer = desk.post("/who", {"who": "A", "to": address}, follow_redirects=False)
        assert answer.headers["location"] == "/"

    def test_a_device_gets_a_name_of_its_own(self, desk: Desk) -> None:
        desk.get("/")
        assert desk.client.cookies["device"].startswith("desk-")


class TestSending:
    def test_the_same_form_sent_twice_is_carried_out_once(self, desk: Desk, evening: Evening) -> None:
        """R-380 needs it for several stations: a repeated send changes nothing the second time."""
        path = f"/events/{evening.event_id}/entries"
        form = {**desk.page(path).form(f"{path}/add"), "player1": "101", "player2": "102"}
        for _ in range(2):
            assert desk.post(f"{path}/add", form).status_code == 200
        assert len(evening.state.entries) == 1

    def test_undo_takes_the_last_step_back_and_says_so(self, desk: Desk, evening: Evening) -> None:
        path = f"/events/{evening.event_id}/entries"
        desk.send(path, f"{path}/add", player1="101", player2="102")
        (entry,) = evening.state.entries.values()
        undo = desk.page(path, Locale.EN)
        assert any(" – ".join(person.roman for person in entry.people) in text for text in undo.attributes)
        answer = desk.send(path, f"/events/{evening.event_id}/undo")
        assert "取り消しました。" in visible(answer.text)
        assert evening.state.entries == {}

    def test_a_note_is_shown_once(self, desk: Desk) -> None:
        desk.post("/who", {"who": "青木", "to": "/"})
        assert "担当者を「青木」" not in desk.page("/").text

    def test_a_forged_note_shows_nothing(self, desk: Desk) -> None:
        desk.client.cookies.set("note", "%5B%22event.unknown%22%2C%7B%7D%5D", domain="192.0.2.40")
        assert desk.get("/").status_code == 200
        desk.client.cookies.set("note", "rubbish", domain="192.0.2.40")
        assert desk.get("/").status_code == 200


class TestParts:
    def test_scripts_come_from_the_program_only(self, desk: Desk) -> None:
        policy = desk.get("/").headers["content-security-policy"]
        assert "script-src 'self'" in policy
        assert "object-src 'none'" in policy
        assert "base-uri 'none'" in policy

    def test_only_parts_of_pages_are_kept_by_browsers_and_proxies(self, desk: Desk) -> None:
        answer = desk.get("/players/find?q=a")
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["cache-control"] == "no-store"
        assert "cache-control" not in desk.get("/static/js/page.js").headers

    def test_who_came_by_tls_is_told_to_stay(self, desk: Desk) -> None:
        assert "strict-transport-security" not in desk.get("/").headers
        for path in ("/", "/players/find?q=a", "/nowhere"):
            header = desk.get(f"https://192.0.2.40{path}").headers["strict-transport-security"]
            assert header == "max-age=31536000", path

    def test_parts_are_what_they_are_whatever_the_computer_thinks(
        self, desk: Desk, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """On Windows other programs change the table by which types are found."""
        monkeypatch.setattr("mimetypes.guess_type", lambda *_args, **_more: ("text/plain", None))
        for path, kind in (
            ("js/page.js", "text/javascript; charset=utf-8"),
            ("css/look.css", "text/css; charset=utf-8"),
            ("img/icon.svg", "image/svg+xml; charset=utf-8"),
        ):
            assert desk.get(static_address(path)).headers["content-type"] == kind

    def test_every_static_part_of_a_page_is_there(self, desk: Desk, evening: Evening) -> None:
        html = desk.get(f"/events/{evening.event_id}/entries").text
        parts = re.findall(r'(?:href|src)="(/static/[^"]+)"', html)
        assert len(parts) >= 5
        assert {path: desk.get(path).status_code for path in parts} == dict.fromkeys(parts, 200)

    def test_every_font_of_the_styles_comes_with_the_program(self, desk: Desk) -> None:
        """All but the Latin ones, which every machine has for itself."""
        style = desk.get(static_address("css/look.css")).text
        fonts = re.findall(r'url\("(/fonts/[^"]+)"\)', style)
        files = [path for path in FILES if not path.name.startswith("NotoSans_")]
        answers = [desk.get(address) for address in fonts]
        assert [address.rpartition("/")[2] for address in fonts] == [path.name for path in files]
        assert [answer.content for answer in answers] == [path.read_bytes() for path in files]
        assert {answer.headers["content-type"] for answer in answers} == {"font/ttf"}

    def test_pages_have_the_family_of_paper_in_slices(self, desk: Desk) -> None:
        """First of all families, in both weights, kept for a year; letters and figures are asked for beforehand."""
        html = desk.get("/").text
        (sheet,) = re.findall(r'<link rel="stylesheet" href="(/fonts/[^"]+)">', html)
        preloaded = re.findall(r'<link rel="preload" href="([^"]+)" as="font" type="font/woff2" crossorigin>', html)
        answer = desk.get(sheet, headers={"accept-encoding": "gzip"})
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.text == desk.get(sheet, headers={"accept-encoding": "identity"}).text
        named = re.findall(r'font-weight:(\d+);font-display:swap;src:url\("([^"]+)"\)', answer.text)
        assert {weight for weight, _ in named} == {"400", "700"}
        addresses = [f"/fonts/{name}" for _, name in named]
        assert set(preloaded) == {one for one in addresses if "-latin-4" in one or "-latin-7" in one}
        assert len(preloaded) == 2
        for address in (sheet, preloaded[0], addresses[0]):
            assert desk.get(address).headers["cache-control"] == "public, max-age=31536000, immutable"
        for address in addresses:
            slice_ = desk.get(address)
            assert (slice_.status_code, slice_.content[:4], slice_.headers["content-type"]) == (
                200,
                b"wOF2",
                "font/woff2",
            )
        (order,) = re.findall(r"--font:(.*?);", desk.get(static_address("css/look.css")).text, re.S)
        families = re.findall(r'"([^"]+)"', order)
        assert (families[0], families[-2:]) == ("Noto Sans JP", ["Club Gothic", "Rarest Gothic"])

    def test_a_font_that_is_not_there_is_told(self, desk: Desk) -> None:
        for name in ("README.md", "5.3.0/OFL.txt"):
            answer = desk.get(f"/fonts/{name}")
            assert (answer.status_code, name.rpartition("/")[2] in answer.text) == (404, True)

    def test_whole_fonts_are_asked_for_by_rare_characters_only(self, desk: Desk) -> None:
        """They have their ranges, which hold no kana, no Latin and no usual ideograph."""
        style = desk.get(static_address("css/look.css")).text
        faces = {
            re.findall(r'font-family: "([^"]+)"', face)[0]: ranges(re.findall("unicode-range: ([^;]+);", face)[0])
            for face in re.findall(r"@font-face {(.*?)}", style, re.S)
        }
        for name, character, is_asked in (
            ("Club Gothic", "Ⅱ", True),
            ("Club Gothic", "鷹", False),
            ("Rarest Gothic", "刘", True),
            ("Rarest Gothic", "𠮷", False),
            ("Rarest Gothic", "♠", False),
        ):
            assert any(first <= ord(character) <= last for first, last in faces[name]) is is_asked, (name, character)

    def test_the_version_is_told_to_those_who_ask(self, desk: Desk, evening: Evening) -> None:
        assert desk.get(f"/events/{evening.event_id}/version").text == f"version {evening.state.seq}"
