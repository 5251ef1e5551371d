"""The pictures of the README are those of the present pages; `tools/make-screenshots` makes new ones."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from arrowswitch.i18n import Locale
from tests.pictured_pages import FOLDER, PAGES, PicturedPage, open_evening, read_words
from tests.tables import for_each
from tests.web.client import open_desk

ROOT = Path(__file__).resolve().parents[2]
LARGEST = 200_000
"""Bytes of a picture: four of them are part of every clone."""


@pytest.mark.parametrize("locale", list(Locale))
def test_a_picture_has_the_words_of_its_page(locale: Locale) -> None:
    evening, app = open_evening(locale)
    with open_desk(app) as desk:
        for page in PAGES:
            if page.locale is locale:
                words = read_words(desk.get(page.address(evening)).text)
                assert words == (FOLDER / f"{page.stem}.txt").read_text(encoding="utf-8"), "run tools/make-screenshots"


@for_each("page", PAGES, ids=lambda page: page.stem)
def test_a_picture_has_the_size_of_its_page_and_is_small(page: PicturedPage) -> None:
    content = (FOLDER / f"{page.stem}.png").read_bytes()
    assert content.startswith(b"\x89PNG")
    assert struct.unpack(">II", content[16:24]) == page.size
    assert len(content) < LARGEST


def test_each_readme_shows_the_pictures_in_its_language() -> None:
    for name, locale in (("README.md", Locale.EN), ("README.ja.md", Locale.JA)):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert [page.stem for page in PAGES if f"docs/pictures/{page.stem}.png" in text] == [
            page.stem for page in PAGES if page.locale is locale
        ]
