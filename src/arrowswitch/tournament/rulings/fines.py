"""The penalties that a contestant can get: off the total or off a match, and in which units.

Regulations summary, lines 47-59 (units); manual, lines 1746-1760 (a penalty of a match). Decided here: IMPs come off a
match, so that there must be one with IMPs of its own; in a knockout every penalty does, for there is no total.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.model import RoundNumber
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.rulings import GivePenalty
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.matches import SlipUnit
from arrowswitch.tournament.scored.match_rules import penalty_units_of
from arrowswitch.tournament.scored.match_slips import slip_of
from arrowswitch.tournament.scored.planned_matches import PlannedMatch, planned_matches


@dataclass(frozen=True, slots=True)
class Fineable:
    """The target of a penalty: the total (`round` None), or the match of a round against `opponents` (two in a
    triangle); and the units that it can be given in, the usual first."""

    round: RoundNumber | None
    opponents: tuple[Number, ...]
    units: tuple[PenaltyUnit, ...]


def fineable(state: EventState, place: Place, number: Number) -> tuple[Fineable, ...]:
    """Returns the targets of a contestant's penalties: the total first, then its matches by their rounds.

    For teams the number is the team's. A team of a knockout without a match has no targets yet.
    """
    return tuple(_fineable(state, place, number))


def _fineable(state: EventState, place: Place, number: Number) -> Iterator[Fineable]:
    units = penalty_units_of(state)
    if not form_of(state.settings).ranks_matches(state):
        yield Fineable(None, (), units)
        return
    if not form_of(state.settings).fines_need_match:
        yield Fineable(None, (), tuple(unit for unit in units if unit is not PenaltyUnit.IMPS))
    for at, matches in _by_round(state, place, number).items():
        opponents = tuple(other for match in matches for other in match.teams if other != number)
        yield Fineable(at, opponents, tuple(unit for unit in units if _takes(state, matches, unit)))


def _takes(state: EventState, matches: tuple[PlannedMatch, ...], unit: PenaltyUnit) -> bool:
    """True if a penalty in this unit can be deducted from matches of a round. A match of a triangle within a round has
    no IMPs of its own, nor has one whose slip reports victory points."""
    if unit is not PenaltyUnit.IMPS:
        return True
    own = [match for match in matches if not match.in_triangle]
    return bool(own) and not any(_is_by_vp(state, match) for match in own)


def _is_by_vp(state: EventState, match: PlannedMatch) -> bool:
    slip = slip_of(state, match)
    return slip is not None and slip.unit is SlipUnit.VP


@lru_cache(maxsize=256)
def _by_round(state: EventState, place: Place, number: Number) -> Mapping[RoundNumber, tuple[PlannedMatch, ...]]:
    by_round: dict[RoundNumber, tuple[PlannedMatch, ...]] = {}
    for match in planned_matches(state):
        for at in match.rounds:
            if match.concerns(place.at(at), number):
                by_round[at] = (*by_round.get(at, ()), match)
    return dict(sorted(by_round.items()))


def only_round(state: EventState, place: Place, number: Number) -> RoundNumber | None:
    """Returns the first round of the match from which every penalty is deducted, or None if the event has several."""
    by_round = _by_round(state, place, number) if state.settings.event_form.is_one_match else {}
    return next(iter(by_round), None)


def check_fine(state: EventState, command: GivePenalty) -> None:
    """Raises Refused for an impossible penalty: in a unit that does not fit the event, for no match, or for a match
    without IMPs of its own. In a team event `number` is that of the team."""
    number, unit, at = command.number, command.unit.value, command.round
    if command.unit not in penalty_units_of(state):
        if form_of(state.settings).ranks_matches(state):
            raise Refused.of("team-event.penalty-unit", number=number, unit=unit)
        raise Refused.of("scoring.penalty-unit", number=number, unit=unit, method=state.settings.scoring.method.value)
    if not form_of(state.settings).ranks_matches(state):
        return
    if at is None:
        if form_of(state.settings).fines_need_match:
            raise Refused.of("bracket.penalty-needs-match", number=number)
        if command.unit is PenaltyUnit.IMPS:
            raise Refused.of("team-event.penalty-needs-round", number=number)
        return
    matches = _by_round(state, command.place, number).get(at, ())
    if form_of(state.settings).fines_need_match and not matches:
        raise Refused.of("bracket.penalty-no-match", number=number, round=at)
    if not _takes(state, matches, command.unit):
        is_by_vp = any(_is_by_vp(state, match) for match in matches)
        code = "team-event.penalty-by-vp" if is_by_vp else "team-event.penalty-no-match"
        raise Refused.of(code, number=number, round=at)
