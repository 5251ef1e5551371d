"""The matches that have no result though nothing is missing: no board of theirs can be compared.

JCBL director's manual 3.3, lines 2607 and 2651-2652 (boards are left out of the comparison where a team sat the same
way round at both tables). The documents do not say what a match without any board brings: the director rules on it,
enters its slip or notes a forfeit, and until then the event is not complete (decision).
"""

from __future__ import annotations

from functools import lru_cache

from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.scored.match_results import counted_boards, team_parts
from arrowswitch.tournament.scored.match_slips import slip_of
from arrowswitch.tournament.scored.planned_matches import PlannedMatch, planned_matches


@lru_cache(maxsize=64)
def undecided_matches(state: EventState) -> tuple[PlannedMatch, ...]:
    """Returns the matches all of whose boards are left out of the comparison, with no slip and no forfeit."""
    return tuple(match for match in planned_matches(state) if is_undecided(state, match))


def is_undecided(state: EventState, match: PlannedMatch) -> bool:
    """True if every board of a match is left out of the comparison, and nothing else decides it."""
    if not match.is_at_two_tables or not _is_all_in(state, match):
        return False
    played, ruled, _ = team_parts(counted_boards(state, match))
    is_empty = not ruled and not any(part.boards for part in played)
    return is_empty and slip_of(state, match) is None and not _is_lost(state, match)


def _is_all_in(state: EventState, match: PlannedMatch) -> bool:
    return all(slot in state.results for slot in match.open + match.closed)


def _is_lost(state: EventState, match: PlannedMatch) -> bool:
    """True if a team has forfeited the match or has left the event."""
    entries = (state.entry_at(match.place, number) for number in match.teams)
    return any(entry is not None and entry.is_withdrawn for entry in entries) or any(
        match.concerns(forfeit.at, forfeit.number, forfeit.opponent) for forfeit in state.matches.forfeits
    )
