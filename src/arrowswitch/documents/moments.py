"""The moments of an event at which sheets and kits are printed, from the first announcement to the last case."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from arrowswitch.tournament.model.state import EventState, Phase
from arrowswitch.tournament.standings.header import header


class PrintMoment(StrEnum):
    """The moments at which sheets are printed, in the order of an evening; cases come at any time."""

    BEFORE = "before"
    START = "start"
    DURING = "during"
    RESULTS = "results"
    CASES = "cases"


class KitName(StrEnum):
    """Sheets that are printed together: for the tables and the wall before a round or a session, those of all sessions,
    or those for the end."""

    ROUND = "round"
    START = "start"
    SESSIONS = "sessions"
    END = "end"

    @property
    def moment(self) -> PrintMoment:
        """Returns the moment at which the kit is printed."""
        return _KITS[self]


_KITS: Mapping[KitName, PrintMoment] = {
    KitName.ROUND: PrintMoment.DURING,
    KitName.START: PrintMoment.START,
    KitName.SESSIONS: PrintMoment.START,
    KitName.END: PrintMoment.RESULTS,
}


def moment_now(state: EventState, session: int) -> PrintMoment:
    """Returns the moment of a session: before its movement is chosen, before play, during play, or after the last
    score."""
    phase = header(state, session).phase
    if phase is Phase.PLAYING:
        return PrintMoment.DURING
    if phase is not Phase.ENTRIES:
        return PrintMoment.RESULTS
    sections = state.sessions[session].sections.values() if session in state.sessions else ()
    is_planned = any(section.movement is not None for section in sections)
    return PrintMoment.START if is_planned else PrintMoment.BEFORE


def from_moment(now: PrintMoment) -> tuple[PrintMoment, ...]:
    """Returns all moments in the order in which they come next, those that are over last.

    >>> [moment.value for moment in from_moment(PrintMoment.DURING)]
    ['during', 'results', 'cases', 'before', 'start']
    """
    moments = tuple(PrintMoment)
    at = moments.index(now)
    return (*moments[at:], *moments[:at])
