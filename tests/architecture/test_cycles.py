"""No import cycles between the children of a package (docs/architecture.md), at any level of the package tree.

An import of a module below child B by a module below child A is an arrow from A to B, if A and B are children of the
same package. Imports for type checking only and imports inside functions count as well. The `__init__` of a package
is no child.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import takewhile

import rustworkx

from tests.architecture.source_tree import ROOT, modules

Arrow = tuple[str, str]


@cache
def arrows_by_package() -> Mapping[str, Mapping[Arrow, tuple[str, ...]]]:
    """Returns the arrows between the children of each package, and the lines of the program that make each arrow."""
    names = {module.name for module in modules()}
    lines: dict[str, dict[Arrow, list[str]]] = defaultdict(lambda: defaultdict(list))
    for module in modules():
        for imported, line in module.imports():
            package, arrow = _arrow(module.name, imported if imported in names else imported.rpartition(".")[0])
            if arrow is not None:
                lines[package][arrow].append(f"{module.path.relative_to(ROOT)}:{line}")
    return {
        package: {arrow: tuple(places) for arrow, places in arrows.items()} for package, arrows in sorted(lines.items())
    }


def _arrow(importer: str, imported: str) -> tuple[str, Arrow | None]:
    """Returns the package that holds both modules, and the arrow between its children. The arrow is None if one of
    the modules is the package itself or lies below the other."""
    start, end = importer.split("."), imported.split(".")
    depth = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(start, end, strict=False)))
    package = ".".join(start[:depth])
    if not package or depth in (len(start), len(end)):
        return package, None
    return package, (start[depth], end[depth])


def cycles_of(arrows: Iterable[Arrow]) -> list[set[str]]:
    """Returns the sets of names that reach each other."""
    graph: rustworkx.PyDiGraph[str, None] = rustworkx.PyDiGraph()
    every = list(arrows)
    nodes = {name: graph.add_node(name) for name in sorted({end for arrow in every for end in arrow})}
    graph.add_edges_from_no_data([(nodes[start], nodes[end]) for start, end in every])
    components = rustworkx.strongly_connected_components(graph)
    return [{graph[node] for node in component} for component in components if len(component) > 1]


def _imports_within(cycle: set[str], arrows: Mapping[Arrow, tuple[str, ...]]) -> list[str]:
    """Returns the arrows of a cycle, each with the first line that makes it."""
    inside = (arrow for arrow in sorted(arrows) if cycle.issuperset(arrow))
    return [f"{start} -> {end} ({arrows[start, end][0]})" for start, end in inside]


def test_the_children_of_a_package_do_not_import_each_other_in_a_cycle() -> None:
    cycles = {
        package: [_imports_within(cycle, arrows) for cycle in cycles_of(arrows)]
        for package, arrows in arrows_by_package().items()
    }
    assert {package: lines for package, lines in cycles.items() if lines} == {}


def test_every_level_of_the_tree_is_read() -> None:
    """Modules of a package, packages of a package, and the top level."""
    arrows = arrows_by_package()
    assert ("tables", "kinds") in arrows["arrowswitch.formats"]
    assert ("families", "model") in arrows["arrowswitch.core.movements"]
    assert ("tournament", "core") in arrows["arrowswitch"]


def test_a_cycle_contains_exactly_the_names_that_reach_each_other() -> None:
    """a, b and c import each other round a corner; d only imports them, and e is only imported."""
    assert cycles_of([("a", "b"), ("b", "c"), ("c", "a"), ("d", "a"), ("c", "e")]) == [{"a", "b", "c"}]


def test_an_import_makes_an_arrow_only_between_children_of_one_package() -> None:
    assert _arrow("arrowswitch.web.desk.at", "arrowswitch.web.desk.frame") == ("arrowswitch.web.desk", ("at", "frame"))
    assert _arrow("arrowswitch.web.desk.results.page", "arrowswitch.core.errors") == ("arrowswitch", ("web", "core"))
    assert _arrow("arrowswitch.core.scoring.bulk", "arrowswitch.core.scoring.bulk.totals")[1] is None
    assert _arrow("arrowswitch.core.scoring.bulk.totals", "arrowswitch.core.scoring.bulk")[1] is None
    assert _arrow("arrowswitch.core.digits", "fractions")[1] is None
