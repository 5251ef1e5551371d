"""Finds the starters of interwoven Howells (offline: the program reads them from `interwoven_starters.toml`).

A starter lets every pair play every set once and meet nobody twice (JCBL director's manual 3.3, lines 2178-2188).
CP-SAT takes the one with the fewest tables that share boards, at most two at a place; then the cards of tables are
turned one or two at a time as long as that makes the comparisons more even. One worker, a limit that counts the
solver's work, and a seed make it repeatable.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from arrowswitch.core.movements.searched.starters import BaseTable, Starter
from arrowswitch.core.solving import solve
from tools.searches import new_model

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

WHOLE_SHEETS = (5, 6)
"""The numbers of tables that have no starter in five rounds; whole sheets of five rounds are looked for."""

Cell = tuple[int, tuple[int, ...], int]
"""Group (0, 1, or 2 for those who meet across), the steps of the moving pairs at a table, and its place, from 0."""


def find_interwoven(tables: int, rounds: int, work: float = 30.0, seed: int = 2008) -> Starter | None:
    """Returns the starter of a size with the fewest tables that share boards; None where there is none (or none found).

    There is no starter unless `rounds` lies between half the tables and all of them (one fewer when even).
    """
    stationary, across = tables - rounds, tables % 2
    most = tables if across else tables - 1
    if not tables <= 2 * rounds or rounds > most or (rounds - stationary - across) // 2 > (rounds - 1) // 2:
        return None
    proof = "no starter has fewer relays"
    for shared in range(max(0, stationary), tables):
        chosen, is_settled = _place(tables, rounds, shared, work, seed)
        if chosen is not None:
            how = f"search: fewest relays, then turned cards; OR-Tools CP-SAT, seed {seed}"
            return turn_cards(replace(_number_cells(tables, rounds, chosen), origin=how, proof=proof))
        if not is_settled:
            proof = "the fewest relays found"
    return None


def find_whole_sheet(tables: int, rounds: int = 5, work: float = 100.0, seed: int = 2008) -> Starter | None:
    """Returns the sheet with the most different cells of round and set in use, so with the fewest relays.

    Everybody meets everybody of its group, and with an odd number of tables number i meets i + `tables`.
    """
    model = new_model()
    twos = [two for group in (1, tables + 1) for two in combinations(range(group, group + tables), 2)]
    twos += [(n, n + tables) for n in range(1, tables + 1)] if tables % 2 else []
    cells = [(r, s) for r in range(rounds) for s in range(rounds)]
    at = {(two, cell): model.new_bool_var(f"{two}@{cell}") for two in twos for cell in cells}
    for two in twos:
        model.add_exactly_one(at[two, cell] for cell in cells)
    for number in range(1, 2 * tables + 1):
        for line in range(rounds):
            for side in range(2):
                own = (at[two, cell] for two in twos if number in two for cell in cells if cell[side] == line)
                model.add_exactly_one(own)
    used = {cell: model.new_bool_var(f"used{cell}") for cell in cells}
    for cell, variable in used.items():
        model.add_max_equality(variable, [at[two, cell] for two in twos])
    model.maximize(sum(used.values()))
    answer = solve(model, work, seed)
    if not answer.is_found:
        return None
    rows = [
        tuple(BaseTable(*two, s + 1) for s in range(rounds) for two in twos if answer.holds(at[two, (r, s)]))
        for r in range(rounds)
    ]
    first = next(number for number, row in enumerate(rows) if row[0].place == 1)
    rows = [rows[first], *rows[:first], *rows[first + 1 :]]
    proof = "no sheet has fewer relays" if answer.is_proven else "the fewest relays found"
    how = f"search: whole sheet, fewest relays, then turned cards; OR-Tools CP-SAT, seed {seed}"
    return turn_cards(Starter(rounds=rounds, base=rows[0], groups=2, later=tuple(rows[1:]), origin=how, proof=proof))


def turn_cards(starter: Starter) -> Starter:
    """Returns `starter` with the cards of one or two tables at a time turned as long as that evens the comparisons."""
    best, cost = starter, squares(starter)
    while True:
        cards = starter.tables * (1 + len(starter.later))
        choices = [*((i,) for i in range(cards)), *combinations(range(cards), 2)]
        costs = [squares(_turn(best, chosen)) for chosen in choices]
        least = min(costs)
        if least >= cost:
            return best
        best, cost = _turn(best, choices[costs.index(least)]), least


def squares(starter: Starter) -> int:
    """Returns the sum over every two pairs of the square of their competition coefficient, in board sets."""
    size = 2 * starter.tables
    sides: NDArray[np.int64] = np.zeros((size, starter.rounds), np.int64)
    heads: NDArray[np.int64] = np.zeros((size, size), np.int64)
    plays = np.zeros(starter.rounds, np.int64)
    listed = list(starter.meetings())
    for *_, board_set in listed:
        plays[board_set - 1] += 1
    for _, _, ns, ew, board_set in listed:
        sides[ns - 1, board_set - 1], sides[ew - 1, board_set - 1] = 1, -1
        heads[ns - 1, ew - 1] += plays[board_set - 1]
        heads[ew - 1, ns - 1] += plays[board_set - 1]
    coefficients = sides @ sides.T + heads
    np.fill_diagonal(coefficients, 0)
    return int((coefficients * coefficients).sum()) // 2


def _place(tables: int, rounds: int, shared: int, work: float, seed: int) -> tuple[list[Cell] | None, bool]:
    """Returns the tables of a starter with at most `shared` that share; also whether that there is none is proved."""
    stationary, across = tables - rounds, tables % 2
    model = new_model()
    at = {cell: model.new_bool_var(str(cell)) for cell in _cells(rounds, has_stationary=stationary > 0, across=across)}
    for group in range(2):
        _add_howell(model, at, group, rounds, stationary)
    if across:
        model.add_exactly_one(variable for cell, variable in at.items() if cell[0] == 2)
    first = [v for (group, steps, place), v in at.items() if place == 0 and _is_first(group, steps, across)]
    model.add(sum(first) >= 1)
    doubled = [model.new_bool_var(f"doubled{place}") for place in range(rounds)]
    for place in range(rounds):
        model.add(sum(v for cell, v in at.items() if cell[2] == place) <= 1 + doubled[place])
    model.add(sum(doubled) <= shared)
    answer = solve(model, work, seed)
    if not answer.is_found:
        return None, answer.is_impossible
    return [cell for cell, variable in at.items() if answer.holds(variable)], True


def _cells(rounds: int, *, has_stationary: bool, across: int) -> Iterator[Cell]:
    for place in range(rounds):
        for group in range(2):
            for first, second in combinations(range(rounds), 2):
                if 2 * (second - first) != rounds:
                    yield group, (first, second), place
            if has_stationary:
                for step in range(rounds):
                    yield group, (step,), place
        for step in range(rounds if across else 0):
            yield 2, (step,), place


def _is_first(group: int, steps: tuple[int, ...], across: int) -> bool:
    return group == 2 if across else group == 0 and len(steps) == 1


def _add_howell(
    model: cp_model.CpModel, at: dict[Cell, cp_model.IntVar], group: int, rounds: int, stationary: int
) -> None:
    """Adds that the moving pairs of a group sit once, meet once, and stand unequally far from their sets."""
    own = {cell: variable for cell, variable in at.items() if cell[0] in (group, 2)}
    for step in range(rounds):
        model.add_exactly_one(v for (_, steps, _), v in own.items() if step in steps)
        model.add_exactly_one(v for (_, steps, place), v in own.items() if (step + place) % rounds in steps)
    for gap in range(1, (rounds - 1) // 2 + 1):
        model.add_at_most_one(
            v
            for (_, steps, _), v in own.items()
            if len(steps) == 2 and (steps[1] - steps[0]) % rounds in (gap, rounds - gap)
        )
    if stationary > 0:
        model.add(sum(v for (g, steps, _), v in own.items() if g == group and len(steps) == 1) == stationary)


def _number_cells(tables: int, rounds: int, chosen: list[Cell]) -> Starter:
    """Returns the chosen cells with numbers: those at the first table of a group count as step 1 and last number."""
    ordered = sorted(chosen, key=lambda cell: (cell[2], cell[0] != 2, len(cell[1]), cell[0]))
    base = []
    lasts = [iter([tables, *range(rounds + 1, tables)]) for _ in range(2)]
    origin = [next((c[1][0] for c in ordered if _opens(c, group)), 0) for group in range(2)]
    for group, steps, place in ordered:
        if group == 2:
            number = (steps[0] - origin[0]) % rounds + 1
            base.append(BaseTable(tables + number, number, place + 1))
            continue
        shift = group * tables
        numbers = [shift + (step - origin[group]) % rounds + 1 for step in steps]
        numbers = numbers if len(numbers) == 2 else [shift + next(lasts[group]), numbers[0]]
        base.append(BaseTable(numbers[0], numbers[1], place + 1))
    return Starter(rounds, tuple(base), groups=2)


def _opens(cell: Cell, group: int) -> bool:
    """True if the cell gives its group the first step: those across if there are any, otherwise a stationary one."""
    return cell[0] == 2 or (cell[0] == group and len(cell[1]) == 1)


def _turn(starter: Starter, chosen: tuple[int, ...]) -> Starter:
    rows = [list(row) for row in (starter.base, *starter.later)]
    for card in chosen:
        row, place = divmod(card, starter.tables)
        table = rows[row][place]
        rows[row][place] = replace(table, ns=table.ew, ew=table.ns)
    base, *later = (tuple(row) for row in rows)
    return replace(starter, base=base, later=tuple(later))
