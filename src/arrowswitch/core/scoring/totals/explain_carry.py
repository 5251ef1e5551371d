"""The explanation of a qualifier's carry-over into the final.

The manual's clauses are here because no regulations file has these rules (`carry_over.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound, ParamValue
from arrowswitch.core.scoring.arithmetic import factor, operand, sum_text
from arrowswitch.core.scoring.rounding import Rounding
from arrowswitch.core.scoring.standings import Standing
from arrowswitch.core.scoring.steps import Explanation, Step, amount_step, rounding_steps
from arrowswitch.core.scoring.totals.carry_over import (
    FOUR_BOARDS,
    TWO_BOARDS,
    CarryKind,
    CarryRules,
    LimitOn,
    Qualifying,
    carry_over,
)

CARRY_CLAUSES = {
    CarryKind.NONE: "JCBL manual, lines 1997-2013: nothing is carried over",
    CarryKind.ALL: "JCBL manual, lines 1997-2013: all is carried over",
    CarryKind.PART: "JCBL manual, lines 1997-2013: a part is carried over",
    CarryKind.TWO_BOARDS: "JCBL manual, lines 2001-2007: two tops for the first, nothing for the last",
    CarryKind.FORMULA: "JCBL manual, lines 2009-2029: M x Q/E x (A x B) / (S/Q)",
}
LIMIT_CLAUSE = "JCBL manual, lines 2031-2033: four boards at most. Decision: from the first to the last"
CARRY_ROUNDING_CLAUSE = "JCBL manual, line 2015: two decimals. Decision: half up"
BROUGHT_CLAUSE = "JCBL manual, lines 1993-1999: what is carried over is added to the result of the final"
CLAUSES = (*CARRY_CLAUSES.values(), LIMIT_CLAUSE, CARRY_ROUNDING_CLAUSE, BROUGHT_CLAUSE)


def explain_carry(qualifying: Qualifying, rules: CarryRules, number: Number) -> Explanation:
    """Returns the explanation of a qualifier's carry-over. Raises Refused as `carry_over`, and NotFound
    (`scoring.not-ranked`) for a contestant that has not qualified."""
    carry = carry_over(qualifying, rules)
    if number not in carry.amounts:
        raise NotFound.of("scoring.not-ranked", number=number)
    without_limit = carry.exact if carry.without_limit is None else carry.without_limit
    steps = list(_carry_steps(qualifying, without_limit[number], rules, number))
    if carry.is_limited:
        steps.append(_limit_step(without_limit, carry.exact[number], qualifying, rules, number))
    steps += rounding_steps(carry.exact[number], Rounding.HALF_UP_2, CARRY_ROUNDING_CLAUSE)
    return Explanation(number, None, tuple(steps), carry.amounts[number])


def explain_brought(parts: Sequence[Fraction], carry: Explanation | None, ranked: Standing) -> Explanation:
    """Returns how a total with the carry-over came about: the final's own `parts` (its total, or that of each session)
    and the carry-over with its steps; `ranked` is the standing that `with_brought` made."""
    steps = [] if carry is None else list(carry.steps)
    parts = [*parts, *([] if carry is None or carry.result is None else [carry.result])]
    total = sum(parts, Fraction(0))
    steps.append(
        amount_step("explain.total-brought", total, {"formula": sum_text(parts)}, BROUGHT_CLAUSE, Rounding.HALF_UP_2)
    )
    return Explanation(ranked.number, None, tuple(steps), ranked.total)


def _carry_steps(qualifying: Qualifying, exact: Fraction, rules: CarryRules, number: Number) -> Iterator[Step]:
    clause, own = CARRY_CLAUSES[rules.kind], qualifying.totals[number]
    params: dict[str, ParamValue] = {"own": operand(own), "part": factor(rules.part)}
    if rules.kind is CarryKind.TWO_BOARDS:
        yield _spread_step(qualifying.totals, exact, TWO_BOARDS, qualifying, number, clause)
    elif rules.kind is CarryKind.FORMULA:
        totals, count, mean = qualifying.totals.values(), len(qualifying.totals), qualifying.mean
        yield amount_step("explain.carry-mean", mean, {"formula": sum_text(totals), "n": count}, clause)
        params |= {
            "qualifiers": count,
            "entrants": qualifying.entrants,
            "top": factor(qualifying.final_top),
            "boards": qualifying.boards,
            "mean": factor(mean),
        }
        yield amount_step("explain.carry-formula", exact, params, clause)
    else:
        yield amount_step(f"explain.carry-{rules.kind.value}", exact, params, clause)


def _limit_step(
    before: Mapping[Number, Fraction], exact: Fraction, qualifying: Qualifying, rules: CarryRules, number: Number
) -> Step:
    if rules.limit_on is LimitOn.SPREAD:
        return _spread_step(before, exact, FOUR_BOARDS, qualifying, number, LIMIT_CLAUSE)
    params: dict[str, ParamValue] = {
        "own": operand(before[number]),
        "most": factor(max(before.values())),
        "top": factor(qualifying.final_top),
    }
    return amount_step("explain.carry-limit", exact, params, LIMIT_CLAUSE)


def _spread_step(
    amounts: Mapping[Number, Fraction],
    exact: Fraction,
    boards: int,
    qualifying: Qualifying,
    number: Number,
    clause: str,
) -> Step:
    low, high = min(amounts.values()), max(amounts.values())
    if low == high:
        return amount_step("explain.carry-equal", exact, {}, clause)
    params: dict[str, ParamValue] = {
        "own": operand(amounts[number]),
        "low": factor(low),
        "high": operand(high),
        "boards": boards,
        "top": factor(qualifying.final_top),
    }
    return amount_step("explain.carry-spread", exact, params, clause)
