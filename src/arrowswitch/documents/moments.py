"""The moment of an event at which each sheet is printed, from the first announcement to the last case."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from arrowswitch.tournament.model.state import EventState, Phase
from arrowswitch.tournament.standings.header import header


class Moment(StrEnum):
    """The moments at which sheets are printed, in the order of an evening; cases come at any time."""

    BEFORE = "before"
    START = "start"
    DURING = "during"
    RESULTS = "results"
    CASES = "cases"


_SHEETS: Mapping[Moment, frozenset[str]] = {
    Moment.BEFORE: frozenset(
        {"announcement", "advance-list", "entry-list", "checklist", "playing-notes", "room-plan", "master-sheet"}
        | {"league", "test-page"}
    ),
    Moment.START: frozenset(
        {"opening-words", "director-summary", "stand-signs", "seating", "table-numbers", "guide-cards", "guide-slips"}
        | {"rover-slips", "pair-team-guide", "entry-forms"}
    ),
    Moment.DURING: frozenset(
        {"draw-sheet", "bracket", "lineup-slips", "team-score-sheet", "bam-report", "pickup-slips", "travellers"}
    ),
    Moment.RESULTS: frozenset(
        {"ranking", "total", "qualifiers", "prize-list", "certificates", "cross-table", "team-result", "recap"}
        | {"private-scores", "hand-records", "board-record"}
    ),
    Moment.CASES: frozenset({"ruling-sheet", "appeal-form", "case-list", "record"}),
}
_KITS = {"round": Moment.DURING, "start": Moment.START, "sessions": Moment.START, "end": Moment.RESULTS}


def moment_of(sheet: str) -> Moment:
    """Returns the moment at which a sheet is printed.

    >>> moment_of("guide-cards").value
    'start'
    """
    return next(moment for moment, names in _SHEETS.items() if sheet in names)


def moment_of_kit(kit: str) -> Moment:
    """Returns the moment at which a kit is printed."""
    return _KITS[kit]


def moment_now(state: EventState, session: int) -> Moment:
    """Returns the moment of a session: before its movement is chosen, before play, during play, or after the last
    score."""
    phase = header(state, session).phase
    if phase is Phase.PLAYING:
        return Moment.DURING
    if phase is not Phase.ENTRIES:
        return Moment.RESULTS
    sections = state.sessions[session].sections.values() if session in state.sessions else ()
    is_planned = any(section.movement is not None for section in sections)
    return Moment.START if is_planned else Moment.BEFORE


def from_moment(now: Moment) -> tuple[Moment, ...]:
    """Returns all moments in the order in which they come next, those that are over last.

    >>> [moment.value for moment in from_moment(Moment.DURING)]
    ['during', 'results', 'cases', 'before', 'start']
    """
    moments = tuple(Moment)
    at = moments.index(now)
    return (*moments[at:], *moments[:at])
