"""The glossary is the law for messages and class names, and a class name is defined once."""

from __future__ import annotations

import ast
import re
from collections import Counter

import pytest

from arrowswitch.i18n import Locale, all_codes
from arrowswitch.i18n.messages import text_forms
from tests.architecture.house import ROOT, modules

GLOSSARY = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (.+?) \| (.+?) \|$", re.MULTILINE)


def replaced_words() -> tuple[str, ...]:
    """Returns the words that the glossary replaces by others."""
    _, _, table = GLOSSARY.partition("## Words not used")
    return tuple(word for row, _ in ROW.findall(table)[1:] for word in re.split(r"[,、] ?", row) if "---" not in word)


def class_names() -> list[str]:
    """Returns the public names of all classes of the program, once for each definition at the top of a module."""
    return [
        node.name
        for module in modules()
        for node in module.tree.body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    ]


def occurs(word: str, text: str) -> bool:
    """Tells whether a word occurs by itself; Japanese has no blanks, so that any occurrence counts."""
    return bool(re.search(rf"\b{re.escape(word)}s?\b", text, re.IGNORECASE) if word.isascii() else word in text)


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
    found = [
        f"{code}: {word}"
        for code in all_codes()
        for form in text_forms(code, locale)
        for word in replaced_words()
        if occurs(word, form)
    ]
    assert found == []


def test_no_class_is_named_by_a_word_that_the_glossary_replaces() -> None:
    own = {camel(name) for name in re.findall(r"\| `(\w+)` \|$", GLOSSARY, re.MULTILINE)}
    foreign = {camel(word) for word in replaced_words() if word.isascii()} - own
    names = class_names()
    assert [f"{name}: {word}" for name in names for word in foreign if word in name] == []


def test_a_class_name_is_defined_once() -> None:
    doubled = {name for name, times in Counter(class_names()).items() if times > 1}
    assert sorted(doubled) == []
