"""The pictures of the READMEs and guides are those of the present pages; `tools/make-screenshots` makes new ones."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import pytest

from arrowswitch.i18n import Locale
from tests.pictured_club import open_club
from tests.pictured_pages import FOLDER, PAGES, PicturedPage, open_evening, read_words
from tests.tables import for_each
from tests.web.client import open_desk

ROOT = Path(__file__).resolve().parents[2]
LARGEST = 200_000
"""Bytes of a picture: all of them are part of every clone."""


@pytest.mark.parametrize("locale", list(Locale))
def test_a_picture_has_the_words_of_its_page(locale: Locale) -> None:
    evening, app = open_evening(locale)
    club = open_club(locale)
    with open_desk(app) as desk, open_desk(club.app) as club_desk:
        for page in PAGES:
            if page.locale is locale:
                address = club.address(page.name, locale) if page.is_of_club else page.address(evening)
                # As on the computer that takes the pictures: its own name leads no phone here.
                answer = (club_desk if page.is_of_club else desk).get(address, headers={"host": "localhost"})
                words = read_words(answer.text)
                stored = (FOLDER / f"{page.stem}.txt").read_text(encoding="utf-8")
                assert words == stored, f"{page.stem}: run tools/make-screenshots"


@for_each("page", PAGES, ids=lambda page: page.stem)
def test_a_picture_has_the_size_of_its_page_and_is_small(page: PicturedPage) -> None:
    content = (FOLDER / f"{page.stem}.png").read_bytes()
    assert content.startswith(b"\x89PNG")
    assert struct.unpack(">II", content[16:24]) == page.size
    assert len(content) < LARGEST


def test_each_readme_shows_the_desk_and_a_phone_in_its_language() -> None:
    for name, locale in (("README.md", Locale.EN), ("README.ja.md", Locale.JA)):
        text = (ROOT / name).read_text(encoding="utf-8")
        names = re.findall(r"^!\[.+\]\(docs/pictures/(.+)\.png\)$", text, re.MULTILINE)
        assert names == [f"desk.{locale.value}", f"phone.{locale.value}"]


def test_every_picture_is_shown_in_the_part_of_its_language() -> None:
    texts = {}
    for locale, readme in ((Locale.EN, "README.md"), (Locale.JA, "README.ja.md")):
        pages = [ROOT / readme, *(ROOT / "docs" / "manual" / locale.value).glob("*.md")]
        texts[locale] = "\n".join(page.read_text(encoding="utf-8") for page in pages)
    assert {path.stem for path in FOLDER.glob("*.png")} == {page.stem for page in PAGES}
    assert [page.stem for page in PAGES if f"pictures/{page.stem}.png" not in texts[page.locale]] == []
