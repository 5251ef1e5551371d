"""Catalogues are read without a library, as Babel reads them."""

from __future__ import annotations

import gettext
from pathlib import Path

import pytest
from babel.messages.pofile import PoFileError, read_po
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.i18n import Locale, messages
from arrowswitch.i18n.catalogues import Message, read_catalogue
from tests.rotation import examples
from tests.tables import for_each

HEAD = 'msgid ""\nmsgstr ""\n"Language: en\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
FILES = [(locale, file) for locale in Locale for file in messages.catalogue_files(locale)]


def read_by_babel(file: Path) -> tuple[list[Message], str]:
    with file.open("rb") as stream:
        catalog = read_po(stream, abort_invalid=True)
    made = []
    for message in catalog:
        codes = [message.id] if isinstance(message.id, str) else list(message.id)
        forms = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
        made.append(Message(codes[0], forms, is_plural=len(codes) > 1))
    return [message for message in made if message.code], catalog.plural_expr


@pytest.mark.parametrize("locale", Locale)
def test_every_catalogue_is_plain_and_the_same_as_by_babel(locale: Locale) -> None:
    files = [file for own, file in FILES if own is locale]
    assert files
    for file in files:
        catalogue = read_catalogue(file.read_text(encoding="utf-8"))
        assert catalogue is not None, file
        expected, rule = read_by_babel(file)
        assert list(catalogue.messages) == expected
        numbers = range(200)
        assert list(map(gettext.c2py(catalogue.plural_rule), numbers)) == list(map(gettext.c2py(rule), numbers))


@settings(max_examples=examples(60), deadline=None)
@given(st.lists(st.text(st.sampled_from('aé点 {}|#"\\\n\t'), min_size=1), min_size=1, max_size=4))
def test_texts_with_any_signs_are_read_as_by_babel(tmp_path_factory: pytest.TempPathFactory, texts: list[str]) -> None:
    written = [
        text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t") for text in texts
    ]
    body = "".join(f'\nmsgid "code.{at}"\nmsgstr ""\n"{text}"\n"."\n' for at, text in enumerate(written))
    file = tmp_path_factory.mktemp("texts") / "any.po"
    file.write_text(HEAD + body, encoding="utf-8")
    catalogue = read_catalogue(HEAD + body)
    assert catalogue is not None
    assert list(catalogue.messages) == read_by_babel(file)[0]
    assert [message.forms for message in catalogue.messages] == [(f"{text}.",) for text in texts]


UNUSUAL = {
    "a comment": '\n# Greeting\nmsgid "a"\nmsgstr "b"\n',
    "a fuzzy message": '\n#, fuzzy\nmsgid "a"\nmsgstr "b"\n',
    "a context": '\nmsgctxt "c"\nmsgid "a"\nmsgstr "b"\n',
    "a code twice": '\nmsgid "a"\nmsgstr "b"\n\nmsgid "a"\nmsgstr "c"\n',
    "a form too few": '\nmsgid "a"\nmsgid_plural "a"\nmsgstr[0] "b"\n',
    "forms in another order": '\nmsgid "a"\nmsgid_plural "a"\nmsgstr[1] "b"\nmsgstr[0] "c"\n',
    "another escape": '\nmsgid "a"\nmsgstr "\\x41"\n',
    "words outside quotes": '\nmsgid "a"\nmsgstr "b" c\n',
    "no text": '\nmsgid "a"\n',
}


@for_each("body", UNUSUAL.values())
def test_an_unusual_catalogue_is_left_to_babel(body: str) -> None:
    assert read_catalogue(HEAD + body) is None


def test_a_catalogue_without_a_rule_of_plurals_is_left_to_babel() -> None:
    assert read_catalogue('msgid ""\nmsgstr ""\n"Language: en\\n"\n\nmsgid "a"\nmsgstr "b"\n') is None
    assert read_catalogue("") is None


def test_babel_reads_comments_and_names_mistakes(tmp_path: Path) -> None:
    file = tmp_path / "shared.po"
    file.write_text(HEAD + UNUSUAL["a comment"], encoding="utf-8")
    entries = dict(messages._entries(file, Locale.EN))
    assert {code: entry.forms for code, entry in entries.items()} == {"a": ("b",)}
    file.write_text(f"{HEAD}\nwords\n", encoding="utf-8")
    with pytest.raises(PoFileError):
        dict(messages._entries(file, Locale.EN))
