"""The input of every chooser: the time and the boards at hand, and the limits that the manual advises.

JCBL director's manual 3.3, lines 802-808 and 878 (time), 952-954 (Howell or Mitchell), 2455-2459 and 3807-3813
(boards).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from arrowswitch.core.movements.model import RoundNumber

LEAST_BOARDS_TEAMS = 24
"""The fewest boards of a sectional session of teams (line 2458)."""
MOST_BOARDS = 30
"""About as many as are advisable in one session (line 2459)."""
RELAYS_TAKEN_LIGHTLY = 2
"""This many tables may wait for a neighbour's boards; a second copy of the boards is seldom at hand."""
USUAL_BOARD_SETS = 3
"""The copies of the boards that a club is thought to have if nobody says: more are made by a dealing machine."""
LEAST_USE = (85, 100)
"""The least part of the time that a session uses."""
LATE_TAKEN_LIGHTLY = 3
"""A session may be this many minutes late before a table waits for boards in every round."""
STANDARD_BOARDS = range(24, 27)
"""From 12 rounds of 2 boards to 13 rounds of 2 boards (lines 3811-3813)."""
TWO_SECTIONS = 14
"""The tables from which on sections are proposed where no movement of one section is good enough."""


class Tempo(Protocol):
    """How long play takes."""

    def round_minutes(self, boards: int) -> int:
        """Returns the minutes of a round of `boards`."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long play takes: minutes for a board and for each change of round (line 878)."""

    minutes_per_board: int = 7
    minutes_per_round: int = 1

    def round_minutes(self, boards: int) -> int:
        """Returns the minutes of a round of `boards`."""
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
        """True if the rule asks for a Howell."""
        return pairs <= self.howell_up_to

    def wants_mitchell(self, pairs: int) -> bool:
        """True if the rule asks for a Mitchell."""
        return pairs >= self.mitchell_from


DEFAULT_PACE = Pace()
DEFAULT_CLUB_RULE = ClubRule()


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionWishes:
    """The wishes for any game.

    - `minutes` is the time for each session (None: unlimited); `pace` is the time that play takes.
    - `preferred_boards` is how many boards each session should have (None: what is usual); `boards_per_round` binds.
    - `least_boards` is the regulations' minimum of a session, below which a choice carries a warning.
    - `board_sets` is the number of copies of the boards at hand (None: nobody says; then three, `sets_short`).
    """

    minutes: int | None = None
    boards_per_round: int | None = None
    preferred_boards: int | None = None
    pace: Tempo = DEFAULT_PACE
    least_boards: int | None = None
    board_sets: int | None = None

    def boards_off(self, boards: int, usual: range = STANDARD_BOARDS) -> int:
        """Returns by how many boards a session has fewer (negative) or more than is just right."""
        right = usual if self.preferred_boards is None else range(self.preferred_boards, self.preferred_boards + 1)
        return min(boards - right[0], 0) + max(boards - right[-1], 0)

    def minutes_of(self, rounds: RoundNumber, boards_per_round: int) -> int:
        """Returns how long a session takes."""
        return rounds * self.pace.round_minutes(boards_per_round)

    def have_time_for(self, minutes: int) -> bool:
        """True if a session fits the available time."""
        return self.minutes is None or minutes <= self.minutes

    def is_short(self, minutes: int, use: tuple[int, int] = LEAST_USE) -> bool:
        """True if a session uses less than a part of the time, 85 % by default, and nobody asked for its boards."""
        asks = self.preferred_boards is not None or self.boards_per_round is not None
        part, whole = use
        return not asks and self.minutes is not None and whole * minutes < part * self.minutes

    def sets_short(self, needed: int) -> int:
        """Returns the number of copies of the boards that are needed beyond those at hand."""
        return max(0, needed - (USUAL_BOARD_SETS if self.board_sets is None else self.board_sets))


@dataclass(frozen=True, slots=True, kw_only=True)
class PairWishes(SessionWishes):
    """The wishes for a game of pairs.

    - `stationary` is the number of pairs that must not move (in any session); `one_winner` binds: one ranking (True),
      one for each side (False).
    """

    club_rule: ClubRule = DEFAULT_CLUB_RULE
    stationary: int = 0
    one_winner: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Wishes(PairWishes):
    """The wishes for a movement of pairs for one session and section.

    - `rounds` binds; then every family with such a movement is considered, including those that are otherwise left out.
    """

    rounds: RoundNumber | None = None

    @property
    def boards(self) -> range:
        """Returns the numbers of boards that are just right."""
        wanted = self.preferred_boards
        return STANDARD_BOARDS if wanted is None else range(wanted, wanted + 1)


LEVEL_OF_MORE_BOARDS = 300
"""The masterpoints of the players from which a session has more boards."""
LEVEL_OF_NOVICES = 20
"""The masterpoints up to which a session may have 18 boards (line 2458)."""


def boards_for_level(master_points: int) -> int:
    """Returns the boards for a session of players of this many masterpoints: 26 from 300 on, 24 below, 18 up to 20.

    Lines 3811-3813 give 26 and 24 for a session of 13 and of 12 rounds; 300 itself is in neither and counted with the
    upper. Line 2458 asks for 18 boards of a sectional for players of up to 20.

    >>> boards_for_level(500), boards_for_level(120), boards_for_level(20)
    (26, 24, 18)
    """
    if master_points <= LEVEL_OF_NOVICES:
        return 18
    return 26 if master_points >= LEVEL_OF_MORE_BOARDS else 24


def may_take_sections(pairs: int) -> bool:
    """True if this many pairs can be proposed several sections without asking for them."""
    return (pairs + 1) // 2 >= TWO_SECTIONS
