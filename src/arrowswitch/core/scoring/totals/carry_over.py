"""The carry-over from a qualifying into its final.

JCBL director's manual 3.3, lines 1993-2033: nothing, all of it, a part of it, two boards at most, or the official
formula for pairs, with its limit of four boards where qualifying and final have two sessions each. The formula has two
decimals (line 2015); rounding the third half up is a decision, as elsewhere. The manual does not define the limit as
one of the amounts or of the distance from the first to the last. Here it limits the distance (the mean of the formula
is far above four boards); `LimitOn.AMOUNT` is the other reading. The carry-over is added to the total of the final, and
the sum ranks. The percentage of the final would not include it and is left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.rounding import round_half_up_2
from arrowswitch.core.scoring.rules import RankBy, RankingRules
from arrowswitch.core.scoring.standings import Standing, Standings
from arrowswitch.core.scoring.totals.ranking import ranked_by_field

TWO_BOARDS, FOUR_BOARDS = 2, 4
"""The most boards of the final that lie between the first and the last (lines 2001-2007, 2031-2033)."""


class CarryKind(StrEnum):
    """How much is carried over (lines 1997-2013)."""

    NONE = "none"
    ALL = "all"
    PART = "part"
    TWO_BOARDS = "two-boards"
    FORMULA = "formula"


class LimitOn(StrEnum):
    """The subject of the limit of four boards: the distance from the first to the last, or the largest amount."""

    SPREAD = "spread"
    AMOUNT = "amount"


@dataclass(frozen=True, slots=True)
class CarryRules:
    """How results are carried over. `part` (0 to 1) is for `PART`; `is_limited` keeps the formula inside four boards of
    the final (lines 2031-2033), with `is_limited_by_rules` where the regulations say so."""

    kind: CarryKind = CarryKind.NONE
    part: Fraction = Fraction(1, 2)
    is_limited: bool = False
    limit_on: LimitOn = LimitOn.SPREAD
    is_limited_by_rules: bool = False


def has_tops(method: Method) -> bool:
    """True if the boards of a method have a top, on which "two boards" and the formula are based."""
    return method in (Method.MATCHPOINTS, Method.INSTANT)


def needs_tops(rules: CarryRules) -> bool:
    """True if a carry-over is counted in boards of the final, which need a top."""
    return rules.kind in (CarryKind.TWO_BOARDS, CarryKind.FORMULA)


@dataclass(frozen=True, slots=True)
class Qualifying:
    """The facts of a qualifying: the qualifiers' totals, the number of entrants, the boards of the qualifying, and the
    top of a board of the final, in matchpoints."""

    totals: Mapping[Number, Fraction]
    entrants: int
    boards: int
    final_top: Fraction

    @property
    def mean(self) -> Fraction:
        return sum(self.totals.values(), Fraction(0)) / len(self.totals)

    def check(self, rules: CarryRules) -> None:
        """Raises Refused with all that cannot be: `carry.nobody`, `carry.entrants`, `carry.boards`, `carry.top`,
        `carry.part`, `carry.no-total`."""
        problems = []
        if not self.totals:
            problems.append(Problem("carry.nobody"))
        if self.entrants < len(self.totals):
            problems.append(Problem("carry.entrants", {"entrants": self.entrants, "qualifiers": len(self.totals)}))
        if self.boards < 1:
            problems.append(Problem("carry.boards", {"boards": self.boards}))
        if self.final_top <= 0:
            problems.append(Problem("carry.top", {"top": str(self.final_top)}))
        if not 0 <= rules.part <= 1:
            problems.append(Problem("carry.part", {"part": str(rules.part)}))
        if self.totals and rules.kind is CarryKind.FORMULA and sum(self.totals.values()) <= 0:
            problems.append(Problem("carry.no-total"))
        Refused.check(problems)


@dataclass(frozen=True, slots=True)
class CarryOver:
    """The carry-over of each qualifier: as published, exact, and, if the limit of four boards applied, the amount
    `without_limit`."""

    amounts: Mapping[Number, Fraction]
    exact: Mapping[Number, Fraction]
    without_limit: Mapping[Number, Fraction] | None = None

    @property
    def is_limited(self) -> bool:
        """True if the limit of four boards reduced the carry-over."""
        return self.without_limit is not None


def carry_over(qualifying: Qualifying, rules: CarryRules) -> CarryOver:
    """Returns the carry-over of every qualifier; raises Refused (see `Qualifying.check`)."""
    qualifying.check(rules)
    exact = _exact(qualifying, rules)
    is_over = rules.kind is CarryKind.FORMULA and rules.is_limited and _exceeds(exact, qualifying, rules.limit_on)
    limited = _inside(exact, qualifying, rules.limit_on) if is_over else exact
    amounts = {number: round_half_up_2(amount) for number, amount in limited.items()}
    return CarryOver(amounts, limited, exact if is_over else None)


def _exact(qualifying: Qualifying, rules: CarryRules) -> dict[Number, Fraction]:
    """Returns the carry-over of each qualifier, without the limit and before rounding."""
    totals = qualifying.totals
    match rules.kind:
        case CarryKind.TWO_BOARDS:
            # Two tops of the final for the first, nothing for the last, the others in proportion (lines 2001-2007).
            return _spread(totals, TWO_BOARDS * qualifying.final_top)
        case CarryKind.FORMULA:
            # M x Q/E x (A x B) / (S/Q) for each (lines 2009-2029).
            entered, average = Fraction(len(totals), qualifying.entrants), qualifying.final_top / 2
            factor = entered * average * qualifying.boards / qualifying.mean
        case CarryKind.PART:
            factor = rules.part
        case _:
            factor = Fraction(rules.kind is CarryKind.ALL)
    return {number: total * factor for number, total in totals.items()}


def _exceeds(exact: Mapping[Number, Fraction], qualifying: Qualifying, on: LimitOn) -> bool:
    most = max(exact.values())
    reach = most - min(exact.values()) if on is LimitOn.SPREAD else most
    return reach > FOUR_BOARDS * qualifying.final_top


def _inside(exact: Mapping[Number, Fraction], qualifying: Qualifying, on: LimitOn) -> dict[Number, Fraction]:
    limit = FOUR_BOARDS * qualifying.final_top
    if on is LimitOn.SPREAD:
        return _spread(exact, limit)
    most = max(exact.values())
    return {number: amount * limit / most for number, amount in exact.items()}


def _spread(amounts: Mapping[Number, Fraction], most: Fraction) -> dict[Number, Fraction]:
    """Returns `most` for the largest amount, 0 for the smallest, the others in proportion; 0 when all are equal."""
    low, high = min(amounts.values()), max(amounts.values())
    reach = high - low
    return {number: (amount - low) * most / reach if reach else Fraction(0) for number, amount in amounts.items()}


def with_brought(
    standings: Standings, carried: Mapping[Number, Fraction], ranking: RankingRules
) -> tuple[Standing, ...]:
    """Returns the ranking of every field by total plus carry-over; without a carry-over the total is unchanged."""
    rows = (
        replace(row, total=row.total + carried.get(row.number, Fraction(0)), percent=None) for row in standings.ranking
    )
    return ranked_by_field(rows, ranking, RankBy.TOTAL, standings.boards.values())
