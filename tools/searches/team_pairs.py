"""Finds sheets of teams and pairs for odd numbers of teams (offline: the program reads them from `team_pairs.toml`).

Two sessions of n - 1 rounds on n sets: the match of teams t and u is on the set half-way between them (or, for seven
teams, on the one that adding t and u bit by bit gives), so that each team rests one set; its two tables may be in
different rounds. In one session it is A against A and B against B, in the
other A against B twice. CP-SAT looks for sheets without relays, else for those with the fewest.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import TYPE_CHECKING

from arrowswitch.core.solving import SolverAnswer, solve
from tools.searches import new_model

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

_KINDS = ("AA", "BB", "AB", "BA")
Sheets = tuple[tuple[str, ...], ...]
"""The rounds of each session: a word for each set, tables as `4B-5A` joined by `/`, `-` where a set rests."""


SetRule = Callable[[int, int, int], int]
"""Gives the set of a match from its two teams and the number of teams."""


def half_way(team: int, other: int, teams: int) -> int:
    """Returns the set half-way between two teams in the ring of teams, all from 0."""
    return (team + other) * (teams + 1) // 2 % teams


def bit_by_bit(team: int, other: int, teams: int) -> int:
    """Returns the set that two of seven teams give when their numbers are added bit by bit, all from 0."""
    return ((team + 1) ^ (other + 1)) - 1


def find_team_pairs(
    teams: int, work: float = 60.0, seed: int = 2008, rule: SetRule = half_way
) -> tuple[Sheets, bool] | None:
    """Returns the rounds of both sessions and whether fewer relays are ruled out; None where none were found."""
    for is_free in (True, False):
        solved = _solve(teams, (work, seed), rule, is_free=is_free)
        if solved is not None:
            return solved
    return None


def _solve(teams: int, effort: tuple[float, int], rule: SetRule, *, is_free: bool) -> tuple[Sheets, bool] | None:
    """Returns sheets without relays (`is_free`) or with the fewest."""
    rounds, sets = range(teams - 1), range(teams)
    matches = list(combinations(range(teams), 2))
    set_of = {two: rule(*two, teams) for two in matches}
    model = new_model()
    is_same = {two: model.new_bool_var(f"same{two}") for two in matches}
    sessions, used = [], []
    for session in range(2):
        at = {
            (two, r, kind): model.new_bool_var(f"{session}{two}{r}{kind}")
            for two in matches
            for r in rounds
            for kind in _KINDS
        }
        sessions.append(at)
        for two in matches:
            for kind in _KINDS:
                wanted = is_same[two] if (kind[0] == kind[1]) == (session == 0) else 1 - is_same[two]
                model.add(sum(at[two, r, kind] for r in rounds) == wanted)
        for r in rounds:
            for team in sets:
                for half in "AB":
                    own = [at[m, r, k] for m in matches for k in _KINDS if (team, half) in ((m[0], k[0]), (m[1], k[1]))]
                    model.add_exactly_one(own)
            for s in sets:
                cell = model.new_bool_var(f"used{session}{r}{s}")
                model.add_max_equality(cell, [at[m, r, k] for m in matches if set_of[m] == s for k in _KINDS])
                used.append(cell)
    if is_free:
        model.add(sum(used) == len(used))
    else:
        model.maximize(sum(used))
    answer = solve(model, *effort)
    if not answer.is_found:
        return None
    made = tuple(tuple(_row(answer, at, r, set_of, teams) for r in rounds) for at in sessions)
    return made, answer.is_proven


def _row(
    answer: SolverAnswer,
    at: dict[tuple[tuple[int, int], int, str], cp_model.IntVar],
    round_number: int,
    set_of: dict[tuple[int, int], int],
    teams: int,
) -> str:
    cells: list[list[str]] = [[] for _ in range(teams)]
    for (two, r, kind), variable in at.items():
        if r == round_number and answer.holds(variable):
            cells[set_of[two]].append(f"{two[0] + 1}{kind[0]}-{two[1] + 1}{kind[1]}")
    return " ".join("/".join(cell) or "-" for cell in cells)
