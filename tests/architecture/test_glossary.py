"""The glossary is the law for messages and class names, and a class name is defined once."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from functools import cache

import pytest

from arrowswitch.i18n import Locale, all_codes
from arrowswitch.i18n.messages import text_forms
from arrowswitch.regulations.wording import clause_in
from tests.architecture.source_tree import ROOT, modules

GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (.+?) \| (.+?) \|$", re.MULTILINE)


@cache
def replaced_words() -> tuple[str, ...]:
    """Returns the words that the glossary replaces by others."""
    _, _, table = GLOSSARY.partition("## Words not used")
    return tuple(word for row, _ in ROW.findall(table)[1:] for word in re.split(r"[,、] ?", row) if "---" not in word)


@cache
def class_names() -> tuple[str, ...]:
    """Returns the public names of all classes of the program, once for each definition at the top of a module."""
    return tuple(name for module in modules() for name in module.outline.classes if not name.startswith("_"))


def own_words() -> tuple[str, ...]:
    """Returns the Japanese words of the glossary, which may hold a replaced word within them (世界同時大会)."""
    tables, _, _ = GLOSSARY.partition("## Words not used")
    return tuple(
        word for row in re.findall(r"^\| (.+?) \| .+? \| `", tables, re.MULTILINE) for word in re.split("[、（）]", row)
    )


OWN_WORDS = tuple(sorted((word for word in own_words() if word), key=len, reverse=True))


def occurs(word: str, text: str) -> bool:
    """True if a word occurs by itself; Japanese has no blanks, so any occurrence counts except one within a word of the
    glossary."""
    if word.isascii():
        return bool(re.search(rf"\b{re.escape(word)}s?\b", text, re.IGNORECASE))
    if word not in text:
        return False
    for own in OWN_WORDS:
        if word in own:
            text = text.replace(own, "")
    return word in text


def camel(words: str) -> str:
    """Returns words as a class name has them.

    >>> camel("guide sheet"), camel("board_set")
    ('GuideSheet', 'BoardSet')
    """
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[ _-]", words))


def test_the_glossary_replaces_words_of_both_languages() -> None:
    words = replaced_words()
    assert {"guide sheet", "traveler", "トラベラー", "リレー"} <= set(words)


@pytest.mark.parametrize("locale", Locale)
def test_no_message_uses_a_word_that_the_glossary_replaces(locale: Locale) -> None:
    uses = [
        f"{code}: {word}"
        for code in all_codes()
        for form in text_forms(code, locale)
        for word in replaced_words()
        if occurs(word, form)
    ]
    assert uses == []


def test_no_clause_uses_a_word_that_the_glossary_replaces() -> None:
    """The Japanese wording of the regulations' clauses, and what is shown of them, go by the same words."""
    file = ROOT / "src" / "arrowswitch" / "i18n" / "locales" / "ja" / "regulations.toml"
    clauses = tomllib.loads(file.read_text(encoding="utf-8"))["clauses"].values()
    assert [f"{clause}: {word}" for clause in clauses for word in replaced_words() if occurs(word, clause)] == []


def test_no_ruling_guide_uses_a_word_that_the_glossary_replaces() -> None:
    folder = ROOT / "src" / "arrowswitch" / "regulations" / "guides"
    texts = {file.name: file.read_text(encoding="utf-8") for file in folder.glob("*.toml")}
    assert [f"{name}: {word}" for name, text in texts.items() for word in replaced_words() if occurs(word, text)] == []


def test_no_message_or_clause_cites_lines_of_a_document() -> None:
    """Nobody has the lines on paper: chapter and section, article or figure are cited."""
    cited = re.compile(r"(?:manual|summary)[^.;]*\blines? [\d{]|(?:マニュアル|要約)[^。]*[\d}] ?行")
    messages = [(code, text) for locale in Locale for code in all_codes() for text in text_forms(code, locale)]
    assert [code for code, text in messages if cited.search(text)] == []
    for file in (ROOT / "src" / "arrowswitch" / "regulations").glob("*.toml"):
        for clause in re.findall(r'clause = "([^"]+)"', file.read_text(encoding="utf-8")):
            for locale in Locale:
                assert not cited.search(clause_in(clause, locale.value)), clause


def test_no_class_is_named_by_a_word_that_the_glossary_replaces() -> None:
    own = {camel(name) for name in re.findall(r"\| `(\w+)` \|$", GLOSSARY, re.MULTILINE)}
    foreign = {camel(word) for word in replaced_words() if word.isascii()} - own
    names = class_names()
    assert [f"{name}: {word}" for name in names for word in foreign if word in name] == []


def test_a_class_name_is_defined_once() -> None:
    doubled = {name for name, times in Counter(class_names()).items() if times > 1}
    assert sorted(doubled) == []
