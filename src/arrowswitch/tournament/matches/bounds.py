"""The lowest and the highest final score of everybody in a table of matches, for all results of the open boards.

A board scores at most 24 IMPs (Law 78B), or one board at board-a-match; no ruling scores more. A board with a ruling at
one table is open while the other table is: a second ruling may replace it. A match that is open counts nothing in the
table yet, so that what it can bring is added whole. Boards of pairs are compared with the whole field: a missing one
may change every match that has it. The winner of a forfeit scores a mean of other matches (regulations summary, lines
234-242): while one of these is open, it moves with it. The first half of a triangle over two rounds brings nothing yet,
even while its boards are open.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.notation import LARGEST_SCORE
from arrowswitch.core.movements.model import RoundNumber
from arrowswitch.core.pairing.swiss.early import Bounds
from arrowswitch.core.scoring.outcomes import AverageKind
from arrowswitch.core.scoring.rounding import round_half_up_2
from arrowswitch.core.scoring.team_rules import TeamsRankBy, TieBreak
from arrowswitch.core.scoring.teams.event import EventMatch, TeamMatchState
from arrowswitch.core.scoring.teams.forfeits import draw_of, forfeit_share, least_of, most_of
from arrowswitch.core.scoring.teams.match import Both, MatchRules, TeamMethod
from arrowswitch.core.scoring.teams.results import MatchResult
from arrowswitch.core.scoring.teams.triangles import TriangleShare
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.scored.match_results import keys_of
from arrowswitch.tournament.scored.match_standings import MatchTable
from arrowswitch.tournament.scored.planned_matches import PlannedMatch, planned_matches
from arrowswitch.tournament.scored.session import tables_of
from arrowswitch.tournament.scored.slots import open_slots

MOST_IMPS = 24
_LARGEST = Fraction(100_000)
_MOST_POINTS = 2 * LARGEST_SCORE
_OWN_TIE_BREAKS = frozenset({TieBreak.QUOTIENT, TieBreak.DIFFERENCE, TieBreak.WINS, TieBreak.BOARDS_WON})
"""The tie-breaks that look at nobody's matches but one's own."""

Span = tuple[Fraction, Fraction]
"""The least and the most of what a match brings."""


def match_bounds(state: EventState, place: Place, through: RoundNumber) -> dict[Number, Bounds]:
    """Returns the bounds of the score of everybody in the table of a section after a round, in the unit of the
    ranking."""
    bounds: dict[Number, Bounds] = {}
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
            bounds[row.number] = Bounds(least, most, is_running=spans.is_running(row.number))
    return bounds


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
        self._is_of_pairs = not state.settings.event_form.compares_tables
        self._slots = frozenset(
            slot
            for session in range(1, place.session + 1)
            for slot in open_slots(state, session)
            if session < place.session or slot.round <= through
        )
        self._boards = frozenset((slot.session, slot.board) for slot in self._slots)
        self._scored = {match: table.of(match) for match in table.planned}
        self._open = {match: scored for match, scored in self._scored.items() if self._is_open(match, scored)}
        self._shares = table.scored.triangles
        self._open_shares = frozenset(self._find_open_shares(state, place, through))

    def _find_open_shares(self, state: EventState, place: Place, through: RoundNumber) -> Iterator[tuple[int, Number]]:
        """Yields the triangles within a round, by place, and their teams with open boards."""
        places: dict[tuple[int, RoundNumber], int] = {}
        for match in planned_matches(state):
            if match.in_triangle and match.place.section == place.section and _is_until(match, place, through):
                at = places.setdefault((match.place.session, match.rounds[0]), len(places) + 1)
                if self._has_open(match):
                    yield from ((at, number) for number in match.teams)

    def _is_open(self, match: PlannedMatch, scored: EventMatch) -> bool:
        """True if what a match brings is not yet certain."""
        if self._is_of_pairs:
            shares_open = any((slot.session, slot.board) in self._boards for slot in match.open)
            return scored.state is TeamMatchState.OPEN or (shares_open and not scored.match.forfeited_by)
        is_at_one_table = not (match.open and match.closed)
        is_running = scored.state is TeamMatchState.OPEN and not is_at_one_table
        return is_running or (scored.state is not TeamMatchState.FORFEITED and self._has_open(match))

    def _has_open(self, match: PlannedMatch) -> bool:
        """True if a board of a match is open at a table."""
        return not self._slots.isdisjoint(match.open + match.closed)

    def _is_share_open(self, share: TriangleShare) -> bool:
        """True if what a triangle within a round brings a team by its own matches is not yet certain."""
        return share.brings is None or (share.triangle.place, share.number) in self._open_shares

    @property
    def is_any_open(self) -> bool:
        """True if a match is open that any score depends on."""
        return bool(self._open) or any(map(self._is_share_open, self._shares))

    def is_running(self, number: Number) -> bool:
        """True if a team is still playing, or won by a forfeit whose score depends on matches that are not over."""
        in_open = any(number in scored.counts_for for scored in self._open.values())
        by_forfeit = any(one.forfeit is not None and number in one.counts_for for one in self._scored.values())
        return in_open or bool(self._moving_shares(number)) or (by_forfeit and self.is_any_open)

    def of_points(self, number: Number) -> Span:
        """Returns the least and the most that a contestant's open matches add to the total."""
        least = most = Fraction(0)
        for match, scored in self._scored.items():
            if number not in scored.counts_for:
                continue
            if match in self._open:
                ends = self._of_match(match, number)
            elif scored.forfeit is not None:
                ends = self._of_forfeit(scored, number)
            else:
                continue
            counted = scored.brings_to(number) or Fraction(0)
            least, most = least + ends[0] - counted, most + ends[1] - counted
        rules = self._table.rules
        whole = _ends(rules, rules.boards)
        for share in self._moving_shares(number):
            ends = (least_of(rules), whole[1]) if share.is_winner else whole
            counted = share.brings or Fraction(0)
            least, most = least + ends[0] - counted, most + ends[1] - counted
        return least, most

    def of_wins(self, number: Number) -> Span:
        """Returns the range of matches that a contestant may still win or lose in the end; a tied one counts half."""
        least = most = Fraction(0)
        for match, scored in self._scored.items():
            is_moving = match in self._open or (scored.forfeit is not None and self._may_tie)
            if number in scored.counts_for and is_moving:
                counted = _share_won(scored.brings, match.teams.index(number))
                least, most = least - counted, most + 1 - counted
        for share in self._moving_shares(number):
            if not self._is_share_open(share) and not self._may_tie:
                continue
            both = None if share.brings is None or share.against is None else (share.brings, share.against)
            counted = _share_won(both, 0)
            least, most = least - counted, most + 1 - counted
        return least, most

    @property
    def _may_tie(self) -> bool:
        """True if a forfeit can bring its winner as little as its loser while matches are open."""
        rules, teams = self._table.rules, self._table.event.team_rules
        return self.is_any_open and draw_of(rules) * teams.draw_share <= least_of(rules)

    def _of_match(self, match: PlannedMatch, number: Number) -> Span:
        """Returns the least and the most that an open match can bring one of its two."""
        if self._is_of_pairs:
            return _ends(self._table.rules, match.comparisons)
        slots = self._slots.intersection(match.open + match.closed)
        keys = {key for slot in slots for key in keys_of(match, slot.session, slot.board)}
        return match_span(self._scored[match].result, self._table.rules, match, number, frozenset(keys))

    def _of_forfeit(self, scored: EventMatch, number: Number) -> Span:
        """Returns the least and the most that a forfeited match can score for one of its two: the winner's share is a
        mean that open matches can raise and lower."""
        score = scored.brings_to(number) or Fraction(0)
        if scored.forfeit is None or number in scored.losers:
            return score, score
        loser = scored.match.other(number)
        own = [self._wins(match, number) for match, _ in self._played_matches(number)]
        own += self._triangle_spans(number)
        against = [
            self._wins(match, match.teams[1 - match.teams.index(loser)]) for match, _ in self._played_matches(loser)
        ]
        rules, teams = self._table.rules, self._table.event.team_rules
        least, most = (
            forfeit_share([span[end] for span in own], [span[end] for span in against], rules, teams).most
            for end in (0, 1)
        )
        return least, most

    def _played_matches(self, number: Number) -> Iterator[tuple[PlannedMatch, EventMatch]]:
        """Yields the matches of a contestant that are actually played, or will be."""
        for match, scored in self._scored.items():
            is_counted = match in self._open or scored.brings is not None
            if match.has(number) and scored.counts_for and is_counted and not self._is_forfeited(match, scored):
                yield match, scored

    def _is_forfeited(self, match: PlannedMatch, scored: EventMatch) -> bool:
        return scored.state is TeamMatchState.FORFEITED and match not in self._open

    def _wins(self, match: PlannedMatch, number: Number) -> Span:
        if match in self._open:
            return self._of_match(match, number)
        wins = self._scored[match].brings_to(number) or Fraction(0)
        return wins, wins

    def _moving_shares(self, number: Number) -> list[TriangleShare]:
        """Returns the shares of a team in triangles that are open, or of which it won a half by a forfeit while other
        matches are open."""
        is_any_open = self.is_any_open
        return [
            share
            for share in self._shares
            if share.number == number and (self._is_share_open(share) or (share.is_winner and is_any_open))
        ]

    def _triangle_spans(self, number: Number) -> list[Span]:
        """Returns the least and the most points of a team from each triangle without forfeits."""
        rules = self._table.rules
        return [
            _ends(rules, rules.boards)
            if share.brings is None or self._is_share_open(share)
            else (share.brings, share.brings)
            for share in self._shares
            if share.number == number and not share.is_forfeit
        ]


def _share_won(brings: Both | None, side: int) -> Fraction:
    """Returns the part of a match that a side has won by now: one half if it is tied, nothing while it is open."""
    if brings is None:
        return Fraction(0)
    own, other = brings[side], brings[1 - side]
    return Fraction((own > other) - (own < other) + 1, 2)


def _is_until(match: PlannedMatch, place: Place, through: RoundNumber) -> bool:
    return match.place.session < place.session or (match.place.session == place.session and match.rounds[-1] <= through)


def match_span(
    result: MatchResult,
    rules: MatchRules,
    match: PlannedMatch,
    number: Number,
    open_boards: frozenset[BoardNumber] = frozenset(),
) -> Span:
    """Returns the least and the most that an open match of teams can score for one of its two. `open_boards` are those
    that are open at a table: a ruling on them at the other table may be replaced."""
    side = match.teams.index(number)
    left = max(match.comparisons - result.score.compared - len(result.ruled) - len(result.match.left_out), 0)
    if not left and not result.is_complete:
        return _ends(rules, match.comparisons)
    averages = {board.board for board in result.match.ruled if isinstance(board.first, AverageKind)}
    # By boards won an average plus can follow the mean of the boards compared: any ruled board is as open as they are.
    loose = averages if rules.method.is_board_a_match else averages & open_boards
    moving = [values[side] for board, values in result.ruled if board in loose]
    per_board = _per_board(rules)
    if rules.method.is_board_a_match:
        points = result.points[side] - sum(moving, Fraction(0))
        most = points + rules.share * rules.bam.win * (left + len(moving))
        ends = [rules.vp((_LARGEST * sign, -_LARGEST * sign)) for sign in (-1, 1)]
        least_vp, most_vp = ((vp[0] if vp is not None else Fraction(0)) for vp in ends)
        return points + least_vp, most + most_vp
    margin = result.margins[side] - sum(moving, Fraction(0))
    least, most = (margin + sign * per_board * (left + len(moving)) for sign in (-1, 1))
    scores = [rules.vp((margin, -margin)) for margin in (least, most)]
    if scores[0] is None or scores[1] is None:
        return least, most
    return scores[0][0], scores[1][0]


def _ends(rules: MatchRules, boards: int) -> Span:
    """Returns the least and the most that a match with this many comparisons can score from its beginning."""
    if rules.scale is None and not rules.method.is_board_a_match:
        margin = _per_board(rules) * boards
        return -margin, margin
    return least_of(rules), most_of(rules)


def _per_board(rules: MatchRules) -> Fraction:
    """Returns the most that a comparison brings a side."""
    return rules.share * (MOST_IMPS if rules.method is TeamMethod.IMPS else _MOST_POINTS)
