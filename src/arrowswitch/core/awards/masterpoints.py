"""Masterpoints of weekly games for pairs, single players and teams, classes 1 to 5.

JCBL director's manual 3.3, lines 3918-4191 (revision of 2007-04-01): place n of C competitors gets 0.01 x class x C x
0.7^(n-1), two decimals half up; 35 % of the competitors, rounded up, are paid (line 1197). The first place gets 1.00 at
most and the places below are counted from that (lines 4119-4134). Thirteen printed cells differ from the formula; the
formula wins. Each member of a team gets the larger of twice a pair's award for the place and class x B x V / (100 x M x
Pm) for the matches won (lines 3948-3953). These numbers are `MasterpointRates`, which belong to a date. The documents
do not define the award of tied places: it is the mean of the places that they span, or for each the award of the first
(`TiedAwards`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from arrowswitch.core.errors import Refused
from arrowswitch.core.scoring.rounding import round_half_up_2
from arrowswitch.core.scoring.totals.ranking import places_of

CLASSES = range(1, 6)


class AwardsBy(StrEnum):
    """The ranking that masterpoints follow in a game with two directions: one for each direction, or one over both
    (R-318)."""

    FIELD = "field"
    OVERALL = "overall"


class TiedAwards(StrEnum):
    """The award of competitors who share a rank: the mean of the places that they span, or for each the award of the
    first of these places (R-319)."""

    MEAN = "mean"
    HIGHER = "higher"


@dataclass(frozen=True, slots=True)
class MasterpointRates:
    """The numbers of the formula from a date (ISO) on; empty: from the beginning.

    The first place of C competitors gets `unit` x class x C, `most` at the most; each further place `step` of the one
    before. `paid_percent` of the competitors are paid, rounded up. Each member of a team gets `team_factor` times as
    much for the place.
    """

    since: str = "2007-04-01"
    unit: Fraction = Fraction(1, 100)
    step: Fraction = Fraction(7, 10)
    paid_percent: Fraction = Fraction(35)
    most: Fraction = Fraction(1)
    team_factor: Fraction = Fraction(2)
    source: str = "JCBL manual, lines 1197 and 3918-4191: revision of 1 April 2007"


@dataclass(frozen=True, slots=True)
class AwardRules:
    """How masterpoints are given: the numbers of the formula, and what tied ranks earn."""

    rates: MasterpointRates = MasterpointRates()
    tied: TiedAwards = TiedAwards.MEAN


USUAL = AwardRules()
_LEAST = Fraction(5, 1000)
"""Less is nothing in two decimals."""

PlaceAward = Callable[[int, int, int, MasterpointRates], Fraction]
"""The award of a place, by the class of the game, the number of competitors, the place, and the rates."""


def rates_on(day: str, rate_sets: Sequence[MasterpointRates]) -> MasterpointRates:
    """Returns the rates of a day (ISO): the newest that already applied, and the oldest on a day before all of them.

    >>> both = MasterpointRates("2001-04-01"), MasterpointRates("2007-04-01")
    >>> [rates_on(day, both).since for day in ("2007-03-31", "2007-04-01", "1999-01-01")]
    ['2001-04-01', '2007-04-01', '2001-04-01']
    """
    ordered = sorted(rate_sets, key=lambda one: one.since)
    return next((one for one in reversed(ordered) if one.since <= day), ordered[0])


def places_paid(competitors: int, rates: MasterpointRates = USUAL.rates) -> int:
    """Returns how many places are paid: 35 % of the competitors, rounded up."""
    return places_of(competitors, rates.paid_percent)


def place_award(game_class: int, competitors: int, place: int, rates: MasterpointRates = USUAL.rates) -> Fraction:
    """Returns the exact masterpoints of one place; nothing beyond the places paid.

    Raises Refused (`masterpoints.class`) for a class that is not 1 to 5.
    """
    if game_class not in CLASSES:
        raise Refused.of("masterpoints.class", number=game_class)
    if place > places_paid(competitors, rates):
        return Fraction(0)
    return _of_place(rates.unit * game_class * competitors, place, rates)


def team_place_award(game_class: int, competitors: int, place: int, rates: MasterpointRates = USUAL.rates) -> Fraction:
    """Returns the exact masterpoints of each member of a team by its place; raises Refused as `place_award`."""
    if game_class not in CLASSES:
        raise Refused.of("masterpoints.class", number=game_class)
    if place > places_paid(competitors, rates):
        return Fraction(0)
    return _of_place(rates.team_factor * rates.unit * game_class * competitors, place, rates)


def _of_place(first: Fraction, place: int, rates: MasterpointRates) -> Fraction:
    return min(first, rates.most) * rates.step ** (place - 1)


def team_wins_award(
    game_class: int,
    boards: int,
    vp_won: Fraction,
    most: Fraction,
    members: int,
    rates: MasterpointRates = USUAL.rates,
) -> Fraction:
    """Returns the exact masterpoints of each member of a team by the victory points of the matches that it won.

    `boards` a round, `most` the most victory points of a round. Raises Refused (`masterpoints.class`).
    """
    if game_class not in CLASSES:
        raise Refused.of("masterpoints.class", number=game_class)
    return rates.unit * game_class * boards * Fraction(vp_won) / (most * members)


def awards(game_class: int, ranks: Sequence[int], rules: AwardRules = USUAL) -> tuple[Fraction, ...]:
    """Returns the masterpoints of each competitor of a field by its rank, in two decimals.

    >>> [str(award) for award in awards(1, [1, 2, 2, 4, 5, 6, 7, 8])]
    ['2/25', '1/20', '1/20', '0', '0', '0', '0', '0']
    >>> [str(award) for award in awards(1, [1, 1, 3, 4, 5, 6, 7, 8], AwardRules(tied=TiedAwards.HIGHER))]
    ['2/25', '2/25', '1/25', '0', '0', '0', '0', '0']
    """
    counts = Counter(ranks)
    earned: dict[int, Fraction] = {}
    for rank in sorted(counts):
        # No later place brings more: a field of ten thousand has a few dozen that bring anything in two decimals.
        if place_award(game_class, len(ranks), rank, rules.rates) < _LEAST:
            break
        earned[rank] = round_half_up_2(_shared_by(counts[rank], place_award, game_class, len(ranks), rank, rules))
    return tuple(earned.get(rank, Fraction(0)) for rank in ranks)


def awards_behind(
    places_before: int, game_class: int, ranks: Sequence[int], rules: AwardRules = USUAL
) -> tuple[Fraction, ...]:
    """Returns the masterpoints of a field that is ranked behind `places_before` places of another field: a consolation
    behind its final."""
    return awards(game_class, behind(places_before, ranks), rules)[places_before:]


def behind(places_before: int, ranks: Sequence[int]) -> tuple[int, ...]:
    """Returns the ranks of both fields, those of the other one first.

    >>> behind(2, [1, 1, 3])
    (1, 2, 3, 3, 5)
    """
    return (*range(1, places_before + 1), *(places_before + rank for rank in ranks))


def spanned_awards(
    award: PlaceAward, game_class: int, ranks: Sequence[int], rank: int, rules: AwardRules = USUAL
) -> tuple[Fraction, ...]:
    """Returns the award of each place that the competitors with this rank span."""
    places = range(rank, rank + ranks.count(rank))
    return tuple(award(game_class, len(ranks), place, rules.rates) for place in places)


def shared_award(
    award: PlaceAward, game_class: int, ranks: Sequence[int], rank: int, rules: AwardRules = USUAL
) -> Fraction:
    """Returns the exact award of a rank: the mean of the places that a tie spans, or the award of the first of them."""
    return _shared_by(ranks.count(rank), award, game_class, len(ranks), rank, rules)


def _shared_by(
    sharing: int, award: PlaceAward, game_class: int, competitors: int, rank: int, rules: AwardRules
) -> Fraction:
    """Returns the exact award of a rank that `sharing` competitors share: each paid place earns `step` times the place
    before."""
    first = award(game_class, competitors, rank, rules.rates)
    if rules.tied is TiedAwards.HIGHER or not first:
        return first
    paid = min(sharing, places_paid(competitors, rules.rates) - rank + 1)
    step = rules.rates.step
    whole = Fraction(paid) if step == 1 else (1 - step**paid) / (1 - step)
    return first * whole / sharing
