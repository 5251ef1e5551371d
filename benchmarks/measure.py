"""Timing an action next to its bound, and writing the table of results."""

from __future__ import annotations

import math
import os
import platform
import statistics
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

BUDGET_SECONDS = 1.0
LEAST_RUNS = 5


@dataclass(frozen=True, slots=True)
class Row:
    """One measurement: what was done, in milliseconds, and the bound that it is compared with."""

    what: str
    milliseconds: float
    bound: str
    bound_milliseconds: float

    @property
    def ratio(self) -> float:
        """Returns the time taken as a multiple of the bound; infinite if the bound is too short for its clock."""
        return self.milliseconds / self.bound_milliseconds if self.bound_milliseconds else math.inf

    def line(self) -> str:
        """Returns the row of the table."""
        times = f"{round_text(self.milliseconds)} | {self.bound} | {round_text(self.bound_milliseconds)}"
        return f"| {self.what} | {times} | {round_text(self.ratio)} |"


def compare(
    what: str,
    action: Callable[[], object],
    bound: str,
    bound_action: Callable[[], object],
    clock: Callable[[], float] = time.perf_counter,
    middle: Callable[[list[float]], float] = statistics.median,
) -> Row:
    """Returns the median times of `action` and of its bound, done in turn for about a second and at least five times.

    They alternate, so that other work of the machine affects both. The first time of each does not count. `clock`
    returns the seconds and `middle` selects the time that counts: for long actions the least processor time.
    """
    once(action)
    once(bound_action)
    times: list[float] = []
    bound_times: list[float] = []
    end = time.perf_counter() + BUDGET_SECONDS
    while len(times) < LEAST_RUNS or time.perf_counter() < end:
        times.append(once(action, clock))
        bound_times.append(once(bound_action, clock))
    return Row(what, middle(times), bound, middle(bound_times))


def once(action: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    """Returns the time of `action` done once, in milliseconds."""
    start = clock()
    action()
    return (clock() - start) * 1000


def report(groups: dict[str, tuple[Row, ...]], aims: Iterable[str] = (), further: str = "") -> str:
    """Returns the page of results, with a table of aims, and what was measured otherwise."""
    lines = [
        "# Measurements\n",
        "Made by `make bench`. Times are medians in milliseconds on one machine and mean little elsewhere; the ratio",
        "to a bound measured in the same run means more. A bound is the least work any program has to do.\n",
        f"Python {platform.python_version()}, {platform.system()} {platform.machine()}, {os.cpu_count()} processors.\n",
    ]
    lines += ["## Aims\n", *aims, ""]
    for title, rows in groups.items():
        lines += [f"## {title}\n", "| what | ms | bound | ms | ratio |\n|---|---:|---|---:|---:|"]
        lines += [*(row.line() for row in rows), ""]
    return "\n".join(lines).rstrip() + "\n" + further


def round_text(value: float) -> str:
    """Returns an amount with two or three digits that count."""
    if math.isinf(value):
        return "–"
    places = max(0, 2 - len(str(int(value)))) if value >= 1 else 3
    return f"{value:.{places}f}"
