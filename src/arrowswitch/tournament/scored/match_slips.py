"""The result of a match by its slip: one line for the whole match in place of its boards.

The documents do not mention it: clubs that score matches at the tables hand in one slip for each match, and its boards
follow later or never. A slip counts as written, for the boards that the match had at that time. Results of these boards
are stored in addition, and shown if they contradict the slip (`matches.slips`).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.core.scoring.teams.match import Both, TeamMethod, Totals
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.matches import MatchSlip, SlipUnit
from arrowswitch.tournament.scored.match_rules import match_rules, scale_in_use, team_method
from arrowswitch.tournament.scored.planned_matches import PlannedMatch, planned_matches

_BY_POINTS = frozenset(
    {TeamMethod.IMPS, TeamMethod.TOTAL_POINTS, TeamMethod.BOARD_A_MATCH, TeamMethod.POINT_A_BOARD},
)
"""Methods for which the points of a match are enough; the others need the net score of its boards as well."""

BoardAt = tuple[SessionNumber, BoardNumber]


def slip_units(state: EventState, match: PlannedMatch) -> tuple[SlipUnit, ...]:
    """Returns the units that the slip of a match can report, the usual first. Returns nothing if a match needs its
    boards.

    Victory points cannot be reported in an event without them, in a knockout (IMPs decide), and for half a triangle,
    whose two matches share them.
    """
    if not match.is_at_two_tables or team_method(state.settings) not in _BY_POINTS:
        return ()
    has_vp = scale_in_use(state) is not None and not match.in_triangle
    return (SlipUnit.POINTS, SlipUnit.VP) if has_vp and state.settings.event_form.reports_vp else (SlipUnit.POINTS,)


def slip_of(state: EventState, match: PlannedMatch) -> MatchSlip | None:
    """Returns the slip that a match is counted by; None where it has none, or one that the present scoring cannot use
    (settings changed, boards taken away)."""
    for slip in state.matches.slips:
        is_this = slip.at == match.place.at(match.rounds[0]) and {slip.home, slip.away} == set(match.teams)
        if is_this and slip.unit in slip_units(state, match) and _adds_up(state, match, slip):
            return slip
    return None


def slip_points(slip: MatchSlip, match: PlannedMatch) -> Both:
    """Returns the points on the slip of a match, the home side first, which a new draw may have exchanged."""
    return slip.points if slip.home == match.home else slip.points[::-1]


def slip_parts(slip: MatchSlip, match: PlannedMatch, method: TeamMethod) -> tuple[Totals, Both | None]:
    """Returns a slip as the scoring of matches takes it: totals of its boards, and the victory points that it gives."""
    points = slip_points(slip, match)
    if slip.unit is SlipUnit.VP:
        nothing = points[0] - points[0], points[1] - points[1]
        return Totals(match.comparisons, None, nothing), points
    count = len(boards_on(slip, match)) * match.comparisons_each
    if method is TeamMethod.TOTAL_POINTS:
        net = int(points[0] - points[1])
        return Totals(count, net, (Fraction(max(net, 0)), Fraction(max(-net, 0)))), None
    return Totals(count, None, points), None


def boards_on(slip: MatchSlip, match: PlannedMatch) -> frozenset[BoardAt]:
    """Returns the boards of a match that its slip is of: with victory points all, else as many as there were."""
    boards = boards_in_order(match)
    return frozenset(boards if slip.unit is SlipUnit.VP else boards[: slip.boards])


def boards_in_order(match: PlannedMatch) -> Sequence[BoardAt]:
    """Returns the boards of a match in their order."""
    return match.boards_in_length


@lru_cache(maxsize=64)
def slots_on_slips(state: EventState) -> frozenset[Slot]:
    """Returns the slots that need no results, because the slip of their match includes them."""
    if not state.matches.slips:
        return frozenset()
    covered: set[Slot] = set()
    for match in planned_matches(state):
        slip = slip_of(state, match)
        boards = frozenset() if slip is None else boards_on(slip, match)
        is_whole = bool(boards) and len(boards) == len(match.boards_in_length)
        covered |= {slot for slot in match.slots if is_whole or (slot.session, slot.board) in boards}
    return frozenset(covered)


def _adds_up(state: EventState, match: PlannedMatch, slip: MatchSlip) -> bool:
    """True if the boards won on a slip add up to the number of its boards."""
    method = team_method(state.settings)
    if not method.is_board_a_match:
        return True
    rules = match_rules(state, match.length)
    boards = len(boards_on(slip, match)) * match.comparisons_each
    return sum(slip.points) == rules.share * rules.bam.win * boards
