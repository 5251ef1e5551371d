"""What regulations decide about the methods that count margins: IMPs and points against the field, datums, VPs.

Every field stands in a regulations file under the same name (`butler.drop`), beside its clause. All have the values of
the JCBL documents as defaults, so that the rules an event keeps from before these methods can still be read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from arrowswitch.core.scoring.fractions import exact_sum
from arrowswitch.core.scoring.rounding import Rounding


class Divisor(StrEnum):
    """What the sum of all comparisons of a board is divided by: nothing (manual, lines 1446-1460), the comparisons
    (results - 1) or the results."""

    NONE = "none"
    COMPARISONS = "comparisons"
    RESULTS = "results"

    def of(self, results: int) -> int:
        """Returns the divisor of a board with so many results, 1 at least."""
        return max(1, {Divisor.NONE: 1, Divisor.COMPARISONS: results - 1, Divisor.RESULTS: results}[self])


class Factoring(StrEnum):
    """How totals of different numbers of boards are made comparable (manual, lines 1297-1301): up to the most boards
    that anybody played, down to the fewest (informal), or not at all."""

    UP = "up"
    DOWN = "down"
    NONE = "none"


class Halves(StrEnum):
    """Which way a datum half way between two steps goes."""

    AWAY_FROM_ZERO = "away-from-zero"
    TOWARDS_ZERO = "towards-zero"
    TO_EVEN = "to-even"


class Middle(StrEnum):
    """What of a board's scores the datum is: their mean, or the one in the middle."""

    MEAN = "mean"
    MEDIAN = "median"


class Steps(StrEnum):
    """Which multiple a datum between two is brought to: the nearest, or the one farther from zero."""

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
    `drop_percent` percent of them at each end where these are more, brought by `steps` to a multiple of `nearest`
    points (0: left as it is); `halves` tells which multiple is the nearest to what lies half-way.

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

    def dropped(self, results: int) -> int:
        """Returns how many results are left out at each end of so many: `drop`, the whole part of `drop_percent` where
        that is more, or fewer where none would be left.

        >>> DatumRules(drop=1, drop_percent=Fraction(15)).dropped(20), DatumRules(drop=2).dropped(4)
        (3, 1)
        """
        by_share = (self.drop_percent * results / 100).__floor__()
        return min(max(self.drop, by_share), max(results - 1, 0) // 2)

    def of(self, scores: Sequence[Fraction]) -> Fraction:
        """Returns the middle of some scores in ascending order, before it is brought to a multiple."""
        if self.middle is Middle.MEAN:
            return exact_sum(scores) / len(scores)
        return (scores[(len(scores) - 1) // 2] + scores[len(scores) // 2]) / 2

    def rounded(self, mean: Fraction) -> Fraction:
        """Returns the datum that a mean is brought to.

        >>> DatumRules().rounded(Fraction(580, 3)), DatumRules().rounded(Fraction(-415))
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
    """What a penalty of one board costs (regulations summary, lines 47-59): by IMPs and by total points so much for
    each comparison, in events of victory points so many percent of a round's maximum, else so many IMPs."""

    imps_per_comparison: Fraction = Fraction(5)
    points_per_comparison: Fraction = Fraction(250)
    vp_percent: Fraction = Fraction(5)
    imps: Fraction = Fraction(5)

    def of_match(self, most: Fraction) -> Fraction:
        """Returns what one board costs in matches that bring `most` at the most (0: margins are added)."""
        return most * self.vp_percent / 100 if most else self.imps
