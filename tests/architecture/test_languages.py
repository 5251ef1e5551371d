"""A further language is a folder of words: no other part of the program lists the languages."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import fields
from string import Formatter

import pytest

from arrowswitch.i18n import Locale
from arrowswitch.i18n.language import Language, language_of
from tests.architecture.source_tree import PACKAGE, ROOT, Module, modules
from tests.tables import for_each

WORDS = PACKAGE / "i18n" / "locales"
GUIDE = ROOT / "docs" / "howto" / "another-language.md"
TAGS = frozenset(locale.value for locale in Locale)
NAMED = re.compile(rf"""Locale\b|['"](?:{"|".join(sorted(TAGS))})['"]""")
"""A module without these is not parsed."""
BRANCH = re.compile(rf"""(?:==|!=|\bin\b)\s*\(?\s*['"](?:{"|".join(sorted(TAGS))})['"]""")


def named_languages(module: Module) -> Iterator[str]:
    """Yields the places where a module names a language: a member of the enum, or its tag as a text."""
    if not NAMED.search(module.text):
        return
    for node in (node for node in ast.walk(module.tree()) if isinstance(node, ast.expr)):
        is_member = isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "Locale"
        is_tag = isinstance(node, ast.Constant) and node.value in TAGS
        if (is_member and isinstance(node, ast.Attribute) and node.attr in Locale.__members__) or is_tag:
            yield f"{module.path.relative_to(ROOT)}:{node.lineno}"


def test_no_module_outside_the_words_names_a_language() -> None:
    assert [
        place for module in modules() if WORDS not in module.path.parents for place in named_languages(module)
    ] == []


def test_the_search_finds_a_language_that_is_named() -> None:
    (words,) = [module for module in modules() if module.path == WORDS / "__init__.py"]
    assert len(list(named_languages(words))) >= len(Locale)


@for_each("kind", ["html", "js", "typ", "css"])
def test_no_template_asks_for_a_language(kind: str) -> None:
    """Pages, scripts and sheets get the peculiarities of a language from its properties."""
    asking = [
        f"{file.relative_to(ROOT)}:{number}"
        for file in sorted(PACKAGE.rglob(f"*.{kind}"))
        if "vendor" not in file.parts
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if BRANCH.search(line)
    ]
    assert asking == []


def test_the_search_finds_a_template_that_asks() -> None:
    assert BRANCH.search("{{ ', ' if shell.locale.value == 'en' else '、' }}")


@pytest.mark.parametrize("locale", Locale)
class TestProperties:
    def test_every_language_is_described(self, locale: Locale) -> None:
        language = language_of(locale)
        assert language.own_name
        assert len(language.weekdays) == 7
        assert len(language.months) == 12
        assert set(language.places) == {"line", "deal", "board"}

    def test_a_date_is_made_of_known_parts(self, locale: Locale) -> None:
        parts = {name for _, name, _, _ in Formatter().parse(language_of(locale).date) if name}
        assert {"year", "day"} < parts <= {"year", "month", "month_name", "day", "weekday"}

    def test_a_complete_language_stands_at_the_end_of_the_chain(self, locale: Locale) -> None:
        stand_in = language_of(locale).falls_back_to
        assert stand_in is None or language_of(stand_in).falls_back_to is None


@for_each("name", [field.name for field in fields(Language)])
def test_the_guide_explains_every_property(name: str) -> None:
    assert f"`{name}`" in GUIDE.read_text(encoding="utf-8")
