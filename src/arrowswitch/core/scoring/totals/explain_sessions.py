"""Why the total of several sessions is what it is: what each brought, brought to one top, added, in percent; and what a
handicap adds to it.

The manual's clauses are here, in addition to those of the regulations (`combined.py`, `handicap.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound, ParamValue
from arrowswitch.core.scoring.arithmetic import factor, operand, sum_text, total_text
from arrowswitch.core.scoring.regulations import ScoringRegulations
from arrowswitch.core.scoring.rounding import Rounding
from arrowswitch.core.scoring.standings import Standing, Standings
from arrowswitch.core.scoring.steps import Explanation, Step, amount_step, rounding_steps
from arrowswitch.core.scoring.totals.combined import (
    PlayedSession,
    mean_over,
    possible_points,
    ranks_by_percent,
    session_factors,
    session_tops,
)
from arrowswitch.core.scoring.totals.handicap import (
    HandicapKind,
    HandicapPart,
    HandicapRules,
    handicap_parts,
    percent_points,
)

TOPS_CLAUSE = "JCBL manual, line 2219: sessions of different tops are factored up to the larger one"
ADDED_CLAUSE = "JCBL manual, line 2276: the totals of the sessions are added"
MEAN_CLAUSE = "JCBL manual, lines 1315-1320: a percentage game. Decision: the mean of the sessions, each alike"
HANDICAP_CLAUSE = (
    "Decision: the manual names handicap games (line 4205) and has no rule; the handicap is added to the result"
)
CLAUSES = (TOPS_CLAUSE, ADDED_CLAUSE, MEAN_CLAUSE, HANDICAP_CLAUSE)


@dataclass(frozen=True, slots=True)
class _Session:
    """A contestant's result in the session with this number; `factor` scales its `top` to the largest one."""

    name: int
    standing: Standing
    top: Fraction
    factor: Fraction
    possible: Fraction


def explain_sessions(
    total: Standings,
    sessions: Sequence[PlayedSession],
    names: Sequence[int],
    regulations: ScoringRegulations,
    number: Number,
) -> Explanation:
    """Returns the explanation of a contestant's total over sessions and its percentage; `names` are the sessions'
    numbers.

    Raises NotFound (`scoring.not-ranked`) when the contestant has no score.
    """
    standing = _standing_of(total, number)
    rules = regulations.scoring.totals
    steps: list[Step] = []
    amounts, own = [], list(_own(sessions, names, regulations, number))
    for session in own:
        points = session.standing.total
        steps.append(amount_step("explain.session-total", points, {"n": session.name}, "", rules.rounding))
        if session.factor != 1:
            largest = session.top * session.factor
            params: dict[str, ParamValue] = {
                "own": operand(points),
                "largest": factor(largest),
                "top": factor(session.top),
            }
            points = points * session.factor
            steps.append(amount_step("explain.session-factored", points, params, TOPS_CLAUSE))
            steps += rounding_steps(points, rules.rounding, regulations.clause("totals.rounding"))
            points = rules.rounding.of(points)
        amounts.append(points)
    points = sum(amounts, Fraction(0))
    formula = {"formula": sum_text(amounts)}
    steps.append(amount_step("explain.sessions-added", points, dict(formula), ADDED_CLAUSE, rules.rounding))
    if standing.percent is not None:
        is_mean = ranks_by_percent(sessions, regulations.scoring)
        by = rules.percent_rounding
        step = _mean_step(own, mean_over(sessions), by) if is_mean else _percent_step(standing.total, own, by)
        assert step.value is not None
        clause = regulations.clause("totals.percent-rounding")
        steps += [step, *rounding_steps(step.value, by, clause, is_percent=True)]
    return Explanation(number, None, tuple(steps), standing.total)


def explain_handicap(
    real: Standing,
    sessions: Sequence[PlayedSession],
    handicap: Fraction,
    rules: HandicapRules,
    regulations: ScoringRegulations,
) -> Explanation:
    """Returns how a total after handicaps (`total_with_handicaps`) came about from the `real` one."""
    parts = handicap_parts(sessions, {real.number: handicap}, rules, regulations.scoring).get(real.number, ())
    steps = [_handicap_step(parts, handicap * rules.weight, rules)]
    points = sum((part.points for part in parts), Fraction(0))
    formula = {"formula": sum_text((real.total, points))}
    amount = amount_step("explain.total-handicap", real.total + points, dict(formula), "", rules.rounding)
    steps += [amount, *_rounding_steps(real.total + points, rules.rounding)]
    if real.percent is not None and any(part.possible for part in parts):
        over = mean_over(sessions) if ranks_by_percent(sessions, regulations.scoring) else None
        more = percent_points(parts, over)
        params: dict[str, ParamValue] = {
            "formula": sum_text((real.percent, more)),
            "percent": total_text(real.percent + more),
        }
        steps.append(Step("explain.percent-handicap", params, real.percent + more))
        steps += _rounding_steps(real.percent + more, rules.rounding, is_percent=True)
    return Explanation(real.number, None, tuple(steps), rules.rounding.of(real.total + points))


def _own(
    sessions: Sequence[PlayedSession], names: Sequence[int], regulations: ScoringRegulations, number: Number
) -> Iterator[_Session]:
    sessions_by_name = zip(sessions, names, session_tops(sessions), session_factors(sessions), strict=True)
    for played, name, top, by in sessions_by_name:
        possible = possible_points(played.standings, regulations.scoring)
        for standing in played.standings.ranking:
            if played.known_as[standing.number] == number:
                most = possible.get(standing.number, Fraction(0)) * by
                yield _Session(name=name, standing=standing, top=top, factor=by, possible=most)


def _percent_step(total: Fraction, own: Sequence[_Session], by: Rounding) -> Step:
    possible = sum((one.possible for one in own), Fraction(0))
    percent = total * 100 / possible
    percent_text = total_text(percent, by)
    params: dict[str, ParamValue] = {"points": operand(total), "possible": factor(possible), "percent": percent_text}
    return Step("explain.percent", params, percent)


def _mean_step(own: Sequence[_Session], over: int, by: Rounding) -> Step:
    percents = [one.standing.percent or Fraction(0) for one in own]
    count = over or len(own)
    percent = sum(percents, Fraction(0)) / count
    params: dict[str, ParamValue] = {"formula": sum_text(percents), "n": count, "percent": total_text(percent, by)}
    return Step("explain.sessions-percent", params, percent, MEAN_CLAUSE)


def _handicap_step(parts: Sequence[HandicapPart], counted: Fraction, rules: HandicapRules) -> Step:
    points = sum((part.points for part in parts), Fraction(0))
    possible = sum((part.possible for part in parts), Fraction(0))
    params: dict[str, ParamValue] = {
        "handicap": operand(counted),
        "own": factor(counted),
        "possible": factor(possible),
        "formula": sum_text([part.points for part in parts]),
    }
    if rules.kind is HandicapKind.PERCENT:
        return amount_step("explain.handicap-percent", points, params, HANDICAP_CLAUSE)
    return amount_step(f"explain.handicap-{rules.kind.value}", points, params, HANDICAP_CLAUSE)


def _rounding_steps(exact: Fraction, rounding: Rounding, *, is_percent: bool = False) -> Iterator[Step]:
    yield from rounding_steps(exact, rounding, "", is_percent=is_percent)


def _standing_of(total: Standings, number: Number) -> Standing:
    standing = total.of(number)
    if standing is None:
        raise NotFound.of("scoring.not-ranked", number=number)
    return standing
