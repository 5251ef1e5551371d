"""Finds on which sets the sessions of a round robin are played (offline: the program reads `round_robin_sets.toml`).

A session of few boards has as many sets as rounds (an odd number of teams: one more), which is the fewest there can be,
for a team meets as many others as there are rounds and an odd number of teams cannot all be on a set at once. The
meetings of each round are given. CP-SAT searches for sets such that no team plays one twice and the fewest matches are
on one set in a round; then, with these, for as many sets in play in every round as it finds.
"""

from __future__ import annotations

from collections.abc import Sequence

from arrowswitch.core.solving import solve
from tools.searches import new_model

Match = tuple[int, int]


def find_sets(rounds: Sequence[Sequence[Match]], sets: int, work: float = 5.0) -> tuple[tuple[int, ...], ...] | None:
    """Returns the set (from 1) of every match of every round, or nothing where `sets` are too few."""
    model = new_model()
    on = {
        (r, match, s): model.new_bool_var(f"{r}{match}{s}")
        for r, matches in enumerate(rounds)
        for match in matches
        for s in range(sets)
    }
    for r, matches in enumerate(rounds):
        for match in matches:
            model.add_exactly_one(on[r, match, s] for s in range(sets))
    for team in {team for matches in rounds for match in matches for team in match}:
        for s in range(sets):
            model.add_at_most_one(on[r, match, s] for r, match, s2 in on if s2 == s and team in match)
    most = model.new_int_var(1, max(map(len, rounds)), "most")
    used = []
    for r, matches in enumerate(rounds):
        for s in range(sets):
            here = sum(on[r, match, s] for match in matches)
            used.append(model.new_bool_var(f"used{r}{s}"))
            model.add(here <= most)
            model.add(here >= used[-1])
    model.minimize(most)
    answer = solve(model, work)
    if not answer.is_found:
        return None
    model.add(most <= answer.value(most))
    for variable in on.values():
        model.add_hint(variable, answer.holds(variable))
    model.maximize(sum(used))
    better = solve(model, work / 5)
    answer = better if better.is_found else answer
    return tuple(
        tuple(next(s + 1 for s in range(sets) if answer.holds(on[r, match, s])) for match in matches)
        for r, matches in enumerate(rounds)
    )
