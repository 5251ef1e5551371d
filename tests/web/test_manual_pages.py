"""The manual as pages of the program: built from its sources, nothing from elsewhere, a section behind each `?`."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from urllib.parse import unquote

from arrowswitch.i18n import Locale
from arrowswitch.web.access.roles import GuardedRoute
from arrowswitch.web.app import create_app
from arrowswitch.web.manual.sections import manual_address, section_of, sections
from tests.builders import Evening
from tests.rotation import rotate
from tests.tables import for_each
from tests.web.client import open_desk
from tests.web.conftest import CLUB_ZONE
from tools.manual.terms import terms_in

ROOT = Path(__file__).resolve().parents[2]
BUILT = ROOT / "src" / "arrowswitch" / "manual"
PAGES = sorted(path.relative_to(BUILT).as_posix() for path in BUILT.glob("*/*.html"))

WITHOUT = {
    "/",
    "/manual",
    "/manual/{path:path}",
    "/fonts/5.3.0/{name}",
    "/fonts/noto-sans-jp.css",
    "/fonts/{name}",
    "/guide-documents/{name}",
    "/openapi.json",
}
"""The first page and the manual itself, and files that are not pages."""


def read(address: str) -> str:
    """Returns the built page of an address below `/manual`."""
    return (BUILT / address.removeprefix("/manual/")).read_text(encoding="utf-8")


@for_each("section", sorted(set(sections().values())))
def test_each_section_is_in_both_languages(section: str) -> None:
    page, _, anchor = section.partition("#")
    for locale in Locale:
        text = read(f"/manual/{locale.value}/{page}.html")
        assert not anchor or f'id="{anchor}"' in text


def paths_of(evening: Evening) -> set[str]:
    """Returns the paths of all pages that can be opened."""
    routes = create_app(evening.tournament, zone=CLUB_ZONE).router.routes
    return {route.path for route in routes if isinstance(route, GuardedRoute) and "GET" in (route.methods or ())}


def test_each_page_of_the_program_has_a_section(evening: Evening) -> None:
    paths = paths_of(evening)
    assert len(paths) > 150
    assert {path for path in paths if section_of(path) == "index"} == WITHOUT


def test_each_listed_beginning_is_that_of_a_page(evening: Evening) -> None:
    paths = paths_of(evening)
    assert [beginning for beginning in sections() if not any(path.startswith(beginning) for path in paths)] == []


@rotate("locale", Locale)
def test_the_head_of_a_page_links_to_its_section(evening: Evening, locale: Locale) -> None:
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE)) as desk:
        for path in ("/players", "/backup", "/workbench"):
            address = manual_address(path, locale)
            assert address in desk.page(path, locale).links
            answer = desk.get(address)
            assert answer.status_code == 200
            assert f'<html lang="{locale.value}">' in answer.text


def test_a_page_is_sent_again_only_if_it_changed(evening: Evening) -> None:
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE)) as desk:
        first = desk.get("/manual/ja/index.html")
        assert first.headers["content-type"] == "text/html; charset=utf-8"
        again = desk.get("/manual/ja/index.html", headers={"if-none-match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        for unknown in ("ja/nothing.html", "../__init__.py", "fr/", "ja/../../__init__.py"):
            assert desk.get(f"/manual/{unknown}").status_code == 404


@for_each("page", PAGES)
def test_a_page_loads_nothing_from_elsewhere_and_its_links_lead_somewhere(page: str) -> None:
    text = read(page)
    assert re.findall(r"<script(?! src=)|<style|\son[a-z]+=", text) == []
    assert re.findall(r'(?:src|href)="(?:[a-z]+:)?//', text) == []
    for target in re.findall(r'(?:src|href)="([^"]+)"', text):
        path, _, anchor = target.partition("#")
        if path == "/":
            continue
        file = (BUILT / page).parent / path if path else BUILT / page
        assert file.exists(), target
        assert not anchor or f'id="{unquote(anchor)}"' in file.read_text(encoding="utf-8"), target


def test_the_address_of_a_language_shows_its_contents(evening: Evening) -> None:
    with open_desk(create_app(evening.tournament, zone=CLUB_ZONE)) as desk:
        contents = desk.get("/manual/ja/index.html").text
        assert desk.get("/manual/ja/").text == desk.get("/manual/ja").text == contents


@rotate("locale", Locale)
def test_the_search_has_every_section_of_its_language(locale: Locale) -> None:
    text = read(f"index.{locale.value}.js")
    entries = json.loads(text.removeprefix("window.manualSections = ").removesuffix(";\n"))
    assert {entry["address"].partition("#")[0] for entry in entries} == {
        path.name for path in (BUILT / locale.value).glob("*.html")
    }
    assert all(entry["title"] for entry in entries)


@rotate("locale", Locale)
def test_the_glossary_has_all_terms(locale: Locale) -> None:
    text = unescape(read(f"{locale.value}/glossary.html"))
    terms = terms_in(locale)
    assert len(terms) > 30
    assert [term for term in terms.values() if term.word not in text or term.meaning not in text] == []


def test_the_built_pages_are_those_of_the_sources() -> None:
    """A page that is edited without `make manual` would be shown in its old wording."""
    done = subprocess.run(
        [sys.executable, ROOT / "tools" / "make-manual", "--check"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
