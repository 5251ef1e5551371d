"""Matrices that rotate: every cell in `make exhaustive`, a covering few in `make test`.

A matrix crosses forms, methods, sizes, languages, papers or widths. `make test` runs at least one cell of each value of
each axis. The seed of the choice is derived from the content of the tree, so that two runs of one tree agree and each
change of the tree looks at other cells. The report's header prints the seed; `ROTATION=seed` repeats the choice.

    @rotate(form=FORMS, locale=LOCALES)          # a product: as many cells as the longest axis is long
    @rotate("case", CASES, by=lambda case: (case.form, case.method))     # rows with axes of their own
    @rotate("locale", LOCALES)                   # one value, where another test proves all of them
    for sheet, size in choose(PRINTS, "prints", by=lambda print_: print_): ...      # a loop within a test

Long tests run by turns: a run of the whole suite runs a third of those with the marker `slow` and a fourth of those
with the marker `browser`, chosen by the same seed. With the marker `turns(of=2)` a test runs in half of the trees, with
`turns(of=1)` in every tree. A run of chosen files or names runs all of them, as `make exhaustive` does.
"""

from __future__ import annotations

import hashlib
import itertools
import os
import random
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import pytest

TIER, SEED, EXAMPLES = "ARROWSWITCH_TIER", "ARROWSWITCH_ROTATION", "ARROWSWITCH_EXAMPLES"
TURNS = "ARROWSWITCH_TURNS"
EXHAUSTIVE, FEW = "exhaustive", "few"
ROOT = Path(__file__).resolve().parents[1]
HASHED = (".py", ".po", ".toml", ".html", ".typ", ".css", ".js", ".json")

Row = TypeVar("Row")
Test: TypeAlias = Callable[..., None]


def is_exhaustive() -> bool:
    """True if this run tries every cell of every matrix."""
    return os.environ.get(TIER) == EXHAUSTIVE


@cache
def rotation_seed() -> int:
    """Returns the seed of this run: the given one, or one derived from the program and its tests."""
    seed = os.environ.get(SEED)
    if seed:
        return int(seed)
    digest = hashlib.sha256()
    for folder in ("src", "tests"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in HASHED and "__pycache__" not in path.parts:
                digest.update(path.relative_to(ROOT).as_posix().encode())
                digest.update(path.read_bytes())
    return int.from_bytes(digest.digest()[:4], "big")


def takes_turns() -> bool:
    """True if tests with the marker `turns` take turns: in a run of the whole suite."""
    return os.environ.get(TURNS) == "on" and not is_exhaustive()


def has_turn(name: str, of: int) -> bool:
    """True if it is the turn of a test in this run.

    Args:
        name: the name of the test, without its cell: all cells of a test run in one turn.
        of: the number of trees in one of which the test runs. With 1 it runs in each.
    """
    return random.Random(f"{rotation_seed()} {name}").randrange(of) == 0


def rotate(
    names: str = "",
    rows: Iterable[Any] = (),
    *,
    by: Callable[[Any], Sequence[Hashable]] | None = None,
    cells: int = 1,
    ids: Callable[[Any], object] | Sequence[str] | None = None,
    **axes: Iterable[Any],
) -> Callable[[Test], Test]:
    """Parametrizes a test with all rows or with the product of all axes; in `make test` only with a choice of them.

    Args:
        names: the parameters of `rows`, as for `pytest.mark.parametrize`.
        rows: the rows of a matrix that is not a product.
        by: the values of a row on each of its axes. Every value gets at least one row.
        cells: the number of rows to choose if the rows have no axes.
        ids: as for `pytest.mark.parametrize`.
        axes: the values of each parameter of a product. Every value gets at least one cell.
    """
    if len(axes) == 1:
        raise ValueError("a product needs two axes; write rotate(name, values) for one")
    every = list(itertools.product(*axes.values())) if axes else list(rows)
    parts = _values if axes else by

    def parametrize(test: Test) -> Test:
        chosen = choose(every, f"{test.__module__}.{test.__qualname__}", by=parts, cells=cells)
        parametrized: Test = pytest.mark.parametrize(names or ",".join(axes), chosen, ids=ids)(test)
        marked: Test = pytest.mark.rotating(parametrized)
        return marked

    return parametrize


def _values(row: Iterable[object]) -> Sequence[Hashable]:
    return [repr(value) for value in row]


def choose(
    rows: Sequence[Row], name: str, *, by: Callable[[Row], Sequence[Hashable]] | None = None, cells: int = 1
) -> list[Row]:
    """Returns the rows of a matrix that a loop within a test runs: all in `make exhaustive`, else a choice of them.

    Args:
        rows: the rows of the matrix.
        name: the name of the loop. Another name chooses other rows.
        by: the values of a row on each of its axes. Every value gets at least one row.
        cells: the number of rows to choose if the rows have no axes.
    """
    if is_exhaustive():
        return list(rows)
    lot = random.Random(f"{rotation_seed()} {name}")
    return covering(rows, by, lot) if by else _sample(rows, cells, lot)


def covering(rows: Sequence[Row], parts: Callable[[Row], Sequence[Hashable]], lot: random.Random) -> list[Row]:
    """Returns few rows in which every value of every axis occurs, in their order; which ones is decided by lot.

    Greedy: the next row is the one with the most values that are still missing.
    """
    shuffled = lot.sample(range(len(rows)), len(rows))
    values = {at: frozenset(enumerate(parts(rows[at]))) for at in shuffled}
    missing = set(itertools.chain.from_iterable(values.values()))
    chosen = []
    while missing:
        best = max(shuffled, key=lambda at: len(values[at] & missing))
        chosen.append(best)
        missing -= values[best]
    return [rows[at] for at in sorted(chosen)]


def _sample(rows: Sequence[Row], cells: int, lot: random.Random) -> list[Row]:
    return [rows[at] for at in sorted(lot.sample(range(len(rows)), min(cells, len(rows))))]


def has_many_examples() -> bool:
    """True if properties are tried with many examples; the mutation tool needs all cells, but not these."""
    return is_exhaustive() and os.environ.get(EXAMPLES) != FEW


def examples(count: int) -> int:
    """Returns how many examples of a property to try: `count` in `make test`, and in `make exhaustive` 500, or ten
    times as many if `count` is below 30: each of these takes long."""
    if not has_many_examples():
        return count
    return max(count, 500) if count >= 30 else 10 * count
