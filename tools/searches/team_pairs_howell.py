"""Finds Howells of teams for teams and pairs: an even number of teams, every match at two tables that share a set.

n teams are the residues modulo n - 1 and one that stands still; rounds and sets are the residues. Every two teams meet
once, every team plays every set once, no set is at two matches in a round. Only the first `step` rounds are looked for:
the others follow by adding `step` to round, set and teams (offline: the program reads the sheets from
`team_pairs.toml`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from typing import TYPE_CHECKING

from arrowswitch.core.solving import USUAL_SEED, solve
from tools.searches import new_model
from tools.searches.team_pair_sheets import FoundHalf, FoundSheet
from tools.searches.team_pairs_relayed import move_in_ring, orbits

if TYPE_CHECKING:
    from ortools.sat.python import cp_model


def find_howell(
    teams: int,
    step: int,
    work: float = 60.0,
    seed: int = USUAL_SEED,
    *,
    opening: Collection[tuple[int, int]] = (),
) -> tuple[FoundSheet, ...] | None:
    """Returns the halves of both sessions, A against B in the first, the matches of `opening` (teams from 1) in round
    1; None where none were found."""
    ring, model = teams - 1, new_model()
    at: dict[tuple[tuple[int, int], int, int], cp_model.IntVar] = {}
    groups: dict[tuple[str, int, int], list[cp_model.IntVar]] = defaultdict(list)
    cells: dict[tuple[int, int], list[cp_model.IntVar]] = defaultdict(list)
    opened: dict[tuple[int, int], list[cp_model.IntVar]] = defaultdict(list)
    for edge in orbits(teams, step):
        for r in range(ring):
            for s in range(ring):
                here = at[edge, r, s] = model.new_bool_var("")
                by = r % step - r
                if r % step == 0:
                    first_team, second_team = sorted(move_in_ring(team, by, ring) + 1 for team in edge)
                    opened[first_team, second_team].append(here)
                cells[r % step, (s + by) % ring].append(here)
                for team in edge:
                    groups["round", r % step, move_in_ring(team, by, ring)].append(here)
                    for on in range(0, ring, step):
                        groups["set", (s + on) % ring, move_in_ring(team, on, ring)].append(here)
        model.add_exactly_one(at[edge, r, s] for r in range(ring) for s in range(ring))
    for group in (*groups.values(), *(opened[match] for match in opening)):
        model.add_exactly_one(group)
    for cell in cells.values():
        model.add_at_most_one(cell)
    answer = solve(model, work, seed)
    if not answer.is_found:
        return None
    first: list[FoundHalf] = []
    second: list[FoundHalf] = []
    for (edge, r, s), here in at.items():
        for by in range(0, ring, step) if answer.holds(here) else ():
            first_team, second_team = (move_in_ring(team, by, ring) + 1 for team in edge)
            where = ((r + by) % ring + 1, (s + by) % ring + 1)
            first += [
                FoundHalf(*where, f"{first_team}A", f"{second_team}B"),
                FoundHalf(*where, f"{second_team}A", f"{first_team}B"),
            ]
            second += [
                FoundHalf(*where, f"{first_team}A", f"{second_team}A"),
                FoundHalf(*where, f"{second_team}B", f"{first_team}B"),
            ]
    return tuple(first), tuple(second)
