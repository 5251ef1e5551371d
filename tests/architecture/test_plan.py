"""The plan of the program (docs/architecture.md) shows the actual imports: packages, and the packages within them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

import pytest

from tests.architecture.source_tree import ROOT, modules

Arrow = tuple[str, str]

PAGE = ROOT / "docs" / "architecture.md"
DIAGRAM = re.compile(r"```mermaid\n%% (?P<of>\S+)\n(?P<drawn>.*?)```", re.DOTALL)


def drawn_arrows(of: str) -> set[Arrow]:
    """Returns the arrows of the diagram of a package, each end by its name."""
    text = next(match["drawn"] for match in DIAGRAM.finditer(PAGE.read_text(encoding="utf-8")) if match["of"] == of)
    return {
        (start, end)
        for line in text.splitlines()
        if "-->" in line
        for first, second in [line.split("-->")]
        for start in re.findall(r"\w+", first)
        for end in re.findall(r"\w+", second)
    }


def imported_arrows(package: str, counts: Callable[[tuple[str, ...]], bool] = lambda _: True) -> set[Arrow]:
    """Returns the imports between the subpackages of a package; `counts` selects the imported modules that make an
    arrow.

    A module's path is given within the package: `("finals", "qualifiers")`.
    """
    names = {module.name for module in modules()}
    arrows = set()
    for module in modules():
        start = _within(module.name, package)
        for name, _ in module.imports():
            end = _within(name if name in names else name.rpartition(".")[0], package)
            if start and end and start[0] != end[0] and counts(start) and counts(end):
                arrows.add((start[0], end[0]))
    return arrows


def _within(name: str, package: str) -> tuple[str, ...]:
    return tuple(name.removeprefix(f"{package}.").split(".")) if name.startswith(f"{package}.") else ()


def without_detours(arrows: Iterable[Arrow]) -> set[Arrow]:
    """Returns the arrows without those that a longer way goes as well, so that a drawing can be read."""
    direct = set(arrows)
    return {
        (start, end)
        for start, end in direct
        if not any(_reaches(other, end, direct) for first, other in direct if first == start and other != end)
    }


def _reaches(start: str, end: str, arrows: set[Arrow]) -> bool:
    seen, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        if here == end:
            return True
        further = {second for first, second in arrows if first == here} - seen
        seen |= further
        waiting += further
    return False


def test_the_rooms_are_drawn_as_they_import() -> None:
    ours = {"__main__", "__version__"}
    arrows = imported_arrows("arrowswitch", lambda path: path[0] not in ours)
    assert drawn_arrows("arrowswitch") == arrows


def test_the_capabilities_of_the_tournament_are_drawn_as_they_import() -> None:
    arrows = imported_arrows("arrowswitch.tournament")
    assert drawn_arrows("arrowswitch.tournament") == without_detours(arrows)


@pytest.mark.parametrize("package", ["arrowswitch.core.pairing", "arrowswitch.web", "arrowswitch.cli"])
def test_the_rooms_within_a_room_stand_in_one_order(package: str) -> None:
    """No two of them import each other, not even round a corner."""
    arrows = imported_arrows(package)
    assert {start for start, end in arrows if _reaches(end, start, arrows)} == set()


def test_a_detour_is_left_out() -> None:
    """a imports b and c, b imports c: the arrow from a to c says nothing new."""
    assert without_detours({("a", "b"), ("b", "c"), ("a", "c")}) == {("a", "b"), ("b", "c")}
