"""Every code has its words, in both languages, with the same placeholders."""

from __future__ import annotations

import re
from collections import Counter
from string import Formatter

import pytest

from arrowswitch.i18n import Locale, all_codes, has_code, language_of
from arrowswitch.i18n.messages import catalogue_files, text_forms
from tests.architecture.source_tree import ROOT, raised_codes

CODE = re.compile(r"[a-z][a-z0-9-]*(\.[a-z0-9-]+)+\Z")
NAMED = re.compile(r"\bt\('([a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+)'[,)]")
MSGID = re.compile(r'^msgid "(.+)"$', re.MULTILINE)


def placeholders(code: str, locale: Locale) -> set[str]:
    """Returns the placeholders of all plural forms of a code."""
    return {name for form in text_forms(code, locale) for _, name, _, _ in Formatter().parse(form) if name is not None}


def test_every_code_that_is_raised_has_words() -> None:
    assert sorted({f"{code} ({place})" for code, place in raised_codes() if not has_code(code)}) == []


def test_every_code_that_a_template_names_has_words() -> None:
    """The whole codes that a page asks for; codes that are put together are tried where the pages are."""
    named = {
        f"{code} ({template.name})"
        for template in (ROOT / "src").rglob("*.html")
        for code in NAMED.findall(template.read_text(encoding="utf-8"))
        if not has_code(code)
    }
    assert sorted(named) == []


def test_codes_are_dotted_and_name_their_room() -> None:
    assert sorted({f"{code} ({place})" for code, place in raised_codes() if not CODE.match(code)}) == []


@pytest.mark.parametrize("locale", Locale)
def test_every_language_has_every_code(locale: Locale) -> None:
    assert [code for code in all_codes() if not text_forms(code, locale)] == []


def codes_by_catalogue(locale: Locale) -> dict[str, set[str]]:
    """Returns the codes of each catalogue file of a language."""
    return {file.name: set(MSGID.findall(file.read_text(encoding="utf-8"))) for file in catalogue_files(locale)}


@pytest.mark.parametrize("locale", Locale)
def test_a_code_is_in_the_same_catalogue_of_every_language(locale: Locale) -> None:
    """A language that falls back to another may have fewer."""
    model = codes_by_catalogue(language_of(locale).falls_back_to or next(iter(Locale)))
    own = codes_by_catalogue(locale)
    assert [name for name in own if not own[name] <= model.get(name, set())] == []
    if language_of(locale).falls_back_to is None:
        assert own == model


@pytest.mark.parametrize("locale", Locale)
def test_catalogues_are_in_alphabetical_order(locale: Locale) -> None:
    """A code is easy to find, and two people who add texts seldom write at the same line."""
    unsorted = [
        file.name
        for file in catalogue_files(locale)
        if (codes := MSGID.findall(file.read_text(encoding="utf-8"))) != sorted(codes)
    ]
    assert unsorted == []


def test_every_language_has_the_same_placeholders() -> None:
    different = [code for code in all_codes() if len({frozenset(placeholders(code, locale)) for locale in Locale}) > 1]
    assert different == []


def test_placeholders_are_plain_names() -> None:
    """A text that reached into a value (`{pair.names}`) would be code in a translator's hands."""
    strange = [
        f"{code}: {name}"
        for code in all_codes()
        for locale in Locale
        for name in placeholders(code, locale)
        if not name.isidentifier()
    ]
    assert strange == []


@pytest.mark.parametrize("locale", Locale)
def test_no_catalogue_writes_a_code_twice_or_leaves_it_unsure(locale: Locale) -> None:
    for file in catalogue_files(locale):
        text = file.read_text(encoding="utf-8")
        codes = Counter(MSGID.findall(text))
        assert [code for code, times in codes.items() if times > 1] == [], file.name
        assert "fuzzy" not in text, file.name


def test_japanese_texts_are_japanese() -> None:
    """A text without kana and kanji is a number, a sign or a name that both languages write alike, no sentence."""
    foreign = [
        code
        for code in all_codes()
        for form in text_forms(code, Locale.JA)
        if not re.search(r"[ぁ-んァ-ヶ一-龠々〇]", form) and len(re.findall(r"[A-Za-z]{2,}", form)) > 3
    ]
    assert foreign == []


def test_english_texts_hold_no_japanese_but_the_language_switch() -> None:
    foreign = [
        code
        for code in all_codes()
        for form in text_forms(code, Locale.EN)
        if re.search(r"[ぁ-んァ-ヶ一-龠]", form.replace("日本語", ""))
    ]
    assert foreign == []
