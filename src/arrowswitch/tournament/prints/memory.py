"""The record of prints: one paper for each event, stored next to the ledgers and deleted with the event.

A sheet that is printed again replaces its earlier print: the newest is on the wall. Two devices that print at once are
both remembered.
"""

from __future__ import annotations

from collections.abc import Iterable

from arrowswitch.tournament.club.papers import Paper, Papers
from arrowswitch.tournament.model.club_values.prints import PrintedPaper, SheetPrint
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ports import Store
from arrowswitch.tournament.model.stored.kinds import PRINTED

MOST_REMEMBERED = 300
"""Sheets of an event; each table's card printed alone is one. The oldest go first."""


class Prints:
    """The prints of all events of a store."""

    def __init__(self, store: Store) -> None:
        self._papers: Papers[PrintedPaper] = Papers(store, PRINTED)

    def of_event(self, event_id: EventId) -> tuple[SheetPrint, ...]:
        """Returns the prints of an event, the newest last. Raises Malformed if they cannot be read."""
        paper = self._papers.find(event_id)
        return () if paper is None else paper.value.sheets

    def note(self, event_id: EventId, printed: Iterable[SheetPrint]) -> None:
        """Remembers sheets, each in place of an earlier print of the same one; raises as `Papers.change`."""
        fresh = {one.key: one for one in printed}

        def add_prints(paper: Paper[PrintedPaper] | None) -> PrintedPaper:
            earlier = () if paper is None else paper.value.sheets
            sheets = (*(one for one in earlier if one.key not in fresh), *fresh.values())
            return PrintedPaper(sheets[-MOST_REMEMBERED:])

        self._papers.change(event_id, add_prints)

    def drop(self, event_id: EventId, mark: str) -> None:
        """Forgets a print that nobody uses any more, by its mark; nothing happens where there is none."""

        def remove_print(paper: Paper[PrintedPaper] | None) -> PrintedPaper:
            sheets = () if paper is None else paper.value.sheets
            return PrintedPaper(tuple(one for one in sheets if one.mark != mark))

        if any(one.mark == mark for one in self.of_event(event_id)):
            self._papers.change(event_id, remove_print)
