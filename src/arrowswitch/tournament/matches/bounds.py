"""What everybody in a table of matches still ends with at the least and at the most, whatever open boards bring.

A board brings 24 IMPs at the most (Law 78B), or the board itself where boards are won. A match that is open counts
nothing in the table yet, so that what it can bring is added whole. Boards of pairs are compared with the whole field:
a missing one may change every match of its round. What a forfeit brings its winner is a mean of other matches
(regulations summary, lines 234-242): while one of these is open, it moves with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.model import RoundNumber
from arrowswitch.core.pairing.swiss.early import Bounds
from arrowswitch.core.scoring.outcomes import AverageKind
from arrowswitch.core.scoring.rounding import round_half_up_2
from arrowswitch.core.scoring.team_rules import TeamsRankBy, TieBreak
from arrowswitch.core.scoring.teams.event import EventMatch, TeamMatchState
from arrowswitch.core.scoring.teams.forfeits import forfeit_share, least_of, most_of
from arrowswitch.core.scoring.teams.match import MatchRules, TeamMethod
from arrowswitch.core.scoring.teams.results import MatchResult
from arrowswitch.core.scoring.teams.triangles import TriangleShare
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.scored.match_standings import MatchTable
from arrowswitch.tournament.scored.planned_matches import PlannedMatch, planned_matches
from arrowswitch.tournament.scored.session import tables_of
from arrowswitch.tournament.scored.slots import open_slots

MOST_IMPS = 24
_LARGEST = Fraction(100_000)
_OWN_TIE_BREAKS = frozenset({TieBreak.QUOTIENT, TieBreak.DIFFERENCE, TieBreak.WINS})
"""The tie-breaks that look at nobody's matches but one's own."""

Span = tuple[Fraction, Fraction]
"""The least and the most of what a match brings."""


def match_bounds(state: EventState, place: Place, through: RoundNumber) -> dict[Number, Bounds]:
    """Returns between which scores everybody in the table of a section ends after a round, in what it is ranked by."""
    found: dict[Number, Bounds] = {}
    for table in _tables(state, place, through):
        spans = _Spans(state, table, place, through)
        is_by_wins = table.event.team_rules.rank_by is TeamsRankBy.WINS
        for standing in table.scored.ranking:
            row = standing.row
            if is_by_wins:
                least, most = (row.wins + end for end in spans.of_wins(row.number))
            else:
                exact = row.raw + row.carried - row.penalty
                least, most = (round_half_up_2(exact + end) for end in spans.of_points(row.number))
            found[row.number] = Bounds(least, most, is_running=spans.is_running(row.number))
    return found


def are_ties_certain(state: EventState, place: Place, through: RoundNumber) -> bool:
    """True if the present order stands between two teams with equal scores whose matches are over: nothing is open, or
    no tie-break looks at the matches of others."""
    tables = list(_tables(state, place, through))
    if not any(_Spans(state, table, place, through).is_any_open for table in tables):
        return True
    return all(_OWN_TIE_BREAKS.issuperset(table.event.team_rules.tie_breaks) for table in tables)


def _tables(state: EventState, place: Place, through: RoundNumber) -> Iterator[MatchTable]:
    return (table for table in tables_of(state, place.session, through) if table.section == place.section)


class _Spans:
    """How much the matches of a table still add to what is counted in it."""

    def __init__(self, state: EventState, table: MatchTable, place: Place, through: RoundNumber) -> None:
        self._table = table
        field_rounds = {
            (slot.session, slot.round)
            for session in range(1, place.session + 1)
            for slot in open_slots(state, session)
            if session < place.session or slot.round <= through
        }
        self._scored = {match: table.of(match) for match in table.planned}
        self._open = {
            match: scored
            for match, scored in self._scored.items()
            if scored.state is TeamMatchState.OPEN
            or (_is_of_pairs(match) and (match.place.session, match.rounds[0]) in field_rounds)
        }
        self._triangles = [
            match
            for match in planned_matches(state)
            if match.in_triangle and match.place.section == place.section and _is_until(match, place, through)
        ]

    @property
    def is_any_open(self) -> bool:
        """True if a match is open that any score depends on."""
        return bool(self._open) or any(self._open_triangles(number) for m in self._triangles for number in m.teams)

    def is_running(self, number: Number) -> bool:
        """True if a team is still playing, or won by a forfeit whose score depends on matches that are not over."""
        in_open = any(number in scored.counts_for for scored in self._open.values())
        by_forfeit = any(one.forfeit is not None and number in one.counts_for for one in self._scored.values())
        by_forfeit = by_forfeit or any(share.number == number and share.is_winner for share in self._shares)
        return in_open or bool(self._open_triangles(number)) or (by_forfeit and self.is_any_open)

    def of_points(self, number: Number) -> Span:
        """Returns how much the open matches of somebody add to the total, at the least and at the most."""
        least = most = Fraction(0)
        for match, scored in self._scored.items():
            if number not in scored.counts_for:
                continue
            if scored.forfeit is not None:
                ends, counted = self._of_forfeit(scored, number), scored.brings_to(number) or Fraction(0)
            elif match in self._open:
                ends, counted = self._of_match(match, number), scored.brings_to(number) or Fraction(0)
            else:
                continue
            least, most = least + ends[0] - counted, most + ends[1] - counted
        for match in self._open_triangles(number):
            ends = _ends(self._table.rules, 2 * match.comparisons)
            least, most = least + ends[0] / 2, most + ends[1] / 2
        for share in self._forfeited_triangles(number):
            ends, counted = (least_of(self._table.rules), most_of(self._table.rules)), share.brings or Fraction(0)
            least, most = least + ends[0] - counted, most + ends[1] - counted
        return least, most

    def of_wins(self, number: Number) -> Span:
        """Returns how many matches more, or fewer, somebody may have won in the end; a tied one counts half."""
        least = most = Fraction(0)
        for match, scored in self._open.items():
            if number in scored.counts_for and scored.forfeit is None:
                brings = scored.brings
                own, other = (Fraction(0), Fraction(0)) if brings is None else brings
                if match.teams[0] != number:
                    own, other = other, own
                counted = Fraction(0) if brings is None else Fraction((own > other) - (own < other) + 1, 2)
                least, most = least - counted, most + 1 - counted
        # Each open triangle is listed with both of its matches.
        return least, most + Fraction(len(self._open_triangles(number)), 2)

    def _of_match(self, match: PlannedMatch, number: Number) -> Span:
        """Returns the least and the most that an open match can bring one of its two."""
        if _is_of_pairs(match):
            return _ends(self._table.rules, match.comparisons)
        return match_span(self._scored[match].result, self._table.rules, match, number)

    def _of_forfeit(self, scored: EventMatch, number: Number) -> Span:
        """Returns the least and the most that a forfeited match can bring one of its two: the winner's share is a mean
        that open matches can raise and lower."""
        brought = scored.brings_to(number) or Fraction(0)
        if scored.forfeit is None or number in scored.losers:
            return brought, brought
        loser = scored.match.other(number)
        own = [self._won(match, number) for match, _ in self._played(number)]
        own += self._triangle_spans(number)
        against = [self._won(match, match.teams[1 - match.teams.index(loser)]) for match, _ in self._played(loser)]
        rules, teams = self._table.rules, self._table.event.team_rules
        least, most = (
            forfeit_share([span[end] for span in own], [span[end] for span in against], rules, teams).most
            for end in (0, 1)
        )
        return least, most

    def _played(self, number: Number) -> Iterator[tuple[PlannedMatch, EventMatch]]:
        """Yields the matches of somebody that are really played, or will be."""
        for match, scored in self._scored.items():
            if match.has(number) and scored.counts_for and scored.state is not TeamMatchState.FORFEITED:
                yield match, scored

    def _won(self, match: PlannedMatch, number: Number) -> Span:
        if match in self._open:
            return self._of_match(match, number)
        won = self._scored[match].brings_to(number) or Fraction(0)
        return won, won

    @property
    def _shares(self) -> tuple[TriangleShare, ...]:
        return self._table.scored.triangles

    def _forfeited_triangles(self, number: Number) -> list[TriangleShare]:
        """Returns the triangles of a team of which it won a half by a forfeit, as long as other matches are open."""
        if not self.is_any_open:
            return []
        return [share for share in self._shares if share.number == number and share.is_winner]

    def _triangle_spans(self, number: Number) -> list[Span]:
        """Returns the least and the most points of a team from each triangle without forfeits."""
        rules = self._table.rules
        return [
            (share.brings, share.brings) if share.brings is not None else _ends(rules, rules.boards)
            for share in self._shares
            if share.number == number and not share.is_forfeit
        ]

    def _open_triangles(self, number: Number) -> list[PlannedMatch]:
        """Returns the two matches of somebody in each triangle within a round that is not over."""
        return [
            match
            for match in self._triangles
            if match.has(number) and (match.place.session, match.rounds[0], number) not in self._table.shared
        ]


def _is_of_pairs(match: PlannedMatch) -> bool:
    """True if a match has one table, whose boards are compared with the whole field."""
    return not match.closed


def _is_until(match: PlannedMatch, place: Place, through: RoundNumber) -> bool:
    return match.place.session < place.session or (match.place.session == place.session and match.rounds[-1] <= through)


def match_span(result: MatchResult, rules: MatchRules, match: PlannedMatch, number: Number) -> Span:
    """Returns the least and the most that an open match of teams can bring one of its two."""
    side = match.teams.index(number)
    left = max(match.comparisons - result.score.compared - len(result.ruled) - len(result.match.left_out), 0)
    if rules.method.is_board_a_match:
        # An average plus can follow the mean of the boards compared, so that a ruled board is as open as they are.
        averages = {board.board for board in result.match.ruled if isinstance(board.first, AverageKind)}
        moving = [values[side] for board, values in result.ruled if board in averages]
        points = result.points[side] - sum(moving, Fraction(0))
        most = points + rules.share * rules.bam.win * (left + len(moving))
        ends = [rules.vp((_LARGEST * sign, -_LARGEST * sign)) for sign in (-1, 1)]
        least_vp, most_vp = ((vp[0] if vp is not None else Fraction(0)) for vp in ends)
        return points + least_vp, most + most_vp
    per_board = _per_board(rules)
    least, most = (result.margins[side] + sign * per_board * left for sign in (-1, 1))
    brought = [rules.vp((margin, -margin)) for margin in (least, most)]
    if brought[0] is None or brought[1] is None:
        return least, most
    return brought[0][0], brought[1][0]


def _ends(rules: MatchRules, boards: int) -> Span:
    """Returns the least and the most that a match of so many comparisons can bring from its beginning."""
    if rules.scale is None and not rules.method.is_board_a_match:
        margin = _per_board(rules) * boards
        return -margin, margin
    return least_of(rules), most_of(rules)


def _per_board(rules: MatchRules) -> Fraction:
    return rules.share * (MOST_IMPS if rules.method is TeamMethod.IMPS else _LARGEST)
