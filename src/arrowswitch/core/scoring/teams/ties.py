"""The order of teams of equal score: shared ranks, or the tie-breaks that the conditions name, one after another.

JCBL director's manual 3.3, line 2675, is silent on ties. The tie-breaks are those that conditions of contest of other
bodies name: the direct match, the IMP quotient and the margin against the next team that both have played (Irish union,
breaking ties in team competitions, (1) to (3)), the margin over all boards, the sum of the opponents' scores and the
boards won (EBU White Book, extract of section 143.7.1).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from arrowswitch.core.contestants import Number, number_order
from arrowswitch.core.scoring.team_rules import TeamRules, TeamsRankBy, TieBreak
from arrowswitch.core.scoring.tie_breaks import Key, alike, places

_NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class RankedTeam:
    """A row of the table: the points of a team's matches (`raw`), its penalties, its carry-over, and the published
    total.

    `won`, `tied` and `lost` count matches; `points_won` and `points_lost` are the IMPs (board points, total points) of
    the matches really played. `opponents` are those met, as often as they were. `boards_won` of the matches really
    played count half if they were tied.
    """

    number: Number
    raw: Fraction
    penalty: Fraction
    carried: Fraction
    total: Fraction
    matches: int
    forfeits: int
    won: int
    tied: int
    lost: int
    points_won: Fraction
    points_lost: Fraction
    opponents: tuple[Number, ...]
    boards_won: Fraction = _NOTHING

    @property
    def wins(self) -> Fraction:
        """Returns the matches won; a tie counts half."""
        return self.won + Fraction(self.tied, 2)

    @property
    def difference(self) -> Fraction:
        return self.points_won - self.points_lost

    @property
    def quotient(self) -> Fraction | None:
        """Returns points won over points lost; None if none were lost."""
        return self.points_won / self.points_lost if self.points_lost else None

    def score(self, teams: TeamRules) -> Fraction:
        """Returns the number that ranks the table."""
        return self.total if teams.rank_by is TeamsRankBy.POINTS else self.wins


Meeting = tuple[tuple[Number, Number], tuple[Fraction, Fraction], tuple[Fraction, Fraction]]
"""Two teams, what their match brought them, and its margins."""

Group = tuple[RankedTeam, ...]


def places_of(
    rows: Sequence[RankedTeam], meetings: Sequence[Meeting], teams: TeamRules
) -> list[tuple[Group, TieBreak | None]]:
    """Returns the places of a table, best first: who shares each, and the tie-break that told them from others of their
    score (None where the score did)."""
    scores = {row.number: row.score(teams) for row in rows}
    ordered = sorted(rows, key=lambda row: number_order(row.number))
    groups = alike(ordered, lambda row: (row.score(teams),))
    return places(groups, teams.tie_breaks, teams.ties_split, lambda by, group: _key(by, group, meetings, scores))


def _key(
    by: TieBreak, group: Group, meetings: Sequence[Meeting], scores: dict[Number, Fraction]
) -> Callable[[RankedTeam], Key]:
    match by:
        case TieBreak.DIRECT_MATCH:
            return _direct(group, meetings)
        case TieBreak.QUOTIENT:
            # Nothing lost is better than any quotient, and among those more won is better.
            return lambda row: (Fraction(row.quotient is None), row.quotient or row.points_won)
        case TieBreak.DIFFERENCE:
            return lambda row: (row.difference,)
        case TieBreak.WINS:
            return lambda row: (row.wins,)
        case TieBreak.COMMON_OPPONENT:
            return _against_common(group, meetings, scores)
        case TieBreak.BOARDS_WON:
            return lambda row: (row.boards_won,)
        case _:
            return lambda row: (sum((scores.get(number, _NOTHING) for number in row.opponents), _NOTHING),)


def _direct(group: Group, meetings: Sequence[Meeting]) -> Callable[[RankedTeam], Key]:
    """Returns the points of each team against the others of the group, then its margin; nothing unless all have met."""
    numbers = {row.number for row in group}
    among = [meeting for meeting in meetings if set(meeting[0]) <= numbers]
    met = {frozenset(teams) for teams, _, _ in among}
    if any(frozenset(two) not in met for two in combinations(numbers, 2)):
        return lambda _: ()
    won = dict.fromkeys(numbers, _NOTHING)
    margins = dict.fromkeys(numbers, _NOTHING)
    for teams, brings, own in among:
        for number, points, margin in zip(teams, brings, own, strict=True):
            won[number] += points
            margins[number] += margin
    return lambda row: (won[row.number], margins[row.number])


def _against_common(
    group: Group, meetings: Sequence[Meeting], scores: dict[Number, Fraction]
) -> Callable[[RankedTeam], Key]:
    """Returns the margins against the opponents that all of a group have met, those of the highest score first."""
    numbers = {row.number for row in group}
    margins: dict[tuple[Number, Number], Fraction] = {}
    for (first, second), _, both in meetings:
        for teams, margin in zip(((first, second), (second, first)), both, strict=True):
            margins[teams] = margins.get(teams, _NOTHING) + margin
    common = [number for number in scores if number not in numbers and all((n, number) in margins for n in numbers)]
    levels = alike(common, lambda number: (scores[number],))
    return lambda row: tuple(sum((margins[row.number, n] for n in level), _NOTHING) for level in levels)
