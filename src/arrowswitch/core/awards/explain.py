"""The explanation of an award of masterpoints: the places paid, the formula of each place, the shares of a tie.

JCBL director's manual 3.3, lines 1197 and 3918-4191 (`masterpoints.py`). The clauses are the manual's own; rates that
an organiser added are cited by their own source.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from arrowswitch.core.awards.masterpoints import (
    USUAL,
    AwardRules,
    MasterpointRates,
    PlaceAward,
    TiedAwards,
    awards,
    place_award,
    places_paid,
    shared_award,
    spanned_awards,
)
from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import ParamValue, Problem
from arrowswitch.core.scoring.arithmetic import operand, sum_text
from arrowswitch.core.scoring.rounding import Rounding
from arrowswitch.core.scoring.steps import Explanation, Step, amount_step, rounding_steps

PLACES_CLAUSE = "JCBL manual, 3., line 1197: the first 35 % of the entrants, rounded up"
FORMULA_CLAUSE = (
    "JCBL manual, lines 3918-4134: 0.01 x class x competitors, 0.7 of it for each further place, first 1 at most"
)
TIES_CLAUSE = "Decision: tied places share the mean of what they span; the documents are silent"
HIGHER_CLAUSE = (
    "Decision of the organiser: tied places each earn what the first of them brings; the documents are silent"
)
ROUNDING_CLAUSE = "JCBL manual, lines 3918-4134: two decimals, half up"
CLAUSES = (PLACES_CLAUSE, FORMULA_CLAUSE, TIES_CLAUSE, HIGHER_CLAUSE, ROUNDING_CLAUSE)


def explain_award(
    number: Number, game_class: int, ranks: Sequence[int], rank: int, rules: AwardRules = USUAL
) -> Explanation:
    """Returns how the masterpoints of a contestant with a rank came about; `ranks` are those of all its field.

    Raises Refused (`masterpoints.class`) for a class that is not 1 to 5.
    """
    result = awards(game_class, ranks, rules)[list(ranks).index(rank)]
    steps = list(place_steps("explain.mp-place", game_class, ranks, rank, place_award, rules))
    exact = shared_award(place_award, game_class, ranks, rank, rules)
    return Explanation(number, None, (*steps, *rounding_steps(exact, Rounding.HALF_UP_2, ROUNDING_CLAUSE)), result)


def place_steps(
    code: str, game_class: int, ranks: Sequence[int], rank: int, award: PlaceAward, rules: AwardRules = USUAL
) -> Iterator[Step]:
    """Yields the number of places paid, the award of each place that a rank spans, and the share of these awards in a
    tie. `code` is the message with the formula of a paid place."""
    competitors, rates = len(ranks), rules.rates
    paid = places_paid(competitors, rates)
    percent = operand(rates.paid_percent)
    exact = operand(competitors * rates.paid_percent / 100)
    params: dict[str, ParamValue] = {"entrants": competitors, "percent": percent, "exact": exact, "n": paid}
    yield Step("explain.mp-places", params, Fraction(paid), clause_of(rates, PLACES_CLAUSE))
    amounts = spanned_awards(award, game_class, ranks, rank, rules)
    figures: dict[str, ParamValue] = {
        "unit": operand(rates.unit),
        "factor": operand(rates.unit * rates.team_factor),
        "step": operand(rates.step),
        "most": operand(rates.most),
    }
    for place, amount in enumerate(amounts, start=rank):
        params = {"place": place, "class": game_class, "entrants": competitors, "before": place - 1}
        if place > paid:
            yield amount_step("explain.mp-unpaid", amount, params, clause_of(rates, PLACES_CLAUSE))
        else:
            yield amount_step(code, amount, {**params, **figures}, clause_of(rates, FORMULA_CLAUSE))
    if len(amounts) > 1:
        suffix, clause = ("shared", TIES_CLAUSE) if rules.tied is TiedAwards.MEAN else ("higher", HIGHER_CLAUSE)
        exactly = shared_award(award, game_class, ranks, rank, rules)
        yield amount_step(f"explain.mp-{suffix}", exactly, {"formula": sum_text(amounts), "n": len(amounts)}, clause)


def rates_problem(rates: MasterpointRates, day: str, game_class: int) -> Problem:
    """Returns the message that names the rates of an event's masterpoints. An event older than all rates has the
    oldest."""
    params: dict[str, ParamValue] = {"class": game_class, "since": rates.since, "date": day}
    return Problem("awards.rates" if rates.since <= day else "awards.rates-younger", params)


def clause_of(rates: MasterpointRates, clause: str) -> str:
    """Returns a clause of the manual, or the source of rates that the manual does not have."""
    is_manuals = replace(rates, source=USUAL.rates.source) == USUAL.rates
    return clause if is_manuals else f"{rates.since}: {rates.source}"
