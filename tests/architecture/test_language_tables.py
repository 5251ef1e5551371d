"""No module has a table by language: it would raise for the next one."""

from __future__ import annotations

import ast

from arrowswitch.i18n import every_locale
from tests.architecture.source_tree import PACKAGE, Module, modules


def locale_tables(module: Module) -> list[str]:
    """Returns the places where a module has a table by languages that it names."""
    tags = {locale.value for locale in every_locale()}

    def names_one(key: ast.expr | None) -> bool:
        if isinstance(key, ast.Attribute):
            return isinstance(key.value, ast.Name) and key.value.id == "Locale"
        return isinstance(key, ast.Constant) and key.value in tags

    tables = (node for node in ast.walk(module.tree()) if isinstance(node, ast.Dict))
    return [f"{module.path}:{table.lineno}" for table in tables if any(map(names_one, table.keys))]


def test_no_module_has_a_table_by_language() -> None:
    """Words belong in catalogues, properties in `language.toml`."""
    assert [place for module in modules() for place in locale_tables(module)] == []


def test_the_search_finds_a_table() -> None:
    tables = ('{Locale.JA: "a", Locale.EN: "b"}', '{"ja": "a", "en": "b"}', '{"a": 1}')
    assert [len(locale_tables(Module("a", PACKAGE / "a.py", one))) for one in tables] == [1, 1, 0]
