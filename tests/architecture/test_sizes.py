"""Modules and functions stay small enough to read (600 and 60 lines are the ceilings)."""

from __future__ import annotations

import ast

from tests.architecture.house import ROOT, modules

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
        f"{module.path.relative_to(ROOT)}:{node.lineno} {node.name}: {lines} lines"
        for module in modules()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (lines := (node.end_lineno or node.lineno) - node.lineno + 1) > FUNCTION_LINES
    ]
    assert long == []


def test_every_module_says_what_it_decides() -> None:
    silent = [
        str(module.path.relative_to(ROOT))
        for module in modules()
        if module.text.strip() and not ast.get_docstring(module.tree)
    ]
    assert silent == []
