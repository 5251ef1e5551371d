"""Scores Swiss pairs by victory points a second time, without the program: each board against the whole field.

| what | clause |
|---|---|
| IMPs against every other result | M 1446-1460; of a match, divided by the comparisons (decision) |
| IMPs against the datum | M 1388-1442 and 2601: without the best and the worst score, to the nearest ten |
| matchpoints | M 1179-1197; fewer results are brought to the most by the body's rule (M 1328, Neuberg) |
| averages | R 21-27: 60 % of the plus or minus results of the side; R 39-45: 3 IMPs |
| weighted scores | guidance 58-66: by their weights, decimals middle |
| victory points | M 1513 and 2595: from the IMPs or the percentage of a match |
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tests.independent.facts import Award, EventFacts, MatchFact, TableFact, Team
from tests.independent.rules import nearest, scale_data, two_places
from tests.independent.scores import NOTHING, Score, Scorer, contract_score, imps, other_team

Parts = tuple[tuple[Fraction, Fraction], ...]
"""Scores of one side with their weights."""


@dataclass(frozen=True)
class Result:
    """A table's result for one side: an average (`A+`, `A`, `A-`), `NP`, or scores with their weights."""

    kind: str
    parts: Parts = ()


def side_result(table: TableFact, board: int, *, is_ns: bool) -> Result:
    """Returns the result of a side at a table, from its own view."""
    award: Award | None = table.ns_award if is_ns else table.ew_award
    if isinstance(award, Fraction):
        award = "A" if award == 50 else "A+" if award > 50 else "A-"
    if isinstance(award, str):
        return Result(award)
    sign = 1 if is_ns else -1
    if award is not None:
        return Result("", tuple((Fraction(sign * score), weight) for score, weight in award))
    assert table.result is not None
    score = table.result if isinstance(table.result, int) else contract_score(table.result, board)
    return Result("", ((Fraction(sign * score), Fraction(1)),))


class Field:
    """The boards of an event as the whole field played them: the points of each side at each table."""

    def __init__(self, facts: EventFacts, values: dict[str, Any], method: str) -> None:
        self.values = values
        self.method = method
        self.boards: dict[tuple[int, int], list[TableFact]] = {}
        planned: dict[tuple[int, int], int] = {}
        for match in facts.matches:
            for board in match.boards:
                self.boards.setdefault((board.session, board.number), []).extend(board.tables)
                planned[board.session, board.number] = planned.get((board.session, board.number), 0) + board.due
        self.most_results = {
            session: max(count for (at, _), count in planned.items() if at == session) for session, _ in planned
        }

    def number(self, name: str) -> Fraction:
        """Returns a value of the regulations."""
        return Fraction(str(self.values[name]))

    def points(self, session: int, board: int, table: TableFact, *, is_ns: bool) -> Fraction | None:
        """Returns the points of a side on a board, None where it has no score."""
        tables = self.boards[session, board]
        there = [side_result(one, board, is_ns=is_ns) for one in tables]
        own = there[tables.index(table)]
        results = [result for result in there if not result.kind]
        if own.kind == "NP":
            return None
        if self.method in ("butler", "swiss-imps"):
            return self._against_datum(own, results)
        if self.method == "imps":
            return self._against_all(own, results)
        return self._matchpoints(own, results, self.most_results[session])

    def _against_datum(self, own: Result, results: list[Result]) -> Fraction:
        if own.kind:
            return {"A+": self.number("butler.plus"), "A-": -self.number("butler.minus")}.get(own.kind, NOTHING)
        scores = sorted(sum((score * weight for score, weight in one.parts), NOTHING) for one in results)
        dropped = min(int(self.number("butler.drop")), (len(scores) - 1) // 2)
        middle = scores[dropped : len(scores) - dropped]
        step = int(self.number("butler.nearest"))
        datum = step * nearest(sum(middle, NOTHING) / len(middle) / step)
        return sum((weight * imps(score - datum) for score, weight in own.parts), NOTHING)

    def _against_all(self, own: Result, results: list[Result]) -> Fraction:
        """Returns the IMPs against all other results, divided by the comparisons."""
        if not own.kind:
            return self._gain(own, results)
        gains = [self._gain(result, results) for result in results]
        share = self.number("imps.award-share") / 100
        chosen = [g for g in gains if (g > 0 and own.kind == "A+") or (g < 0 and own.kind == "A-")]
        return share * sum(chosen, NOTHING) / max(len(results), 1)

    def _gain(self, own: Result, results: list[Result]) -> Fraction:
        others = list(results)
        others.remove(own)
        gain = sum(
            (weight * other_weight * imps(score - other_score)
             for other in others for score, weight in own.parts for other_score, other_weight in other.parts),
            NOTHING,
        )  # fmt: skip
        return gain / max(len(others), 1)

    def _matchpoints(self, own: Result, results: list[Result], most: int) -> Fraction:
        """Returns the share of the top that a side has: one for a result beaten, a half for an equal one."""
        [(score, _)] = own.parts
        others = [one.parts[0][0] for one in results]
        won = sum(Fraction((score > other) + (score >= other), 2) for other in others) - Fraction(1, 2)
        if len(others) == most:
            return won / (most - 1)
        if self.values["boards.incomplete"] == "proportion":
            return won / (len(others) - 1)
        return ((won + Fraction(1, 2)) * most / len(others) - Fraction(1, 2)) / (most - 1)


class PairScorer(Scorer):
    """Scores a match of pairs by IMPs: the margin is half of the difference of what its boards brought both sides."""

    def __init__(self, facts: EventFacts, values: dict[str, Any], method: str) -> None:
        super().__init__(values, "imps-vp", scale_data(facts.scale))
        object.__setattr__(self, "field", Field(facts, values, method))

    field: Field

    def score(self, match: MatchFact, fines: dict[Team, Fraction]) -> Score:
        """Returns a match scored; nothing while a board is missing."""
        is_complete = all(board.tables for board in match.boards)
        home, away = match.teams
        lead = NOTHING
        for board in match.boards if is_complete else ():
            [table] = board.tables
            sides = [self.field.points(board.session, board.number, table, is_ns=is_ns) for is_ns in (True, False)]
            ns, ew = (points or NOTHING for points in sides)
            lead += (ns - ew) / 2 if table.ns == home else (ew - ns) / 2
        margin = {home: lead, away: -lead}
        won = {team: max(amount, NOTHING) for team, amount in margin.items()}
        for team, amount in fines.items():
            margin[team] -= amount
            if self.values["teams.penalty-moves-margin"]:
                margin[other_team(match, team)] += amount
        brings = {team: self.vp(margin[team], match.length) or NOTHING for team in match.teams}
        return Score(won, {home: won[away], away: won[home]}, margin, is_complete, brings if is_complete else {})


def swiss_totals(facts: EventFacts, values: dict[str, Any], method: str) -> dict[Team, Fraction]:
    """Returns the totals of one session of Swiss pairs whose sides have victory points of their own: each from its IMPs
    or its percentage (methods `swiss-imps` and `swiss-matchpoints`)."""
    is_percent = method == "swiss-matchpoints"
    scale = scale_data(facts.scale or values[f"swiss-pairs.{'percent' if is_percent else 'imps'}-scale"])
    field = Field(facts, values, method)
    size = max((match.length for match in facts.matches), default=facts.usual_boards)
    totals: dict[Team, Fraction] = {}
    matches: dict[Team, int] = {}
    for match in facts.matches:
        for team in match.teams:
            won = [
                points
                for board in match.boards
                for table in board.tables
                if (points := field.points(board.session, board.number, table, is_ns=table.ns == team)) is not None
            ]
            if won:
                margin = (sum(won, NOTHING) / len(won) - Fraction(1, 2)) * 10000 if is_percent else sum(won, NOTHING)
                totals[team] = totals.get(team, NOTHING) + scale.vp(margin, size)
                matches[team] = matches.get(team, 0) + 1
    rest = Fraction(str(values["teams.draw-share"])) * scale.vp(NOTHING, size)
    for _, _, team in facts.sat_out:
        totals[team] = totals.get(team, NOTHING) + rest
    most = scale.vp(Fraction(10**6), size)
    for fine in facts.penalties:
        share = {
            "boards": Fraction(str(values["worth.vp-percent"])) / 100 * most,
            "percent": most * matches.get(fine.team, 0) / 100,
        }
        if fine.team in totals:
            totals[fine.team] -= fine.amount * share.get(fine.unit, Fraction(1))
    return {team: two_places(total) for team, total in totals.items()}
