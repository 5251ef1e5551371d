"""The input of the choosers of team games and of individuals, and one choice of a team game.

JCBL director's manual 3.3, lines 1801 and 2613 (boards of a match), 2455-2459 (time and boards), 3427-3431 (forms).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arrowswitch.core.movements.checking.fairness import Fairness, fairness
from arrowswitch.core.movements.choosing.engine import Proposed, boards_of_rounds
from arrowswitch.core.movements.choosing.wishes import LEAST_BOARDS_TEAMS, MOST_BOARDS, SessionWishes
from arrowswitch.core.movements.families.team_pairs import TeamPairsFacts, team_pairs_facts
from arrowswitch.core.movements.model import RoundNumber
from arrowswitch.core.movements.sessions.team_plan import TeamForm, TeamPlan

TEAM_BOARDS = range(LEAST_BOARDS_TEAMS, MOST_BOARDS + 1)
"""The boards of a session of teams that are just right (lines 2458-2459)."""
PLAYER_BOARDS = range(18, 29)
"""The boards of the list of individuals (lines 3073-3080), but for its longest session."""
NEAR = 3
"""Boards that a session may have fewer or more than is just right, and still be near it."""
BY_PAIRS_UP_TO = 7
SWISS_FROM = 13
"""Up to 7 teams by all pairs, from 13 a Swiss, between them by teams (lines 3419 and 3427-3431)."""
MATCH_BOARDS = range(4, 11)
SWISS_BOARDS = range(4, 8)
"""The boards of a match of a short round robin and of a Swiss (line 1801)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamWishes(SessionWishes):
    """The wishes for a team game or an individual.

    `match_boards` are the numbers of boards of a match for which there are victory points; it binds (None: any).
    """

    match_boards: frozenset[int] | None = None
    least_boards: int | None = LEAST_BOARDS_TEAMS

    def boards_of(self, rounds: RoundNumber, least: int) -> Sequence[int]:
        """Returns the boards that a round may have: as wished, else what makes a session of `least` boards or more."""
        most = max(MOST_BOARDS, self.preferred_boards or 0) + NEAR
        return boards_of_rounds(rounds, self.boards_per_round, least, most)


@dataclass(frozen=True, slots=True)
class TeamChoice(Proposed):
    """One way to play a team game, and what is to be said about it.

    - `plan` has the sheets; it is None for a Swiss, whose rounds are drawn one after another.
    - `rounds` and `minutes` are those of each session; `match_boards` are the boards that two teams compare.
    - `line` is the line of the documents' lists in which it is printed.
    """

    teams: int
    plan: TeamPlan | None
    rounds: tuple[RoundNumber, ...]
    boards_per_round: int
    match_boards: int
    minutes: tuple[int, ...]
    fits_time: bool
    line: int | None = None

    @property
    def form(self) -> TeamForm | None:
        """Returns the form of the plan; None for a Swiss."""
        return None if self.plan is None else self.plan.form

    @property
    def family(self) -> str:
        """Returns the family of the sheet for session 1, or `swiss`."""
        return "swiss" if self.plan is None else self.plan.sheets[0].family

    @property
    def name_code(self) -> str:
        return "team-choice.swiss" if self.plan is None else self.plan.form.name_code

    @property
    def sheet_facts(self) -> TeamPairsFacts | None:
        """Returns the facts that distinguish the sheets of teams and pairs; None for any other game."""
        if self.plan is None or self.plan.form is not TeamForm.TEAMS_AND_PAIRS:
            return None
        return team_pairs_facts(self.teams, self.plan.variant)

    @property
    def boards(self) -> tuple[int, ...]:
        """Returns the number of boards that each team plays in each session."""
        return tuple(rounds * self.boards_per_round for rounds in self.rounds)

    @property
    def boards_used(self) -> tuple[int, ...]:
        """Returns the number of boards to be made for each session; in a Swiss all tables play the same boards in a
        round."""
        return self.boards if self.plan is None else self.plan.boards_used

    @property
    def opponents(self) -> int:
        """Returns the number of other teams that a team meets."""
        return min(sum(self.rounds), self.teams - 1) if self.plan is None else self.plan.opponents

    @property
    def missed_teams(self) -> int:
        """Returns the number of other teams that a team does not meet."""
        return self.teams - 1 - self.opponents

    @property
    def is_advised(self) -> bool:
        """True if it has the form that is advised for this number of teams."""
        if self.plan is None or self.teams >= SWISS_FROM:
            return self.plan is None and self.teams >= SWISS_FROM
        by_pairs = self.plan.form in (TeamForm.EVERY_PAIR, TeamForm.TEAMS_AND_PAIRS)
        return by_pairs if self.teams <= BY_PAIRS_UP_TO else self.plan.meets_everybody and not by_pairs

    @property
    def boards_to_make(self) -> int:
        """Returns the total number of boards to make, counting every copy."""
        return sum(self.boards_used) * (1 if self.plan is None else self.plan.copies)

    @property
    def fairness(self) -> tuple[Fairness, ...]:
        """Returns the measures of each session's movement; empty for a Swiss."""
        return () if self.plan is None else tuple(map(fairness, self.plan.sessions))
