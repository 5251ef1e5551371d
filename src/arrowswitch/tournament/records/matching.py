"""The result to which a game of a file belongs: that of the same board with the same pairs, by their names or their
numbers."""

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
    """The record of a board at a table in a file: numbers and names of both sides, names empty if the file has none."""

    board: BoardNumber
    numbers: tuple[frozenset[Number], frozenset[Number]]
    names: tuple[frozenset[str], frozenset[str]]
    record: TableRecord


@dataclass(frozen=True, slots=True)
class MatchedRecords:
    """The records that belong to slots, and how many belong to none."""

    by_slot: tuple[tuple[Slot, TableRecord], ...]
    alone: int


def match_records(state: EventState, session: SessionNumber, records: Iterable[ToldRecord]) -> MatchedRecords:
    """Returns the records matched to the results of a session. Names count before numbers: a file may have its own
    numbers."""
    entries = [entry for slot, entry in state.results.items() if slot.session == session]
    by_slot: dict[Slot, TableRecord] = {}
    alone = 0
    for record in records:
        here = [entry for entry in entries if entry.slot.board == record.board and entry.slot not in by_slot]
        matching = [entry for entry in here if _is_of(state, entry, record)]
        if len(matching) == 1:
            by_slot[matching[0].slot] = record.record
        else:
            alone += 1
    return MatchedRecords(tuple(by_slot.items()), alone)


def _is_of(state: EventState, entry: TableEntry, record: ToldRecord) -> bool:
    """True if both sides are those of a result: by names if the file has any, otherwise by numbers."""
    sides = zip(_names(state, entry), (entry.ns, entry.ew), record.names, record.numbers, strict=True)
    return all(
        ours == _fold_names(names) if names else frozenset(seated) == numbers for ours, seated, names, numbers in sides
    )


def _names(state: EventState, entry: TableEntry) -> tuple[frozenset[str], frozenset[str]]:
    ns, ew = (_fold_names(_people(state, entry, numbers)) for numbers in (entry.ns, entry.ew))
    return ns, ew


def _people(state: EventState, entry: TableEntry, numbers: Iterable[Number]) -> Iterator[str]:
    for number in numbers:
        seated = state.entry_at(entry.slot.place, number)
        yield from () if seated is None else seated.names


def _fold_names(names: Iterable[str]) -> frozenset[str]:
    return frozenset("".join(name.split()).casefold() for name in names)
