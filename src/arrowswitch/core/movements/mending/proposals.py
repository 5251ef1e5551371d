"""Proposes repairs of a sheet with faults: the smallest changes of its cells, each verified by the checker.

A repair of the whole sheet comes first, the smallest and then the most even one; then the parts of it that mend some of
the faults alone. Where no repair of everything is found, changes are proposed that mend some faults and cause none. The
search counts its work, so that a sheet has the same proposals on every computer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from arrowswitch.core.errors import Mistake, Problem
from arrowswitch.core.movements.cells import format_cell
from arrowswitch.core.movements.checking.balance import quick_balance
from arrowswitch.core.movements.checking.faults import Fault, Severity
from arrowswitch.core.movements.checking.places import fault_cells
from arrowswitch.core.movements.checking.verify import faults
from arrowswitch.core.movements.editing.apply import apply
from arrowswitch.core.movements.editing.fill import FillCells
from arrowswitch.core.movements.mending.clashes import Changes, ClashCounter, Place
from arrowswitch.core.movements.mending.moves import single_changes
from arrowswitch.core.movements.mending.refilling import refill_cells
from arrowswitch.core.movements.mending.wording import words_of_changes
from arrowswitch.core.movements.model import Meeting, Movement

MOST_PROPOSALS = 4
_MOST_WHOLE = 2
_MOST_TRIES = 6_000
"""The changes that are counted for one sheet; more than enough for the slips of one evening's typing."""
_MOST_STEPS = 9
_STATES_KEPT = 6
_SUSPECTS = 16, 5
"""The cells, those with the most clashes, that a first change and a later one begin with."""
_SMALL = 1
"""A repair of one number or one board set: there is none smaller."""
_MOST_CHECKED = 16
"""The changes of one size that the checker verifies."""


@dataclass(frozen=True, slots=True)
class SheetRepair:
    """A repair: the edit that makes it, its cells and words, the faults that it mends, and how many it leaves."""

    edit: FillCells
    places: tuple[Place, ...]
    words: tuple[Problem, ...]
    mends: tuple[Fault, ...]
    left: int


@dataclass(frozen=True, slots=True)
class _State:
    """Changed cells with the clashes that are left, and how many numbers and sets differ from the sheet."""

    changes: Changes
    clashes: int
    size: int


def propose_repairs(movement: Movement) -> tuple[SheetRepair, ...]:
    """Returns at most `MOST_PROPOSALS` repairs, those of the whole sheet first, then the smallest.

    Each was carried out and checked: it mends a fault and causes none. Returns nothing for a sheet without faults. A
    number that sits at one table only, while another has none in that round, is mended like a fault.
    """
    before = _faults(movement)
    counter = ClashCounter(movement)
    if not before and not counter.slips:
        return ()
    reached: list[_State] = []
    for states in _searches(movement, counter, before):
        reached += states
        complete = [state for state in states if not state.clashes]
        whole = _whole_repairs(movement, complete)
        if whole:
            parts = _parts(counter, whole[0].changes)
            break
    else:
        whole, parts = [], sorted(reached, key=lambda state: (state.clashes, state.size))[:_MOST_CHECKED]
    proposals = [_proposal(movement, state.changes, before, ()) for state in whole]
    return (*proposals, *_partial_repairs(movement, before, parts, MOST_PROPOSALS - len(whole)))


def _searches(movement: Movement, counter: ClashCounter, before: Sequence[Fault]) -> Iterator[list[_State]]:
    """Yields the states of each search: many cells at once, one change, and changes one after another."""
    refilled = [_State(changes, 0, counter.distance(changes)) for changes in refill_cells(counter)]
    if any(state.size <= _SMALL for state in refilled):
        yield refilled
    search = _search(movement, counter, before)
    yield [*refilled, *next(search, [])]
    yield from search


def _search(movement: Movement, counter: ClashCounter, before: Sequence[Fault]) -> Iterator[list[_State]]:
    """Yields the states with fewer clashes that are reached with one change, then with two, and so on."""
    beam = [_State({}, counter.total, 0)]
    named = [place for fault in before for place in fault_cells(movement, fault)]
    seen: set[frozenset[tuple[Place, Meeting | None]]] = {frozenset()}
    tries = 0
    for depth in range(_MOST_STEPS):
        states: list[_State] = []
        for state in beam:
            suspects = (counter.suspects(state.changes) or list(dict.fromkeys(named)))[: _SUSPECTS[depth > 0]]
            for step in single_changes(counter, state.changes, suspects):
                changes = _join_changes(counter, state.changes, step)
                written = frozenset(changes.items())
                if written in seen:
                    continue
                seen.add(written)
                tries += 1
                if tries > _MOST_TRIES:
                    return
                clashes = counter.clashes_with(changes)
                if clashes < state.clashes or not clashes:
                    states.append(_State(changes, clashes, counter.distance(changes)))
        if not states:
            return
        yield states
        beam = sorted(states, key=lambda state: (state.clashes, state.size))[:_STATES_KEPT]


def _join_changes(counter: ClashCounter, changes: Changes, step: Changes) -> Changes:
    joined = {**changes, **step}
    return {place: cell for place, cell in joined.items() if cell != counter.cell(place, {})}


def _whole_repairs(movement: Movement, complete: Iterable[_State]) -> list[_State]:
    """Returns the smallest states in which the checker finds no fault, the most even first."""
    ranked: list[tuple[int, float, int, _State]] = []
    for place, state in enumerate(sorted(complete, key=lambda state: state.size)[:_MOST_CHECKED]):
        after = _apply_changes(movement, state.changes)
        if after is not None and not _faults(after) and not ClashCounter(after).slips:
            ranked.append((state.size, quick_balance(after) or 0.0, place, state))
    ranked.sort(key=lambda one: one[:3])
    return [state for size, *_, state in ranked[:_MOST_WHOLE] if size == ranked[0][0]]


def _parts(counter: ClashCounter, changes: Changes) -> list[_State]:
    """Returns the parts of a repair: its cells one by one, two by two, and those of each round."""
    rounds = {round_number for round_number, _ in changes}
    groups = [tuple(place for place in changes if place[0] == number) for number in sorted(rounds)]
    groups += [(place,) for place in changes]
    groups += combinations(changes, 2)
    parts = [{place: changes[place] for place in group} for group in dict.fromkeys(groups) if len(group) < len(changes)]
    return [_State(part, counter.clashes_with(part), counter.distance(part)) for part in parts]


def _partial_repairs(
    movement: Movement, before: Sequence[Fault], states: Iterable[_State], most: int
) -> Iterator[SheetRepair]:
    """Yields the repairs that mend some faults and cause none: the smallest first, of one size the best."""
    checked = sorted(states, key=lambda state: (state.size, state.clashes))[:_MOST_CHECKED]
    ranked: list[tuple[int, int, int, SheetRepair]] = []
    for place, state in enumerate(checked):
        changed = _apply_changes(movement, state.changes)
        after = before if changed is None else _faults(changed)
        if len(after) < len(before) and all(_is_no_worse(fault, before) for fault in after):
            ranked.append((state.size, len(after), place, _proposal(movement, state.changes, before, after)))
    yield from (proposal for *_, proposal in sorted(ranked, key=lambda one: one[:3])[:most])


def _is_no_worse(fault: Fault, before: Sequence[Fault]) -> bool:
    """True if a fault was there before, or is what is left of one: in fewer rounds, at fewer tables."""
    return fault in before or any(
        fault.code == earlier.code
        and fault.contestants == earlier.contestants
        and set(fault.rounds) <= set(earlier.rounds)
        and set(fault.tables) <= set(earlier.tables)
        and set(fault.boards) <= set(earlier.boards)
        for earlier in before
    )


def _proposal(movement: Movement, changes: Changes, before: Sequence[Fault], after: Sequence[Fault]) -> SheetRepair:
    return SheetRepair(
        edit=_edit(movement, changes),
        places=tuple(sorted(changes)),
        words=words_of_changes(movement, changes),
        mends=tuple(fault for fault in before if fault not in after),
        left=len(after),
    )


def _apply_changes(movement: Movement, changes: Changes) -> Movement | None:
    """Returns the changed sheet; None if a cell that it changes cannot be written (a side with too many numbers)."""
    try:
        return apply(movement, _edit(movement, changes))
    except Mistake:
        return None


def _edit(movement: Movement, changes: Changes) -> FillCells:
    return FillCells(
        tuple(
            f"{round_number}-{table} {'' if cell is None else format_cell(movement, cell)}".rstrip()
            for (round_number, table), cell in sorted(changes.items(), key=lambda item: item[0])
        )
    )


def _faults(movement: Movement) -> tuple[Fault, ...]:
    return tuple(fault for fault in faults(movement) if fault.severity is Severity.FAULT)
