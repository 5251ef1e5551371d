"""What the chooser is asked and what it answers: wishes, and one choice for each movement that could be played.

JCBL director's manual 3.3, lines 802-808 and 878 (time), 952-954 (Howell or Mitchell), 2455-2459 and 3807-3813
(boards).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Protocol

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem
from arrowswitch.core.movements.checking.fairness import Fairness
from arrowswitch.core.movements.model import Movement, RoundNumber, copy_tables

LEAST_BOARDS_PAIRS = 21
LEAST_BOARDS_TEAMS = 24
LEAST_BOARDS_NOVICES = 18
"""The fewest boards of a sectional session: pairs, teams, events for players of up to 20 master points (line 2458)."""
MOST_BOARDS = 30
"""About as many as are advisable in one session (line 2459)."""
STANDARD_BOARDS = range(24, 27)
"""From 12 rounds of 2 boards to 13 rounds of 2 boards (lines 3811-3813)."""


class Clock(Protocol):
    """How long play takes."""

    def round_minutes(self, boards: int) -> int:
        """Returns the minutes of a round of so many boards."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long play takes: minutes for a board and for each change of round (line 878)."""

    minutes_per_board: int = 7
    minutes_per_round: int = 1

    def round_minutes(self, boards: int) -> int:
        """Returns the minutes of a round of so many boards."""
        return boards * self.minutes_per_board + self.minutes_per_round


@dataclass(frozen=True, slots=True)
class ClubRule:
    """A club's rule which movement it plays, in pairs: two for each table, so that half tables can be said.

    The default is the manual's: Howell up to 6 1/2 tables, Mitchell from 7 (lines 952-954). Between the two numbers
    either will do; a club without a rule sets them to 0 and 999.
    """

    howell_up_to: int = 13
    mitchell_from: int = 14

    def wants_howell(self, pairs: int) -> bool:
        """Tells whether the rule asks for a Howell."""
        return pairs <= self.howell_up_to

    def wants_mitchell(self, pairs: int) -> bool:
        """Tells whether the rule asks for a Mitchell."""
        return pairs >= self.mitchell_from


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is wanted of a movement.

    - `minutes` is the time there is (None: as long as it takes); `pace` says how long play takes.
    - `preferred_boards` is how many boards should be in play (None: 24 to 26); `boards_per_round` binds.
    - `rounds` binds; then every family that has such a movement is thought of, also those that are else left out.
    - `stationary` is how many pairs must not move; `one_winner` binds: one ranking (True), one for each side (False).
    - `least_boards` is the regulations' minimum, below which a choice carries a warning.
    """

    minutes: int | None = None
    boards_per_round: int | None = None
    preferred_boards: int | None = None
    pace: Clock = Pace()
    club_rule: ClubRule = ClubRule()
    stationary: int = 0
    one_winner: bool | None = None
    least_boards: int | None = None
    rounds: RoundNumber | None = None

    @property
    def boards(self) -> range:
        """Returns the numbers of boards that are just right."""
        wanted = self.preferred_boards
        return STANDARD_BOARDS if wanted is None else range(wanted, wanted + 1)

    def boards_off(self, boards: int) -> int:
        """Returns by how many boards a movement has fewer (negative) or more than is just right."""
        return min(boards - self.boards[0], 0) + max(boards - self.boards[-1], 0)


@dataclass(frozen=True, slots=True)
class Choice:
    """One movement that could be played, and what is to be said about it.

    - `fits_time` compares `minutes` with the time there is; `line` is the line of the list of movements for weekly
      games in which it is printed.
    - `why` says what it is and why it stands where it does; `better` and `worse` compare it with the first choice;
      `warnings` are what a regulation advises against (it warns and does not forbid).
    """

    movement: Movement
    fairness: Fairness
    minutes: int
    fits_time: bool
    line: int | None = None
    why: tuple[Problem, ...] = ()
    better: tuple[Problem, ...] = ()
    worse: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()

    @property
    def family(self) -> str:
        """Returns the family's name."""
        return self.movement.family

    @property
    def options(self) -> dict[str, int | str]:
        """Returns the options with which `families.make` makes the movement."""
        return dict(self.movement.options)

    @property
    def tables(self) -> int:
        """Returns the number of tables."""
        return self.movement.tables

    @property
    def rounds(self) -> RoundNumber:
        """Returns the number of rounds."""
        return self.movement.rounds

    @property
    def boards_per_round(self) -> int:
        """Returns the boards of a round."""
        return self.movement.boards_per_round

    @property
    def boards_total(self) -> int:
        """Returns how many boards are in play."""
        return self.movement.boards_total

    @property
    def boards_planned(self) -> int:
        """Returns rounds times boards of a round, as a pair without sit-outs plays (more are in play when cut)."""
        return self.rounds * self.boards_per_round

    @property
    def boards_played(self) -> int:
        """Returns how many boards every pair plays at least."""
        return (self.rounds - self.sit_outs) * self.boards_per_round

    @property
    def sit_outs(self) -> int:
        """Returns how many rounds a pair sits out at most."""
        return self.fairness.sit_outs.most

    @property
    def missed(self) -> int:
        """Returns how many possible opponents a pair misses at most; in two fields only the other side counts."""
        return self.fairness.opponents_missed.most

    @property
    def everybody_meets(self) -> bool:
        """Tells whether all who can meet do."""
        return not self.missed

    @property
    def has_one_winner(self) -> bool:
        """Tells whether there is one ranking."""
        return len(self.movement.fields) == 1

    @property
    def is_howell(self) -> bool:
        """Tells whether it is a Howell of any kind."""
        return self.family.endswith("howell")

    @property
    def phantom(self) -> Number | None:
        """Returns the number without a pair."""
        return self.movement.phantom

    @property
    def stationary(self) -> tuple[Number, ...]:
        """Returns the numbers of pairs that never move, the phantom left out."""
        return tuple(number for number in self.movement.stationary if number != self.phantom)

    @property
    def relays(self) -> int:
        """Returns the most tables that wait for another's boards in one round."""
        plan = self.movement
        copies = {table: plan.copy_of(table) for table in range(1, plan.tables + 1)}
        played = (m for m in plan.meetings if plan.is_played(m))
        at_set = Counter((m.round, m.board_set, copies[m.table]) for m in played)
        waiting: Counter[RoundNumber] = Counter()
        for (round_number, _, _), tables in at_set.items():
            waiting[round_number] += tables - 1
        return max(waiting.values(), default=0)

    @property
    def copies(self) -> int:
        """Returns how many copies of the boards are needed besides the first."""
        return max(0, len(copy_tables(str(self.options.get("copies", "")))) - 1)

    @property
    def turns_cards(self) -> bool:
        """Tells whether guide cards are turned at the tables of stationary pairs in some rounds."""
        return self.options.get("cards") == "best"


def boards_for_level(master_points: int) -> int:
    """Returns the boards for a session of players of so many master points: 26 from 300 on, 24 below.

    Lines 3811-3813 give both for a session of 13 and of 12 rounds; 300 itself is in neither and counted with the upper.

    >>> boards_for_level(500), boards_for_level(120)
    (26, 24)
    """
    return 26 if master_points >= 300 else 24


def least_boards(*, is_team_event: bool = False, master_points: int | None = None) -> int:
    """Returns the fewest boards of a sectional session: for teams, or players up to so many master points (line 2458).

    >>> least_boards(), least_boards(is_team_event=True), least_boards(master_points=20)
    (21, 24, 18)
    """
    if master_points is not None and master_points <= 20:
        return LEAST_BOARDS_NOVICES
    return LEAST_BOARDS_TEAMS if is_team_event else LEAST_BOARDS_PAIRS
