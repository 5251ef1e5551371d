"""The match that decided the place of a team in a knockout: the one it lost last, or won for its place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.core.pairing.knockout.deciding import DecidedBy, decided_by
from arrowswitch.core.pairing.knockout.match import KnockoutMatch, MatchSide
from arrowswitch.core.pairing.knockout.words import round_name
from arrowswitch.tournament.forms.bracket.progress import is_knockout, knockout
from arrowswitch.tournament.model.state import EventState


@dataclass(frozen=True, slots=True)
class DecidingMatch:
    """The last match of a team that is over: the name of its round, the others, whether it was won, what both have
    (None where nothing was played, or of three), what decided it, and the director's reason where he did."""

    stage: Problem
    opponents: tuple[Number, ...]
    is_won: bool
    own: MatchSide | None
    other: MatchSide | None
    by: DecidedBy
    reason: str


def deciding_matches(state: EventState, session: SessionNumber) -> Mapping[Number, DecidingMatch]:
    """Returns for each team of a session that has ended a match what decided the last one; nothing where there is no
    knockout."""
    deciding: dict[Number, DecidingMatch] = {}
    for letter in state.session(session).sections if is_knockout(state) else ():
        stands = knockout(state, letter)
        if stands is None:
            continue
        for match in stands.matches:
            by = decided_by(match)
            if by is not None:
                stage = round_name(stands.bracket, match.bracket)
                deciding |= {
                    number: _deciding(match, number, stage, by) for number in match.teams if number is not None
                }
    return deciding


def _deciding(match: KnockoutMatch, number: Number, stage: Problem, by: DecidedBy) -> DecidingMatch:
    others = tuple(one for one in match.teams if one is not None and one != number)
    side_of = {side.number: side for side in match.sides}
    has_score = bool(match.compared) and len(others) == 1
    return DecidingMatch(
        stage=stage,
        opponents=others,
        is_won=number in match.goes_on,
        own=side_of.get(number) if has_score else None,
        other=side_of.get(others[0]) if has_score else None,
        by=by,
        reason=match.result.reason if match.result is not None and by is DecidedBy.RULING else "",
    )
