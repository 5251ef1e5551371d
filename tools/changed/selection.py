"""The tests that a change can break, by the line map of `make mutants` (tools/mutants/sight.py).

- A changed line of the program: the tests that execute it; for a line outside functions, those that execute any
  function of the module or of a module that imports it.
- Any other changed file of the program (template, style, catalogue, rules): the tests that execute a module of its
  folder, or of the nearest folder above that has modules, and the tests of texts.
- A changed module of tests: all its tests. A changed helper of tests: all tests of the modules that import it.
"""

from __future__ import annotations

import ast
import difflib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from tools.mutants.sight import PACKAGE, Sight

TEXT_TESTS = ("tests/unit/i18n", "tests/architecture")
"""The tests that read every catalogue and template."""


@dataclass(frozen=True, slots=True)
class Change:
    """A file that differs: its text at the commit it is compared with, and its text now. An absent file has none."""

    path: str
    before: str | None
    now: str | None


def selected_tests(root: Path, changes: Iterable[Change], sight: Sight, drawn: Mapping[str, str]) -> list[str]:
    """Returns the node ids, files and folders of the tests to run, sorted; a test of a matrix without its cell.

    Args:
        root: the tree.
        changes: the changed files.
        sight: the line map.
        drawn: the modules as they were when the map was drawn, by path.
    """
    selected: set[str] = set()
    for change in changes:
        path = PurePosixPath(change.path)
        if path.suffix == ".py" and path.is_relative_to(PACKAGE):
            selected |= _tests_of_module(change, sight, drawn.get(change.path))
        elif path.is_relative_to(PACKAGE):
            selected |= _tests_of_folder(path.parent, sight) | set(TEXT_TESTS)
        elif path.suffix == ".py" and path.is_relative_to("tests"):
            selected |= {change.path} if path.name.startswith("test_") else set(_importing(root, change.path))
    return sorted(_existing(root, selected))


def _tests_of_module(change: Change, sight: Sight, drawn: str | None) -> set[str]:
    lines = sight.tests.get(change.path, {})
    if drawn is None or change.now is None:
        return {name for names in lines.values() for name in names}
    changed = set(drawn_lines(drawn, change.now, changed_lines(change.before or "", change.now)))
    seen_by = {name for line in changed for name in lines.get(line, ())}
    if changed - _lines_in_functions(drawn):
        for path in (change.path, *sight.importers.get(change.path, ())):
            seen_by |= {name for names in sight.tests.get(path, {}).values() for name in names}
    return seen_by


def _tests_of_folder(folder: PurePosixPath, sight: Sight) -> set[str]:
    while folder.is_relative_to(PACKAGE):
        modules = [path for path in sight.tests if PurePosixPath(path).parent == folder]
        tests = {name for path in modules for names in sight.tests[path].values() for name in names}
        if tests:
            return tests
        folder = folder.parent
    return set()


def changed_lines(before: str, now: str) -> set[int]:
    """Returns the lines of `now` that differ, counted from 1; of removed lines the neighbours."""
    lines: set[int] = set()
    for kind, _, _, first, end in _opcodes(before, now):
        if kind != "equal":
            lines |= set(range(first + 1, end + 1)) or {max(first, 1), first + 1}
    return lines


def drawn_lines(drawn: str, now: str, lines: Iterable[int]) -> Iterator[int]:
    """Yields the lines of the text of the map that stand for lines of the text of now."""
    wanted = set(lines)
    for kind, first_drawn, end_drawn, first, end in _opcodes(drawn, now):
        inside = {line for line in wanted if first < line <= end}
        if not inside:
            continue
        if kind == "equal":
            yield from (line - first + first_drawn for line in inside)
        else:
            yield from range(first_drawn + 1, end_drawn + 1) or (max(first_drawn, 1), first_drawn + 1)


def _opcodes(before: str, now: str) -> list[tuple[str, int, int, int, int]]:
    matcher = difflib.SequenceMatcher(None, before.splitlines(), now.splitlines(), autojunk=False)
    return list(matcher.get_opcodes())


def _lines_in_functions(text: str) -> set[int]:
    lines: set[int] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return lines


def _importing(root: Path, helper: str) -> Iterator[str]:
    """Yields the modules of tests that import a helper, directly or through other helpers."""
    imports = {
        path.relative_to(root).as_posix(): set(_imports(path.read_text(encoding="utf-8")))
        for path in (root / "tests").rglob("*.py")
    }
    if helper.endswith("/conftest.py"):
        folder = helper.rpartition("/")[0]
        yield from (path for path in imports if path.startswith(f"{folder}/") and _is_test(path))
        return
    waiting, seen = [helper], {helper}
    while waiting:
        module = waiting.pop().removesuffix(".py").replace("/", ".")
        for path, names in imports.items():
            if module in names and path not in seen:
                seen.add(path)
                waiting.append(path)
    yield from (path for path in seen if _is_test(path))


def _is_test(path: str) -> bool:
    return PurePosixPath(path).name.startswith("test_")


def _imports(text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _existing(root: Path, names: Iterable[str]) -> set[str]:
    """Returns the tests that are still there, without their cells, and not those whose whole module is run."""
    texts: dict[str, str] = {}
    whole = {name for name in names if "::" not in name and (root / name).exists()}
    kept_names = set(whole)
    for name in names:
        path, _, test = name.partition("[")[0].partition("::")
        if not test or path in whole or any(path.startswith(f"{folder}/") for folder in whole):
            continue
        if path not in texts:
            texts[path] = (root / path).read_text(encoding="utf-8") if (root / path).is_file() else ""
        if f"def {test.rpartition('::')[2]}(" in texts[path]:
            kept_names.add(f"{path}::{test}")
    return kept_names
