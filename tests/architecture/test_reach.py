"""Everything in the program is reached from its start, and no folder holds more than a reader can take in."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

from arrowswitch.tournament.model.declared_forms import form_folders
from tests.architecture.source_tree import ROOT, Module, modules

STARTS = (
    *("arrowswitch.bootstrap", "arrowswitch.__main__"),
    *sorted(module.name for module in modules() if module.room == "api"),
    *(f"arrowswitch.tournament.forms.{folder}{module}" for folder in form_folders() for module in ("", ".form")),
)
"""The program starts in two modules; other programs import the public surface, module by module. The registry of forms
imports the module of every folder that declares one."""
OURS = re.compile(r"""["']arrowswitch\.""")
"""A text that names a module; the text of a module without one is not parsed."""
FULL = 25
"""A folder with more modules is a list to search, not a room to look around in."""
BY_ANOTHER = "arrowswitch.store.migrations"
"""Alembic loads the migrations by their file names."""


def imported_names(module: Module) -> Iterator[str]:
    """Yields the imports of a module, and the packages around it; a module may also be named in a text (a worker, an
    entry of a table of late imports)."""
    names = [name for name, _ in module.imports()]
    if OURS.search(module.text):
        nodes = ast.walk(module.tree())
        names += [node.value for node in nodes if isinstance(node, ast.Constant) and type(node.value) is str]
    for name in names:
        parts = name.split(".")
        yield from (".".join(parts[:end]) for end in range(1, len(parts) + 1))


@cache
def reachable_modules() -> frozenset[str]:
    """Returns every module that the program imports, directly or through others."""
    by_name = {module.name: module for module in modules()}
    reachable, waiting = set(STARTS), list(STARTS)
    while waiting:
        new = {name for name in imported_names(by_name[waiting.pop()]) if name in by_name} - reachable
        reachable |= new
        waiting += new
    return frozenset(reachable)


def test_every_module_is_reached_by_the_program() -> None:
    """A module that only tests import does not belong to the program."""
    reachable = reachable_modules()
    lost = [
        module.name for module in modules() if module.name not in reachable and not module.name.startswith(BY_ANOTHER)
    ]
    assert lost == []


def test_the_walk_finds_the_way_to_every_face() -> None:
    """So that the test above does not pass because nothing is asked."""
    assert {
        "arrowswitch.web.desk.ranking.routes",
        "arrowswitch.cli.scoring.scoring",
        "arrowswitch.core",
    } <= reachable_modules()
    assert "arrowswitch.web.nowhere" not in reachable_modules()


def test_no_folder_is_too_full() -> None:
    counts = Counter(module.path.parent for module in modules() if module.path.name != "__init__.py")
    assert {str(folder.relative_to(ROOT)): count for folder, count in counts.items() if count > FULL} == {}
