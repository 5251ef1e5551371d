"""The layer over the compiled part of OR-Tools has each method of the library that the program calls."""

from __future__ import annotations

import ast
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from arrowswitch.core import cp_model as own
from tests.architecture.source_tree import PACKAGE

LAYER = PACKAGE / "core" / "cp_model.py"
WORDS = ("cp_model", "core.solving")
OF_OTHERS = frozenset(("name", "values"))
"""Methods of the library's models that are called here on other objects alone: `dict.values`, names of enums."""


@cache
def trees() -> dict[Path, ast.Module]:
    """Returns the modules that ask the solver."""
    sources = {path: path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py") if path != LAYER}
    return {path: ast.parse(text) for path, text in sources.items() if any(word in text for word in WORDS)}


def methods(tree: ast.Module, *classes: str) -> set[str]:
    """Returns the public methods of classes, wherever these are defined in a module."""
    own_classes = (one for one in ast.walk(tree) if isinstance(one, ast.ClassDef) and one.name in classes)
    functions = (one for each in own_classes for one in each.body if isinstance(one, ast.FunctionDef))
    return {one.name for one in functions if not one.name.startswith("_")}


def library() -> ast.Module:
    """Returns the library's own Python layer, without importing it: it needs pandas."""
    spec = find_spec("ortools")
    assert spec is not None
    assert spec.submodule_search_locations is not None
    file = Path(spec.submodule_search_locations[0], "sat", "python", "cp_model.py")
    return ast.parse(file.read_text(encoding="utf-8"))


def users_of_methods() -> dict[str, set[str]]:
    """Returns the names of methods called in the modules that ask the solver, each with these modules."""
    users: dict[str, set[str]] = {}
    for path, tree in trees().items():
        for call in (one for one in ast.walk(tree) if isinstance(one, ast.Call)):
            if isinstance(call.func, ast.Attribute):
                users.setdefault(call.func.attr, set()).add(path.name)
    return users


def test_each_method_of_the_library_that_is_called_is_in_the_layer() -> None:
    theirs = methods(library(), "CpModel", "CpSolver")
    ours = {name for kind in (own.CpModel, own.CpSolver) for name in dir(kind)}
    wanted = {name: files for name, files in users_of_methods().items() if name in theirs - OF_OTHERS}
    assert {"new_bool_var", "add_exactly_one", "minimize", "solve", "boolean_value"} <= wanted.keys()
    assert {name: files for name, files in wanted.items() if name not in ours} == {}


def test_each_method_of_the_layer_is_one_of_the_library_that_is_called() -> None:
    layer = ast.parse(LAYER.read_text(encoding="utf-8"))
    ours = methods(layer, "CpModel", "CpSolver")
    assert ours - methods(library(), "CpModel", "CpSolver") == set()
    every = (layer, *trees().values())
    names = {one.attr for tree in every for one in ast.walk(tree) if isinstance(one, ast.Attribute)}
    assert ours - names == set()


def test_each_name_of_the_layer_that_is_used_is_there() -> None:
    used = {
        (path.name, one.attr)
        for path, tree in trees().items()
        for one in ast.walk(tree)
        if isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name) and one.value.id == "cp_model"
    }
    assert {name for _, name in used} >= {"CpModel", "OPTIMAL"}
    assert {(file, name) for file, name in used if name not in own.__all__} == set()
