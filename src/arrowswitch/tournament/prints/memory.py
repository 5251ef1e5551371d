"""The memory of what was printed: one paper for each event, kept beside the ledgers and deleted with the event.

A sheet that is printed again takes the place of its earlier print: what hangs on the wall is the newest. Two devices
that print at once are both remembered.
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
    """What was printed of all events of a store."""

    def __init__(self, store: Store) -> None:
        self._papers: Papers[PrintedPaper] = Papers(store, PRINTED)

    def of_event(self, event_id: EventId) -> tuple[SheetPrint, ...]:
        """Returns what was printed of an event, the newest last; raises Malformed where it cannot be read."""
        found = self._papers.find(event_id)
        return () if found is None else found.value.sheets

    def note(self, event_id: EventId, printed: Iterable[SheetPrint]) -> None:
        """Remembers sheets, each in place of an earlier print of the same one; raises as `Papers.change`."""
        fresh = {one.key: one for one in printed}

        def noted(found: Paper[PrintedPaper] | None) -> PrintedPaper:
            known = () if found is None else found.value.sheets
            kept = (*(one for one in known if one.key not in fresh), *fresh.values())
            return PrintedPaper(kept[-MOST_REMEMBERED:])

        self._papers.change(event_id, noted)

    def drop(self, event_id: EventId, mark: str) -> None:
        """Forgets a print that nobody uses any more, by its mark; nothing happens where there is none."""

        def dropped(found: Paper[PrintedPaper] | None) -> PrintedPaper:
            known = () if found is None else found.value.sheets
            return PrintedPaper(tuple(one for one in known if one.mark != mark))

        if any(one.mark == mark for one in self.of_event(event_id)):
            self._papers.change(event_id, dropped)
