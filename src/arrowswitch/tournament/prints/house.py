"""The memory of what was printed: one paper for each event, kept beside the ledgers and deleted with the event.

A sheet that is printed again takes the place of its earlier print: what hangs on the wall is the newest. Two devices
that print at once are both remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from arrowswitch.core.errors import Refused
from arrowswitch.tournament.club.papers import Papers
from arrowswitch.tournament.event.ids import EventId
from arrowswitch.tournament.event.ports import Store
from arrowswitch.tournament.event.stored.kinds import PRINTED
from arrowswitch.tournament.prints.values import PrintedPaper, SheetPrint

MOST_REMEMBERED = 300
"""Sheets of an event; each table's card printed alone is one. The oldest go first."""
_MOST_TRIES = 20


class Prints:
    """What was printed of all events of a store."""

    def __init__(self, store: Store) -> None:
        self._papers: Papers[PrintedPaper] = Papers(store, PRINTED)

    def of_event(self, event_id: EventId) -> tuple[SheetPrint, ...]:
        """Returns what was printed of an event, the newest last; raises Malformed where it cannot be read."""
        found = self._papers.find(event_id)
        return () if found is None else found.value.sheets

    def note(self, event_id: EventId, printed: Iterable[SheetPrint]) -> None:
        """Remembers sheets, each in place of an earlier print of the same one."""
        fresh = {one.key: one for one in printed}
        self._change(event_id, lambda known: (*(one for one in known if one.key not in fresh), *fresh.values()))

    def drop(self, event_id: EventId, mark: str) -> None:
        """Forgets a print that nobody uses any more, by its mark; nothing happens where there is none."""
        self._change(event_id, lambda known: tuple(one for one in known if one.mark != mark))

    def _change(self, event_id: EventId, change: Callable[[tuple[SheetPrint, ...]], tuple[SheetPrint, ...]]) -> None:
        """Stores what a change makes of the paper as it is now; raises Refused (`store.conflict`) where others store
        theirs again and again."""
        for tried in range(_MOST_TRIES):
            found = self._papers.find(event_id)
            known = () if found is None else found.value.sheets
            wanted = change(known)[-MOST_REMEMBERED:]
            if wanted == known:
                return
            try:
                self._papers.save(event_id, PrintedPaper(wanted), 0 if found is None else found.version)
            except Refused:
                if tried == _MOST_TRIES - 1:
                    raise
            else:
                return
