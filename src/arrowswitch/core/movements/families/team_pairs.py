"""Short round robin of teams that is a pairs game too (SRR teams and pairs), for 4 to 11 teams.

JCBL director's manual 3.3, lines 2629-2657 and 3376-3391: every team meets every other in each of two sessions, both
tables of a match on the same boards, so that the match can be compared and all results of a board make one field of
pairs. Over both sessions every pair meets every pair of the other teams once: 1A against 2B and 2A against 1B in one,
1A against 2A and 1B against 2B in the other. A team's pairs are its number with A and B. Even numbers of teams are a
Howell of teams, the two tables of a match sharing in one round; odd numbers stand on sheets found by search
(`pair_legs` and `team_pairs.toml`), without relays, which play the two halves of a match in different rounds.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Unpack

from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.movements.data_files import data_of
from arrowswitch.core.movements.families.howell import starter_for
from arrowswitch.core.movements.families.sheets import BoardOptions, Options, board_options
from arrowswitch.core.movements.families.teams import pair_movement
from arrowswitch.core.movements.model import Movement
from arrowswitch.core.movements.rules.mitchell_rules import wrap
from arrowswitch.core.movements.searched.pair_legs import PairHalf, pair_leg, starters

BOARDS = {4: 8, 5: 6, 6: 5, 7: 4, 8: 4, 9: 3, 10: 3, 11: 3}
"""The boards of a round by the number of teams (lines 3380-3387)."""
SESSIONS = 2


def team_pairs(tables: int, session: int = 1, **common: Unpack[BoardOptions]) -> Movement:
    """Returns the movement of session 1 or 2 for as many teams as `tables`: 4 to 11.

    Raises Refused (`team-pairs.teams`, `team-pairs.session`).
    """
    Refused.check(team_pairs_problems(tables, session))
    halves = _odd(tables, session) if tables % 2 else _howell(tables, session)
    options: Options = {"tables": tables, "session": session}
    return pair_movement("team-pairs", tables, halves, options | board_options(common, BOARDS[tables]))


def team_pairs_problems(teams: int, session: int) -> Iterator[Problem]:
    """Yields why there is no such session."""
    if teams not in BOARDS:
        yield Problem("team-pairs.teams", {"teams": teams, "possible": ", ".join(map(str, BOARDS))}, "tables")
    if not 1 <= session <= SESSIONS:
        yield Problem("team-pairs.session", {"session": session}, "session")


@cache
def team_sheets() -> Mapping[int, tuple[tuple[str, ...], tuple[str, ...]]]:
    """Returns the rounds of both sessions of 7 and 9 teams, as they are stored."""
    entries = data_of("searched/team_pairs")["sheet"]
    return {entry["teams"]: (tuple(entry["first"]), tuple(entry["second"])) for entry in entries}


def _howell(teams: int, session: int) -> Iterator[PairHalf]:
    starter = starter_for(teams // 2, teams - 1, cards="still")
    for round_number, match, one, other, board_set in starter.meetings():
        for table, ns, ew in _tables(match, one, other, session):
            yield PairHalf(round_number, table, ns, ew, board_set)


def _odd(teams: int, session: int) -> Iterator[PairHalf]:
    """Yields a stored sheet; in one that is kept whole, boards go down one table a round."""
    if teams in starters():
        yield from pair_leg(teams, session)
        return
    for round_number, row in enumerate(team_sheets()[teams][session - 1], start=1):
        for board_set, word in enumerate(row.split(), start=1):
            ns, ew = _sides(*word.replace("-", " ").split(), teams=teams)
            yield PairHalf(round_number, wrap(board_set - round_number + 1, teams), ns, ew, board_set)


def _sides(one: str, other: str, *, teams: int) -> tuple[str, str]:
    """Returns North-South and East-West: of A and B A is North-South; A and A, B and B of a match sit crosswise."""
    if one[-1] != other[-1]:
        return (one, other) if one.endswith("A") else (other, one)
    is_first = (int(other[:-1]) - int(one[:-1])) % teams % 2 == 1
    return (one, other) if is_first == one.endswith("A") else (other, one)


def _tables(match: int, one: int, other: int, session: int) -> Iterator[tuple[int, str, str]]:
    """Yields the two tables of a match: table, North-South, East-West."""
    if session == 1:
        yield 2 * match - 1, f"{one}A", f"{other}B"
        yield 2 * match, f"{other}A", f"{one}B"
    else:
        yield 2 * match - 1, f"{one}A", f"{other}A"
        yield 2 * match, f"{other}B", f"{one}B"
