"""Marks in the rankings of the hall: contestants with an adjusted or corrected score, or a ruling still open."""

from __future__ import annotations

from collections.abc import Mapping

from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.views import Flag
from arrowswitch.tournament.results.tables import cells

SIGNS: Mapping[Flag, str] = {Flag.ADJUSTED: "*", Flag.CHANGED: "†", Flag.PENDING: "?"}
"""The sign of each flag, in the order in which they follow a name."""


def row_marks(state: EventState) -> Mapping[EntryId, str]:
    """Returns the signs of each entry with a flagged board in any session that has begun."""
    flags: dict[EntryId, set[Flag]] = {}
    for session in state.sessions.values():
        if not session.is_started:
            continue
        for cell in cells(state, session.number):
            board_flags = cell.flags & SIGNS.keys()
            if board_flags:
                for entry in (*cell.ns.entries, *cell.ew.entries):
                    if entry is not None:
                        flags.setdefault(entry.entry_id, set()).update(board_flags)
    return {entry: "".join(sign for flag, sign in SIGNS.items() if flag in found) for entry, found in flags.items()}


def signs_used(marks: Mapping[EntryId, str]) -> tuple[tuple[str, str], ...]:
    """Returns each sign that occurs, with the name of its flag, for the legend."""
    used = set().union(*marks.values())
    return tuple((sign, flag.value) for flag, sign in SIGNS.items() if sign in used)
