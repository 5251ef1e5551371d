"""A match of two teams: both tables play the same boards, segment by segment.

JCBL director's manual 3.3, lines 1618-1690: table 1 is the home of the first team, table 2 of the second; the pairs of
each team sit North-South at home and East-West at the other table. Half of the boards begin at each table and are
exchanged (lines 1634-1636). A match has one segment or several, usually two halves (lines 1670-1688), each a round on
boards of its own; it can go on in another session.
"""

from __future__ import annotations

from typing import Unpack

from arrowswitch.core.movements.families.common.sheets import Options
from arrowswitch.core.movements.families.teams import Half, TeamOptions, team_movement
from arrowswitch.core.movements.model import Movement, RoundNumber

FAMILY = "team-match"
TEAMS = 2
MOST_SEGMENTS = 8
LENGTHS = (32, 28, 24, 20, 16)
"""The usual boards of a match in a session, in one segment or two halves (lines 1801 and 2611)."""
HALVES = 2


def team_match(
    tables: int, rounds: RoundNumber = HALVES, session: int = 1, sessions: int = 1, **common: Unpack[TeamOptions]
) -> Movement:
    """Returns a session of a match of two teams in `rounds` segments; of `sessions` sessions it is number `session`."""
    sides = ((1, 2), (2, 1))
    halves = [Half(segment, home, away, segment) for segment in range(1, rounds + 1) for home, away in sides]
    options: Options = {"tables": tables, "rounds": rounds, "session": session, "sessions": sessions}
    options["meetings"] = 2 * rounds
    return team_movement(FAMILY, TEAMS, halves, options, common)


def segments(_teams: int) -> tuple[RoundNumber, ...]:
    """Returns the numbers of segments that a session of a match can have."""
    return tuple(range(1, MOST_SEGMENTS + 1))


def boards_of_all_sessions(movement: Movement) -> int | None:
    """Returns how many boards a match has in all of its sessions, if each is as long as this one; None for any other
    movement."""
    if movement.family != FAMILY:
        return None
    return int(movement.options.get("sessions", 1)) * movement.rounds * movement.boards_per_round
