"""Finds sheets of single players with even comparisons, of any number of rounds (offline: see `player_rounds.c`).

The sheet is developed from one base round or from several over a group. A configuration is a group, the number of base
rounds, and whether every table has its own set. Simulated annealing runs in compiled code; the number of runs and moves
limits it, not the time, and its arguments make it repeatable.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from arrowswitch.core.movements.searched.individual_starters import PlayerStarter, read_player_starter

SOURCE = Path(__file__).with_suffix(".c")
_SEATS = 4
_SMALLEST_GROUP = 3
_PRODUCTS = {9: ("3x3",), 25: ("5x5",), 27: ("3x3x3",), 15: (), 16: ("2x2x2x2", "4x4")}
_FOUND = re.compile(r"([0-9.]+) run (\d+) plain ([0-9.]+)")


@dataclass(frozen=True, slots=True)
class Configuration:
    """A way to develop a sheet: the group, how many base rounds, and whether every table has its own set."""

    players: int
    group: str
    base_rounds: int
    has_own_sets: bool


@dataclass(frozen=True, slots=True)
class Effort:
    """How long to search each configuration: annealing runs, moves of each, guide cards turned after each, the seed."""

    runs: int = 4
    moves: int = 1_000_000
    turns: int = 300
    seed: int = 2008


def configurations(players: int, rounds: int) -> Iterator[Configuration]:
    """Yields the ways to develop a sheet, those with own sets and large groups first.

    >>> [(c.group, c.base_rounds, c.has_own_sets) for c in configurations(21, 15)]
    [('5', 3, False), ('3', 5, False)]
    """
    tables = players // _SEATS
    fitting = [
        order
        for order in range(min(rounds, players), _SMALLEST_GROUP - 1, -1)
        if rounds % order == 0 and players % order <= tables
    ]
    groups = [(order, name) for order in fitting for name in (str(order), *_PRODUCTS.get(order, ()))]
    if rounds in fitting and tables <= rounds:
        yield from (Configuration(players, name, 1, True) for order, name in groups if order == rounds)
    yield from (Configuration(players, name, rounds // order, False) for order, name in groups)


def compile_search(folder: Path) -> Path:
    """Compiles the search into `folder` and returns the program."""
    program = folder / SOURCE.stem
    subprocess.run(["cc", "-O3", "-march=native", "-o", program, SOURCE, "-lm"], check=True)
    return program


def find_rounds(program: Path, configuration: Configuration, effort: Effort) -> tuple[float, PlayerStarter] | None:
    """Returns the balance and the starter of the best sheet of a configuration; None if no run ends with a sheet in
    which nobody is partner twice or opponent three times."""
    players, group = configuration.players, configuration.group
    size = (players, group, configuration.base_rounds, int(configuration.has_own_sets))
    numbers = (*size, effort.runs, effort.moves, effort.turns, effort.seed)
    answer = subprocess.run([program, *map(str, numbers)], check=True, capture_output=True, text=True).stdout
    *_, last = [None, *re.split(r"(?m)^(?=\d)", answer)]
    if not last:
        return None
    head, *lines = last.splitlines()
    result = _FOUND.match(head)
    assert result is not None
    base = [line.removeprefix("base ") for line in lines if line.startswith("base ")]
    turned = dict(line.removeprefix("turned ").split(": ") for line in lines if line.startswith("turned "))
    starter = read_player_starter(
        {
            "players": players,
            "group": group,
            "moving": players - players % _order(group),
            "base": base[0],
            "later": base[1:],
            "turned": turned,
            "origin": f"search: {_words(configuration)}; annealing, seed {effort.seed}, run {int(result[2]) + 1}",
            "proof": f"best of {effort.runs} runs of {effort.moves} moves",
        }
    )
    return float(result[1]), starter


def _order(group: str) -> int:
    order = 1
    for part in group.split("x"):
        order *= int(part)
    return order


def _words(configuration: Configuration) -> str:
    sets = "every table its own set" if configuration.has_own_sets else "all tables share"
    return sets if configuration.base_rounds == 1 else f"{configuration.base_rounds} base rounds, {sets}"
