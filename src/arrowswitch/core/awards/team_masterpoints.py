"""Masterpoints of weekly games for teams: the larger of what the place and what the matches won bring each member.

JCBL director's manual 3.3, lines 3948-3970, 3999-4020, 4051-4077, 4108-4134 and 4165-4191 (revision of 2007-04-01), for
classes 1 to 5: (1) twice a pair's award for the place, (2) class x B x V / (100 x M x Pm) with the boards of a round B,
the victory points of the matches won V, the most of a round M and the members Pm. Only matches with more victory points
than the opponents' count as won, and every team may earn by them, also one that is not placed. Without victory points
there is the place alone. Neither brings more than one point; what tied places earn is `masterpoints.TiedAwards`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.core.awards.explain import ROUNDING_CLAUSE, clause_of, place_steps
from arrowswitch.core.awards.masterpoints import USUAL, AwardRules, shared_award, team_place_award, team_wins_award
from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import ParamValue
from arrowswitch.core.scoring.arithmetic import operand
from arrowswitch.core.scoring.rounding import Rounding, round_half_up_2
from arrowswitch.core.scoring.steps import Explanation, Step, amount_step, rounding_steps

WINS_CLAUSE = "JCBL manual, lines 3948-3953: the larger of the place's award and class x B x V / (100 x M x Pm)"
CLAUSES = (WINS_CLAUSE,)


@dataclass(frozen=True, slots=True)
class RoundWorth:
    """A round in an event of matches: its boards, and the most victory points of a match."""

    boards: int
    most: Fraction


@dataclass(frozen=True, slots=True)
class TeamRecord:
    """The facts of a team that count: its rank, the victory points of the matches that it won, and the number of
    members."""

    rank: int
    vp_won: Fraction = Fraction(0)
    members: int = 4


@dataclass(frozen=True, slots=True)
class TeamAward:
    """The award of each member: exactly by the place, exactly by the matches won (None without victory points), and the
    larger one in two decimals."""

    by_place: Fraction
    by_wins: Fraction | None

    @property
    def exact(self) -> Fraction:
        """Returns the larger of the awards by place and by wins, unrounded."""
        return self.by_place if self.by_wins is None else max(self.by_place, self.by_wins)

    @property
    def amount(self) -> Fraction:
        """Returns the masterpoints of each member, rounded to hundredths."""
        return round_half_up_2(self.exact)


def team_awards(
    game_class: int, records: Sequence[TeamRecord], worth: RoundWorth | None = None, rules: AwardRules = USUAL
) -> tuple[TeamAward, ...]:
    """Returns the masterpoints of each member of every team of a field; without `worth` by the places alone.

    Raises Refused (`masterpoints.class`) for a class that is not 1 to 5.

    >>> records = [TeamRecord(1, Fraction(60)), TeamRecord(2, Fraction(17)), TeamRecord(3)]
    >>> [str(one.amount) for one in team_awards(1, records, RoundWorth(8, Fraction(25)))]
    ['3/50', '1/25', '0']
    """
    ranks = [record.rank for record in records]
    return tuple(
        TeamAward(
            shared_award(team_place_award, game_class, ranks, record.rank, rules),
            _by_wins(game_class, record, worth, rules),
        )
        for record in records
    )


def explain_team_award(
    number: Number,
    game_class: int,
    records: Sequence[TeamRecord],
    place: int,
    worth: RoundWorth | None = None,
    rules: AwardRules = USUAL,
) -> Explanation:
    """Returns how the masterpoints of the team at `place` of `records` (from 0) came about; raises as `team_awards`."""
    award, ranks = team_awards(game_class, records, worth, rules)[place], [record.rank for record in records]
    steps = (
        *place_steps("explain-teams.place", game_class, ranks, records[place].rank, team_place_award, rules),
        *_wins_steps(game_class, records[place], worth, award, rules),
        *rounding_steps(award.exact, Rounding.HALF_UP_2, ROUNDING_CLAUSE),
    )
    return Explanation(number, None, steps, award.amount)


def _by_wins(game_class: int, record: TeamRecord, worth: RoundWorth | None, rules: AwardRules) -> Fraction | None:
    if worth is None or not worth.most:
        return None
    exact = team_wins_award(game_class, worth.boards, record.vp_won, worth.most, record.members, rules.rates)
    return min(exact, rules.rates.most)


def _wins_steps(
    game_class: int, record: TeamRecord, worth: RoundWorth | None, award: TeamAward, rules: AwardRules
) -> Iterator[Step]:
    if worth is None or award.by_wins is None:
        return
    params: dict[str, ParamValue] = {
        "class": game_class,
        "boards": worth.boards,
        "won": operand(record.vp_won),
        "most": operand(worth.most),
        "members": record.members,
        "limit": operand(rules.rates.most),
        "per": operand(1 / rules.rates.unit),
    }
    yield amount_step("explain-teams.wins", award.by_wins, params, clause_of(rules.rates, WINS_CLAUSE))
    larger = {"place": operand(award.by_place), "wins": operand(award.by_wins)}
    yield amount_step("explain-teams.larger", award.exact, dict(larger), clause_of(rules.rates, WINS_CLAUSE))
