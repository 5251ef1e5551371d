"""The documents' lists of team games and of individuals, row by row, each with the line it was printed in.

JCBL director's manual 3.3, lines 3070-3096 (one session), 3376-3391 (teams and pairs), 3395-3425 (two and three
sessions). The rows are data (`team_list.toml`). A round robin by teams that names no sheet is the one on few boards
over several sessions, and in one session the Howell, which has the relays that the list mentions.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from arrowswitch.core.movements import data_files
from arrowswitch.core.movements.model import RoundNumber
from arrowswitch.core.movements.sessions.team_plan import TeamPlan


@dataclass(frozen=True, slots=True)
class ListedTeamGame:
    """One row of the lists of team games; `rounds` are those of each session, `boards_per_round` its boards."""

    teams: int
    form: str
    rounds: tuple[RoundNumber, ...]
    boards_per_round: int
    line: int

    def is_of(self, plan: TeamPlan) -> bool:
        """True if the row is of this plan, for any number of boards per round."""
        own = (plan.teams, plan.form, plan.rounds)
        return own == (self.teams, self.form, self.rounds) and plan.meets_everybody


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """One row of the list of individuals."""

    players: int
    rounds: RoundNumber
    boards_per_round: int
    line: int


@cache
def team_list() -> tuple[ListedTeamGame, ...]:
    """Returns the rows of the lists of team games in the order of the print."""
    return data_files.rows_of("listed/team_list", "team", ListedTeamGame)


@cache
def player_list() -> tuple[PlayerRow, ...]:
    """Returns the rows of the list of individuals.

    >>> [(row.rounds, row.boards_per_round) for row in player_list() if row.players == 16]
    [(12, 2), (15, 2)]
    """
    return data_files.rows_of("listed/team_list", "player", PlayerRow)


def rows_of(plan: TeamPlan) -> tuple[ListedTeamGame, ...]:
    """Returns the rows of the lists that are of this plan, one for each number of boards of a round."""
    return tuple(row for row in team_list() if row.is_of(plan))
