"""The plan of a team game over one to four sessions: what is played in each, and what that costs in boards.

JCBL director's manual 3.3, lines 2619-2657, 3082-3096 and 3376-3431. A plan is a list of sheets, one each session, that
together are one game. It knows its rounds and board sets without making anything; the movements are made, and checked,
when they are asked for. `team_games` lists the plans there are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache

from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.families.family import OptionValue
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.model import Movement, RoundNumber


class TeamForm(StrEnum):
    """The kind of a game, by its meetings and its sheet."""

    EVERY_PAIR = "every-pair"
    """Every pair meets both pairs of every other team (lines 2631 and 3427)."""
    EVERY_TEAM = "every-team"
    """Every team meets every other once, over several sessions on few board sets (line 3429)."""
    HOWELL = "howell"
    """Every team meets every other once, as in a Howell of as many pairs (line 2630)."""
    AWL = "awl"
    STAGGER = "stagger"
    NEW_ENGLAND = "new-england"
    MIRROR = "mirror-mitchell"
    TEAMS_AND_PAIRS = "teams-and-pairs"
    """As every-pair, and all results of a board make a pairs game too (lines 2633-2652)."""

    @property
    def name_code(self) -> str:
        return f"team-plan.form.{self.value}"


@dataclass(frozen=True, slots=True)
class SessionSheet:
    """One session of a plan: a family with its options, its rounds and its number of board sets."""

    family: str
    options: Mapping[str, OptionValue] = field(hash=False)
    rounds: RoundNumber
    sets: int


@dataclass(frozen=True, slots=True)
class TeamPlan:
    """One way for `teams` teams to play over one or several sessions.

    - `opponents` is how many other teams a team meets (the fewest, should that differ) and `pair_meetings` how many of
      the four meetings between the pairs of two such teams are played: two in a match, four in every-pair games.
    - `times` is how often the whole is played: twice in a double round robin, on other boards.
    - `copies` is how many copies of the boards are needed, so that no more tables share than `sharing` says.
    - `variant` is which of several sheets of the same form and length it is, the usual one 1.
    """

    teams: int
    form: TeamForm
    sheets: tuple[SessionSheet, ...]
    boards_per_round: int
    opponents: int
    pair_meetings: int = 2
    times: int = 1
    copies: int = 1
    variant: int = 1

    @property
    def sessions(self) -> tuple[Movement, ...]:
        """Returns the movement of each session, made and checked (cached)."""
        return tuple(
            _make_sheet(sheet.family, tuple(sorted(sheet.options.items())), self.boards_per_round)
            for sheet in self.sheets
        )

    @property
    def rounds(self) -> tuple[RoundNumber, ...]:
        """Returns the number of rounds in each session."""
        return tuple(sheet.rounds for sheet in self.sheets)

    @property
    def boards_played(self) -> tuple[int, ...]:
        """Returns the number of boards that each contestant plays in each session."""
        return tuple(sheet.rounds * self.boards_per_round for sheet in self.sheets)

    @property
    def boards_used(self) -> tuple[int, ...]:
        """Returns the number of different boards to be made for each session."""
        return tuple(sheet.sets * self.boards_per_round for sheet in self.sheets)

    @property
    def meets_everybody(self) -> bool:
        return self.opponents == self.teams - 1

    @property
    def sharing(self) -> int:
        """Returns the most tables that share one copy of a set in a round; 1 if no table relays."""
        return max(most_sharing(movement) for movement in self.sessions)

    def with_boards(self, boards_per_round: int) -> TeamPlan:
        """Returns the same plan with this number of boards a round."""
        return replace(self, boards_per_round=boards_per_round)

    def make_session(self, session: int, first_board: BoardNumber) -> Movement:
        """Returns the movement of `session` (from 1) with boards numbered from `first_board`."""
        sheet = self.sheets[session - 1]
        return make(sheet.family, **sheet.options, boards_per_round=self.boards_per_round, first_board=first_board)


def most_sharing(movement: Movement) -> int:
    """Returns the most tables of `movement` that play the same copy of a board set in one round."""
    copy_of = {table: movement.copy_of(table) for table in range(1, movement.tables + 1)}
    at: dict[tuple[int, int, int], int] = {}
    for meeting in movement.meetings:
        key = meeting.round, meeting.board_set, copy_of[meeting.table]
        at[key] = at.get(key, 0) + 1
    return max(at.values())


@lru_cache(maxsize=256)
def _make_sheet(family: str, options: tuple[tuple[str, OptionValue], ...], boards_per_round: int) -> Movement:
    return make(family, **dict(options), boards_per_round=boards_per_round)
