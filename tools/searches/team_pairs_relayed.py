"""Finds sheets of teams and pairs for odd numbers of teams in which matches are played at both tables at once.

n teams are the residues modulo n - 1 and one that stands still; so are the n sets. In a round of an odd number of teams
no fewer than three play half a match against each of two others; the others can meet in twos, at two tables that share
one set. Only the first `step` rounds of each session are looked for: the others follow by adding `step` to round, set
and teams. Nobody but the two tables of a match shares a set in a round (offline: the program reads the sheets from
`team_pairs.toml`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING

from arrowswitch.core.solving import USUAL_SEED, SolverAnswer, solve
from tools.searches import new_model
from tools.searches.team_pair_sheets import KINDS, FoundHalf, FoundSheet

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

_Edge = tuple[int, int]


@dataclass(slots=True)
class _Session:
    """The variables of a session, by the first match of each orbit: its halves, its set, and whether both halves are in
    one round."""

    halves: dict[tuple[_Edge, str, int], cp_model.IntVar] = field(default_factory=dict)
    sets: dict[tuple[_Edge, int], cp_model.IntVar] = field(default_factory=dict)
    together: list[cp_model.IntVar] = field(default_factory=list)


def find_relayed(
    teams: int, step: int, at_once: tuple[int, int], work: float = 60.0, seed: int = USUAL_SEED
) -> tuple[FoundSheet, ...] | None:
    """Returns the halves of both sessions with the given numbers of matches at once. Returns None if none were
    found."""
    model = new_model()
    edges = orbits(teams, step)
    is_same = {edge: model.new_bool_var("") for edge in edges}
    sessions = [_session(model, (teams, step), is_same, session) for session in (1, 2)]
    for session, matches in zip(sessions, at_once, strict=True):
        model.add(sum(session.together) == matches * step // (teams - 1))
    answer = solve(model, work, seed)
    if not answer.is_found:
        return None
    return tuple(tuple(_develop((teams, step), session, answer)) for session in sessions)


def move_in_ring(place: int, by: int, ring: int) -> int:
    """Returns the new place of a team or a set; the stationary one is `ring`."""
    return place if place == ring else (place + by) % ring


def orbits(teams: int, step: int) -> list[_Edge]:
    """Returns one match of each orbit."""
    ring, seen, first_edges = teams - 1, set[_Edge](), []
    for edge in combinations(range(teams), 2):
        if edge not in seen:
            first_edges.append(edge)
            for by in range(0, ring, step):
                home, away = sorted(move_in_ring(team, by, ring) for team in edge)
                seen.add((home, away))
    return first_edges


def _session(
    model: cp_model.CpModel, size: tuple[int, int], is_same: dict[_Edge, cp_model.IntVar], session: int
) -> _Session:
    teams, step = size
    made, ring = _Session(), teams - 1
    seats: dict[tuple[int, int, str], list[cp_model.IntVar]] = defaultdict(list)
    cells: dict[tuple[int, int], list[cp_model.IntVar]] = defaultdict(list)
    rests: dict[tuple[int, int], list[cp_model.IntVar]] = defaultdict(list)
    for edge, same in is_same.items():
        halves = {(kind, r): model.new_bool_var("") for kind in KINDS for r in range(ring)}
        made.halves |= {(edge, kind, r): variable for (kind, r), variable in halves.items()}
        for kind in KINDS:
            is_wanted = same if (kind[0] == kind[1]) == (session == 1) else 1 - same
            model.add(sum(halves[kind, r] for r in range(ring)) == is_wanted)
        sets = [model.new_bool_var("") for _ in range(teams)]
        made.sets |= {(edge, s): variable for s, variable in enumerate(sets)}
        model.add_exactly_one(sets)
        for r in range(ring):
            is_here, is_whole = model.new_bool_var(""), model.new_bool_var("")
            model.add(sum(halves[kind, r] for kind in KINDS) == is_here + is_whole)
            model.add_implication(is_whole, is_here)
            made.together.append(is_whole)
            by = r % step - r
            for kind in KINDS:
                for team, letter in zip(edge, kind, strict=True):
                    seats[r % step, move_in_ring(team, by, ring), letter].append(halves[kind, r])
            for s, on_set in enumerate(sets):
                cell = model.new_bool_var("")
                model.add_bool_or(cell, ~is_here, ~on_set)
                cells[r % step, move_in_ring(s, by, ring)].append(cell)
        for s, on_set in enumerate(sets):
            for by in range(0, ring, step):
                for team in edge:
                    rests[move_in_ring(team, by, ring), move_in_ring(s, by, ring)].append(on_set)
    for group in seats.values():
        model.add_exactly_one(group)
    for group in (*cells.values(), *rests.values()):
        model.add_at_most_one(group)
    return made


def _develop(size: tuple[int, int], session: _Session, answer: SolverAnswer) -> Iterator[FoundHalf]:
    teams, step = size
    ring = teams - 1
    on = {edge: s for (edge, s), variable in session.sets.items() if answer.holds(variable)}
    for (edge, kind, r), variable in session.halves.items():
        if answer.holds(variable):
            for by in range(0, ring, step):
                home, away = (
                    f"{move_in_ring(team, by, ring) + 1}{letter}" for team, letter in zip(edge, kind, strict=True)
                )
                yield FoundHalf((r + by) % ring + 1, move_in_ring(on[edge], by, ring) + 1, home, away)
