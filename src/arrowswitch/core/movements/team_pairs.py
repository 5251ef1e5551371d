"""Short round robin of teams that is a pairs game too (SRR teams and pairs), for even numbers of teams.

JCBL director's manual 3.3, lines 2629-2657 and 3376-3391: every team meets every other in each of two sessions, both
tables of a match on the same boards in the same round (a relay), so that the match can be compared and all results of a
board make one field of pairs. Over both sessions every pair meets every pair of the other teams once: in the first 1A
against 2B and 2A against 1B, in the second 1A against 2A and 1B against 2B. A team's pairs are its number with A and B.
Which teams meet on which set is a Howell of teams. Odd numbers of teams have no such sheet here.
"""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.movements.ab_tables import format_relays
from arrowswitch.core.movements.board_sets import numbered_sets
from arrowswitch.core.movements.howell import starter_for
from arrowswitch.core.movements.model import Meeting, Movement

BOARDS = {4: 8, 6: 5, 8: 4, 10: 3}
"""The boards of a round by the number of teams (lines 3380-3386)."""
SESSIONS = 2


def team_pairs(tables: int, session: int = 1, boards_per_round: int | None = None, first_board: int = 1) -> Movement:
    """Returns the movement of session 1 or 2 for as many teams as `tables`: 4, 6, 8 or 10.

    Raises Refused (`team-pairs.teams`, `team-pairs.session`).
    """
    Refused.check(team_pairs_problems(tables, session))
    starter = starter_for(tables // 2, tables - 1, cards="still")
    numbers = tuple(Number(f"{team}{half}") for team in range(1, tables + 1) for half in "AB")
    meetings = []
    for round_number, match, one, other, board_set in starter.meetings():
        for table, ns, ew in _tables(match, one, other, session):
            meetings.append(Meeting(round_number, table, (Number(ns),), (Number(ew),), board_set))
    boards = boards_per_round or BOARDS[tables]
    return Movement(
        family="team-pairs",
        kind=ContestantKind.PAIR,
        contestants=numbers,
        tables=tables,
        rounds=tables - 1,
        board_sets=numbered_sets(tables - 1, boards, first_board),
        meetings=tuple(meetings),
        fields=(numbers,),
        options={
            "tables": tables,
            "session": session,
            "boards_per_round": boards,
            "first_board": first_board,
            "relays": format_relays(meetings),
        },
    )


def team_pairs_problems(teams: int, session: int) -> Iterator[Problem]:
    """Yields why there is no such session."""
    if teams not in BOARDS:
        yield Problem("team-pairs.teams", {"teams": teams, "possible": ", ".join(map(str, BOARDS))}, "tables")
    if not 1 <= session <= SESSIONS:
        yield Problem("team-pairs.session", {"session": session}, "session")


def team_of(number: Number) -> int:
    """Returns the team of a pair of these movements.

    >>> team_of(Number("10B"))
    10
    """
    return int(number[:-1])


def _tables(match: int, one: int, other: int, session: int) -> Iterator[tuple[int, str, str]]:
    """Yields the two tables of a match: table, North-South, East-West."""
    if session == 1:
        yield 2 * match - 1, f"{one}A", f"{other}B"
        yield 2 * match, f"{other}A", f"{one}B"
    else:
        yield 2 * match - 1, f"{one}A", f"{other}A"
        yield 2 * match, f"{other}B", f"{one}B"
