"""The rules of the methods that count margins, as regulations define them: IMPs and points against the field, datums,
VPs.

Every field is in a regulations file under the same name (`butler.drop`), next to its clause. The defaults are the
values of the JCBL documents, so that rules stored before these methods existed can still be read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from arrowswitch.core.scoring.fractions import exact_sum
from arrowswitch.core.scoring.rounding import Rounding


class Divisor(StrEnum):
    """The divisor of the sum of all comparisons of a board: nothing (manual, lines 1446-1460), the comparisons (results
    - 1) or the results."""

    NONE = "none"
    COMPARISONS = "comparisons"
    RESULTS = "results"

    def of(self, results: int) -> int:
        """Returns the divisor of a board with this many results, 1 at least."""
        return max(1, {Divisor.NONE: 1, Divisor.COMPARISONS: results - 1, Divisor.RESULTS: results}[self])


class Factoring(StrEnum):
    """How totals of different numbers of boards are made comparable (manual, lines 1297-1301): up to the most boards
    that anybody played, down to the fewest (informal), or not at all."""

    UP = "up"
    DOWN = "down"
    NONE = "none"


class Halves(StrEnum):
    """The rounding of a datum half-way between two steps."""

    AWAY_FROM_ZERO = "away-from-zero"
    TOWARDS_ZERO = "towards-zero"
    TO_EVEN = "to-even"


class Middle(StrEnum):
    """The datum of a board's scores: their mean, or the middle score."""

    MEAN = "mean"
    MEDIAN = "median"


class Steps(StrEnum):
    """The multiple that a datum is rounded to: the nearest, or the next one away from zero."""

    NEAREST = "nearest"
    AWAY_FROM_ZERO = "away-from-zero"


@dataclass(frozen=True, slots=True)
class CrossRules:
    """Pairs by IMPs, or by points, against every other result of the board.

    Average plus is `award_share` percent of the plus results of the same side over the number of real results, average
    minus the same of the minus results. A result that is alone with its form of a fouled board brings both sides
    `single_share` percent of the mean plus result of the other forms. `factoring` makes the totals of those who sat out
    comparable.
    """

    divide_by: Divisor = Divisor.NONE
    rounding: Rounding = Rounding.HALF_UP_2
    total_rounding: Rounding = Rounding.HALF_UP_2
    award_share: Fraction = Fraction(60)
    single_share: Fraction = Fraction(60)
    factoring: Factoring = Factoring.NONE


@dataclass(frozen=True, slots=True)
class DatumRules:
    """Pairs by IMPs against a datum: the `middle` of a board's scores without the `drop` best and worst, or without
    `drop_percent` percent of them at each end where these are more, rounded by `steps` to a multiple of `nearest`
    points (0: not rounded); `halves` is the rounding of half-way values.

    Average plus and minus are worth `plus` and `minus` IMPs. A form of a fouled board with fewer than `fouled_least`
    results is not compared: both sides of its tables get `fouled_award` IMPs.
    """

    drop: int = 1
    drop_percent: Fraction = Fraction(0)
    middle: Middle = Middle.MEAN
    nearest: int = 10
    steps: Steps = Steps.NEAREST
    halves: Halves = Halves.AWAY_FROM_ZERO
    rounding: Rounding = Rounding.HALF_UP_2
    total_rounding: Rounding = Rounding.HALF_UP_2
    plus: Fraction = Fraction(3)
    minus: Fraction = Fraction(3)
    fouled_least: int = 4
    fouled_award: Fraction = Fraction(3)

    def count_to_drop(self, results: int) -> int:
        """Returns the number of results left out at each end: `drop`, or the whole part of `drop_percent` if that is
        more. It is lower if no result would be left.

        >>> DatumRules(drop=1, drop_percent=Fraction(15)).count_to_drop(20), DatumRules(drop=2).count_to_drop(4)
        (3, 1)
        """
        by_share = (self.drop_percent * results / 100).__floor__()
        return min(max(self.drop, by_share), max(results - 1, 0) // 2)

    def of(self, scores: Sequence[Fraction]) -> Fraction:
        """Returns the middle of some scores in ascending order, before it is brought to a multiple."""
        if self.middle is Middle.MEAN:
            return exact_sum(scores) / len(scores)
        return (scores[(len(scores) - 1) // 2] + scores[len(scores) // 2]) / 2

    def round_datum(self, mean: Fraction) -> Fraction:
        """Returns the datum for a mean.

        >>> DatumRules().round_datum(Fraction(580, 3)), DatumRules().round_datum(Fraction(-415))
        (Fraction(190, 1), Fraction(-420, 1))
        """
        if not self.nearest:
            return mean
        steps = abs(mean) / self.nearest
        whole, rest = steps.__floor__(), steps - steps.__floor__()
        half = Fraction(1, 2)
        goes_up = (self.steps is Steps.AWAY_FROM_ZERO and rest > 0) or {
            Halves.AWAY_FROM_ZERO: rest >= half,
            Halves.TOWARDS_ZERO: rest > half,
            Halves.TO_EVEN: rest > half or (rest == half and whole % 2 == 1),
        }[self.halves]
        datum = Fraction((whole + goes_up) * self.nearest)
        return -datum if mean < 0 else datum


@dataclass(frozen=True, slots=True)
class ButlerRules(DatumRules):
    """Pairs by IMPs against a datum that are added; `factoring` makes the totals of those who sat out comparable."""

    factoring: Factoring = Factoring.NONE


@dataclass(frozen=True, slots=True)
class HoustonRules(DatumRules):
    """Houston trial: datums, the IMPs of a round against one pair added, and victory points by the scale named."""

    scale: str = "wbf-25"


@dataclass(frozen=True, slots=True)
class WorthRules:
    """The cost of a penalty of one board (regulations summary, lines 47-59): an amount for each comparison by IMPs and
    by total points, a percentage of a round's maximum in events of victory points, otherwise a number of IMPs."""

    imps_per_comparison: Fraction = Fraction(5)
    points_per_comparison: Fraction = Fraction(250)
    vp_percent: Fraction = Fraction(5)
    imps: Fraction = Fraction(5)

    def of_match(self, most: Fraction) -> Fraction:
        """Returns the cost of one board in matches with a maximum of `most` (0: margins are added)."""
        return most * self.vp_percent / 100 if most else self.imps
