"""The output of choosers' choices: one line each, then its reasons, advantages and disadvantages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar

from arrowswitch.cli.console import Console
from arrowswitch.core.errors import Problem
from arrowswitch.i18n.language import language_of


class Reasoned(Protocol):
    """The messages of all choosers about a choice."""

    @property
    def why(self) -> tuple[Problem, ...]:
        """Returns the reasons for proposing it."""
        ...

    @property
    def better(self) -> tuple[Problem, ...]:
        """Returns its advantages over the first choice."""
        ...

    @property
    def worse(self) -> tuple[Problem, ...]:
        """Returns its disadvantages against the first choice."""
        ...

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """Returns the regulations' warnings against it."""
        ...


Chosen = TypeVar("Chosen", bound=Reasoned)


def print_choices(
    console: Console, names: Sequence[str], choices: Sequence[Chosen], cells: Callable[[Chosen], Sequence[str]]
) -> None:
    """Prints choices of movements best first: a table with the name and the `cells` of each, then its reasons."""
    rows = [(f"{place}. {first}", *others) for place, (first, *others) in enumerate(map(cells, choices), start=1)]
    console.table("cli.movement.head-", names, rows, right=range(1, len(names)))
    for place, choice in enumerate(choices, start=1):
        console.line(f"{place}. {' '.join(reasons(console, choice))}")


def reasons(console: Console, choice: Reasoned) -> list[str]:
    """Returns the messages about a choice: reasons, advantages (+) and disadvantages (−) against the first,
    warnings."""
    lines = [console.problem(reason) for reason in choice.why]
    for sign, points in (("+", choice.better), ("−", choice.worse)):
        if points:
            lines.append(_together(console, sign, points))
    return [*lines, *(console.problem(warning) for warning in choice.warnings)]


def _together(console: Console, sign: str, points: Iterable[Problem]) -> str:
    """Returns several short sentences as one, behind a sign (`+`, `−`)."""
    language = language_of(console.locale)
    stop = language.after_points
    sentences = (console.problem(point).removesuffix(stop) for point in points)
    return f"{sign} {language.between_points.join(sentences)}{stop}"
