"""An event of team matches as a whole: what each match brings, forfeits, withdrawals, the table and its ranks.

| clause | rule | here |
|---|---|---|
| manual, lines 1746-1760 | everybody meets, victory points are added, the most wins | `score_teams` |
| regulations summary, lines 228-250 | forfeits | `team_forfeits` |
| regulations summary, line 75 | half of the matches missing: all are removed, not in Swiss | `removed_teams` |
| regulations summary, lines 47-59 | penalties; a board is 5 % of the most victory points of a match | `penalty_of` |
| manual, lines 2702-2706 | a triangle within one round is one match of three | `triangles` |
| manual, line 2675 | equal scores share the rank, unless the conditions name tie-breaks | `team_ties` |

Only matches really played count for the means of a forfeit, so that what it brings stays provisional until the last
match has ended. Without victory points a match of IMPs or total points brings its margin.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.scoring.amounts import written_rank
from arrowswitch.core.scoring.hashed import Hashed
from arrowswitch.core.scoring.method_rules import WorthRules
from arrowswitch.core.scoring.rounding import round_half_up_2
from arrowswitch.core.scoring.rules import PenaltyUnit, Ties
from arrowswitch.core.scoring.team_rules import TeamRules, TieBreak
from arrowswitch.core.scoring.teams.forfeits import ForfeitShare, forfeit_share, least_of, most_of
from arrowswitch.core.scoring.teams.match import Both, MatchRules
from arrowswitch.core.scoring.teams.results import (
    MatchResult,
    TeamMatch,
    TeamPenalty,
    losers_of,
    lowers_match,
    match_result,
)
from arrowswitch.core.scoring.teams.ties import Meeting, RankedTeam, places_of
from arrowswitch.core.scoring.teams.triangles import TeamTriangle, TriangleShare, half_rules, triangle_shares

_NOTHING = Fraction(0)


Real = Sequence[tuple[MatchResult, tuple[Number, ...]]]
"""Matches really played, and for whom they count."""


class TeamMatchState(StrEnum):
    """How a match counts."""

    OPEN = "open"
    PLAYED = "played"
    FORFEITED = "forfeited"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class TeamEvent:
    """Matches to score as one event.

    - `rounds` is how many matches every team has (None: as many as are listed for it).
    - `triangles` are the matches of three within one round; their halves are not among `matches`.
    - `withdrawn` have left; their open matches are forfeited, or all their matches are removed (summary, line 75).
    - `carried` is the carry-over of teams, in the points of the table.
    - `rested` is the number of rounds that teams sat out: no match was planned for them there, and none is missing.
    """

    teams: tuple[Number, ...]
    matches: tuple[TeamMatch, ...]
    rules: MatchRules
    team_rules: TeamRules = field(default_factory=TeamRules)
    worth: WorthRules = field(default_factory=WorthRules)
    penalties: tuple[TeamPenalty, ...] = ()
    withdrawn: frozenset[Number] = frozenset()
    rounds: int | None = None
    is_swiss: bool = False
    carried: Mapping[Number, Fraction] = field(default_factory=dict, hash=False)
    ties: Ties = Ties.NEXT_SKIPPED
    triangles: tuple[TeamTriangle, ...] = ()
    rested: Mapping[Number, int] = field(default_factory=dict, hash=False)

    def check(self) -> None:
        """Raises Refused with all problems: `team.unknown-team`, `team.itself`, `team.forfeit-other`,
        `team.unknown-penalty`, and what the rules of the matches raise."""
        self.rules.check()
        Refused.check(self._problems())

    def _problems(self) -> Iterator[Problem]:
        teams = set(self.teams)
        halves = [half for triangle in self.triangles for half in triangle.halves]
        for match in (*self.matches, *halves):
            for number in match.teams:
                if number not in teams:
                    yield Problem("team.unknown-team", {"number": number, "round": match.round})
            if match.first == match.second:
                yield Problem("team.itself", {"number": match.first, "round": match.round})
            for number in match.forfeited_by:
                if not match.has(number):
                    params = {"number": number, "first": match.first, "second": match.second}
                    yield Problem("team.forfeit-other", dict(params))
        for number in [penalty.number for penalty in self.penalties] + list(self.withdrawn):
            if number not in teams:
                yield Problem("team.unknown-penalty", {"number": number})


@dataclass(frozen=True, slots=True)
class EventMatch:
    """A match in the event. `counts_for` are the teams whose table it is in; `brings` what it brings both sides, None
    while it is open. `forfeit` tells how a forfeit's winner got its points, `losers` by whom the match is forfeited."""

    result: MatchResult
    state: TeamMatchState
    counts_for: tuple[Number, ...]
    brings: Both | None
    forfeit: ForfeitShare | None = None
    is_provisional: bool = False
    losers: tuple[Number, ...] = ()

    @property
    def match(self) -> TeamMatch:
        return self.result.match

    def brings_to(self, number: Number) -> Fraction | None:
        """Returns the points of the match for one of its teams."""
        return None if self.brings is None else self.brings[self.match.teams.index(number)]


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """A team in the table: the row behind it, its rank, and the tie-break that separated it from equal ones."""

    row: RankedTeam
    rank: int
    is_tied: bool
    separated_by: TieBreak | None = None

    @property
    def number(self) -> Number:
        return self.row.number

    @property
    def written_rank(self) -> str:
        """Returns the rank, with `=` for a tie."""
        return written_rank(self.rank, is_tied=self.is_tied)


@dataclass(frozen=True, slots=True)
class TeamStandings:
    """An event of matches scored: its matches in the order given, and the table. Teams without a place in it
    (`removed`) are not ranked. `triangles` are the shares of the three teams of each triangle."""

    matches: tuple[EventMatch, ...]
    ranking: tuple[TeamStanding, ...]
    removed: tuple[Number, ...]
    is_provisional: bool
    triangles: tuple[TriangleShare, ...] = ()

    def of(self, number: Number) -> TeamStanding | None:
        """Returns the standing of a team, None when it is not ranked."""
        return next((one for one in self.ranking if one.number == number), None)

    def cell(self, number: Number, other: Number) -> tuple[EventMatch, ...]:
        """Returns the matches of two teams: the cell of the cross table, in the order of the matches."""
        return tuple(one for one in self.matches if one.match.has(number) and one.match.has(other))


def score_teams(event: TeamEvent) -> TeamStandings:
    """Returns an event of matches scored, as far as it is played.

    Raises Refused: `TeamEvent.check`, and what `match_result` raises for a match.
    """
    event.check()
    rules = Hashed((event.rules, event.team_rules))
    results = [_cached_result(match, rules, _lowering(match, event)) for match in event.matches]
    of_halves = Hashed((half_rules(event.rules), event.team_rules))
    halves = [tuple(_cached_result(half, of_halves, ()) for half in triangle.halves) for triangle in event.triangles]
    shares = [
        share
        for triangle, own in zip(event.triangles, halves, strict=True)
        for share in triangle_shares(triangle, own, event.rules, event.withdrawn)
    ]
    removed = removed_teams(event, results, shares)
    states = [_state(result, event, removed) for result in results]
    played = [
        (r, s) for r, s in zip(results, states, strict=True) if s in (TeamMatchState.PLAYED, TeamMatchState.REMOVED)
    ]
    real = [(result, _counting(result.match, event, removed)) for result, _ in played]
    is_open = TeamMatchState.OPEN in states or any(share.margin is None for share in shares)
    shares = [_settle_forfeit(share, real, shares, event) for share in shares if share.number not in removed]
    matches = tuple(
        _event_match(result, state, event, removed, real, shares, is_open)
        for result, state in zip(results, states, strict=True)
    )
    played_halves = [half for own in halves for half in own if half.is_complete and not _is_lost(half, event)]
    rows = [_row(number, matches, shares, played_halves, event) for number in event.teams if number not in removed]
    meetings = [(one.match.teams, one.brings, _margins(one)) for one in matches if one.brings and one.counts_for]
    meetings += _half_meetings(event, halves, removed)
    return TeamStandings(
        matches=matches,
        ranking=tuple(_rank_rows(rows, meetings, event)),
        removed=removed,
        is_provisional=is_open,
        triangles=tuple(shares),
    )


def removed_teams(
    event: TeamEvent, results: Sequence[MatchResult], shares: Sequence[TriangleShare] = ()
) -> tuple[Number, ...]:
    """Returns the teams that have left and of which all matches are removed, because too few were held. A triangle
    within one round is one match. A match that the opponents forfeited was held (summary, line 246: the winner's
    players count as present), and a round sat out is not missing."""
    numbers = []
    for number in event.teams:
        if number not in event.withdrawn:
            continue
        own = [result for result in results if result.match.has(number)]
        threes = [share for share in shares if share.number == number]
        planned = len(own) + len(threes) if event.rounds is None else event.rounds
        held = sum(_is_held(result, number, event) for result in own)
        held += sum(share.margin is not None and not share.is_loser for share in threes)
        held += event.rested.get(number, 0)
        if planned - held >= event.team_rules.removed_from * planned:
            numbers.append(number)
    return tuple(numbers)


def _is_held(result: MatchResult, number: Number, event: TeamEvent) -> bool:
    losers = losers_of(result, event.withdrawn)
    return number not in losers and (bool(losers) or result.is_complete)


def penalty_of(penalty: TeamPenalty, event: TeamEvent) -> Fraction:
    """Returns the deduction of a penalty from a team's total, in the points of the table (summary, lines 47-59).

    One board is `vp_percent` of the most of a match (of plain B-a-M twice its boards, a decision), where margins are
    added `WorthRules.imps`. A penalty that lowers the IMPs of a match deducts nothing from the total itself.
    """
    if lowers_match(penalty):
        return _NOTHING
    per_unit = {PenaltyUnit.BOARDS: board_cost(event), PenaltyUnit.PERCENT: most_of(event.rules) / 100}
    return penalty.amount * per_unit.get(penalty.unit, Fraction(1))


def board_cost(event: TeamEvent) -> Fraction:
    """Returns the deduction of a penalty of one board from a total, in the points of the table (summary, lines
    55-59)."""
    return event.worth.of_match(most_of(event.rules))


def _lowering(match: TeamMatch, event: TeamEvent) -> tuple[TeamPenalty, ...]:
    """Returns the penalties that lower the IMPs of a match."""
    return tuple(
        penalty
        for penalty in event.penalties
        if lowers_match(penalty) and penalty.round == match.round and match.has(penalty.number)
    )


@lru_cache(maxsize=2048)
def _cached_result(
    match: TeamMatch, rules: Hashed[tuple[MatchRules, TeamRules]], penalties: tuple[TeamPenalty, ...]
) -> MatchResult:
    """Returns the result of a match. It is cached: a new result changes one match only."""
    return match_result(match, *rules.value, penalties)


def _settle_forfeit(
    share: TriangleShare, real: Real, shares: Sequence[TriangleShare], event: TeamEvent
) -> TriangleShare:
    """Returns a share with the points of a forfeited half: the least to its loser; to its winner a forfeit's share, or
    the margin of the half that was played if that brings more (decision: the documents are silent)."""
    if share.margin is None or not share.is_forfeit:
        return share
    least = least_of(event.rules)
    if share.is_loser:
        return replace(share, brings=least, against=most_of(event.rules))
    losers = [one.number for one in shares if one.triangle is share.triangle and one.is_loser]
    against = [won for loser in losers for won in _points_won(loser, real, by_opponents=True)]
    most = forfeit_share(_won_by(share.number, real, shares), against, event.rules, event.team_rules).most
    return replace(share, brings=max(most, share.brings or most), against=least)


def _won_by(number: Number, real: Real, shares: Sequence[TriangleShare]) -> list[Fraction]:
    """Returns the points of a team from each match really played, triangles among them."""
    threes = [s.brings for s in shares if s.number == number and not s.is_forfeit and s.brings is not None]
    return [*_points_won(number, real), *threes]


def _half_meetings(
    event: TeamEvent, halves: Sequence[Sequence[MatchResult]], removed: Sequence[Number]
) -> list[Meeting]:
    """Returns the matches of triangles, which bring nothing by themselves, with their margins."""
    return [
        (half.match.teams, (_NOTHING, _NOTHING), half.margins)
        for own in halves
        for half in own
        if half.is_complete
        and not losers_of(half, event.withdrawn)
        and not any(number in removed for number in half.match.teams)
    ]


def _state(result: MatchResult, event: TeamEvent, removed: Sequence[Number]) -> TeamMatchState:
    match = result.match
    if not event.is_swiss and any(number in removed for number in match.teams):
        return TeamMatchState.REMOVED
    if losers_of(result, event.withdrawn):
        return TeamMatchState.FORFEITED
    return TeamMatchState.PLAYED if result.is_complete else TeamMatchState.OPEN


def _counting(match: TeamMatch, event: TeamEvent, removed: Sequence[Number]) -> tuple[Number, ...]:
    """Returns the teams whose table a match is in: in Swiss the opponents of a removed team keep theirs."""
    if not any(number in removed for number in match.teams):
        return match.teams
    keeps = event.is_swiss and event.team_rules.swiss_keeps_opponents
    return tuple(number for number in match.teams if number not in removed) if keeps else ()


def _event_match(
    result: MatchResult,
    state: TeamMatchState,
    event: TeamEvent,
    removed: Sequence[Number],
    real: Real,
    shares: Sequence[TriangleShare],
    is_open: bool,
) -> EventMatch:
    counts_for = _counting(result.match, event, removed)
    if state is not TeamMatchState.FORFEITED:
        return EventMatch(result=result, state=state, counts_for=counts_for, brings=result.brings)
    match = result.match
    losers = losers_of(result, event.withdrawn)
    least = least_of(event.rules)
    if len(losers) > 1:
        return EventMatch(result=result, state=state, counts_for=counts_for, brings=(least, least), losers=losers)
    (loser,) = losers
    winner = match.other(loser)
    share = forfeit_share(
        _won_by(winner, real, shares), _points_won(loser, real, by_opponents=True), event.rules, event.team_rules
    )
    brings = (share.most, least) if winner == match.first else (least, share.most)
    return EventMatch(
        result=result,
        state=state,
        counts_for=counts_for,
        brings=brings,
        forfeit=share,
        is_provisional=is_open,
        losers=losers,
    )


def _points_won(number: Number, real: Real, *, by_opponents: bool = False) -> list[Fraction]:
    """Returns the points of a team in each match really played, or with `by_opponents` the points of its opponents."""
    won = []
    for result, counts_for in real:
        is_counted = bool(counts_for) if by_opponents else number in counts_for
        if is_counted and result.match.has(number) and result.brings is not None:
            side = result.match.teams.index(number)
            won.append(result.brings[1 - side if by_opponents else side])
    return won


def _margins(match: EventMatch) -> Both:
    """Returns the margins of a match; none where it was not really played."""
    return (_NOTHING, _NOTHING) if match.state is TeamMatchState.FORFEITED else match.result.margins


def _outcome(match: EventMatch, side: int) -> int:
    """Returns 1 for a match that a side won, 0 for a tied and -1 for a lost one. A forfeit is won and lost, also where
    it brings both sides 0."""
    if match.losers:
        return -1 if match.match.teams[side] in match.losers else 1
    own, other = (_NOTHING, _NOTHING) if match.brings is None else (match.brings[side], match.brings[1 - side])
    return (own > other) - (own < other)


def _three_outcome(share: TriangleShare) -> int:
    """Returns 1, 0 or -1 for a triangle as for a match."""
    if share.is_forfeit or share.brings is None or share.against is None:
        return -1 if share.is_loser else 1
    return (share.brings > share.against) - (share.brings < share.against)


def _is_lost(half: MatchResult, event: TeamEvent) -> bool:
    return bool(losers_of(half, event.withdrawn))


def _boards_won(number: Number, results: Iterable[MatchResult]) -> Fraction:
    """Returns the boards that a team has won in some matches, those tied counting half."""
    won = _NOTHING
    for result in results:
        side = result.match.teams.index(number)
        boards = [line.points for line in result.score.lines if line.points is not None]
        for both in (*boards, *(value for _, value in result.ruled)):
            own, other = both[side], both[1 - side]
            won += Fraction((own > other) - (own < other) + 1, 2)
    return won


def _row(
    number: Number,
    matches: Iterable[EventMatch],
    shares: Sequence[TriangleShare],
    halves: Iterable[MatchResult],
    event: TeamEvent,
) -> RankedTeam:
    own = [one for one in matches if number in one.counts_for and one.brings is not None]
    threes = [share for share in shares if share.number == number and share.brings is not None]
    sides = [(one, one.match.teams.index(number)) for one in own]
    outcomes = [*(_outcome(one, side) for one, side in sides), *(_three_outcome(share) for share in threes)]
    points = [one.brings[side] for one, side in sides if one.brings is not None]
    points += [share.brings for share in threes if share.brings is not None]
    real = [
        (one.result.points[side], one.result.lost[side])
        for one, side in sides
        if one.state is not TeamMatchState.FORFEITED
    ]
    real += [share.points for share in threes]
    boards = [one.result for one in own if one.state is not TeamMatchState.FORFEITED]
    settled = {half for share in threes for half in share.triangle.halves if half.has(number)}
    boards += [half for half in halves if half.match in settled]
    penalty = sum((penalty_of(given, event) for given in event.penalties if given.number == number), _NOTHING)
    raw = sum(points, _NOTHING)
    carried = event.carried.get(number, _NOTHING)
    opponents = (*(one.match.other(number) for one in own), *(other for share in threes for other in share.opponents))
    return RankedTeam(
        number=number,
        raw=raw,
        penalty=penalty,
        carried=carried,
        total=round_half_up_2(raw + carried - penalty),
        matches=len(outcomes),
        forfeits=sum(one.state is TeamMatchState.FORFEITED for one in own) + sum(share.is_forfeit for share in threes),
        won=outcomes.count(1),
        tied=outcomes.count(0),
        lost=outcomes.count(-1),
        points_won=sum((first for first, _ in real), _NOTHING),
        points_lost=sum((second for _, second in real), _NOTHING),
        opponents=opponents,
        boards_won=_boards_won(number, boards),
    )


def _rank_rows(rows: Sequence[RankedTeam], meetings: Sequence[Meeting], event: TeamEvent) -> Iterator[TeamStanding]:
    before = 0
    for place, (group, by) in enumerate(places_of(rows, meetings, event.team_rules), start=1):
        rank = before + 1 if event.ties is Ties.NEXT_SKIPPED else place
        for row in group:
            yield TeamStanding(row, rank, len(group) > 1, by)
        before += len(group)
