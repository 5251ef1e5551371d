"""Reckons an event of matches again from its facts and the regulations: one table of matches, and the ranking from it.

It shares nothing with the program. The clauses are those of the regulations' files; the lines are those of the JCBL
manual (M) and of the regulations summary (R).

| what | clause |
|---|---|
| the table | M 1748-1750: victory points are added; M 1311: equal totals share the rank |
| a triangle within one round | M 2704: the IMPs of both halves become victory points once; decision 50: one match |
| a round sat out | decision: 1.2 times a draw; the round is not missing when the team leaves |
| a forfeit | R 230-250; it is won and lost even if it brings nothing, and its boards count nowhere |
| a withdrawal | R 75; a match that the opponents forfeited was held (R 246) |
| ties | EBU White Book, extract 143.7.1; Irish union (CBAI) |
| penalties | R 47-59 and 258 |
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Any

from tests.independent.facts import EventFacts, Key, MatchFact, Team
from tests.independent.rules import ScaleData, scale_data, two_places
from tests.independent.scores import ADDS_VP, BOARDS_WON, NOTHING, Scorer, other_team


@dataclass
class Row:
    """A team in the table."""

    team: Team
    raw: Fraction = NOTHING
    carried: Fraction = NOTHING
    penalty: Fraction = NOTHING
    outcomes: list[int] = field(default_factory=list)
    won: Fraction = NOTHING
    lost: Fraction = NOTHING
    opponents: list[Team] = field(default_factory=list)
    forfeits: int = 0
    boards_won: Fraction = NOTHING

    @property
    def total(self) -> Fraction:
        return two_places(self.raw + self.carried - self.penalty)

    @property
    def results(self) -> tuple[int, int, int]:
        """Returns how many matches were won, tied and lost."""
        return self.outcomes.count(1), self.outcomes.count(0), self.outcomes.count(-1)

    @property
    def wins(self) -> Fraction:
        return self.results[0] + Fraction(self.results[1], 2)


@dataclass
class Reckoned:
    """An event reckoned: `points` are those of every match for the teams that it counts for (nothing while it is open),
    `shared` those of triangles within a round and of rounds sat out, `ranks` the ranking, best first."""

    points: dict[Key, dict[Team, Fraction]]
    margins: dict[Key, dict[Team, Fraction]]
    shared: dict[tuple[int, int, Team], Fraction]
    rows: dict[Team, Row]
    ranks: list[tuple[Team, int]]
    removed: frozenset[Team]


def reckon(facts: EventFacts, values: dict[str, Any], scorer: Scorer | None = None) -> Reckoned:
    """Returns an event reckoned by the values of its regulations; `scorer` scores the matches of pairs."""
    return _Reckoning(facts, values, scorer or Scorer(values, facts.scoring, _scale_of(facts, values))).result()


def _scale_of(facts: EventFacts, values: dict[str, Any]) -> ScaleData | None:
    if facts.scoring in ("imps", "total-points", "board-a-match", "point-a-board"):
        return None
    return scale_data(facts.scale or values[f"{facts.scoring}.scale"])


class _Reckoning:
    """The table of the matches of an event."""

    def __init__(self, facts: EventFacts, values: dict[str, Any], scorer: Scorer) -> None:
        self.facts = facts
        self.values = values
        self.scorer = scorer
        self.halves_scorer = Scorer(values, facts.scoring, None)
        self.length = facts.usual_boards
        self.whole = [match for match in facts.matches if not match.three]
        self.halves = [match for match in facts.matches if match.three]
        self.threes: dict[tuple[int, int], list[MatchFact]] = {}
        for half in self.halves:
            self.threes.setdefault(half.key[:2], []).append(half)
        self.scores = {match.key: self.scorer.score(match, self._fines(match)) for match in self.whole}
        self.scores |= {half.key: self.halves_scorer.score(half, {}) for half in self.halves}
        self.removed = frozenset(team for team in facts.teams if team in facts.left and self._is_removed(team))

    def _fines(self, match: MatchFact) -> dict[Team, Fraction]:
        fines: dict[Team, Fraction] = {}
        for fine in self.facts.penalties:
            if (
                fine.unit == "imps"
                and fine.round is not None
                and self._is_of(match, fine.team, fine.session, fine.round)
            ):
                fines[fine.team] = fines.get(fine.team, NOTHING) + fine.amount
        return fines

    def _is_of(self, match: MatchFact, team: Team, session: int, in_round: int) -> bool:
        """True if a match is the first of a team in a round: a penalty in IMPs comes off that one."""
        own = (m for m in self.whole if team in m.teams and (session, in_round) in m.played_in)
        return match is next(own, None)

    def losers(self, match: MatchFact) -> tuple[Team, ...]:
        """Returns the teams that lost a match without playing it: by a ruling, or because they left before its end."""
        if match.forfeited_by:
            return match.forfeited_by
        if self.scores[match.key].is_complete:
            return ()
        return tuple(team for team in match.teams if team in self.facts.left)

    def _is_removed(self, team: Team) -> bool:
        """True if half of a team's matches or more were not held (R 75): lost by forfeit, or never drawn. A knockout
        removes none."""
        if self.facts.is_knockout:
            return False
        own = [match for match in self.whole if team in match.teams]
        threes = [halves for halves in self.threes.values() if team in halves[0].three]
        held = sum(self._is_held(match, team) for match in own)
        for halves in threes:
            held += all(self._is_held(half, team) for half in halves if team in half.teams)
        out = sum(resting == team for _, _, resting in self.facts.sat_out)
        planned = self.facts.rounds if self.facts.rounds is not None else len(own) + len(threes)
        return planned - held - out >= self.scorer.number("teams.removed-from") * planned

    def _is_held(self, match: MatchFact, team: Team) -> bool:
        losers = self.losers(match)
        return team not in losers and (bool(losers) or self.scores[match.key].is_complete)

    def counts_for(self, match: MatchFact) -> tuple[Team, ...]:
        """Returns for whom a match counts: in Swiss the opponents of a removed team keep theirs (R 75)."""
        there = tuple(team for team in match.teams if team not in self.removed)
        keeps = self.facts.is_swiss and self.values["teams.swiss-keeps-opponents"]
        return there if len(there) == 2 or keeps else ()

    def is_played(self, match: MatchFact) -> bool:
        """True if a match was really played to its end."""
        return self.scores[match.key].is_complete and not self.losers(match)

    def forfeit_points(self, winner: Team, losers: Sequence[Team]) -> Fraction:
        """Returns the points of the winner of a forfeit: the most of its own mean, the mean of the losers' opponents
        against them, and 1.2 times a draw (R 234-242)."""
        own = [self.scores[m.key].brings[winner] for m in self.whole if self._is_real(m, winner)]
        own += [points for (_, team), points in self.played_threes().items() if team == winner]
        others = [
            self.scores[m.key].brings[other_team(m, loser)]
            for loser in losers
            for m in self.whole
            if loser in m.teams and self.is_played(m) and self.counts_for(m)
        ]
        means = [sum(points, NOTHING) / len(points) for points in (own, others) if points]
        return two_places(max([*means, self.scorer.number("teams.draw-share") * self.scorer.draw(self.length)]))

    def _is_real(self, match: MatchFact, team: Team) -> bool:
        return self.is_played(match) and team in self.counts_for(match)

    def played_threes(self) -> dict[tuple[tuple[int, int], Team], Fraction]:
        """Returns the points of each team in each triangle within a round of which it played both halves."""
        points = {}
        for at, halves in self.threes.items():
            for team in halves[0].three:
                own = [half for half in halves if team in half.teams]
                if team not in self.removed and all(self.is_played(half) for half in own):
                    points[at, team] = self._margin_brings(own, team)
        return points

    def _margin_brings(self, halves: Sequence[MatchFact], team: Team, sign: int = 1) -> Fraction:
        scores = [self.scores[half.key] for half in halves]
        margin = sign * sum((score.margin[team] for score in scores), NOTHING)
        vp = self.scorer.vp(margin, self.length)
        won = sum((score.won[team] if sign > 0 else score.lost[team] for score in scores), NOTHING)
        own = won if self.facts.scoring in BOARDS_WON else margin
        return own if vp is None else own + vp if self.facts.scoring in ADDS_VP else vp

    def three_points(self) -> dict[tuple[tuple[int, int], Team], tuple[Fraction, Fraction]]:
        """Returns the points of every triangle for its teams, and those of the opposite result."""
        played = self.played_threes()
        least, most = self.scorer.least(self.length), self.scorer.most(self.length)
        points = {}
        for at, halves in self.threes.items():
            for team in halves[0].three:
                own = [half for half in halves if team in half.teams]
                lost_by = [loser for half in own for loser in self.losers(half)]
                is_open = any(not self.losers(half) and not self.is_played(half) for half in own)
                if team in self.removed or is_open:
                    continue
                if (at, team) in played:
                    points[at, team] = played[at, team], self._margin_brings(own, team, -1)
                elif team in lost_by:
                    points[at, team] = least, most
                else:
                    losers = [t for t in halves[0].three if t != team and self._lost_a_half(halves, t)]
                    rest = self._margin_brings([half for half in own if self.is_played(half)], team)
                    points[at, team] = max(self.forfeit_points(team, losers), rest), least
        return points

    def _lost_a_half(self, halves: Sequence[MatchFact], team: Team) -> bool:
        return any(team in self.losers(half) for half in halves)

    def match_points(self, match: MatchFact) -> dict[Team, Fraction]:
        """Returns the points of a match of two for each side, nothing while it is open or where it does not count."""
        if not self.facts.is_swiss and self.removed & set(match.teams):
            return {}
        losers = self.losers(match)
        if not losers:
            return self.scores[match.key].brings
        least = self.scorer.least(self.length)
        winners = [team for team in match.teams if team not in losers]
        return dict.fromkeys(losers, least) | {team: self.forfeit_points(team, losers) for team in winners}

    def result(self) -> Reckoned:
        """Returns the table of the event."""
        rows = {team: Row(team) for team in self.facts.teams if team not in self.removed}
        points: dict[Key, dict[Team, Fraction]] = {}
        shared: dict[tuple[int, int, Team], Fraction] = {}
        for match in self.whole:
            brings = self.match_points(match)
            points[match.key] = {team: brings[team] for team in self.counts_for(match) if team in brings}
            for team in points[match.key]:
                self._add(rows[team], match, brings)
        for (at, team), (own, against) in self.three_points().items():
            shared[(*at, team)] = own
            row, halves = rows[team], [half for half in self.threes[at] if team in half.teams]
            row.raw += own
            loses = any(team in self.losers(half) for half in halves)
            wins = not loses and any(self.losers(half) for half in halves)
            row.outcomes.append(-1 if loses else 1 if wins else _sign(own - against))
            row.opponents += [other_team(half, team) for half in halves]
            row.forfeits += any(self.losers(half) for half in halves)
            row.won += sum((self.scores[h.key].won[team] for h in halves if self.is_played(h)), NOTHING)
            row.lost += sum((self.scores[h.key].lost[team] for h in halves if self.is_played(h)), NOTHING)
            row.boards_won += sum((self.scores[h.key].boards_won[team] for h in halves if self.is_played(h)), NOTHING)
        rest = self.scorer.number("teams.draw-share") * self.scorer.draw(self.length)
        for session, in_round, team in self.facts.sat_out:
            shared[session, in_round, team] = rest
            if team in rows:
                rows[team].carried += rest
        for fine in self.facts.penalties:
            if fine.team in rows:
                rows[fine.team].penalty += self._off_total(fine.unit, fine.amount, fine.round)
        ranks = _rank_rows(list(rows.values()), self._meetings(points), self.values)
        margins = {key: score.margin for key, score in self.scores.items()}
        return Reckoned(points, margins, shared, rows, ranks, self.removed)

    def _add(self, row: Row, match: MatchFact, brings: dict[Team, Fraction]) -> None:
        other = other_team(match, row.team)
        row.raw += brings[row.team]
        losers = self.losers(match)
        lost = -1 if row.team in losers else 1
        row.outcomes.append(lost if losers else _sign(brings[row.team] - brings[other]))
        row.opponents.append(other)
        row.forfeits += bool(self.losers(match))
        if not self.losers(match):
            row.won += self.scores[match.key].won[row.team]
            row.lost += self.scores[match.key].lost[row.team]
            row.boards_won += self.scores[match.key].boards_won.get(row.team, NOTHING)

    def _off_total(self, unit: str, amount: Fraction, in_round: int | None) -> Fraction:
        """Returns the points of a penalty off the total (R 47-59): a board is 5 % of the most of a match."""
        if unit == "imps" and in_round is not None:
            return NOTHING
        if unit != "boards":
            return amount
        most = self.scorer.most(self.length)
        share = self.scorer.number("worth.vp-percent") / 100 * most if most else self.scorer.number("worth.imps")
        return amount * share

    def _meetings(self, points: dict[Key, dict[Team, Fraction]]) -> list[_Meeting]:
        """Returns the meetings with points and margins of both: those of halves of triangles are margins alone."""
        meetings = [
            _Meeting(match.teams, brings, dict.fromkeys(match.teams, NOTHING))
            for match in self.whole
            if self.losers(match) and len(brings := points[match.key]) == 2
        ]
        meetings += [
            _Meeting(match.teams, brings, self.scores[match.key].margin)
            for match in self.whole
            if not self.losers(match) and len(brings := points[match.key]) == 2
        ]
        meetings += [
            _Meeting(half.teams, dict.fromkeys(half.teams, NOTHING), self.scores[half.key].margin)
            for half in self.halves
            if self.is_played(half) and not self.removed & set(half.teams)
        ]
        return meetings


@dataclass(frozen=True)
class _Meeting:
    """A match of two teams, as the direct match looks at it."""

    teams: tuple[Team, Team]
    points: dict[Team, Fraction]
    margins: dict[Team, Fraction]


def _rank_rows(rows: list[Row], meetings: list[_Meeting], values: dict[str, Any]) -> list[tuple[Team, int]]:
    """Returns the teams with their ranks: equal scores share the rank unless a tie-break that the regulations name
    separates them; the next rank is skipped (M 1311; decision)."""
    by_wins = values["teams.rank-by"] == "wins"
    scores = {row.team: row.wins if by_wins else row.total for row in rows}
    ranked: list[tuple[Team, int]] = []
    for score in sorted(set(scores.values()), reverse=True):
        group = [row for row in rows if scores[row.team] == score]
        split = values["teams.ties-split"]
        is_split = split == "always" or (split == "winners" and not ranked)
        breaks = values["teams.tie-breaks"] if is_split else []
        for place in _separate(group, breaks, meetings, scores):
            rank = 1 + len(ranked) if values["ranking.ties"] == "next-skipped" else 1 + len({r for _, r in ranked})
            ranked += [(row.team, rank) for row in place]
    return ranked


def _separate(
    group: list[Row], breaks: Sequence[str], meetings: list[_Meeting], scores: dict[Team, Fraction]
) -> list[list[Row]]:
    """Returns the rows of equal score in the order of the tie-breaks, those still tied together."""
    if len(group) == 1 or not breaks:
        return [group]
    key = _measure(breaks[0], group, meetings, scores)
    places = []
    for value in sorted({key(row) for row in group}, reverse=True):
        places += _separate([row for row in group if key(row) == value], breaks[1:], meetings, scores)
    return places


def _measure(
    name: str, group: list[Row], meetings: list[_Meeting], scores: dict[Team, Fraction]
) -> Callable[[Row], tuple[Fraction, ...]]:
    if name == "direct-match":
        return _direct(group, meetings)
    if name == "quotient":
        return lambda row: (Fraction(1), row.won) if not row.lost else (NOTHING, row.won / row.lost)
    if name == "difference":
        return lambda row: (row.won - row.lost,)
    if name == "wins":
        return lambda row: (row.wins,)
    if name == "boards-won":
        return lambda row: (row.boards_won,)
    if name == "common-opponent":
        return _against_common(group, meetings, scores)
    assert name == "opponents"
    return lambda row: (sum((scores.get(team, NOTHING) for team in row.opponents), NOTHING),)


def _against_common(
    group: list[Row], meetings: list[_Meeting], scores: dict[Team, Fraction]
) -> Callable[[Row], tuple[Fraction, ...]]:
    """Returns the margins against the teams that all of the tied have met, those of the highest score first; the
    margins against teams of equal score are added."""
    tied = {row.team for row in group}

    def margin(team: Team, other: Team) -> Fraction | None:
        between = [meeting.margins[team] for meeting in meetings if set(meeting.teams) == {team, other}]
        return sum(between, NOTHING) if between else None

    common = [team for team in scores if team not in tied and all(margin(one, team) is not None for one in tied)]
    levels = sorted({scores[team] for team in common}, reverse=True)
    return lambda row: tuple(
        sum((margin(row.team, team) or NOTHING for team in common if scores[team] == level), NOTHING)
        for level in levels
    )


def _direct(group: list[Row], meetings: list[_Meeting]) -> Callable[[Row], tuple[Fraction, ...]]:
    """Returns the points of the tied against one another, then the margins; nothing unless all of them have met."""
    tied = {row.team for row in group}
    among = [meeting for meeting in meetings if set(meeting.teams) <= tied]
    if any(not any(set(two) == set(meeting.teams) for meeting in among) for two in combinations(tied, 2)):
        return lambda row: ()
    return lambda row: (
        sum((meeting.points[row.team] for meeting in among if row.team in meeting.teams), NOTHING),
        sum((meeting.margins[row.team] for meeting in among if row.team in meeting.teams), NOTHING),
    )


def _sign(amount: Fraction) -> int:
    return (amount > 0) - (amount < 0)
