"""No Japanese page shows English words, and no English page Japanese ones: every page of a club is read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from arrowswitch.i18n import Locale
from arrowswitch.tournament.event.service import Tournament
from arrowswitch.web.app import create_app
from tests.browser.club import club
from tests.builders import PAIRS
from tests.html import Reader
from tests.rotation import rotate
from tests.web.conftest import CLUB_ZONE
from tests.web.walked import pages_of

ABBREVIATIONS = {
    *("ACBL", "B-a-M", "CCG", "DKO", "DOPI", "E-W", "EBU", "HCP", "IMP", "IMPs", "JCBL", "N-S", "PABF", "PASS", "PHW"),
    *("PODI", "SKO", "SRR", "STARTTLS", "TLS", "USB", "WBF"),
}
FILES = {
    *("BER", "BHG", "BRI", "CDS", "CSV", "DGE", "DLM", "DUP", "Excel", "GOE", "JPEG", "JSON", "LIN", "PBN", "PDF"),
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
    *("USEBIO", "xlsx", "xml", "zip"),
}
KEYS = {"Ctrl", "Delete", "Enter", "Esc", "PageDown", "PageUp", "PgDn", "PgUp", "Tab"}
TITLES = (
    *("American Contract Bridge League", "English Bridge Union", "Japan Contract Bridge League"),
    *("World Bridge Federation", "White Book", "EBU Tournament Focus", "Wikibooks scoring", "EVENTS.033", "CCSWS.033"),
    *("ACBLscore", "Arrowswitch", "Bridgemate Control Software", "Bridgemate", "BriAn", "Compscore3", "EBUScore"),
    *("KoPS", "PairsScorer", "TeamsScorer", "Asia/Tokyo", "UTF-8", "Shift_JIS", "English", "They"),
)
"""Bodies, books and programs are called what they are called; so is a language in itself."""
SPELLED = (
    "hcp(north) >= 15",
    "hcp、controls、losers、spades〜clubs、balanced、shape(north, any 4432 + 5xxx)、hascard(west, AS)",
    *("and・or・not", "arrowswitch verify FILE --seed looked at", "--fingerprint", "--host 0.0.0.0"),
    *('inherits = "jcbl-2008"', "our-club", "（uneven）", "none、any", "PHW 6 11R", "http://192.0.2.40/play/"),
)
"""What is typed as it stands there, in any language."""
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
_WORD = re.compile(r"(?<![A-Za-z0-9])[A-Za-z][A-Za-z'’-]{2,}(?![A-Za-z0-9])")
_LETTERS = re.compile(r"[ぁ-んァ-ヶ一-龥]")
_ADDRESS = re.compile(r"https?://[!-~]+")
_HEX = re.compile(r"\b(?:[0-9a-f]{4}\b ?){4,}")


@dataclass
class Shown(Reader):
    """What a page shows to who reads it or hears it, without what is code and without what is said to be of another
    language."""

    texts: list[str] = field(default_factory=list)
    _apart: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        is_apart = tag in ("code", "pre", "script", "style") or ("lang" in found and tag != "html")
        if tag in self._apart or (is_apart and not self._apart):
            self._apart.append(tag)
        if not self._apart:
            self.texts += [found[name] or "" for name in ("aria-label", "title", "placeholder", "alt") if name in found]

    def handle_endtag(self, tag: str) -> None:
        if self._apart and tag == self._apart[-1]:
            self._apart.pop()

    def handle_data(self, data: str) -> None:
        if not self._apart:
            self.texts.append(data)


def _names(house: Tournament) -> set[str]:
    people = {
        person for row in house.events() for e in house.state(row.event_id).entries.values() for person in e.people
    }
    teams = {e.name for row in house.events() for e in house.state(row.event_id).entries.values()}
    people |= {one.person for one in house.store.players()}
    called = {name for person in people for name in (person.name, person.kana, person.roman)}
    return called | teams | {name for pair in PAIRS for name in pair}


def _without(text: str, known: Iterable[str]) -> str:
    for one in known:
        text = text.replace(one, " ")
    return text


@rotate("locale", Locale)
def test_no_page_shows_words_of_the_other_language(locale: Locale) -> None:
    """R-394: texts, titles, labels, options and hints of every page that links lead to."""
    house = club()
    known = sorted(filter(None, (*_names(house), *TYPED, *TITLES, *SPELLED)), key=len, reverse=True)
    fine = ABBREVIATIONS | FILES | KEYS
    found: dict[str, str] = {}
    read: set[str] = set()
    pages = pages_of(create_app(house, zone=CLUB_ZONE), house, locale.value)
    for address, html in pages:
        page = Shown()
        page.read_whole(html)
        for shown in set(page.texts) - read:
            text = _HEX.sub(" ", _without(_ADDRESS.sub(" ", shown), known))
            words = _WORD.findall(text) if locale is Locale.JA else _LETTERS.findall(text)
            for word in set(words) - fine:
                found.setdefault(f"{word} in {shown.strip()[:80]}", address)
        read.update(page.texts)
    assert len(pages) > 400
    assert found == {}, "\n".join(f"{what}: {where}" for what, where in found.items())
