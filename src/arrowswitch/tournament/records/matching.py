"""Whose record a game of a file is: that of the same board with the same pairs, by their names or their numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.records import TableRecord
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.table_entry import TableEntry


@dataclass(frozen=True, slots=True)
class ToldRecord:
    """What a file tells of a board at a table: numbers and names of both sides, names empty where it has none."""

    board: BoardNumber
    numbers: tuple[frozenset[Number], frozenset[Number]]
    names: tuple[frozenset[str], frozenset[str]]
    record: TableRecord


@dataclass(frozen=True, slots=True)
class MatchedRecords:
    """The records that belong to slots, and how many belong to none."""

    kept: tuple[tuple[Slot, TableRecord], ...]
    alone: int


def match_records(state: EventState, session: SessionNumber, told: Iterable[ToldRecord]) -> MatchedRecords:
    """Returns whose records these are among the results of a session. Names count before numbers: a file may have
    numbered its pairs in its own way."""
    entries = [entry for slot, entry in state.results.items() if slot.session == session]
    kept: dict[Slot, TableRecord] = {}
    alone = 0
    for one in told:
        here = [entry for entry in entries if entry.slot.board == one.board and entry.slot not in kept]
        found = [entry for entry in here if _is_of(state, entry, one)]
        if len(found) == 1:
            kept[found[0].slot] = one.record
        else:
            alone += 1
    return MatchedRecords(tuple(kept.items()), alone)


def _is_of(state: EventState, entry: TableEntry, told: ToldRecord) -> bool:
    """True if both sides are those of a result: by names if the file has any, otherwise by numbers."""
    sides = zip(_names(state, entry), (entry.ns, entry.ew), told.names, told.numbers, strict=True)
    return all(
        ours == _folded(names) if names else frozenset(seated) == numbers for ours, seated, names, numbers in sides
    )


def _names(state: EventState, entry: TableEntry) -> tuple[frozenset[str], frozenset[str]]:
    ns, ew = (_folded(_people(state, entry, numbers)) for numbers in (entry.ns, entry.ew))
    return ns, ew


def _people(state: EventState, entry: TableEntry, numbers: Iterable[Number]) -> Iterator[str]:
    for number in numbers:
        found = state.entry_at(entry.slot.place, number)
        yield from () if found is None else found.names


def _folded(names: Iterable[str]) -> frozenset[str]:
    return frozenset("".join(name.split()).casefold() for name in names)
