"""Matrices that rotate: every cell in `make exhaustive`, a covering few in `make test`.

A matrix crosses forms, methods, sizes, languages, papers or widths. `make test` runs at least one cell of each value of
each axis. The seed of the choice is derived from the content of the tree, so that two runs of one tree agree and each
change of the tree looks at other cells. The report's header prints the seed; `ROTATION=seed` repeats the choice.

    @rotate(form=FORMS, locale=LOCALES)          # a product: as many cells as the longest axis is long
    @rotate("case", CASES, by=lambda case: (case.form, case.method))     # rows with axes of their own
    @rotate("locale", LOCALES)                   # one value, where another test proves all of them
"""

from __future__ import annotations

import hashlib
import itertools
import os
import random
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import TypeVar

import pytest

TIER, SEED = "ARROWSWITCH_TIER", "ARROWSWITCH_ROTATION"
EXHAUSTIVE = "exhaustive"
ROOT = Path(__file__).resolve().parents[1]
HASHED = (".py", ".po", ".toml", ".html", ".typ", ".css", ".js", ".json")

Test = TypeVar("Test", bound=Callable[..., object])
Row = TypeVar("Row")


def is_exhaustive() -> bool:
    """True if this run tries every cell of every matrix."""
    return os.environ.get(TIER) == EXHAUSTIVE


@cache
def rotation_seed() -> int:
    """Returns the seed of this run: the given one, or one derived from the program and its tests."""
    given = os.environ.get(SEED)
    if given:
        return int(given)
    digest = hashlib.sha256()
    for folder in ("src", "tests"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in HASHED and "__pycache__" not in path.parts:
                digest.update(path.relative_to(ROOT).as_posix().encode())
                digest.update(path.read_bytes())
    return int.from_bytes(digest.digest()[:4], "big")


def rotate(
    names: str = "",
    rows: Iterable[object] = (),
    *,
    by: Callable[[object], Sequence[Hashable]] | None = None,
    cells: int = 1,
    ids: Callable[[object], object] | Sequence[str] | None = None,
    **axes: Iterable[object],
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
    if axes:
        names = ",".join(axes)
        all_rows = list(itertools.product(*(list(values) for values in axes.values())))
        if len(axes) == 1:
            raise ValueError("a product needs two axes; write rotate(name, values) for one")
        parts: Callable[[object], Sequence[Hashable]] | None = lambda row: [repr(part) for part in row]  # type: ignore[attr-defined]  # noqa: E731
    else:
        all_rows, parts = list(rows), by  # type: ignore[arg-type]

    def parametrized(test: Test) -> Test:
        chosen: Sequence[object] = all_rows
        if not is_exhaustive():
            lot = random.Random(f"{rotation_seed()} {test.__module__}.{test.__qualname__}")
            chosen = covering(all_rows, parts, lot) if parts else _some(all_rows, cells, lot)
        marked: Test = pytest.mark.rotating(pytest.mark.parametrize(names, chosen, ids=ids)(test))
        return marked

    return parametrized


def some_of(name: str, rows: Iterable[Row], cells: int = 1) -> list[Row]:
    """Returns rows for the parameters of a fixture: all of them in `make exhaustive`, otherwise as many as `cells`.

    Which ones is decided by a lot with this name.
    """
    every = list(rows)
    return every if is_exhaustive() else _some(every, cells, random.Random(f"{rotation_seed()} {name}"))


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


def _some(rows: Sequence[Row], cells: int, lot: random.Random) -> list[Row]:
    return [rows[at] for at in sorted(lot.sample(range(len(rows)), min(cells, len(rows))))]


def examples(count: int) -> int:
    """Returns how many examples of a property to try: `count` in `make test`, and in `make exhaustive` 500, or ten
    times as many if `count` is below 30: each of these takes long."""
    if not is_exhaustive():
        return count
    return max(count, 500) if count >= 30 else 10 * count
