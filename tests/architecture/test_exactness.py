"""No floats in scores: scoring reckons in whole numbers and fractions."""

from __future__ import annotations

import ast

from tests.architecture.source_tree import ROOT, Module, modules

ROOMS = ("arrowswitch.core.scoring", "arrowswitch.core.game", "arrowswitch.regulations")


def scoring() -> list[Module]:
    return [module for module in modules() if module.name.startswith(ROOMS)]


def _floats(module: Module) -> list[str]:
    return [
        f"{module.path.relative_to(ROOT)}:{node.lineno}"
        for node in ast.walk(module.tree())
        if (isinstance(node, ast.Constant) and isinstance(node.value, float))
        or (isinstance(node, ast.Name) and node.id == "float")
    ]


def test_there_is_something_to_look_at() -> None:
    assert len(scoring()) > 5


def test_scoring_has_no_floats() -> None:
    assert [place for module in scoring() for place in _floats(module)] == []
