"""Finds the starters of Howells (offline: the program reads what was found from `starters.toml`).

A starter must let every pair play every set once and meet nobody twice. Among those, the search takes, in this order:
the fewest tables that share boards; the best balance of comparisons; the fewest bye stands. The last number sits at
table 1, and the last table is one of two moving pairs, which can be split into an A and a B table (JCBL director's
manual 3.3, lines 884-910). The balance is settled first (`balance_search`); then CP-SAT gives every table its place in
the ring of boards, or proves that there is none. Everything is repeatable: one worker, a limit that counts the solver's
work and not the time, and a seed for what is tried at random.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from arrowswitch.core.errors import Impossible
from arrowswitch.core.movements.searched.starters import BaseTable, Starter
from arrowswitch.core.solving import solve
from tools.searches import new_model
from tools.searches.balance import Plan, Size, squares, still_plans, turned_plan
from tools.searches.balance_proof import least_squares

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

Cell = tuple[int, ...]
"""The steps of the moving pairs at a table: two, or one at the table of a stationary pair."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How long to search.

    `work` is the limit of one question to the solver (its deterministic time, in about seconds), `tries` the number of
    plans with turned cards, `steps` how long each is improved.
    """

    work: float = 100.0
    tries: int = 300
    steps: int = 800
    seed: int = 2008


@dataclass(frozen=True, slots=True)
class _Placed:
    """The places of the tables: steps and place (from 0) of each, and True if fewer bye stands were proved
    impossible."""

    tables: tuple[tuple[Cell, int], ...]
    is_best: bool


def find_starters(size: Size, effort: Effort, *, has_ab_table: bool = True) -> tuple[Starter, ...]:
    """Returns the best starter without turned cards and, where it makes the balance a tenth better, one with them."""
    shared, is_proved = fewest_relays(size, effort)
    still = find_still(size, shared, effort)
    turned = find_turned(size, shared, effort) if size.stationary > 1 else None
    starters = [still]
    if turned is not None and balance(size, turned.squares) <= Fraction(81, 100) * balance(size, still.squares):
        starters.append(turned)
    relays = "" if is_proved else "; fewer relays are not ruled out"
    return tuple(replace(starter, has_ab_table=has_ab_table, proof=starter.proof + relays) for starter in starters)


def balance(size: Size, total: int) -> Fraction:
    """Returns the square of the balance (MOVEMENTS 9) that a sum of squares gives: variance over the squared mean."""
    pairs_of_pairs = size.tables * (2 * size.tables - 1)
    mean = Fraction(size.rounds * size.tables * (size.tables - 1), pairs_of_pairs)
    return Fraction(total, pairs_of_pairs) / mean**2 - 1


def fewest_relays(size: Size, effort: Effort) -> tuple[int, bool]:
    """Returns how many tables must share the boards of another, and whether fewer are proved impossible."""
    cells = [*_two_moving(size, range(size.rounds)), *((step,) for step in range(size.rounds))]
    is_proved = True
    for shared in range(size.tables):
        placed, is_settled = _place(size, cells, shared, None, effort, is_first_enough=True)
        if placed is not None:
            return shared, is_proved
        is_proved = is_proved and is_settled
    raise Impossible(f"no starter for {size}")


def find_still(size: Size, shared: int, effort: Effort) -> Starter:
    """Returns the starter without turned cards that has the best balance, `shared` tables sharing boards."""
    is_proved = True
    for _, homes_ns, ns, differences in still_plans(size):
        cells: list[Cell] = [(step,) for step in range(size.rounds)]
        cells += [
            cell
            for cell in _two_moving(size, range(size.rounds))
            if _gap(size, cell) in differences and cell[0] in ns and cell[1] not in ns
        ]
        ew_homes = [step for step in range(size.rounds) if step not in ns]
        placed, is_settled = _place(size, cells, shared, (ew_homes, homes_ns), effort)
        if placed is not None:
            plan = _still_plan(size, placed, ns)
            proof = "the best without turned cards" if is_proved else "the best found without turned cards"
            return _starter(plan, placed, effort, f"{proof}; any sheet at least {least_for_any_sheet(size)}")
        is_proved = is_proved and is_settled
    raise Impossible(f"no still starter for {size}, {shared} tables sharing")


def find_turned(size: Size, shared: int, effort: Effort) -> Starter | None:
    """Returns the starter with turned cards that has the best balance found, or nothing when none can be placed.

    The best plans of `effort.tries` seeds are taken in turn until one can be placed.
    """
    plans = sorted(
        (turned_plan(size, effort.seed + number, effort.steps) for number in range(effort.tries)),
        key=lambda found: (found[0], found[1].turns),
    )
    for _, plan in plans:
        if not plan.turns:
            continue
        cells: list[Cell] = [*plan.moving, *((step,) for step, _ in plan.homes)]
        placed, _ = _place(size, cells, shared, None, effort)
        if placed is not None:
            better, _, bound = least_squares(plan, effort.work, effort.seed)
            proof = f"best of {effort.tries} plans; for its opponents CP-SAT proves at least {bound}"
            return _starter(better, placed, effort, f"{proof}; any sheet at least {least_for_any_sheet(size)}")
    return None


def least_for_any_sheet(size: Size) -> int:
    """Returns a lower bound of the sum of squares of any sheet of this size, for all cards and opponents.

    The sum of the coefficients is fixed, and each is even or odd by whether two meet: the sets on which both sit alike
    less those on which they do not, and the number of tables when they meet. Squares are least when all are alike.

    >>> least_for_any_sheet(Size(6, 11))
    1650
    """
    meetings = size.rounds * size.tables
    others = size.tables * (2 * size.tables - 1) - meetings
    counts = {(size.rounds + size.tables) % 2: 0, size.rounds % 2: 0}
    counts[(size.rounds + size.tables) % 2] += meetings
    counts[size.rounds % 2] += others
    # From the least squares upwards, the cheapest rises by 2 are taken until the sum is reached.
    least = sum(parity * count for parity, count in counts.items())
    missing = (size.rounds * size.tables * (size.tables - 1) - least) // 2
    value = 0
    while missing:
        raised = min(counts.get(value % 2, 0), missing)
        least, missing, value = least + raised * (4 * value + 4), missing - raised, value + 1
    return least


def _two_moving(size: Size, steps: Iterable[int]) -> Iterator[Cell]:
    """Yields the tables of two moving pairs that could be, North-South first."""
    listed = list(steps)
    for ns in listed:
        for ew in listed:
            if ns != ew and _gap(size, (ns, ew)) in size.differences:
                yield ns, ew


def _gap(size: Size, cell: Cell) -> int:
    """Returns the difference of the numbers at a table of two moving pairs, the shorter way round."""
    gap = (cell[0] - cell[1]) % size.rounds
    return min(gap, size.rounds - gap)


def _place(
    size: Size,
    cells: Sequence[Cell],
    shared: int,
    homes: tuple[Sequence[int], int] | None,
    effort: Effort,
    *,
    is_first_enough: bool = False,
) -> tuple[_Placed | None, bool]:
    """Gives tables chosen from `cells` their places; the second value is True if that is proved impossible.

    `homes` are steps that stationary pairs meet sitting North-South, and how many of them there must be.
    The fewest bye stands are looked for unless the first answer is enough.
    """
    model = new_model()
    places = range(size.rounds)
    at = {(cell, place): model.new_bool_var(f"{cell}@{place}") for cell in cells for place in places}
    for step in places:
        model.add_exactly_one(at[cell, place] for cell in cells if step in cell for place in places)
    for number in places:
        model.add_exactly_one(
            at[cell, place]
            for cell in cells
            for place in places
            for step in cell
            if (step + place) % size.rounds == number
        )
    for difference in size.differences:
        model.add_at_most_one(
            at[cell, place] for cell in cells if len(cell) == 2 and _gap(size, cell) == difference for place in places
        )
    if homes is not None:
        model.add(sum(at[(step,), place] for step in homes[0] for place in places) == homes[1])
    gaps = _stand(model, size, cells, at, shared)
    if not is_first_enough:
        model.minimize(sum(gaps))
    answer = solve(model, effort.work, effort.seed)
    if not answer.is_found:
        return None, answer.is_impossible
    tables = [(cell, place) for (cell, place), variable in at.items() if answer.holds(variable)]
    tables.sort(key=lambda table: (table[1], len(table[0])))
    return _Placed(tuple(tables), answer.is_proven), True


def _stand(
    model: cp_model.CpModel,
    size: Size,
    cells: Sequence[Cell],
    at: dict[tuple[Cell, int], cp_model.IntVar],
    shared: int,
) -> list[cp_model.IntVar]:
    """Adds where tables may stand (a stationary pair at the first place, two moving pairs at the last).

    Returns the variables of the places with a bye stand behind them.
    """
    places = range(size.rounds)
    used = [model.new_bool_var(f"taken{place}") for place in places]
    gaps = [model.new_bool_var(f"gap{place}") for place in places]
    for place in places:
        here = [at[cell, place] for cell in cells]
        model.add(sum(here) <= (shared + 1) * used[place])
        model.add(sum(here) >= used[place])
        model.add(gaps[place] >= used[place] - used[(place + 1) % size.rounds])
        model.add(used[place] <= sum(at[cell, p] for cell in cells if len(cell) == 2 for p in places[place:]))
    model.add(sum(used) == size.tables - shared)
    model.add(sum(at[cell, 0] for cell in cells if len(cell) == 1) >= 1)
    return gaps


def _still_plan(size: Size, placed: _Placed, ns: Iterable[int]) -> Plan:
    moving = tuple((cell[0], cell[1]) for cell, _ in placed.tables if len(cell) == 2)
    # A stationary pair that meets a step sitting North-South sits East-West on every set.
    everywhere, nowhere = frozenset(range(size.rounds)), frozenset[int]()
    homes = [(cell[0], everywhere if cell[0] in ns else nowhere) for cell, _ in placed.tables if len(cell) == 1]
    return Plan(size, moving, tuple(homes))


def _starter(plan: Plan, placed: _Placed, effort: Effort, proof: str) -> Starter:
    """Returns the placed plan with numbers: the last at table 1 against 1, the other stationary ones in table order."""
    rounds = plan.size.rounds
    first = next(cell[0] for cell, place in placed.tables if place == 0 and len(cell) == 1)
    homes = dict(plan.homes)
    numbers = iter([2 * plan.size.tables, *range(rounds + 1, 2 * plan.size.tables)])
    base = []
    for cell, place in placed.tables:
        moving = [(step + place - first) % rounds + 1 for step in cell]
        if len(cell) == 2:
            base.append(BaseTable(moving[0], moving[1], place + 1))
            continue
        east = {(board_set - place) % rounds + 1 for board_set in homes[cell[0]]}
        west = set(range(1, rounds + 1)) - east
        home = next(numbers)
        if len(east) <= len(west):
            base.append(BaseTable(home, moving[0], place + 1, tuple(sorted(east))))
        else:
            base.append(BaseTable(moving[0], home, place + 1, tuple(sorted(west))))
    stands = "fewest bye stands" if placed.is_best else "few bye stands"
    how = f"search: fewest relays, best balance, {stands}; OR-Tools CP-SAT, seed {effort.seed}"
    return Starter(rounds, tuple(base), squares(plan), origin=how, proof=proof)
