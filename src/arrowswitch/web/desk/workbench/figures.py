"""The figures of a sheet in rows: what each is, how it is written, and which of two is better.

The measures are explained in `core.movements.fairness`. A figure without a better direction is a fact.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

from arrowswitch.core.movements.checking.fairness import Span
from arrowswitch.core.movements.editing.compare import Figures

Value = int | Decimal | Span | None


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure: `weigh` makes of its value what is compared, smaller is better; None compares nothing."""

    name: str
    value: Callable[[Figures], Value]
    weigh: Callable[[Figures], int | Decimal | None] = lambda _: None

    @property
    def label(self) -> str:
        """Returns the message code of the figure's name."""
        return f"desk.workbench.figure.{self.name}"

    @property
    def help(self) -> str:
        """Returns the message code of the figure's explanation."""
        return f"{self.label}.help"


def _spread(span: Span) -> int:
    return span.most - span.least


FIGURES: tuple[Figure, ...] = (
    Figure("faults", lambda f: len(f.faults), lambda f: len(f.faults)),
    Figure("balance", lambda f: f.fairness.balance, lambda f: f.fairness.balance),
    Figure("missed", lambda f: f.fairness.opponents_missed, lambda f: f.fairness.opponents_missed.most),
    Figure("compared", lambda f: f.fairness.same_way, lambda f: _spread(f.fairness.same_way)),
    Figure("sides", lambda f: f.fairness.side_difference, lambda f: f.fairness.side_difference.most),
    Figure("sit-outs", lambda f: f.fairness.sit_outs, lambda f: f.fairness.sit_outs.most),
    Figure("plays", lambda f: f.fairness.plays, lambda f: _spread(f.fairness.plays)),
    Figure("relays", lambda f: f.relays, lambda f: f.relays),
    Figure("stationary", lambda f: len(f.fairness.stationary)),
    Figure("contestants", lambda f: len(f.movement.contestants) - (f.movement.phantom is not None)),
    Figure("tables", lambda f: f.movement.tables),
    Figure("rounds", lambda f: f.movement.rounds),
    Figure("boards", lambda f: f.movement.boards_total),
)
"""In the order in which they are shown; those that are only facts last."""

JUDGED = tuple(figure for figure in FIGURES if figure.name not in ("contestants", "tables", "rounds", "boards"))


@dataclass(frozen=True, slots=True)
class FigureRow:
    """A figure next to another of the same name: `other` is empty if there is nothing to compare with.

    `verdict` says which is better: `one`, `other`, `same`, or nothing for facts.
    """

    name: str
    figure: Figure
    first: str
    other: str = ""
    verdict: str = ""

    @property
    def differs(self) -> bool:
        return bool(self.other) and self.first != self.other


def figure_rows(figures: Figures, other: Figures | None = None, which: tuple[Figure, ...] = FIGURES) -> list[FigureRow]:
    """Returns the figures of a sheet in rows, next to those of another if there is one."""
    return [
        FigureRow(
            name=figure.name,
            figure=figure,
            first=written_value(figure.value(figures)),
            other="" if other is None else written_value(figure.value(other)),
            verdict="" if other is None else _verdict(figure.weigh(figures), figure.weigh(other)),
        )
        for figure in which
    ]


def written_value(value: Value) -> str:
    """Returns a figure as it is shown; a span as one number where least and most are the same.

    >>> written_value(Span(0, 2)), written_value(Span(7, 7)), written_value(None)
    ('0–2', '7', '–')
    """
    if value is None:
        return "–"
    if isinstance(value, Span):
        return str(value.most) if value.least == value.most else f"{value.least}–{value.most}"
    return str(value)


def _verdict(value: int | Decimal | None, other: int | Decimal | None) -> str:
    if value is None or other is None:
        return ""
    return "same" if value == other else "one" if value < other else "other"
