"""A check of the whole store: each event can be read and is as this program wrote it."""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.core.errors import Mistake, Problem
from arrowswitch.core.game.boards import board_ranges
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.ports import EventRow, Store


@dataclass(frozen=True, slots=True)
class CheckedEvent:
    """An event of the store, and what is wrong with it: that it cannot be read, or was changed from outside."""

    row: EventRow
    problem: Problem | None
    is_readable: bool = True


@dataclass(frozen=True, slots=True)
class StoreCheck:
    """All events, newest first, and what is wrong with other rows: the register, sheets, regulations and settings."""

    events: tuple[CheckedEvent, ...]
    rows: tuple[Problem, ...]

    @property
    def problems(self) -> tuple[Problem, ...]:
        return (*(event.problem for event in self.events if event.problem is not None), *self.rows)


def changed_outside(name: str, strangers: tuple[int, ...]) -> Problem | None:
    """Returns that these entries of an event were changed, or taken away, outside the program; None for none."""
    numbers = board_ranges(strangers, "–")
    return Problem("store.entries-changed", {"name": name, "numbers": numbers}) if strangers else None


def check_store(store: Store) -> StoreCheck:
    """Reads all stored values and returns the findings."""
    events = tuple(_check_event(store, row) for row in store.events())
    return StoreCheck(events, (*store.faults(), *(row.problem for row in store.unread())))


def _check_event(store: Store, row: EventRow) -> CheckedEvent:
    try:
        settings = state_of(store.ledger(row.event_id)).settings
    except Mistake as mistake:
        return CheckedEvent(row, mistake.problems[0], is_readable=False)
    if (row.name, row.date) != (settings.name, settings.date):
        return CheckedEvent(row, Problem("store.name-differs", {"name": row.name, "ledger": settings.name}))
    return CheckedEvent(row, changed_outside(row.name, store.strangers(row.event_id)))
