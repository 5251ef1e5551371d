"""The value of one score against another: IMPs or points, and the rules of each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.core.scoring.boards.imps import imps
from arrowswitch.core.scoring.method_rules import CrossRules
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.rules import ScoringRules


@dataclass(frozen=True, slots=True)
class Measure:
    """A way to compare with every other result, and what a penalty of one board costs for each comparison."""

    method: Method
    of: Callable[[int], int]
    rules_of: Callable[[ScoringRules], CrossRules]
    board_worth: Callable[[ScoringRules], Fraction]


IMPS = Measure(Method.IMPS, imps, lambda r: r.imps, lambda r: r.worth.imps_per_comparison)
"""IMPs of each difference (manual, lines 1446-1460); a board is worth 5 for each comparison (summary, line 51)."""

POINTS = Measure(Method.TOTAL_POINTS, int, lambda r: r.total_points, lambda r: r.worth.points_per_comparison)
"""The differences themselves (manual, lines 1487-1489); a board is worth 250 for each comparison (summary, line 53)."""

MEASURES = {measure.method: measure for measure in (IMPS, POINTS)}
