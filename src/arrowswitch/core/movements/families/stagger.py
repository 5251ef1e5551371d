"""Stagger and New England relay: an even number of teams, tables half the field apart sharing their boards.

JCBL director's manual 3.3, lines 3705-3737 (stagger) and 1878, 2630, 3711 (New England relay, named only). Tables t and
t + h relay throughout.

- Stagger: in session 1 odd teams meet odd and even teams even, in session 2 odd meet even. East-West begin two tables
  below home in session 1, one table below in session 2; then boards go down one and East-West down two. The documents
  print no sheet; theirs follows from the text.
- New England relay: East-West go down one table each round, boards down one place in a ring in which a bye stand
  follows each pair of tables: as many sets as teams, one round fewer. The usual rule of that name; rounds r and n - r
  are the halves of the same matches, and in round n / 2 both halves are played at once.
"""

from __future__ import annotations

from typing import Unpack

from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.movements.families.common.sheets import Options
from arrowswitch.core.movements.families.family import Size
from arrowswitch.core.movements.families.teams import Half, TeamOptions, rounds_problems, team_movement
from arrowswitch.core.movements.model import Movement, RoundNumber
from arrowswitch.core.movements.rules.mitchell_rules import wrap

TEAMS = range(4, 61, 2)


def stagger(
    tables: int, rounds: RoundNumber | None = None, session: int = 1, **common: Unpack[TeamOptions]
) -> Movement:
    """Returns a session of the stagger of `tables` teams: one round fewer than half the teams, then as many as half.

    Session 2 has other boards. Raises Refused (`families.team-rounds`).
    """
    middle = tables // 2
    full = middle - 1 if session == 1 else middle
    Refused.check(rounds_problems(rounds, full))
    halves = [
        Half(r, team, wrap(team + 2 * r - (session == 2), tables), wrap(team + r - 1, middle))
        for r in range(1, full + 1)
        for team in range(1, tables + 1)
    ]
    options: Options = {"tables": tables, "rounds": full, "session": session}
    return team_movement("stagger", tables, halves, options, common)


def new_england(tables: int, rounds: RoundNumber | None = None, **common: Unpack[TeamOptions]) -> Movement:
    """Returns the New England relay of `tables` teams: every team meets every other in one round fewer than teams,
    which is the only number that `rounds` can be."""
    middle, full = tables // 2, tables - 1 if rounds is None else rounds
    halves = [
        Half(r, team, wrap(team + r, tables), wrap(2 * wrap(team, middle) + r - 2, tables))
        for r in range(1, full + 1)
        for team in range(1, tables + 1)
    ]
    stands = dict.fromkeys(range(1, middle + 1), 1)
    return team_movement("new-england", tables, halves, {"tables": tables, "rounds": full}, common, stands)


def new_england_rounds(teams: int) -> tuple[RoundNumber, ...]:
    """Returns the only number of rounds of a New England relay."""
    return (teams - 1,)


def even_reason(size: Size) -> Problem | None:
    """Returns why there is no stagger or New England relay for a number of teams."""
    if size.tables in TEAMS:
        return None
    return Problem("families.even-teams", {"teams": size.tables, "least": TEAMS[0], "most": TEAMS[-1]}, "tables")


def new_england_reason(size: Size) -> Problem | None:
    """Returns why there is no New England relay of a size."""
    return even_reason(size) or next(rounds_problems(size.rounds, size.tables - 1), None)
