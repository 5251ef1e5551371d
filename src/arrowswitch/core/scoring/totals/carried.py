"""A final's ranking with what is carried over of its qualifying.

JCBL director's manual 3.3, lines 1993-2033 (`carry_over.py`). What is carried over is added to the total of the final,
and the sum ranks; the percentage of the final would say nothing of it and is left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.scoring.rules import RankBy, RankingRules
from arrowswitch.core.scoring.standings import Standing, Standings
from arrowswitch.core.scoring.totals.ranking import ranked_by_field


def with_brought(
    standings: Standings, brought: Mapping[Number, Fraction], ranking: RankingRules
) -> tuple[Standing, ...]:
    """Returns the ranking of every field by total and what is carried over; who brings nothing keeps the total."""
    rows = (
        replace(row, total=row.total + brought.get(row.number, Fraction(0)), percent=None) for row in standings.ranking
    )
    return ranked_by_field(rows, ranking, RankBy.TOTAL, standings.boards.values())
