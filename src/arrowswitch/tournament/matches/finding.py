"""The match that a command is about."""

from __future__ import annotations

from arrowswitch.core.errors import NotFound, Refused
from arrowswitch.tournament.model.slices.matches import (
    EnterMatchSlip,
    RemoveMatchResults,
    RemoveMatchSlip,
    ShortenMatch,
)
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.scored.planned_matches import PlannedMatch, planned_matches


def command_match(
    state: EventState, command: RemoveMatchResults | EnterMatchSlip | RemoveMatchSlip | ShortenMatch
) -> PlannedMatch:
    """Returns the match of a contestant in a round; raises NotFound (`match.none`), or Refused where there are several
    and none is named."""
    number, opponent = command.number, command.opponent
    listed = [
        match
        for match in planned_matches(state)
        if match.is_in(command.at) and match.has(number) and (opponent is None or match.has(opponent))
    ]
    if not listed:
        raise NotFound.of("match.none", number=number, round=command.at.round)
    if len(listed) > 1:
        others = ", ".join(team for match in listed for team in match.teams if team != number)
        raise Refused.of("team-event.forfeit-which", number=number, others=others)
    return listed[0]
