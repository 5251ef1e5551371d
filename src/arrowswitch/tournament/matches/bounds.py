"""How much open boards can still change: the least and the most that matches under way bring, above what is counted.

A board brings 24 IMPs at the most (Law 78B), or the board itself where boards are won. A match that is open counts
nothing in the table yet, so that what it can bring is added whole. Boards of pairs are compared with the whole field: a
missing one may change every match of its round.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.model import RoundNumber, SessionNumber
from arrowswitch.core.scoring.teams.event import TeamMatchState
from arrowswitch.core.scoring.teams.forfeits import least_of, most_of
from arrowswitch.core.scoring.teams.match import MatchRules, TeamMethod
from arrowswitch.core.scoring.teams.results import MatchResult
from arrowswitch.tournament.event.model import EventState
from arrowswitch.tournament.event.places import Place
from arrowswitch.tournament.scored.match_standings import MatchTable
from arrowswitch.tournament.scored.planned_matches import PlannedMatch, planned_matches
from arrowswitch.tournament.scored.session import tables_of
from arrowswitch.tournament.scored.slots import open_slots

MOST_IMPS = 24
_LARGEST = Fraction(100_000)

Span = tuple[Fraction, Fraction]


def match_bounds(state: EventState, place: Place, through: RoundNumber) -> dict[Number, Span]:
    """Returns for everybody with open matches up to a round how much these add, at the least and at the most."""
    tables = [one for one in tables_of(state, place.session, through) if one.section == place.section]
    found: dict[Number, Span] = {}
    for table in tables:
        for number, (least, most) in _spans(state, table, place.session, through):
            before = found.get(number, (Fraction(0), Fraction(0)))
            found[number] = before[0] + least, before[1] + most
    return found


def _spans(
    state: EventState, table: MatchTable, session: SessionNumber, through: RoundNumber
) -> Iterator[tuple[Number, Span]]:
    open_rounds = {(slot.session, slot.round) for slot in open_slots(state, session) if slot.section == table.section}
    for match in table.planned:
        scored = table.of(match)
        if not match.closed and (match.place.session, match.rounds[0]) in open_rounds:
            for number in match.teams:
                least, most = least_of(table.rules), most_of(table.rules)
                counted = scored.brings_to(number) or Fraction(0)
                yield number, (least - counted, most - counted)
        elif scored.state is TeamMatchState.OPEN:
            for number in match.teams:
                yield number, match_span(scored.result, table.rules, match, number)
    for match in planned_matches(state):
        is_counted = (
            match.place.session == session and match.rounds[-1] <= through and match.place.section == table.section
        )
        if is_counted and match.in_triangle:
            yield from _triangle(match, table)


def match_span(result: MatchResult, rules: MatchRules, match: PlannedMatch, number: Number) -> Span:
    """Returns the least and the most that an open match can bring one of its two."""
    side = match.teams.index(number)
    left = max(match.comparisons - result.score.compared - len(result.ruled) - len(result.match.left_out), 0)
    if rules.method.is_board_a_match:
        points, most = result.points[side], rules.share * rules.bam.win * left
        ends = [rules.vp((_LARGEST * sign, -_LARGEST * sign)) for sign in (-1, 1)]
        least_vp, most_vp = ((one[0] if one is not None else Fraction(0)) for one in ends)
        return points + least_vp, points + most + most_vp
    per_board = rules.share * (MOST_IMPS if rules.method is TeamMethod.IMPS else _LARGEST)
    least, most = (result.margins[side] + sign * per_board * left for sign in (-1, 1))
    brought = [rules.vp((margin, -margin)) for margin in (least, most)]
    if brought[0] is None or brought[1] is None:
        return least, most
    return brought[0][0], brought[1][0]


def _triangle(match: PlannedMatch, table: MatchTable) -> Iterator[tuple[Number, Span]]:
    """Yields half of what an open triangle within a round can bring: each of the three is in two of its matches."""
    place = match.place.session, match.rounds[0]
    least, most = least_of(table.rules), most_of(table.rules)
    for number in match.teams:
        if (*place, number) not in table.shared:
            yield number, (least / 2, most / 2)
