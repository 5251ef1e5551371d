"""Invented evenings to measure on."""

from __future__ import annotations

from arrowswitch.core.movements.families.registry import make
from arrowswitch.tournament.model.ports import Store
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.values.people import Person
from tests.builders import Evening, new_evening


def full_evening(tables: int = 13, boards_per_round: int = 2, store: Store | None = None) -> Evening:
    """Returns a Mitchell of this many tables and rounds, played to the last slot (13 tables: 26 boards, 338
    results)."""
    return session_of(tables, tables, boards_per_round, store)


def session_of(tables: int, rounds: int, boards_per_round: int, store: Store | None = None) -> Evening:
    """Returns a Mitchell of this many tables and rounds, played to the last slot."""
    evening = new_evening(0, store)
    for pair in range(1, 2 * tables + 1):
        evening.do(AddEntry((Person(f"試{pair}甲"), Person(f"試{pair}乙"))))
    evening.start(make("mitchell", tables=tables, rounds=rounds, boards_per_round=boards_per_round))
    evening.play_all()
    return evening
