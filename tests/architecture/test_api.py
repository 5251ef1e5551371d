"""The public surface lists its names in order, documents and types all of them, and contains no code of its own."""

from __future__ import annotations

import ast
import re
from importlib import import_module

from arrowswitch.core.errors import Impossible
from tests.architecture.public_names import find_imports, list_exports, public_names, surface
from tests.architecture.source_tree import ROOT, Module
from tests.tables import for_each

REFERENCE = ROOT / "docs" / "reference" / "api.md"
SURFACE = surface()


def module_name(module: Module) -> str:
    return module.name.rpartition(".")[2]


def test_each_subject_has_its_module() -> None:
    subjects = {module_name(module) for module in SURFACE}
    assert subjects == {"deals", "draws", "errors", "formats", "game", "movements", "scoring"}


@for_each("module", SURFACE, ids=module_name)
def test_names_are_listed_once_and_sorted_as_ruff_sorts_them(module: Module) -> None:
    names = list_exports(module)
    assert names
    assert names == sorted(set(names), key=lambda name: (not name.isupper(), not name[0].isupper(), name))


@for_each("module", SURFACE, ids=module_name)
def test_every_imported_name_is_listed(module: Module) -> None:
    assert set(list_exports(module)) == set(find_imports(module))


@for_each("module", SURFACE, ids=module_name)
def test_a_module_only_re_exports(module: Module) -> None:
    """A docstring, imports and `__all__`: code belongs to the packages below."""
    kinds = [type(node) for node in module.tree().body]
    assert kinds[0] is ast.Expr
    assert kinds[-1] is ast.Assign
    assert set(kinds[1:-1]) == {ast.ImportFrom}


@for_each("module", SURFACE, ids=module_name)
def test_every_listed_name_can_be_imported(module: Module) -> None:
    loaded = import_module(module.name)
    assert [name for name in list_exports(module) if not hasattr(loaded, name)] == []


def test_a_name_has_one_module() -> None:
    names = [name for module in SURFACE for name in list_exports(module)]
    assert sorted(names) == sorted(set(names))


def test_every_name_is_described() -> None:
    assert [f"{name.module}.{name.name}" for name in public_names() if not name.description] == []


def test_every_function_has_types() -> None:
    functions = [name.signature for name in public_names() if "(" in name.signature]
    assert len(functions) > 40
    assert [signature for signature in functions if " -> " not in signature] == []


def test_the_reference_lists_exactly_the_names() -> None:
    listed = re.findall(r"^\| `(\w+)", REFERENCE.read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted(name.name for name in public_names())


def test_defects_are_no_part_of_the_surface() -> None:
    """An engineer reports a defect and does not handle it."""
    assert not hasattr(import_module("arrowswitch.api.errors"), Impossible.__name__)
