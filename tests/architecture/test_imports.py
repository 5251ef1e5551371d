"""The allowed imports between packages (docs/architecture.md).

The same rules stand in pyproject.toml for import-linter, which also sees chains.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import packages_distributions

from tests.architecture.source_tree import PACKAGE, ROOT, Module, modules, room_of
from tests.tables import for_each

MAY_IMPORT = {
    "core": {"core"},
    "regulations": {"core", "regulations"},
    "i18n": {"core", "i18n"},
    "formats": {"core", "formats"},
    "analysis": {"core", "analysis"},
    "api": {"core", "regulations", "formats", "api"},
    "tournament": {"core", "regulations", "tournament"},
    "documents": {"core", "tournament", "i18n", "documents"},
    "store": {"core", "regulations", "tournament", "store"},
    "web": {"core", "regulations", "tournament", "formats", "documents", "i18n", "web"},
    "cli": {"core", "regulations", "tournament", "formats", "documents", "i18n", "cli"},
}
START = {"bootstrap", "__main__"}
CORE_PARTS = {"numpy", "ortools", "rustworkx"}


def _wrong_imports(module: Module, allowed: set[str]) -> list[str]:
    return [
        f"{module.path.relative_to(ROOT)}:{line} imports {name}"
        for name, line in module.imports()
        if room_of(name) not in allowed | {""}
    ]


@for_each("room", sorted(MAY_IMPORT))
def test_a_room_imports_only_what_it_may(room: str) -> None:
    wrong = [line for module in modules() if module.room == room for line in _wrong_imports(module, MAY_IMPORT[room])]
    assert wrong == []


def test_every_room_has_its_rule() -> None:
    rooms = {path.stem for path in PACKAGE.iterdir() if path.is_dir() and (path / "__init__.py").exists()}
    assert rooms - set(MAY_IMPORT) - START == set()
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


@for_each("part", ["time", "datetime", "socket", "urllib", "http", "sqlite3", "subprocess", "gettext"])
def test_core_has_no_clock_no_network_and_no_words(part: str) -> None:
    wrong = [
        f"{module.path.relative_to(ROOT)}:{line} imports {name}"
        for module in modules()
        if module.room == "core"
        for name, line in module.imports()
        if name.split(".")[0] == part
    ]
    assert wrong == []


def _undeclared_imports(imports: Iterable[tuple[str, str]], declared: set[str]) -> list[str]:
    own = sys.stdlib_module_names | {"arrowswitch", "tests", "benchmarks", "tools"}
    distributions = packages_distributions()
    return [
        f"{place} imports {name}"
        for place, name in imports
        if (top := name.split(".")[0]) not in own
        and not declared & {canonical(found) for found in distributions.get(top, [])}
    ]


def _declared_parts() -> tuple[set[str], set[str]]:
    with (ROOT / "pyproject.toml").open("rb") as stream:
        project = tomllib.load(stream)["project"]
    extras = project["optional-dependencies"]
    test = extras.pop("test")
    run = [*project["dependencies"], *(part for parts in extras.values() for part in parts)]
    return {canonical(entry) for entry in run}, {canonical(entry) for entry in [*run, *test]}


def canonical(entry: str) -> str:
    """Returns the name of a part as requirements spell it, without its version."""
    return re.split(r"[\[<>=!~; ]", entry)[0].lower().replace("_", "-")


def test_every_part_that_the_program_imports_is_declared() -> None:
    imports = (
        (f"{module.path.relative_to(ROOT)}:{line}", name) for module in modules() for name, line in module.imports()
    )
    assert _undeclared_imports(imports, _declared_parts()[0]) == []


def test_every_part_that_the_tests_import_is_declared() -> None:
    paths = [path for folder in ("tests", "benchmarks", "tools") for path in (ROOT / folder).rglob("*.py")]
    imports = (
        (str(path.relative_to(ROOT)), name)
        for path in paths
        for name in imported_names(ast.parse(path.read_text(encoding="utf-8")))
    )
    assert _undeclared_imports(imports, _declared_parts()[1]) == []


def test_every_declared_part_is_used() -> None:
    """Nothing imports by name: the reader of the pages' forms, and endplay, whose solver is loaded from its file."""
    behind = {"python-multipart", "endplay"}
    distributions = packages_distributions()
    used = {
        canonical(found)
        for module in modules()
        for name, _ in module.imports()
        for found in distributions.get(name.split(".")[0], [])
    }
    assert _declared_parts()[0] - used - behind == set()


def imported_names(tree: ast.Module) -> Iterator[str]:
    """Yields the names of the modules that a syntax tree imports."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module or ""
