"""Who may import whom (docs/architecture.md).

The same rules stand in pyproject.toml for import-linter, which also sees chains.
"""

from __future__ import annotations

import sys
import tomllib
from importlib.metadata import packages_distributions

import pytest

from tests.architecture.house import PACKAGE, ROOT, Module, modules, room_of

MAY_IMPORT = {
    "core": {"core"},
    "regulations": {"core", "regulations"},
    "i18n": {"core", "i18n"},
    "formats": {"core", "formats"},
    "tournament": {"core", "regulations", "tournament"},
    "documents": {"core", "tournament", "i18n", "documents"},
    "store": {"core", "regulations", "tournament", "store"},
    "web": {"core", "regulations", "tournament", "formats", "documents", "i18n", "web"},
    "cli": {"core", "regulations", "tournament", "formats", "documents", "i18n", "cli"},
}
START = {"bootstrap", "__main__"}
CORE_PARTS = {"numpy", "ortools", "rustworkx"}


def _found(module: Module, allowed: set[str]) -> list[str]:
    return [
        f"{module.path.relative_to(ROOT)}:{line} imports {name}"
        for name, line in module.imports()
        if room_of(name) not in allowed | {""}
    ]


@pytest.mark.parametrize("room", sorted(MAY_IMPORT))
def test_a_room_imports_only_what_it_may(room: str) -> None:
    wrong = [line for module in modules() if module.room == room for line in _found(module, MAY_IMPORT[room])]
    assert wrong == []


def test_every_room_has_its_rule() -> None:
    rooms = {path.stem for path in PACKAGE.iterdir() if path.is_dir() and (path / "__init__.py").exists()}
    assert rooms - set(MAY_IMPORT) == set()
    assert {module.room for module in modules()} - set(MAY_IMPORT) - START == {""}


def test_core_uses_only_the_standard_library_and_numeric_parts() -> None:
    wrong = [
        f"{module.path.relative_to(ROOT)}:{line} imports {name}"
        for module in modules()
        if module.room == "core"
        for name, line in module.imports()
        if name.split(".")[0] not in sys.stdlib_module_names | CORE_PARTS | {"arrowswitch"}
    ]
    assert wrong == []


@pytest.mark.parametrize("part", ["time", "datetime", "socket", "urllib", "http", "sqlite3", "subprocess", "gettext"])
def test_core_has_no_clock_no_network_and_no_words(part: str) -> None:
    wrong = [
        f"{module.path.relative_to(ROOT)}:{line} imports {name}"
        for module in modules()
        if module.room == "core"
        for name, line in module.imports()
        if name.split(".")[0] == part
    ]
    assert wrong == []


def test_every_part_that_is_imported_is_declared() -> None:
    with (ROOT / "pyproject.toml").open("rb") as stream:
        declared = tomllib.load(stream)["project"]["dependencies"]
    names = {entry.split(">")[0].split("[")[0].strip().lower() for entry in declared}
    distributions = packages_distributions()
    wrong = [
        f"{module.path.relative_to(ROOT)}:{line} imports {name}"
        for module in modules()
        for name, line in module.imports()
        if (top := name.split(".")[0]) not in sys.stdlib_module_names | {"arrowswitch"}
        and not names & {found.lower() for found in distributions.get(top, [])}
    ]
    assert wrong == []
