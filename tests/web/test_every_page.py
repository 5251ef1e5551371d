"""Every page of a club that links lead to is read once: its words are of one language, and its forms contain the values
they were made from.

Two people have the same page open; one stores something, then the other sends the older page. A form that shows stored
values in its fields carries the values it was made from (`was`), the number of the entry (`seen`, `version`), or is
listed in `ALONE` with the reason why it cannot undo what the other stored.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import pytest

from arrowswitch.core.movements.listed.registered_list import registered_ids
from arrowswitch.i18n import Locale
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.access.roles import GuardedRoute, routes_in
from arrowswitch.web.app import create_app
from tests.browser.club import club, route_of
from tests.builders import PAIRS
from tests.html import Reader
from tests.rotation import choose
from tests.web.conftest import CLUB_ZONE
from tests.web.test_forms_of_two import WHOLE
from tests.web.walked import pages_of

pytestmark = pytest.mark.slow

VERSIONS = frozenset(("was", "seen", "version", "made_of"))
"""The hidden fields that contain the values a form was made from."""
ALONE: Mapping[str, str] = {
    "/events/new": "makes an event; shows nothing of another",
    "/events/{event_id}/bracket/penalty": "adds a penalty; those that are there stay",
    "/events/{event_id}/deals/deal": "deals boards that have none; what is there is refused",
    "/events/{event_id}/entries/{entry_id}/forget/{place}": "asks again where other traces are found than were shown",
    "/events/{event_id}/league/schedule": "carries the schedule that it proposes; a season that began takes no other",
    "/events/{event_id}/movement/first-round": "one choice; the sheet is made again from what is stored",
    "/events/{event_id}/movement/draw": "carries what stood there (`seen_as`); asked in `test_concurrent_edits`",
    "/events/{event_id}/qualifiers/consolation": "makes another event, once",
    "/events/{event_id}/qualifiers/final": "makes another event, once",
    "/events/{event_id}/recovery/take": "carries what happened; a sheet that has changed since is reckoned anew",
    "/events/{event_id}/rulings/penalty": "adds a penalty; those that are there stay",
    "/events/{event_id}/total/by": "one choice by a press, seen at once in the heads of all totals",
    "/ladders": "makes a ladder; shows nothing of another",
    "/simultaneous": "makes a field; shows nothing of another",
    "/regulations/copy": "makes regulations of their own; a name that is taken is refused",
    "/who": "this device's own name",
}
"""The forms whose fields cannot overwrite a change of another user, with the reason."""
ABBREVIATIONS = {
    *("ACBL", "B-a-M", "CCG", "DKO", "DOPI", "E-W", "EBU", "HCP", "IMP", "IMPs", "JCBL", "N-S", "PABF", "PASS", "PHW"),
    *("PODI", "SKO", "SRR", "STARTTLS", "TLS", "USB", "WBF", "Web", "WebDAV", "YAML", "https"),
    *registered_ids(),
}
FILES = {
    *(
        "txt",
        "lcd",
        "BER",
        "BHG",
        "BRI",
        "CDS",
        "CSV",
        "DGE",
        "DLM",
        "DUP",
        "Excel",
        "GOE",
        "JPEG",
        "JSON",
        "LIN",
        "PBN",
        "PDF",
    ),
    *(
        "PNG",
        "RBN",
        "RZD",
        "SVG",
        "TOML",
        "USEBIO",
        "ZIP",
        "bws",
        "csv",
        "guides",
        "html",
        "index",
        "json",
        "lin",
        "pbn",
    ),
    *("xlsx", "xml", "zip"),
}
KEYS = {"Ctrl", "Delete", "Enter", "Esc", "PageDown", "PageUp", "PgDn", "PgUp", "Shift", "Tab"}
TITLES = (
    *("American Contract Bridge League", "English Bridge Union", "Japan Contract Bridge League"),
    *("World Bridge Federation", "White Book", "EBU Tournament Focus", "Wikibooks scoring", "EVENTS.033", "CCSWS.033"),
    *("ACBLscore", "Arrowswitch", "Bridgemate Control Software", "Bridgemate", "BriAn", "Compscore3", "EBUScore"),
    *("Bridge Base Online, pairs as published", "Bridge Base Online", "Jannersten", "Children in Need", "My EBU"),
    *("Bridge Systems", "Data Connector", "TabScore"),
    *("Android", "Windows", "macOS", "Linux", "GNOME", "Wi-Fi"),
    *("Submit", "KoPS", "PairsScorer", "TeamsScorer", "Asia/Tokyo", "UTF-8", "Shift_JIS", "English", "They"),
)
"""Bodies, books and programs are called what they are called; so is a language in itself."""
SPELLED = (
    "hcp(north) >= 15",
    "hcp、controls、losers、spades～clubs、balanced、shape(north, any 4432 + 5xxx)、hascard(west, AS)",
    *("and・or・not", "arrowswitch verify FILE --seed looked at", "--fingerprint", "--host 0.0.0.0"),
    "C:\\Bridge\\evening.bws",
    "nmcli device wifi hotspot ssid Bridge password",
    *('inherits = "jcbl-2008"', "our-club", "（uneven）", "none、any", "PHW 6 11R", "http://192.0.2.40/play/"),
)
"""Texts typed by users, shown unchanged in any language."""
TYPED = (
    *(
        "Tea on the cards",
        "played on",
        "hands changed",
        "a lesson",
        "looked at",
        "another field",
        "Tea is at the desk.",
    ),
    *("Howell 7", "Mitchell", "director desk", "director", "by lot", "大会", "水曜例会", "お茶は受付にあります。"),
    *(
        "一人 目",
        "二人 目",
        "日本語",
        "全員のランキング",
        "ことり",
        "昼食は各自で。",
        "クラブ1 例会",
        "クラブ2 例会",
        "ことり銀行",
        "円",
        "全国同時大会",
        "青葉クラブ",
        "若葉クラブ",
        "Alder Club",
    ),
    *(f"クラブ{club} {seat}{pair}" for club in (1, 2) for seat in "北南" for pair in range(1, 41)),
)
"""Names and reasons that the people of the club typed, and the name of the other language."""
_UNTYPED = frozenset(("hidden", "submit", "button", "file", "password", "image", "reset"))
_WORD = re.compile(r"(?<![A-Za-z0-9])[A-Za-z][A-Za-z'’-]{2,}(?![A-Za-z0-9])")
_LETTERS = re.compile(r"[ぁ-んァ-ヶ一-龥]")
_ADDRESS = re.compile(r"https?://[!-~]+")
_HEX = re.compile(r"\b(?:[0-9a-f]{4}\b ?){4,}")


@dataclass
class Shown(Reader):
    """The text of a page for its readers and listeners, without code and without parts marked as of another
    language."""

    texts: list[str] = field(default_factory=list)
    _apart: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        is_apart = tag in ("code", "pre", "script", "style") or ("lang" in attributes and tag != "html")
        if tag in self._apart or (is_apart and not self._apart):
            self._apart.append(tag)
        if not self._apart:
            self.texts += [
                attributes[name] or "" for name in ("aria-label", "title", "placeholder", "alt") if name in attributes
            ]

    def handle_endtag(self, tag: str) -> None:
        if self._apart and tag == self._apart[-1]:
            self._apart.pop()

    def handle_data(self, data: str) -> None:
        if not self._apart:
            self.texts.append(data)


def _names(services: Tournament) -> set[str]:
    people = {
        person
        for row in services.events()
        for e in services.state(row.event_id).entries.values()
        for person in e.people
    }
    teams = {e.name for row in services.events() for e in services.state(row.event_id).entries.values()}
    people |= {one.person for one in services.store.players()}
    called = {name for person in people for name in (person.name, person.kana, person.roman)}
    return called | teams | {name for pair in PAIRS for name in pair}


def _without(text: str, words: Iterable[str]) -> str:
    for word in words:
        text = text.replace(word, " ")
    return text


@dataclass
class Forms(Reader):
    """The forms of a page that change something: where each leads, its hidden fields, and those that show a value."""

    forms: list[tuple[str, set[str], set[str]]] = field(default_factory=list)
    _is_in: bool = False
    _select: str = ""
    _text: str = ""

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._is_in = attributes.get("method") == "post"
            if self._is_in:
                self.forms.append((attributes.get("action", ""), set(), set()))
        if not self._is_in:
            return
        _, hidden, labels = self.forms[-1]
        name, kind = attributes.get("name", ""), attributes.get("type", "text")
        match tag:
            case "input" if kind == "hidden":
                hidden.add(name)
            case "input" if kind in ("checkbox", "radio") and "checked" in attributes:
                labels.add(name)
            case "input" if kind not in (*_UNTYPED, "checkbox", "radio") and attributes.get("value"):
                labels.add(name)
            case "select":
                self._select = name
            case "option" if "selected" in attributes and attributes.get("value", "x"):
                labels.add(self._select)
            case "textarea":
                self._text = name

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._is_in = False
        elif tag == "textarea":
            self._text = ""

    def handle_data(self, data: str) -> None:
        if self._text and self._is_in and data.strip():
            self.forms[-1][2].add(self._text)


@dataclass(frozen=True)
class Walk:
    """A club, and the address and text of every page of it in one language."""

    services: Tournament
    routes: tuple[str, ...]
    locale: Locale
    pages: tuple[tuple[str, str], ...]


@pytest.fixture(scope="module", params=choose(list(Locale), __name__))
def walk(request: pytest.FixtureRequest) -> Walk:
    """Follows the links of a club once for all tests of this module."""
    services, locale = club(), request.param
    app = create_app(services, zone=CLUB_ZONE)
    routes = tuple(route.path for route in routes_in(app.router) if isinstance(route, GuardedRoute))
    return Walk(services, routes, locale, tuple(pages_of(app, services, locale.value)))


def test_no_page_shows_words_of_the_other_language(walk: Walk) -> None:
    """R-394: no Japanese page shows English words and no English page Japanese ones, in texts, titles, labels, options
    and hints."""
    own_words = sorted(filter(None, (*_names(walk.services), *TYPED, *TITLES, *SPELLED)), key=len, reverse=True)
    fine = ABBREVIATIONS | FILES | KEYS
    foreign_words: dict[str, str] = {}
    read: set[str] = set()
    for address, html in walk.pages:
        page = Shown()
        page.read_whole(html)
        for passage in set(page.texts) - read:
            text = _HEX.sub(" ", _without(_ADDRESS.sub(" ", passage), own_words))
            words = _WORD.findall(text) if walk.locale is Locale.JA else _LETTERS.findall(text)
            for word in set(words) - fine:
                foreign_words.setdefault(f"{word} in {passage.strip()[:80]}", address)
        read.update(page.texts)
    assert len(walk.pages) > 400
    assert foreign_words == {}, "\n".join(f"{what}: {where}" for what, where in foreign_words.items())


def test_every_form_that_shows_what_is_stored_says_of_when(walk: Walk) -> None:
    wrong: dict[str, str] = {}
    seen: set[str] = set()
    for address, html in walk.pages:
        page = Forms()
        page.read_whole(html)
        for action, hidden, labels in page.forms:
            route = route_of(action, walk.routes) or action
            if labels and not hidden & VERSIONS:
                seen.add(route)
                wrong.setdefault(route, f"{sorted(labels)} at {address}")
            if route in {one[1] for one in WHOLE.values()} and "stood_at" not in hidden:
                wrong[route] = f"says not what it shows, at {address}"
    for route in (*ALONE, *(one[1] for one in WHOLE.values())):
        wrong.pop(route, "")
    assert wrong == {}, "\n".join(f"{route}: {what}" for route, what in sorted(wrong.items()))
    assert set(ALONE) <= seen
