"""The results of a contestant who leaves an event: those that stay, are removed, or are forfeited.

Regulations summary, line 73: the boards of a pair stay until its scores are removed. Line 75: if half of the matches or
more are not played, those played are removed, those of the opponents too; in a Swiss they stay for the opponents. Open
matches are forfeited (lines 228-250).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from arrowswitch.core.contestants import Number
from arrowswitch.tournament.entries.team_numbers import team_number
from arrowswitch.tournament.matches.views import MatchStatus, MatchView, matches
from arrowswitch.tournament.model.memory import EventMemory
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.rulebooks.scale_choice import ranks_matches
from arrowswitch.tournament.scored.session import tables_of


@dataclass(frozen=True, slots=True)
class LeavingResults:
    """The matches of a contestant who leaves, each as `1–4`; `is_removed` if it has no place in the ranking any more.
    `for_opponents` are played matches that count for the opponents only, `removed` those with results that are removed,
    `dropped` those without. `boards` is the number of boards that stay in an event without matches."""

    staying: tuple[str, ...] = ()
    for_opponents: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    forfeited: tuple[str, ...] = ()
    is_removed: bool = False
    boards: int = 0


def leaving_results(state: EventState, place: Place, number: Number) -> LeavingResults | None:
    """Returns the fate of the results of a contestant who has left, or would leave now; None where nobody has the
    number, or its scores of the session were removed."""
    section = state.find_section(place)
    entry = state.entry_at(place, number)
    if section is None or entry is None:
        return None
    if not ranks_matches(state.settings):
        boards = sum(slot.place == place and number in one.ns + one.ew for slot, one in state.results.items())
        return None if number in state.removed_numbers(place) else LeavingResults(boards=boards)
    gone = state
    if not entry.is_withdrawn:
        entries = {**state.entries, entry.entry_id: replace(entry, is_withdrawn=True)}
        gone = replace(state, entries=entries, memory=EventMemory())
    team = team_number(section.movement, number)
    own = [one for one in matches(gone) if one.place.section == place.section and team in one.teams]
    tables = [table for table in tables_of(gone, max(gone.sessions)) if table.section == place.section]
    is_removed = state.settings.event_form.removes_matches and any(team in table.scored.removed for table in tables)
    played = [one for one in own if one.status in (MatchStatus.COMPLETE, MatchStatus.UNDECIDED)]
    return LeavingResults(
        staying=() if is_removed else _names(played),
        for_opponents=_names(played) if is_removed else (),
        removed=_names([one for one in own if one.status is MatchStatus.REMOVED and one.has_points]),
        dropped=_names([one for one in own if one.status is MatchStatus.REMOVED and not one.has_points]),
        forfeited=_names([one for one in own if one.status is MatchStatus.FORFEITED]),
        is_removed=is_removed,
    )


def _names(listed: list[MatchView]) -> tuple[str, ...]:
    return tuple(f"{one.home}–{one.away}" for one in listed)
