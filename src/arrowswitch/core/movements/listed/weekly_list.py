"""The list of movements for weekly games, row by row (JCBL director's manual 3.3, appendix 1, lines 3048-3068).

The rows list the Howells with guide sheets and the Mitchells that may be played instead. They are data
(`weekly_list.toml`) with the line each was printed in.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from arrowswitch.core.movements.data_files import rows_of
from arrowswitch.core.movements.model import RoundNumber


@dataclass(frozen=True, slots=True)
class WeeklyRow:
    """One row of the list.

    - `kind` is `howell`, `mitchell`, `skip-mitchell` or `relay-mitchell`; `tables` those of the sheet.
    - `least_pairs` to `most_pairs` can play it: an odd number with a phantom, more than twice the tables with an A/B
      table (Howell) or a half table more (Mitchell).
    - `has_relay` is None where the print does not tell.
    - `is_cut` when it is a longer movement that is ended early.
    """

    line: int
    kind: str
    tables: int
    rounds: RoundNumber
    boards_per_round: int
    least_pairs: int
    most_pairs: int
    has_relay: bool | None = None
    has_ab_table: bool = True
    is_cut: bool = False

    @property
    def boards_total(self) -> int:
        return self.rounds * self.boards_per_round

    def takes(self, pairs: int) -> bool:
        """True if this many pairs can play it."""
        return self.least_pairs <= pairs <= self.most_pairs


@cache
def weekly_list() -> tuple[WeeklyRow, ...]:
    """Returns all rows in the order of the print."""
    return rows_of("listed/weekly_list", "row", WeeklyRow)


def row_of(kind: str, tables: int, rounds: RoundNumber, boards_per_round: int) -> WeeklyRow | None:
    """Returns the row of a movement, or nothing when the list does not have it."""
    key = (kind, tables, rounds, boards_per_round)
    for row in weekly_list():
        if (row.kind, row.tables, row.rounds, row.boards_per_round) == key:
            return row
    return None
