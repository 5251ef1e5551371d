"""Board-a-match for pairs and single players: every other result of the board is a match of one board.

A result wins a board against each worse one, ties it against an equal one, and gets the mean of these matches: two at
the most, one on the average, on every board (as IMPs against every other table are the mean of matches by IMPs). The
documents define the method for teams (manual, lines 1821-1827); for pairs this is a decision.

| clause | rule | here |
|---|---|---|
| manual, line 1823 | 2 for a board won, 1 for a tie, 0 for a loss | `BamRules.board` |
| regulations summary, lines 29-37 | average 1, plus 1.5, from the third of a round 1.2, minus 0.5 | `bam_awards` |

Forms of a fouled board are compared apart; a result that is alone gets the average. Weighted scores count by weights.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.boards.comparisons import Result, SideResults
from arrowswitch.core.scoring.inputs import ScoringInput
from arrowswitch.core.scoring.outcomes import AverageKind, Line, award_kind
from arrowswitch.core.scoring.standings import ScoredBoard, ScoredLine
from arrowswitch.core.scoring.team_rules import BamRules

_NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class BoardMatches:
    """The matches of one result: shares of the others beaten, equal and better, which add up to `others`."""

    won: Fraction
    tied: Fraction
    lost: Fraction

    @property
    def others(self) -> Fraction:
        """Returns the number of other results."""
        return self.won + self.tied + self.lost

    def points(self, rules: BamRules) -> Fraction:
        """Returns the mean of the matches; the average where there is none."""
        if not self.others:
            return rules.average
        return (self.won + self.tied / 2) * rules.win / self.others


def board_matches(own: Result, others: Iterable[Result], rules: BamRules) -> BoardMatches:
    """Returns how a result fares against others, each part by its weight."""
    won = tied = lost = _NOTHING
    for other in others:
        for score, weight in own.parts:
            for against, share in other.parts:
                points = rules.board(score - against)
                won += weight * share * (points == rules.win)
                tied += weight * share * (points == rules.win / 2)
                lost += weight * share * (points == 0)
    return BoardMatches(won, tied, lost)


def score_match_boards(session: ScoringInput, rules: BamRules) -> dict[BoardNumber, ScoredBoard]:
    """Returns every board of a session scored by board-a-match."""
    by_board = session.by_board()
    real = {board: _real(lines, session, rules) for board, lines in by_board.items()}
    awards = bam_awards(session, by_board, real, rules)
    return {board: _score_board(lines, session, rules, real[board], awards) for board, lines in by_board.items()}


Points = dict[tuple[int, Side], Fraction]
"""The points of one side of a line, by its place on the board."""


def bam_awards(
    session: ScoringInput,
    by_board: Mapping[BoardNumber, Sequence[Line]],
    real: Mapping[BoardNumber, Points],
    rules: BamRules,
) -> dict[tuple[BoardNumber, int, Side], Fraction]:
    """Returns the value of each artificial score of a session, boards in ascending order.

    The third average plus against the same opponents and the later ones score less, or the contestant's own mean over
    the boards that it really scored against them.
    """
    won: dict[tuple[Sequence[Number], Sequence[Number]], list[Fraction]] = defaultdict(list)
    for board, lines in by_board.items():
        for (index, side), points in real[board].items():
            won[_meeting(lines[index], side)].append(points)
    counts: Counter[tuple[Sequence[Number], Sequence[Number], AverageKind]] = Counter()
    values = {}
    for board, lines in by_board.items():
        for index, line in enumerate(lines):
            for side in Side:
                kind = award_kind(line.side(side)[1])
                if kind is not None:
                    meeting = _meeting(line, side)
                    counts[*meeting, kind] += 1
                    scored = won[meeting]
                    mean = sum(scored, _NOTHING) / len(scored) if scored else None
                    values[board, index, side] = rules.award(kind, counts[*meeting, kind], mean)
    return values


def _meeting(line: Line, side: Side) -> tuple[Sequence[Number], Sequence[Number]]:
    return line.side(side)[0], line.side(side.opponents)[0]


def _real(lines: Sequence[Line], session: ScoringInput, rules: BamRules) -> Points:
    sides = {side: SideResults(lines, side, session.is_in_field) for side in Side}
    return {
        (index, side): board_matches(result, results.others(index), rules).points(rules)
        for side, results in sides.items()
        for index, result in results.results.items()
    }


def _score_board(
    lines: Sequence[Line],
    session: ScoringInput,
    rules: BamRules,
    real: Points,
    awards: Mapping[tuple[BoardNumber, int, Side], Fraction],
) -> ScoredBoard:
    board = lines[0].board
    rows = []
    for index, line in enumerate(lines):
        exact = [real.get((index, side), awards.get((board, index, side))) for side in Side]
        rows.append(ScoredLine.of(line, exact, rules.rounding, rules.win))
    is_adjusted = any(line.is_adjusted for line in lines if session.is_in_field(line))
    results = sum(side is Side.NS for _, side in real)
    return ScoredBoard(
        board=board, rows=tuple(rows), top=rules.win, expected_sum=results * rules.win / 2, is_adjusted=is_adjusted
    )
