"""The moment of an event at which each sheet is printed, from the first announcement to the last case."""

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


_SHEETS: Mapping[PrintMoment, frozenset[str]] = {
    PrintMoment.BEFORE: frozenset(
        {"announcement", "advance-list", "entry-list", "checklist", "playing-notes", "room-plan", "master-sheet"}
        | {"league", "test-page"}
    ),
    PrintMoment.START: frozenset(
        {"opening-words", "director-summary", "stand-signs", "seating", "table-numbers", "guide-cards", "guide-slips"}
        | {"rover-slips", "pair-team-guide", "entry-forms"}
    ),
    PrintMoment.DURING: frozenset(
        {"draw-sheet", "bracket", "lineup-slips", "team-score-sheet", "bam-report", "pickup-slips", "travellers"}
    ),
    PrintMoment.RESULTS: frozenset(
        {"ranking", "total", "qualifiers", "prize-list", "certificates", "cross-table", "team-result", "recap"}
        | {"private-scores", "hand-records", "board-record"}
    ),
    PrintMoment.CASES: frozenset({"ruling-sheet", "appeal-form", "case-list", "record"}),
}
_KITS = {
    "round": PrintMoment.DURING,
    "start": PrintMoment.START,
    "sessions": PrintMoment.START,
    "end": PrintMoment.RESULTS,
}


def moment_of(sheet: str) -> PrintMoment:
    """Returns the moment at which a sheet is printed.

    >>> moment_of("guide-cards").value
    'start'
    """
    return next(moment for moment, names in _SHEETS.items() if sheet in names)


def moment_of_kit(kit: str) -> PrintMoment:
    """Returns the moment at which a kit is printed."""
    return _KITS[kit]


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
