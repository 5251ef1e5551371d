"""Two sheets side by side: where they differ, how large they are, how fair, and what is wrong with each."""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.core.movements.checking.fairness import Fairness, fairness
from arrowswitch.core.movements.checking.faults import Fault, Severity
from arrowswitch.core.movements.checking.verify import faults
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber, TableNumber


@dataclass(frozen=True, slots=True)
class CellDifference:
    """One table in one round that the two sheets fill differently; None is an empty table."""

    round: RoundNumber
    table: TableNumber
    first: Meeting | None
    other: Meeting | None


@dataclass(frozen=True, slots=True)
class Figures:
    """The measures of one sheet for the comparison.

    `relays` counts the sets that several tables share, over all rounds.
    """

    movement: Movement
    relays: int
    fairness: Fairness
    faults: tuple[Fault, ...]
    notices: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class SheetComparison:
    """Two sheets side by side; `cells` are those that differ, in the order of rounds and tables."""

    first: Figures
    other: Figures
    cells: tuple[CellDifference, ...]


def compare(sheet: Movement, other: Movement) -> SheetComparison:
    """Returns two sheets side by side, faulty or not."""
    cells = []
    for round_number in range(1, max(sheet.rounds, other.rounds) + 1):
        for table in range(1, max(sheet.tables, other.tables) + 1):
            first, second = sheet.at(round_number, table), other.at(round_number, table)
            if first != second:
                cells.append(CellDifference(round_number, table, first, second))
    return SheetComparison(figures(sheet), figures(other), tuple(cells))


def figures(movement: Movement) -> Figures:
    """Returns the measures of one sheet."""
    all_faults = faults(movement)
    return Figures(
        movement=movement,
        relays=sum(len(movement.sharing(r)) for r in range(1, movement.rounds + 1)),
        fairness=fairness(movement),
        faults=tuple(fault for fault in all_faults if fault.severity is Severity.FAULT),
        notices=tuple(fault for fault in all_faults if fault.severity is Severity.NOTICE),
    )
