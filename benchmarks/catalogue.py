"""Every movement of the catalogue made and checked, and every number of entries asked of the choosers.

Processor time, not time on the wall: a walk over all sizes takes a while, in which the machine does other things.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from typing import NamedTuple, TypeVar

from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.arrows import library, turned
from arrowswitch.core.movements.choosing import chooser, phantoms, plan_chooser, player_chooser
from arrowswitch.core.movements.choosing.chooser import FEWEST_PAIRS, MOST_PAIRS, choose
from arrowswitch.core.movements.choosing.plan_chooser import PlanWishes, choose_plans, takes_sections
from arrowswitch.core.movements.choosing.player_chooser import choose_players
from arrowswitch.core.movements.choosing.team_choices import TeamWishes
from arrowswitch.core.movements.choosing.team_chooser import choose_teams
from arrowswitch.core.movements.choosing.wishes import Wishes
from arrowswitch.core.movements.families.family import Family
from arrowswitch.core.movements.families.registry import FAMILIES, make
from benchmarks.measure import Row

_Made = TypeVar("_Made")

MAKING_BUDGET = 50.0
CHOOSING_BUDGET = 200.0
EVENINGS = (120, 150, 180, 195, 210)
"""The minutes of an evening."""
_WORST = 10
_AGAIN = 5
_CANDIDATES = 3
"""The slowest numbers of entries, which are measured again."""
_HALL = 52
"""Tables of a large hall: the longest lists of the documents end at 51 teams."""
_CHOOSERS: tuple[tuple[Callable[[int], object], range], ...] = (
    (choose, range(FEWEST_PAIRS, MOST_PAIRS + 1, 3)),
    (choose_plans, range(8, 100, 5)),
    (choose_teams, range(3, 52)),
    (choose_players, range(8, 29)),
)


class _Size(NamedTuple):
    """A movement that was measured: its family, tables and rounds."""

    family: str
    tables: int
    rounds: int


def rows() -> tuple[Row, ...]:
    """Returns the median and the slowest of making any movement, and of each chooser; and the choosers' 95th percentile
    over the times of an evening."""
    return (*_making(), *_choosing(), *_choosing_for_evenings())


def _making() -> Iterator[Row]:
    timings = _with_slowest_again(_make_all())
    in_a_hall = [milliseconds for milliseconds, size in timings if size.tables <= _HALL]
    budget = "the budget"
    yield Row(f"make and check any of {len(timings)}: median", _median(timings), budget, MAKING_BUDGET)
    yield Row(f"the same up to {_HALL} tables, {len(in_a_hall)}: slowest", in_a_hall[0], budget, MAKING_BUDGET)
    for milliseconds, size in timings[:_WORST]:
        name = f"slowest: {size.family}, {size.tables} tables, {size.rounds} rounds"
        yield Row(name, milliseconds, budget, MAKING_BUDGET)


def _median(timings: list[tuple[float, _Size]]) -> float:
    return statistics.median(milliseconds for milliseconds, _ in timings)


def _make_all() -> list[tuple[float, _Size]]:
    """Returns the time of each size of each family in milliseconds, and the size. The movements are dropped, because
    garbage collection among all of them would be measured with the next."""
    timings = []
    for family in FAMILIES:
        for tables in family.tables:
            options = _options(family, tables)
            if options is not None:
                movement, milliseconds = _time_action(partial(make, family.name, **options))
                timings.append((milliseconds, _Size(family.name, tables, movement.rounds)))
    return timings


def _with_slowest_again(timings: list[tuple[float, _Size]]) -> list[tuple[float, _Size]]:
    """Returns the timings, the slowest first. The slowest are measured `_AGAIN` times and their median counts: in one
    run a collection of all garbage makes any movement the slowest."""
    slowest_first = sorted(timings, key=lambda one: -one[0])
    in_a_hall = [one for one in slowest_first if one[1].tables <= _HALL]
    again = dict.fromkeys(size for _, size in (*slowest_first[: 2 * _WORST], *in_a_hall[: 2 * _WORST]))
    families = {family.name: family for family in FAMILIES}
    medians = {}
    for size in again:
        action = partial(make, size.family, **(_options(families[size.family], size.tables) or {}))
        medians[size] = statistics.median(_time_action(action)[1] for _ in range(_AGAIN))
    return sorted(((medians.get(size, time_once), size) for time_once, size in timings), key=lambda one: -one[0])


def _options(family: Family, tables: int) -> dict[str, int] | None:
    """Returns the options of the usual movement of a size. Returns None if that size needs more options."""
    for rounds in (None, *range(2 * tables - 1, 1, -1)):
        options = {"tables": tables} | ({} if rounds is None else {"rounds": rounds})
        try:
            make(family.name, **options)
        except Refused:
            continue
        return options
    return None


def _choosing() -> Iterator[Row]:
    for propose, entries in _CHOOSERS:
        name = propose.__name__
        times = []
        for count in entries:
            _clear()
            try:
                times.append((_time_action(partial(propose, count))[1], count))
            except Refused:
                continue
        slowest, count = max((_median_again(propose, count), count) for _, count in sorted(times)[-_CANDIDATES:])
        median = statistics.median(milliseconds for milliseconds, _ in times)
        yield Row(f"`{name}`, {len(times)} numbers of entries: median", median, "the budget", CHOOSING_BUDGET)
        yield Row(f"`{name}`, slowest: {count} entries", slowest, "the budget", CHOOSING_BUDGET)


def _median_again(propose: Callable[[int], object], count: int) -> float:
    """Returns the median time of `_AGAIN` first choices."""
    times = []
    for _ in range(_AGAIN):
        _clear()
        times.append(_time_action(partial(propose, count))[1])
    return statistics.median(times)


def _choosing_for_evenings() -> Iterator[Row]:
    """Yields the 95th percentile of first choices as `movement list` and the page of a new event ask for them."""
    actions: tuple[tuple[str, Callable[[int, int], object], range], ...] = (
        ("pairs", _choose_for_pairs, range(5, 121)),
        ("teams", lambda teams, minutes: choose_teams(teams, 1, TeamWishes(minutes=minutes)), range(3, 61)),
        ("players", lambda players, minutes: choose_players(players, TeamWishes(minutes=minutes)), range(5, 81)),
    )
    for kind, action, numbers in actions:
        times = []
        for count, minutes in product(numbers, EVENINGS):
            _clear()
            times.append(_time_action(partial(action, count, minutes))[1])
        name = f"first choices for {numbers[0]} to {numbers[-1]} {kind}, {len(times)} cells: 95th percentile"
        yield Row(name, sorted(times)[len(times) * 95 // 100], "the budget", CHOOSING_BUDGET)


def _choose_for_pairs(pairs: int, minutes: int) -> object:
    if takes_sections(pairs, PlanWishes(1, minutes=minutes)):
        return choose_plans(pairs, PlanWishes(1, minutes=minutes))
    return choose(pairs, Wishes(minutes=minutes))


def _clear() -> None:
    """Forgets the movements that a chooser made before, so that each number of entries is asked for the first time."""
    for module in (chooser, library, phantoms, plan_chooser, player_chooser, turned):
        for value in vars(module).values():
            if hasattr(value, "cache_clear"):
                value.cache_clear()


def _time_action(action: Callable[[], _Made]) -> tuple[_Made, float]:
    """Returns the value of `action` and its processor time in milliseconds."""
    start = time.process_time()
    made = action()
    return made, (time.process_time() - start) * 1000
