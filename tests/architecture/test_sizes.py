"""Modules and functions stay small enough to read (600 and 60 lines are the ceilings)."""

from __future__ import annotations

from tests.architecture.source_tree import ROOT, modules

MODULE_LINES = 600
FUNCTION_LINES = 60


def test_no_module_is_longer_than_its_ceiling() -> None:
    long = [
        f"{module.path.relative_to(ROOT)}: {lines} lines"
        for module in modules()
        if (lines := module.text.count("\n")) > MODULE_LINES
    ]
    assert long == []


def test_no_function_is_longer_than_its_ceiling() -> None:
    long = [
        f"{module.path.relative_to(ROOT)}:{function.line} {function.name}: {function.lines} lines"
        for module in modules()
        for function in module.outline.functions
        if function.lines > FUNCTION_LINES
    ]
    assert long == []


def test_every_module_has_a_docstring() -> None:
    silent = [
        str(module.path.relative_to(ROOT))
        for module in modules()
        if module.text.strip() and not module.outline.has_docstring
    ]
    assert silent == []
