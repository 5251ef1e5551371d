"""Finds round robins of both pairs of an odd number of teams, without relays (offline: kept in `pair_legs.toml`).

n teams are the residues modulo n - 1 and one that stands still; so are the n sets. A leg has n - 1 rounds, in which
every team meets every other on one set, with A against A and B against B in one leg and A against B twice in the other;
the two halves of a match are in different rounds and every set is at one table in every round. Only the first `step`
rounds of each leg are looked for: the others follow by adding `step` to round, set and teams. Where `step` divides half
of n - 1, two teams opposite each other are carried into each other and play on the standing set; A and B then change at
every step in leg 2, for else they would meet in the same form in both halves.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import TYPE_CHECKING

from arrowswitch.core.solving import solve
from tools.searches import new_model

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

Edge = tuple[int, int]
_Kind = tuple[int, int]
_Half = tuple[Edge, _Kind, int, int]
"""Two teams, the pair of each (0 is A), round, set; all from 0, n - 1 is stationary."""


@dataclass(frozen=True, slots=True)
class _Frame:
    teams: int
    step: int

    @property
    def rounds(self) -> int:
        return self.teams - 1

    @property
    def is_turned(self) -> bool:
        """True if opposite teams are mapped onto each other."""
        return self.rounds // 2 % self.step == 0

    def steps(self) -> range:
        return range(self.rounds // self.step)

    def move_place(self, place: int, steps: int) -> int:
        return place if place == self.rounds else (place + self.step * steps) % self.rounds

    def edges(self) -> list[Edge]:
        """Returns one of the pairs of teams of each orbit."""
        seen: set[Edge] = set()
        first_edges = []
        for first_team, second_team in combinations(range(self.teams), 2):
            if (first_team, second_team) not in seen:
                first_edges.append((first_team, second_team))
                for j in self.steps():
                    first, second = sorted((self.move_place(first_team, j), self.move_place(second_team, j)))
                    seen.add((first, second))
        return first_edges

    def is_opposite(self, edge: Edge) -> bool:
        return self.is_turned and edge[1] < self.rounds and edge[1] - edge[0] == self.rounds // 2


@dataclass(slots=True)
class _Leg:
    """The variables of one leg, and what they make of every base round."""

    leg: int
    halves: dict[_Half, cp_model.IntVar] = field(default_factory=dict)
    seats: dict[tuple[int, int, int], list[cp_model.IntVar]] = field(default_factory=lambda: defaultdict(list))
    cells: dict[tuple[int, int], list[cp_model.IntVar]] = field(default_factory=lambda: defaultdict(list))
    sets: dict[tuple[int, int], list[cp_model.IntVar]] = field(default_factory=lambda: defaultdict(list))


def find_legs(teams: int, step: int, work: float = 60.0, seed: int = 2008) -> tuple[tuple[str, ...], ...] | None:
    """Returns the base rounds of both legs, or nothing where none were found: a word `1A-4B` for each set in order."""
    frame = _Frame(teams, step)
    model = new_model()
    is_same = {edge: model.new_bool_var(f"same{edge}") for edge in frame.edges()}
    legs = tuple(_leg(frame, model, is_same, leg) for leg in (0, 1))
    answer = solve(model, work, seed)
    if not answer.is_found:
        return None
    return tuple(_rows(frame, leg, [half for half, on in leg.halves.items() if answer.holds(on)]) for leg in legs)


def _leg(frame: _Frame, model: cp_model.CpModel, is_same: dict[Edge, cp_model.IntVar], leg: int) -> _Leg:
    made = _Leg(leg)
    for edge, same in is_same.items():
        on_set = [model.new_bool_var("") for _ in range(frame.teams)]
        model.add_exactly_one(on_set)
        if frame.is_opposite(edge):
            model.add(same == 1)
            model.add(on_set[frame.rounds] == 1)
        for kind in _kinds(frame, edge, leg):
            variables = []
            for s, here in enumerate(on_set):
                rounds = [model.new_bool_var("") for _ in range(frame.rounds)]
                made.halves |= {(edge, kind, r, s): variable for r, variable in enumerate(rounds)}
                model.add(sum(rounds) <= here)
                variables += rounds
            is_one_kind = (kind[0] == kind[1]) is (leg == 1)
            model.add(sum(variables) == (same if is_one_kind else 1 - same))
        for s, here in enumerate(on_set):
            for j in frame.steps()[: len(frame.steps()) // (2 if frame.is_opposite(edge) else 1)]:
                for team in edge:
                    made.sets[frame.move_place(team, j), frame.move_place(s, j)].append(here)
    for half, variable in made.halves.items():
        for (home, away), (x, y), r, s in _in_base(frame, half, leg):
            made.seats[r, home, x].append(variable)
            made.seats[r, away, y].append(variable)
            made.cells[r, s].append(variable)
    for group in (*made.seats.values(), *made.cells.values()):
        model.add_exactly_one(group)
    for group in made.sets.values():
        model.add_at_most_one(group)
    return made


def _kinds(frame: _Frame, edge: Edge, leg: int) -> Sequence[_Kind]:
    """Returns the pairs that may meet; for opposite teams one meeting is enough, because the steps map it to the
    other."""
    if frame.is_opposite(edge):
        return ((0, 1 - leg),)
    return tuple(product((0, 1), (0, 1)))


def _carry(frame: _Frame, half: _Half, leg: int) -> Iterator[_Half]:
    (home, away), (x, y), r, s = half
    for j in frame.steps():
        turn = j % 2 if leg == 1 and frame.is_turned else 0
        edge = frame.move_place(home, j), frame.move_place(away, j)
        yield edge, (x ^ turn, y ^ turn), (r + frame.step * j) % frame.rounds, frame.move_place(s, j)


def _in_base(frame: _Frame, half: _Half, leg: int) -> Iterator[_Half]:
    """Yields the halves that are mapped into the base rounds."""
    return (carried for carried in _carry(frame, half, leg) if carried[2] < frame.step)


def _rows(frame: _Frame, leg: _Leg, halves: Sequence[_Half]) -> tuple[str, ...]:
    """Returns the base rounds; the two halves of a match are written the other way round, so that each team is
    North-South in one."""
    rows = [["" for _ in range(frame.teams)] for _ in range(frame.step)]
    sides = _ways(frame, leg, halves)
    for half in halves:
        for (home, away), (x, y), r, s in _in_base(frame, half, leg.leg):
            words = f"{home + 1}{'AB'[x]}", f"{away + 1}{'AB'[y]}"
            rows[r][s] = "-".join(words if sides[half] else words[::-1])
    return tuple(" ".join(row) for row in rows)


def _ways(frame: _Frame, leg: _Leg, halves: Sequence[_Half]) -> dict[_Half, bool]:
    """Returns True for each half whose first team sits North-South, so that pairs sit both ways as evenly as
    possible."""
    twos: dict[Edge, list[_Half]] = defaultdict(list)
    for half in halves:
        twos[half[0]].append(half)
    model = new_model()
    first = {edge: model.new_bool_var("") for edge in twos}
    north: dict[tuple[int, int], list[cp_model.LinearExprT]] = defaultdict(list)
    for edge, both in twos.items():
        for place, half in enumerate(sorted(both, key=lambda h: h[1])):
            is_first = first[edge] if place == 0 else 1 - first[edge]
            for (home, away), (x, y), _, _ in _carry(frame, half, leg.leg):
                north[home, x].append(is_first)
                north[away, y].append(1 - is_first)
    most = model.new_int_var(0, frame.rounds, "")
    for terms in north.values():
        model.add(sum(terms) <= most)
    model.minimize(most)
    answer = solve(model, 5.0, 1)
    ways = {}
    for edge, both in twos.items():
        for place, half in enumerate(sorted(both, key=lambda h: h[1])):
            ways[half] = answer.holds(first[edge]) is (place == 0)
    return ways
