"""Why somebody earned so many masterpoints: the places paid, the formula of each place, the shares of a tie.

JCBL director's manual 3.3, lines 1197 and 3918-4191 (`masterpoints.py`). The clauses are the manual's own, for no
regulations file has these numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from arrowswitch.core.awards.masterpoints import MOST_FOR_FIRST, awards, place_award, places_paid
from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import ParamValue
from arrowswitch.core.scoring.arithmetic import added, operand
from arrowswitch.core.scoring.rounding import Rounding
from arrowswitch.core.scoring.steps import Explanation, Step, amount_step, rounded

PLACES_CLAUSE = "JCBL manual, 3., line 1197: the first 35 % of the entrants, rounded up"
FORMULA_CLAUSE = (
    "JCBL manual, lines 3918-4134: 0.01 x class x competitors, 0.7 of it for each further place, first 1 at most"
)
TIES_CLAUSE = "Decision: tied places share the mean of what they span; the documents are silent"
ROUNDING_CLAUSE = "JCBL manual, lines 3918-4134: two decimals, half up"
CLAUSES = (PLACES_CLAUSE, FORMULA_CLAUSE, TIES_CLAUSE, ROUNDING_CLAUSE)


def explain_award(number: Number, game_class: int, ranks: Sequence[int], rank: int) -> Explanation:
    """Returns how the masterpoints of a contestant with a rank came about; `ranks` are those of all its field.

    Raises Refused (`masterpoints.class`) for a class that is not 1 to 5.
    """
    result = awards(game_class, ranks)[list(ranks).index(rank)]
    return Explanation(number, None, tuple(_steps(game_class, ranks, rank)), result)


def _steps(game_class: int, ranks: Sequence[int], rank: int) -> Iterator[Step]:
    competitors, sharing = len(ranks), list(ranks).count(rank)
    paid = places_paid(competitors)
    params: dict[str, ParamValue] = {
        "entrants": competitors,
        "exact": operand(competitors * Fraction(35, 100)),
        "n": paid,
    }
    yield Step("explain.mp-places", params, Fraction(paid), PLACES_CLAUSE)
    amounts = [place_award(game_class, competitors, place) for place in range(rank, rank + sharing)]
    for place, amount in enumerate(amounts, start=rank):
        params = {"place": place, "class": game_class, "entrants": competitors, "before": place - 1}
        if place > paid:
            yield amount_step("explain.mp-unpaid", amount, params, PLACES_CLAUSE)
        else:
            params["most"] = operand(MOST_FOR_FIRST)
            yield amount_step("explain.mp-place", amount, params, FORMULA_CLAUSE)
    exact = sum(amounts, Fraction(0)) / sharing
    if sharing > 1:
        yield amount_step("explain.mp-shared", exact, {"formula": added(amounts), "n": sharing}, TIES_CLAUSE)
    yield from rounded(exact, Rounding.HALF_UP_2, ROUNDING_CLAUSE)
