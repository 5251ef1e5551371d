"""The same rules for fields of millions of results, in numpy's whole numbers.

| step | module | plain form |
|---|---|---|
| results as arrays, and what cannot be taken | `inputs`, `lines` | `inputs`, `outcomes` |
| how many times each score of a board was obtained | `cells` | `comparisons.Field` |
| matchpoints, or IMPs and points against the field | `matchpoints`, `crosses` | `matchpoints`, `crosses` |
| what artificial scores are worth | `awards` | `matchpoints`, `crosses` |
| totals, percentages, exact to the last digit published | `totals`, `sums` | `totals`, `margins` |
| ranks and places | `ranks` | `ranking` |

Both forms read the same regulations and arrive at the same numbers; a property test compares them. This form refuses
weighted scores, single players, datums and totals that are not rounded.

A board has few different scores, however many results: everything is reckoned once for each different score, and
the results only look it up. Points are fractions of whole numbers with one denominator for each form of a board. A
total adds them in units that are fine enough for nearly every contestant; whose total could be rounded either way is
reckoned again with fractions, so that no digit is ever a guess.
"""

from __future__ import annotations

from arrowswitch.core.scoring.bulk.inputs import BulkField, Kind
from arrowswitch.core.scoring.bulk.lines import field_of
from arrowswitch.core.scoring.bulk.standings import BulkStandings
from arrowswitch.core.scoring.bulk.sums import times_seated
from arrowswitch.core.scoring.bulk.totals import score_bulk
from arrowswitch.core.scoring.bulk.values import NONE

__all__ = ["NONE", "BulkField", "BulkStandings", "Kind", "field_of", "score_bulk", "times_seated"]
