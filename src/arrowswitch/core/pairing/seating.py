"""Where a drawn round is played: tables from the top, and who is at home.

The documents leave out who moves first (manual, line 1678, names a fixed rule without giving one). Whoever has been at
home less often is; between equals the better rank. Tables are numbered from the best pairing down; a triangle takes
the tables behind.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from arrowswitch.core.contestants import Number
from arrowswitch.core.pairing.draw import Draw


@dataclass(frozen=True, slots=True)
class Seated:
    """A match with its tables: `home` keeps its place, `away` sends a pair there. Matches of teams take two tables."""

    tables: tuple[int, ...]
    home: Number
    away: Number


def seated(
    draw: Draw, homes_before: Mapping[Number, int], tables_each: int = 1, first_table: int = 1
) -> tuple[Seated, ...]:
    """Returns the pairings of a round with tables, from `first_table` on, `tables_each` for a match."""
    found = []
    for at, pairing in enumerate(draw.pairings):
        begin = first_table + at * tables_each
        home, away = pairing.contestants
        if homes_before.get(away, 0) < homes_before.get(home, 0):
            home, away = away, home
        found.append(Seated(tuple(range(begin, begin + tables_each)), home, away))
    return tuple(found)
