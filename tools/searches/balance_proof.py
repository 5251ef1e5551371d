"""Proofs of CP-SAT about the turned cards of a Howell with fixed opponents; a part of `search`."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from arrowswitch.core.solving import solve
from tools.searches import new_model
from tools.searches.balance import Plan, squares

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

Seat = tuple[int | None, int]
"""The card that decides the direction of a pair on a set (None: no card), and +1 or -1 if that pair is North-South."""


def least_squares(plan: Plan, work: float, seed: int) -> tuple[Plan, int, int]:
    """Returns `plan` with the best turned cards that are found, their sum of squares, and the bound that is proved.

    The opponents stay unchanged. The search starts from the cards of `plan`, so it never returns worse ones; `work` is
    its limit in the solver's deterministic time.
    """
    model = new_model()
    sets = range(plan.size.rounds)
    east = [[model.new_bool_var(f"east{home}_{s}") for s in sets] for home in range(len(plan.homes))]
    for home, (_, before) in enumerate(plan.homes):
        for board_set in sets:
            model.add_hint(east[home][board_set], board_set in before)
    model.minimize(sum(_squares(model, plan, east)))
    answer = solve(model, work, seed)
    if not answer.is_found:
        return plan, squares(plan), 0
    homes = tuple(
        (step, frozenset(board_set for board_set in sets if answer.holds(east[home][board_set])))
        for home, (step, _) in enumerate(plan.homes)
    )
    better = Plan(plan.size, plan.moving, homes)
    return better, squares(better), round(answer.bound())


def _squares(model: cp_model.CpModel, plan: Plan, east: list[list[cp_model.IntVar]]) -> list[cp_model.IntVar]:
    """Returns a variable for the squared competition coefficient of every two pairs."""
    size = plan.size
    seats = _seats(plan)
    opposite: dict[tuple[int, int, int], cp_model.IntVar] = {}
    for board_set in range(size.rounds):
        for first, second in combinations(range(len(plan.homes)), 2):
            opposite[first, second, board_set] = model.new_bool_var(f"opposite{first}_{second}_{board_set}")
            cards = [east[first][board_set], east[second][board_set]]
            model.add_bool_xor([*cards, opposite[first, second, board_set], True])
    terms, coefficients = [], []
    for first, second in combinations(range(2 * size.tables), 2):
        head_to_head = size.tables if _meet(plan, first, second) else 0
        parts: list[cp_model.LinearExprT] = [head_to_head]
        for board_set in range(size.rounds):
            (home, way), (other, other_way) = seats[first, board_set], seats[second, board_set]
            decides = sorted({card for card in (home, other) if card is not None}) if home != other else []
            product = way * other_way
            if not decides:
                parts.append(product)
            elif len(decides) == 1:
                parts.append(product - 2 * product * east[decides[0]][board_set])
            else:
                parts.append(product - 2 * product * opposite[decides[0], decides[1], board_set])
        coefficients.append(sum(parts))
        terms.append(square_of(model, coefficients[-1], head_to_head - size.rounds, head_to_head + size.rounds))
    # Every set is played by the same number of pairs each way.
    model.add(sum(coefficients) == size.rounds * size.tables * (size.tables - 1))
    return terms


def square_of(model: cp_model.CpModel, value: cp_model.LinearExprT, least: int, most: int) -> cp_model.IntVar:
    """Returns a variable that is at least the square of `value`, which takes every second value from `least` to `most`.

    The chords between neighbouring squares bound it; minimising makes it equal.
    """
    square = model.new_int_var(0, max(least**2, most**2), "")
    for low in range(least, most, 2):
        model.add(square >= (2 * low + 2) * value - low * (low + 2))
    return square


def _seats(plan: Plan) -> dict[tuple[int, int], Seat]:
    """Returns for each number (from 0, stationary ones last) and set how its direction is decided."""
    rounds = plan.size.rounds
    seats: dict[tuple[int, int], Seat] = {}
    for board_set in range(rounds):
        for ns, ew in plan.moving:
            seats[(board_set + ns) % rounds, board_set] = (None, 1)
            seats[(board_set + ew) % rounds, board_set] = (None, -1)
        for home, (step, _) in enumerate(plan.homes):
            seats[rounds + home, board_set] = (home, 1)
            seats[(board_set + step) % rounds, board_set] = (home, -1)
    return seats


def _meet(plan: Plan, first: int, second: int) -> bool:
    rounds = plan.size.rounds
    if second >= rounds:
        return first < rounds
    gaps = {(ns - ew) % rounds for ns, ew in plan.moving}
    return (first - second) % rounds in gaps or (second - first) % rounds in gaps
