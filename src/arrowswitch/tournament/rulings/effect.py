"""The effect of a ruling before it is given: on the board, the totals and places of both sides, and their match.

Nothing is stored: the awards are applied to a separate state, which is scored as any other. Guidance on Law 12C1(c),
lines 9-66; Law 12C1(c) and 12C2.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.scoring.standings import SidePoints
from arrowswitch.core.scoring.teams.match import Both
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.rulings import AwardGiven, apply_awards
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.results.tables import cell
from arrowswitch.tournament.rulings.decide import lacks_score, read_side_award
from arrowswitch.tournament.scored.lines import scored_at
from arrowswitch.tournament.scored.planned_matches import PlannedMatch, planned_matches
from arrowswitch.tournament.scored.session import tables_of
from arrowswitch.tournament.scored.slots import sides_of
from arrowswitch.tournament.standings.session import standings


@dataclass(frozen=True, slots=True)
class Stand:
    """How one side stands: its points on the board, its total and percentage of the session, its place.

    None where there is nothing yet; `is_tied` when the place is shared.
    """

    points: SidePoints | None
    total: Fraction | None
    percent: Fraction | None
    rank: int
    is_tied: bool


@dataclass(frozen=True, slots=True)
class SideEffect:
    """The effect of a ruling on one side."""

    numbers: tuple[Number, ...]
    before: Stand
    after: Stand


@dataclass(frozen=True, slots=True)
class MatchStand:
    """A match as it stands: the points of both and, once complete, their victory points."""

    points: Both
    vp: Both | None


@dataclass(frozen=True, slots=True)
class MatchEffect:
    """The effect of a ruling on the match of the board."""

    home: Number
    away: Number
    before: MatchStand
    after: MatchStand


@dataclass(frozen=True, slots=True)
class RulingEffect:
    """The effect of a ruling; `match` is None if everybody is compared with the whole field."""

    ns: SideEffect
    ew: SideEffect
    match: MatchEffect | None


def effect_of(state: EventState, slot: Slot, ns_text: str, ew_text: str) -> RulingEffect | None:
    """Returns the effect of awards as typed; an empty text leaves a side the score of the table. Returns None if there
    is none.

    Raises NotFound (`result.no-such-slot`) and as `read_side_award` for a text that is no award.
    """
    ns, ew = sides_of(state, slot)
    awards = read_side_award(ns_text, slot.board), read_side_award(ew_text, slot.board)
    if lacks_score(state, slot) and None in awards:
        return None
    award = AwardGiven(slot=slot, ns=ns, ew=ew, ns_award=awards[0], ew_award=awards[1], law="", approver="")
    after = replace(apply_awards(state, award, state.seq + 1), seq=state.seq + 1)
    sides = [
        SideEffect(numbers, _stand(state, slot, numbers, place), _stand(after, slot, numbers, place))
        for place, numbers in enumerate((ns, ew))
    ]
    return RulingEffect(ns=sides[0], ew=sides[1], match=_match_effect(state, after, slot))


def _stand(state: EventState, slot: Slot, numbers: tuple[Number, ...], side: int) -> Stand:
    cell_view = cell(state, slot)
    place = Place(slot.session, slot.section)
    number = form_of(state.settings).fined_number(state, place, numbers[0])
    standing = standings(state, slot.session).of(scored_at(state, place, number))
    return Stand(
        points=(cell_view.ns_points, cell_view.ew_points)[side],
        total=None if standing is None else standing.total,
        percent=None if standing is None else standing.percent,
        rank=0 if standing is None else standing.rank,
        is_tied=standing is not None and standing.is_tied,
    )


def _match_effect(before: EventState, after: EventState, slot: Slot) -> MatchEffect | None:
    match = next((one for one in planned_matches(before) if slot in one.slots), None)
    if match is None:
        return None
    stands = _match_stand(before, match), _match_stand(after, match)
    return MatchEffect(home=match.home, away=match.away, before=stands[0], after=stands[1])


def _match_stand(state: EventState, match: PlannedMatch) -> MatchStand:
    table = next(one for one in tables_of(state, match.place.session) if one.section == match.place.section)
    result = table.of(match).result
    return MatchStand(points=result.points, vp=result.vp)
