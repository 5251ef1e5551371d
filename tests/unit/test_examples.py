"""The examples in docstrings are right: one test for each package of the program, and for the tests and tools.

`--doctest-modules` would import the whole program to collect them, in every process that runs any test.
"""

from __future__ import annotations

import doctest
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
SRC = ROOT / "src"
PACKAGES = sorted(path for path in (SRC / "arrowswitch").iterdir() if (path / "__init__.py").is_file())
MARK = ">>" + "> "


def modules_with_examples(folder: Path) -> Iterator[ModuleType]:
    """Yields the modules of a folder that contain an example."""
    for path in sorted(folder.rglob("*.py")):
        if MARK in path.read_text(encoding="utf-8"):
            parts = path.relative_to(SRC if path.is_relative_to(SRC) else ROOT).with_suffix("").parts
            yield import_module(".".join(parts[:-1] if parts[-1] == "__init__" else parts))


def wrong_examples(module: ModuleType) -> Iterator[str]:
    """Yields the report of each example that prints something else, and one line if a module has no examples."""
    runner = doctest.DocTestRunner(verbose=False)
    for example in doctest.DocTestFinder(exclude_empty=True).find(module):
        report: list[str] = []
        if runner.run(example, out=report.append).failed:
            yield "".join(report)
    if not runner.tries:
        yield f"{module.__name__} contains {MARK}but no example was found in a docstring\n"


@pytest.mark.parametrize("package", PACKAGES, ids=lambda path: path.name)
def test_examples_of_a_package(package: Path) -> None:
    wrong = [report for module in modules_with_examples(package) for report in wrong_examples(module)]
    assert not wrong, "".join(wrong)


@pytest.mark.parametrize("folder", ["tests", "tools", "benchmarks"])
def test_examples_of_tests_and_tools(folder: str) -> None:
    modules = list(modules_with_examples(ROOT / folder))
    assert modules
    wrong = [report for module in modules for report in wrong_examples(module)]
    assert not wrong, "".join(wrong)


def test_modules_with_examples_are_found() -> None:
    names = {module.__name__ for module in modules_with_examples(SRC / "arrowswitch" / "core" / "game")}
    assert "arrowswitch.core.game.auction" in names


def test_wrong_examples_are_reported() -> None:
    module = ModuleType("some_module", f"{MARK}1 + 1\n3\n\n{MARK}2 + 2\n4\n\n{MARK}1 / 0\n")
    (report,) = wrong_examples(module)
    assert "Expected:\n    3\nGot:\n    2" in report
    assert "ZeroDivisionError" in report


def test_a_module_without_examples_is_reported() -> None:
    (report,) = wrong_examples(ModuleType("some_module", "No example."))
    assert report.startswith("some_module contains")
