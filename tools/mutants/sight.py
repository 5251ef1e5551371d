"""The tests that see a line: coverage by test, drawn once and stored, and the importers of each module.

A line inside a function is seen by the tests that run it. Code that runs while a module is imported (a table, a
default) runs in no test's time: there, every test counts that runs a function of the module, or of a module that
imports it.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from coverage import CoverageData

from tools.mutants import watch
from tools.mutants.changes import Change

PACKAGE = "src/arrowswitch"
KEPT = Path(".benchmarks", "mutants")
SEED = "ARROWSWITCH_ROTATION"
"""The environment variable that chooses the cells of `make test` (tests/rotation.py)."""
EVERY_CELL = {"ARROWSWITCH_TIER": "exhaustive", "ARROWSWITCH_EXAMPLES": "few"}
"""The tests of the map: every cell of every matrix, with the usual number of examples of a property."""
SETTINGS = """[run]
source_pkgs = arrowswitch
relative_files = true
branch = false
data_file = {data}
"""


@dataclass(frozen=True, slots=True)
class TimedTest:
    """One test, as pytest names it, and how long it takes."""

    name: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Sight:
    """The map: the tests of each line, the time of each test, each module's state when the map was drawn."""

    tests: Mapping[str, Mapping[int, frozenset[str]]]
    seconds: Mapping[str, float]
    digests: Mapping[str, str]
    importers: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def is_fresh(self, path: str, text: str) -> bool:
        """True if a module is as it was when the map was drawn."""
        return self.digests.get(path) == digest(text)

    def limited_to(self, names: frozenset[str]) -> Sight:
        """Returns the map of some of the tests."""
        limited = {path: {line: found & names for line, found in lines.items()} for path, lines in self.tests.items()}
        return replace(self, tests=limited)

    def tests_of(self, change: Change) -> list[TimedTest]:
        """Returns the tests that see a change, the fastest first."""
        lines = self.tests.get(change.path, {})
        seen = {name for line in range(change.first_line, change.last_line + 1) for name in lines.get(line, ())}
        if change.is_at_import:
            for path in (change.path, *self.importers.get(change.path, ())):
                seen |= {name for names in self.tests.get(path, {}).values() for name in names}
        return sorted(
            (TimedTest(name, self.seconds.get(name, 1.0)) for name in seen), key=lambda t: (t.seconds, t.name)
        )


def names_of_test_tier(tree: Path, tests: Sequence[str]) -> frozenset[str]:
    """Returns the names of the tests that `make test` would run, in the rotation of this process."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "--quiet", "-p", "no:cacheprovider", *tests],
        cwd=tree,
        env={**os.environ, "PYTHONPATH": f"{tree / 'src'}{os.pathsep}{tree}"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise SystemExit(f"The tests could not be collected.\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return frozenset(line for line in done.stdout.splitlines() if "::" in line)


def digest(text: str) -> str:
    """Returns a short fingerprint of a module."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def folder_of(root: Path, tests: Sequence[str]) -> Path:
    """Returns the folder of the map of these tests."""
    return root / KEPT / hashlib.sha256(" ".join(tests).encode()).hexdigest()[:8]


def draw(tree: Path, folder: Path, tests: Sequence[str], workers: int) -> None:
    """Runs the tests once with coverage by test, and keeps what it tells in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    settings = folder / "settings.ini"
    settings.write_text(SETTINGS.format(data=folder / "coverage"), encoding="utf-8")
    command = [
        *(
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "no:randomly",
            "-p",
            "no:cacheprovider",
            "-p",
            "tools.mutants.watch",
        ),
        *("-m", "not browser", "--durations=0", "--durations-min=60", "--cov", f"--cov-config={settings}"),
        *("--cov-context=test", "--cov-report="),
        *((f"--numprocesses={workers}", "--dist=loadscope") if workers > 1 else ()),
        *tests,
    ]
    report = folder / "tests.json"
    # Only the older way of measuring knows which test runs.
    more = {"PYTHONPATH": f"{tree / 'src'}{os.pathsep}{tree}", "COVERAGE_CORE": "ctrace", watch.FILE: str(report)}
    done = subprocess.run(command, cwd=tree, env={**os.environ, **EVERY_CELL, **more}, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit("The tests could not be run on the program as it is.")
    texts = {str(path.relative_to(tree)): path.read_text(encoding="utf-8") for path in (tree / PACKAGE).rglob("*.py")}
    (folder / "texts.json").write_text(json.dumps(texts), encoding="utf-8")
    digests = {path: digest(text) for path, text in texts.items()}
    (folder / "modules.json").write_text(json.dumps(digests), encoding="utf-8")


def texts_of(folder: Path) -> dict[str, str]:
    """Returns the modules as they were when the map was drawn, by path."""
    texts: dict[str, str] = json.loads((folder / "texts.json").read_text(encoding="utf-8"))
    return texts


def is_drawn(folder: Path) -> bool:
    """True if there is a map; its last file is written only if all went well."""
    return (folder / "modules.json").exists()


def read(tree: Path, folder: Path, paths: Iterable[str]) -> Sight:
    """Reads the map, as far as the given modules and those that import them need it."""
    importers = _importers(tree)
    wanted = set(paths)
    wanted |= {importer for path in wanted for importer in importers.get(path, ())}
    report = json.loads((folder / "tests.json").read_text(encoding="utf-8"))
    # A test that fails without any change would seem to see every one.
    failed = frozenset(report["failed"])
    data = CoverageData(str(folder / "coverage"))
    data.read()
    tests: dict[str, dict[int, frozenset[str]]] = {}
    for name in data.measured_files():
        if name in wanted:
            by_line = data.contexts_by_lineno(name)
            tests[name] = {line: _names(contexts) - failed for line, contexts in by_line.items()}
    digests = json.loads((folder / "modules.json").read_text(encoding="utf-8"))
    return Sight(tests, report["seconds"], digests, importers)


def _names(contexts: Iterable[str]) -> frozenset[str]:
    """Returns the tests of contexts such as `tests/unit/test_x.py::test_y|run`."""
    return frozenset(context.rsplit("|", 1)[0] for context in contexts if context)


def _importers(tree: Path) -> dict[str, frozenset[str]]:
    """Returns, by module, the modules that import it."""
    paths = {_module(path.relative_to(tree)): str(path.relative_to(tree)) for path in (tree / PACKAGE).rglob("*.py")}
    importers_of: dict[str, set[str]] = {}
    for importer, path in paths.items():
        for node in ast.walk(ast.parse((tree / path).read_text(encoding="utf-8"))):
            for name in _imported_modules(node, importer, path.endswith("__init__.py")):
                if name in paths and name != importer:
                    importers_of.setdefault(paths[name], set()).add(path)
    return {path: frozenset(importers) for path, importers in importers_of.items()}


def _module(path: Path) -> str:
    parts = path.with_suffix("").parts[1:]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported_modules(node: ast.AST, importer: str, is_package: bool) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if not isinstance(node, ast.ImportFrom):
        return []
    base = node.module or ""
    if node.level:
        package = importer.split(".") if is_package else importer.split(".")[:-1]
        base = ".".join([*package[: len(package) - node.level + 1], *([node.module] if node.module else [])])
    return [base, *(f"{base}.{alias.name}" for alias in node.names)]
