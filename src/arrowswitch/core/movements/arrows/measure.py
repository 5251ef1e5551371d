"""How even the comparisons of a sheet are under any arrows: the sum of squared competition coefficients.

The balance of `fairness` is the standard deviation of the competition coefficients over their mean. Turning guide cards
leaves the mean as it is, so the least sum of squares is the best balance. Every coefficient is a constant and a sum of
products of two arrows, one for each set that both play: for patterns of whole rounds the sum of squares is a quadratic
form in the products of two rounds, which judges thousands of patterns at once. Counted in sets.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from arrowswitch.core.movements.arrow_patterns import ArrowPattern
from arrowswitch.core.movements.model import RoundNumber, SetNumber, TableNumber

Floats = NDArray[np.float64]
Whole = NDArray[np.int64]
_AT_ONCE = 4096


@dataclass(frozen=True, slots=True)
class PlayedMeeting:
    """One table in one round that is played: `home` (from 0) sits North-South unless the card is turned."""

    round: RoundNumber
    table: TableNumber
    home: int
    away: int
    board_set: SetNumber


@dataclass(frozen=True)
class ArrowSheet:
    """A sheet whose cards can be turned: who meets whom where, in one field of `pairs` contestants.

    A contestant that plays nothing (a phantom) is not compared with anyone and is left out of `pairs`.
    """

    pairs: int
    rounds: int
    encounters: tuple[PlayedMeeting, ...]

    @property
    def sets(self) -> int:
        return max((one.board_set for one in self.encounters), default=0)

    @cached_property
    def _columns(self) -> Whole:
        listed = [(one.round, one.table, one.home, one.away, one.board_set - 1) for one in self.encounters]
        return np.array(listed, np.int64).reshape(-1, 5).T

    @cached_property
    def plays(self) -> Whole:
        """Returns the number of tables at which each set is played."""
        return np.bincount([one.board_set - 1 for one in self.encounters], minlength=self.sets).astype(np.int64)

    @cached_property
    def heads(self) -> Whole:
        """Returns the amount that a meeting adds to the coefficient of two contestants: the tables that play the
        set."""
        heads: Whole = np.zeros((self.pairs, self.pairs), np.int64)
        _, _, home, away, board_set = self._columns
        np.add.at(heads, (home, away), self.plays[board_set])
        np.add.at(heads, (away, home), self.plays[board_set])
        return heads

    @cached_property
    def players(self) -> int:
        """Returns the number of contestants that play at least once."""
        return len({number for one in self.encounters for number in (one.home, one.away)})

    @property
    def total(self) -> int:
        """Returns the sum of all coefficients; no arrow changes it."""
        return int((self.plays * (self.plays - 1)).sum())

    def sides(self, pattern: ArrowPattern) -> Whole:
        """Returns +1 for North-South, -1 for East-West and 0 for not playing, for each contestant and set."""
        rounds, tables, home, away, board_set = self._columns
        turned = np.isin(rounds, pattern.rounds)
        for round_number, table in pattern.cards:
            turned |= (rounds == round_number) & (tables == table)
        sides: Whole = np.zeros((self.pairs, self.sets), np.int64)
        sides[home, board_set] = np.where(turned, -1, 1)
        sides[away, board_set] = np.where(turned, 1, -1)
        return sides

    def squares(self, pattern: ArrowPattern) -> int:
        """Returns the sum of squared competition coefficients over every two contestants."""
        sides = self.sides(pattern).astype(np.float64)
        # Whole numbers far below 2**53, so that double precision is exact, and its products are faster.
        coefficients = sides @ sides.T + self.heads
        np.fill_diagonal(coefficients, 0)
        return int((coefficients**2).sum()) // 2

    def balance_squared(self, squares: int) -> Fraction:
        """Returns the square of the balance that a sum of squares is, where anybody is compared (`total`)."""
        twos = self.players * (self.players - 1) // 2
        return Fraction(twos * squares, self.total**2) - 1


class RoundMeasure:
    """The sum of squares of a sheet as a quadratic form in the products of two rounds' arrows."""

    def __init__(self, sheet: ArrowSheet) -> None:
        self.rounds = sheet.rounds
        twos = list(combinations(range(sheet.rounds), 2))
        self._first: Whole = np.array([one for one, _ in twos], np.int64)
        self._second: Whole = np.array([two for _, two in twos], np.int64)
        place: Whole = np.full((sheet.rounds, sheet.rounds), len(twos), np.int64)
        place[self._first, self._second] = place[self._second, self._first] = np.arange(len(twos))
        parts = _parts(sheet, place)
        form: Floats = parts.T @ parts
        self._form, self._slope, self._rest = form[:-1, :-1], 2 * form[:-1, -1], form[-1, -1]

    def squares(self, chosen: NDArray[np.bool_]) -> Whole:
        """Returns the sum of squares for each row of `chosen`, which says of every round whether it is turned."""
        blocks = [self._block(chosen[start : start + _AT_ONCE]) for start in range(0, len(chosen), _AT_ONCE)]
        return np.concatenate(blocks)

    def _block(self, chosen: NDArray[np.bool_]) -> Whole:
        arrows = np.where(chosen, -1.0, 1.0)
        products = arrows[:, self._first] * arrows[:, self._second]
        sums = ((products @ self._form + self._slope) * products).sum(axis=1) + self._rest
        # Whole numbers far below 2**53, so that double precision is exact.
        whole: Whole = np.rint(sums).astype(np.int64)
        return whole


def _parts(sheet: ArrowSheet, place: Whole) -> Floats:
    """Returns a row for every two contestants: the amount that each product of two rounds adds to their coefficient,
    and a rest.

    `place[r, q]` is the column of two rounds; the last column contains the part that no arrow changes.
    """
    seats: list[list[tuple[int, int, int]]] = [[] for _ in range(sheet.sets)]
    for met in sheet.encounters:
        seats[met.board_set - 1] += [(met.home, 1, met.round - 1), (met.away, -1, met.round - 1)]
    twos, columns, ways = [], [], []
    for listed in seats:
        who, way, when = np.array(listed, np.int64).reshape(-1, 3).T
        first, second = np.triu_indices(len(listed), 1)
        first_seats, second_seats = who[first], who[second]
        twos.append(np.minimum(first_seats, second_seats) * sheet.pairs + np.maximum(first_seats, second_seats))
        columns.append(place[when[first], when[second]])
        ways.append(way[first] * way[second])
    # Two who share no set are compared nowhere and need no row.
    compared, rows = np.unique(np.concatenate(twos), return_inverse=True)
    width = int(place.max()) + 1
    cells = rows * width + np.concatenate(columns)
    counted = np.bincount(cells, weights=np.concatenate(ways), minlength=len(compared) * width)
    parts: Floats = counted.reshape(len(compared), width).astype(np.float64)
    parts[:, -1] += sheet.heads[np.divmod(compared, sheet.pairs)]
    return parts
