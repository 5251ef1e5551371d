"""Why a qualifier begins the final with so much, and why a result with its handicap is what it is.

The manual's clauses stand here, for no regulations file has these rules (`carry_over.py`, `handicap.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound, ParamValue
from arrowswitch.core.scoring.arithmetic import added, factor, operand
from arrowswitch.core.scoring.rounding import Rounding
from arrowswitch.core.scoring.standings import Standing, Standings
from arrowswitch.core.scoring.steps import Explanation, Step, amount_step, rounded
from arrowswitch.core.scoring.totals.carry_over import CarryKind, CarryRules, LimitOn, Qualifying, carry_over
from arrowswitch.core.scoring.totals.explain_totals import own_points
from arrowswitch.core.scoring.totals.handicap import HandicapKind, HandicapRules

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
HANDICAP_CLAUSE = (
    "Decision: the manual names handicap games (line 4205) and has no rule; the handicap is added to the result"
)
CLAUSES = (*CARRY_CLAUSES.values(), LIMIT_CLAUSE, CARRY_ROUNDING_CLAUSE, BROUGHT_CLAUSE, HANDICAP_CLAUSE)
_TWO, _FOUR = 2, 4


def explain_carry(qualifying: Qualifying, rules: CarryRules, number: Number) -> Explanation:
    """Returns how the carry-over of a qualifier came about; raises Refused as `carry_over`, NotFound
    (`scoring.not-ranked`) for who has not qualified."""
    found = carry_over(qualifying, rules)
    if number not in found.amounts:
        raise NotFound.of("scoring.not-ranked", number=number)
    steps = list(_carry_steps(qualifying, rules, number))
    if found.is_limited:
        before = carry_over(qualifying, replace(rules, is_limited=False)).exact
        steps.append(_limit_step(before, qualifying, rules, number))
    steps += rounded(found.exact[number], Rounding.HALF_UP_2, CARRY_ROUNDING_CLAUSE)
    return Explanation(number, None, tuple(steps), found.amounts[number])


def explain_brought(parts: Sequence[Fraction], carry: Explanation | None, ranked: Standing) -> Explanation:
    """Returns how a total with the carry-over came about: the final's own `parts` (its total, or that of each session)
    and the carry-over with its steps; `ranked` is the standing that `with_brought` made."""
    steps = [] if carry is None else list(carry.steps)
    parts = [*parts, *([] if carry is None or carry.result is None else [carry.result])]
    total = sum(parts, Fraction(0))
    steps.append(amount_step("explain.total-brought", total, {"formula": added(parts)}, BROUGHT_CLAUSE))
    return Explanation(ranked.number, None, tuple(steps), ranked.total)


def _carry_steps(qualifying: Qualifying, rules: CarryRules, number: Number) -> Iterator[Step]:
    clause, own = CARRY_CLAUSES[rules.kind], qualifying.totals[number]
    exact = carry_over(qualifying, replace(rules, is_limited=False)).exact[number]
    params: dict[str, ParamValue] = {"own": operand(own), "part": factor(rules.part)}
    if rules.kind is CarryKind.TWO_BOARDS:
        yield _spread_step(qualifying.totals, _TWO, qualifying.final_top, number, clause)
    elif rules.kind is CarryKind.FORMULA:
        totals, count = qualifying.totals.values(), len(qualifying.totals)
        mean = sum(totals, Fraction(0)) / count
        yield amount_step("explain.carry-mean", mean, {"formula": added(totals), "n": count}, clause)
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


def _limit_step(before: Mapping[Number, Fraction], qualifying: Qualifying, rules: CarryRules, number: Number) -> Step:
    if rules.limit_on is LimitOn.SPREAD:
        return _spread_step(before, _FOUR, qualifying.final_top, number, LIMIT_CLAUSE)
    most = max(before.values())
    params: dict[str, ParamValue] = {
        "own": operand(before[number]),
        "most": factor(most),
        "top": factor(qualifying.final_top),
    }
    return amount_step(
        "explain.carry-limit", before[number] * _FOUR * qualifying.final_top / most, params, LIMIT_CLAUSE
    )


def _spread_step(amounts: Mapping[Number, Fraction], boards: int, top: Fraction, number: Number, clause: str) -> Step:
    low, high, own = min(amounts.values()), max(amounts.values()), amounts[number]
    if low == high:
        return amount_step("explain.carry-equal", Fraction(0), {}, clause)
    params: dict[str, ParamValue] = {
        "own": operand(own),
        "low": factor(low),
        "high": operand(high),
        "boards": boards,
        "top": factor(top),
    }
    return amount_step("explain.carry-spread", (own - low) * boards * top / (high - low), params, clause)


def explain_handicap(
    standings: Standings, handicapped: Standing, handicap: Fraction, rules: HandicapRules
) -> Explanation:
    """Returns how a result with its handicap came about; `handicapped` is the standing that `with_handicaps` made.

    Raises NotFound (`scoring.not-ranked`) when the contestant has no score.
    """
    real = standings.of(handicapped.number)
    if real is None:
        raise NotFound.of("scoring.not-ranked", number=handicapped.number)
    tops = [one.top for one in own_points(standings.boards.values(), real.number) if one.top]
    steps = tuple(_handicap_steps(real, handicap, tops, rules))
    return Explanation(real.number, None, steps, handicapped.total)


def _handicap_steps(real: Standing, handicap: Fraction, tops: list[Fraction], rules: HandicapRules) -> Iterator[Step]:
    params: dict[str, ParamValue] = {"handicap": operand(handicap), "weight": factor(rules.weight)}
    counted = handicap * rules.weight
    if real.percent is None or not tops:
        yield amount_step("explain.handicap-points", counted, params, HANDICAP_CLAUSE)
        yield from _handicap_total(real, counted, rules)
        return
    top = sum(tops, Fraction(0)) / len(tops)
    params |= {"top": factor(top), "boards": real.boards_due}
    points = {
        HandicapKind.POINTS: counted,
        HandicapKind.PERCENT: counted * top * real.boards_due / 100,
        HandicapKind.BOARDS: counted * top / 2,
    }[rules.kind]
    yield amount_step(f"explain.handicap-{rules.kind.value}", points, params, HANDICAP_CLAUSE)
    yield from _handicap_total(real, points, rules)
    percent = real.percent + points * 100 / (top * real.boards_due)
    params |= {"own": operand(real.percent), "points": factor(points), "percent": operand(percent)}
    yield Step("explain.handicap-share", params, percent, HANDICAP_CLAUSE)
    yield from rounded(percent, rules.rounding, HANDICAP_CLAUSE, is_percent=True)


def _handicap_total(real: Standing, points: Fraction, rules: HandicapRules) -> Iterator[Step]:
    total = real.total + points
    yield amount_step("explain.total-sum", total, {"formula": added((real.total, points))}, HANDICAP_CLAUSE)
    yield from rounded(total, rules.rounding, HANDICAP_CLAUSE)
