"""Urgent commits: all pages show them within a second, however many follow the event.

Results come in all the time, and of many pages each fetches them in its turn (`shared.pace_of`). A ruling, a
correction, a penalty, an undo, a new round or a publication is shown by all at once.
"""

from __future__ import annotations

from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.slices.devices import OtherReported, ResultReported
from arrowswitch.tournament.model.slices.results import ResultEntered
from arrowswitch.tournament.model.slices.review import HandsReported, LeadReported
from arrowswitch.tournament.model.slices.seating import DeviceHeld, SeatsConfirmed, TakeoverAsked, TakeoverDenied
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.nudges import Nudges

_USUAL = (
    ResultEntered,
    ResultReported,
    OtherReported,
    HandsReported,
    LeadReported,
    SeatsConfirmed,
    DeviceHeld,
    TakeoverAsked,
    TakeoverDenied,
)
"""Facts of normal play: new results, and what devices send."""


class Urgency:
    """Passes commits on to the pages, the urgent ones as such: `tell` is called by `Tournament.subscribe`."""

    def __init__(self, tournament: Tournament, nudges: Nudges) -> None:
        self._tournament = tournament
        self._nudges = nudges
        self._seen: dict[EventId, tuple[int, int]] = {}

    def tell(self, event_id: EventId, version: int) -> None:
        """Passes the version of an event on."""
        self._nudges.tell(event_id, version, is_urgent=self._is_urgent(event_id, version))

    def _is_urgent(self, event_id: EventId, version: int) -> bool:
        """True unless all entries since the last commit are new results or come from devices. A commit of another
        process and the first after a start are urgent, since what they changed is not in memory."""
        before = self._seen.pop(event_id, None)
        present = self._tournament.in_memory(event_id)
        if present is None or present[0].seq < version:
            return True
        state, ledger = present
        self._seen[event_id] = state.seq, len(state.results)
        if before is None:
            return True
        since, results = before
        facts = [fact for entry in ledger[since:] for fact in entry.facts]
        entered = [fact for fact in facts if isinstance(fact, ResultEntered)]
        is_corrected = len(state.results) - results != len(entered)
        is_ruled = any(fact.ns_award is not None or fact.ew_award is not None for fact in entered)
        return is_corrected or is_ruled or not all(isinstance(fact, _USUAL) for fact in facts)
