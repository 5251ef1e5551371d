"""The masterpoint tables of weekly games as the manual prints them: a line for each number of competitors.

JCBL director's manual 3.3, appendix 5, lines 3918-4191: ten tables, one for pairs and single players and one for teams
in each class. Thirteen of their 685 cells do not follow the formula above them (`printed_cells.toml`). A table is shown
by the formula, which is what the program gives, or as printed.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache
from importlib.resources import files

from arrowswitch.core.awards.masterpoints import USUAL, PlaceAward, place_award, places_paid, team_place_award
from arrowswitch.core.scoring.rounding import round_half_up_2

FEWEST = 2
_CELLS = "printed_cells.toml"


class TableOf(StrEnum):
    """The competitors of a table: pairs and single players, or each member of a team by its place."""

    PAIRS = "pairs"
    TEAMS = "teams"

    @property
    def most(self) -> int:
        """Returns the number of competitors in the last printed line."""
        return 16 if self is TableOf.TEAMS else 20

    @property
    def award(self) -> PlaceAward:
        """Returns the function that computes the award for a place."""
        return team_place_award if self is TableOf.TEAMS else place_award


class TableBy(StrEnum):
    """How the cells are filled: by the formula, or as the manual prints them."""

    FORMULA = "formula"
    PRINTED = "printed"


@dataclass(frozen=True, slots=True)
class AwardCell:
    """A cell: the amount that is shown, and the other one (by the formula, or printed) where the two differ."""

    amount: Fraction
    other: Fraction | None = None


@dataclass(frozen=True, slots=True)
class AwardRow:
    """A line: how many competitors, and what each place that is paid brings."""

    competitors: int
    cells: tuple[AwardCell, ...]


@dataclass(frozen=True, slots=True)
class MasterpointTable:
    """A table of a class: its lines from two competitors on. `factor` is the first number of the printed formula."""

    game_class: int
    of: TableOf
    by: TableBy
    rows: tuple[AwardRow, ...]

    @property
    def factor(self) -> Fraction:
        """Returns the masterpoints that each competitor adds to the award for first place."""
        return Fraction(self.game_class * (2 if self.of is TableOf.TEAMS else 1), 100)

    @property
    def places(self) -> int:
        """Returns the number of places paid in the longest line."""
        return max(len(row.cells) for row in self.rows)

    @property
    def differing(self) -> int:
        """Returns the number of cells where the manual's printed value differs from its formula."""
        return sum(cell.other is not None for row in self.rows for cell in row.cells)


def masterpoint_table(game_class: int, of: TableOf, by: TableBy = TableBy.FORMULA) -> MasterpointTable:
    """Returns the table of a class; raises Refused (`masterpoints.class`) for a class that is not 1 to 5.

    >>> [str(cell.amount) for cell in masterpoint_table(5, TableOf.TEAMS).rows[4].cells]
    ['3/5', '21/50', '29/100']
    >>> [str(cell.amount) for cell in masterpoint_table(5, TableOf.TEAMS, TableBy.PRINTED).rows[4].cells]
    ['3/5', '21/50', '3/10']
    """
    rows = tuple(_row(game_class, of, by, competitors) for competitors in range(FEWEST, of.most + 1))
    return MasterpointTable(game_class, of, by=by, rows=rows)


def _row(game_class: int, of: TableOf, by: TableBy, competitors: int) -> AwardRow:
    printed = _printed_cells()
    cells = []
    for place in range(1, places_paid(competitors) + 1):
        amount = round_half_up_2(of.award(game_class, competitors, place, USUAL.rates))
        other = printed.get((game_class, of, competitors, place))
        is_swapped = other is not None and by is TableBy.PRINTED
        cells.append(AwardCell(other, amount) if is_swapped and other is not None else AwardCell(amount, other))
    return AwardRow(competitors, tuple(cells))


@cache
def _printed_cells() -> Mapping[tuple[int, TableOf, int, int], Fraction]:
    """Returns the cells that differ from the formula, by class, table, competitors and place."""
    text = files(__package__).joinpath(_CELLS).read_text(encoding="utf-8")
    return {
        (one["class"], TableOf(one["of"]), one["competitors"], one["place"]): Fraction(one["printed"])
        for one in tomllib.loads(text)["cell"]
    }
