"""The squares behind appendix Mitchells and mirror Mitchells: who is at which table on which set, round by round.

Three squares of side n, one row for each round and one column for each base table: sets, North-South, East-West. In
every row and in the columns of shared tables each value stands once, every North-South and every East-West gets every
set once, and off the shared tables no North-South meets an East-West twice.

- n odd and not divisible by 3: by the documents' rule (JCBL director's manual 3.3, lines 1051-1078).
- n = 8, 9, 12: over a group of pairs or triples of small numbers, by two orthomorphisms (a difference matrix).
- n = 10: no three orthogonal squares of side 10 are known, so the squares depend on how many tables share. They were
  found by search; `appendix_squares.toml` says how.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from arrowswitch.core.movements.data_files import data_of
from arrowswitch.core.movements.rules.mitchell_rules import wrap

Square = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Squares:
    """Three squares: `sets[r][t]`, `ns[r][t]` and `ew[r][t]` for round r + 1 and base table t + 1, values from 1."""

    sets: Square
    ns: Square
    ew: Square


def squares(size: int, shared: int) -> Squares:
    """Returns the squares of side `size` when the first `shared` tables share boards with another table.

    Sizes 7 to 13, and all that are odd and not divisible by 3. Raises KeyError for any other size.
    """
    if size % 2 and size % 3:
        places = [[(r, t) for t in range(1, size + 1)] for r in range(size)]
        return Squares(
            sets=tuple(tuple(wrap(t + r, size) for r, t in row) for row in places),
            ns=tuple(tuple(wrap(t - 2 * r, size) for r, t in row) for row in places),
            ew=tuple(tuple(wrap(t - r, size) for r, t in row) for row in places),
        )
    return _read_squares(shared) if size == 10 else _develop_squares(size)


def orthogonal_sizes() -> tuple[int, ...]:
    """Returns the even sizes for which there are `opponents`."""
    return tuple(sorted({int(size) for size in _groups() if int(size) % 2 == 0} | {10}))


def opponents(size: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Returns the visitor and the set of each round and table, from two orthogonal squares.

    `opponents(n)[r][t]` is (visitor, set), values from 1: every table meets every visitor once and plays every set
    once, and so does every visitor. Raises KeyError for a size that is not among `orthogonal_sizes`.
    """
    if size == 10:
        ten = _tens()["2"]
        rows = []
        for homes, visitors in zip(ten["tables"], ten["ns"], strict=True):
            cells = enumerate(zip(homes, visitors, strict=True), start=1)
            at = {int(home): (int(visitor) + 1, board_set) for board_set, (home, visitor) in cells}
            rows.append(tuple(at[table] for table in range(10)))
        return tuple(rows)
    developed = _develop_squares(size)
    return tuple(tuple(zip(ns, sets, strict=True)) for ns, sets in zip(developed.ns, developed.sets, strict=True))


def _develop_squares(size: int) -> Squares:
    """Returns the squares over the group of `size`: set t + r, North-South t + first and East-West t + second."""
    group = _groups()[str(size)]
    parts = tuple(group["parts"])

    def row(turn: int) -> tuple[int, ...]:
        return tuple(_add_parts(table, turn, parts) + 1 for table in range(size))

    return Squares(
        sets=tuple(map(row, range(size))),
        ns=tuple(map(row, group["first"])),
        ew=tuple(map(row, group["second"])),
    )


def _add_parts(first: int, other: int, parts: tuple[int, ...]) -> int:
    """Returns the sum of two numbers, added part by part without carrying; the last part counts fastest.

    >>> _add_parts(7, 7, (6, 2))
    0
    """
    total, unit = 0, 1
    for part in reversed(parts):
        total += (first // unit + other // unit) % part * unit
        unit *= part
    return total


def _read_squares(shared: int) -> Squares:
    """Returns the squares of side 10, turned from sets to tables."""
    ten = _tens()[str(shared)]
    sets, ns, ew = [], [], []
    for tables, home, away in zip(ten["tables"], ten["ns"], ten["ew"], strict=True):
        set_at = {int(table): s for s, table in enumerate(tables)}
        order = [set_at[table] for table in range(10)]
        sets.append(tuple(s + 1 for s in order))
        ns.append(tuple(int(home[s]) + 1 for s in order))
        ew.append(tuple(int(away[s]) + 1 for s in order))
    return Squares(tuple(sets), tuple(ns), tuple(ew))


@cache
def _groups() -> Mapping[str, Mapping[str, Sequence[int]]]:
    """Returns the squares over a group by their size."""
    groups: dict[str, dict[str, list[int]]] = data_of("searched/appendix_squares")["group"]
    return groups


@cache
def _tens() -> Mapping[str, Mapping[str, Sequence[str]]]:
    """Returns the squares of side 10 by the number of tables that share boards."""
    tens: dict[str, dict[str, list[str]]] = data_of("searched/appendix_squares")["ten"]
    return tens
