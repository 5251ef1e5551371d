"""Masterpoints of weekly games for pairs, single players and teams, classes 1 to 5.

JCBL director's manual 3.3, lines 3918-4191 (revision of 2007-04-01): place n of C competitors gets 0.01 x class x C x
0.7^(n-1), two decimals half up; 35 % of the competitors, rounded up, are paid (line 1197). The first place gets 1.00 at
most and the places below are counted from that (lines 4119-4134). Tied places share the mean of what they span, as the
documents are silent. Thirteen printed cells differ from the formula; the formula wins. Each member of a team gets the
larger of twice a pair's award for the place and class x B x V / (100 x M x Pm) for the matches won (lines 3948-3953).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from arrowswitch.core.errors import Refused
from arrowswitch.core.scoring.rounding import round_half_up_2
from arrowswitch.core.scoring.totals.ranking import places_of

CLASSES = range(1, 6)
MOST_FOR_FIRST = Fraction(1)
PAID_SHARE = Fraction(35, 100)
_UNIT, _STEP = Fraction(1, 100), Fraction(7, 10)

PlaceAward = Callable[[int, int, int], Fraction]
"""What a place brings, by the class of the game, how many competitors there are, and the place."""


def places_paid(competitors: int) -> int:
    """Returns how many places are paid: 35 % of the competitors, rounded up."""
    return places_of(competitors, PAID_SHARE * 100)


def place_award(game_class: int, competitors: int, place: int) -> Fraction:
    """Returns the exact masterpoints of one place; nothing beyond the places paid.

    Raises Refused (`masterpoints.class`) for a class that is not 1 to 5.
    """
    if game_class not in CLASSES:
        raise Refused.of("masterpoints.class", number=game_class)
    if place > places_paid(competitors):
        return Fraction(0)
    return min(_UNIT * game_class * competitors, MOST_FOR_FIRST) * _STEP ** (place - 1)


def team_place_award(game_class: int, competitors: int, place: int) -> Fraction:
    """Returns the exact masterpoints of each member of a team by its place; raises Refused as `place_award`."""
    return place_award(game_class, 2 * competitors, place) if place <= places_paid(competitors) else Fraction(0)


def team_wins_award(game_class: int, boards: int, vp_won: Fraction, most: Fraction, members: int) -> Fraction:
    """Returns the exact masterpoints of each member of a team by the victory points of the matches that it won.

    `boards` a round, `most` the most victory points of a round. Raises Refused (`masterpoints.class`).
    """
    if game_class not in CLASSES:
        raise Refused.of("masterpoints.class", number=game_class)
    return game_class * boards * Fraction(vp_won) / (100 * most * members)


def awards(game_class: int, ranks: Sequence[int]) -> tuple[Fraction, ...]:
    """Returns the masterpoints of each competitor of a field by its rank, in two decimals.

    >>> [str(award) for award in awards(1, [1, 2, 2, 4, 5, 6, 7, 8])]
    ['2/25', '1/20', '1/20', '0', '0', '0', '0', '0']
    """
    return tuple(round_half_up_2(shared(place_award, game_class, ranks, rank)) for rank in ranks)


def awards_behind(places_before: int, game_class: int, ranks: Sequence[int]) -> tuple[Fraction, ...]:
    """Returns the masterpoints of a field behind so many places of another one, in one ranking with it: a consolation
    behind its final."""
    return awards(game_class, behind(places_before, ranks))[places_before:]


def behind(places_before: int, ranks: Sequence[int]) -> tuple[int, ...]:
    """Returns the ranks of both fields, those of the other one first.

    >>> behind(2, [1, 1, 3])
    (1, 2, 3, 3, 5)
    """
    return (*range(1, places_before + 1), *(places_before + rank for rank in ranks))


def spanned(award: PlaceAward, game_class: int, ranks: Sequence[int], rank: int) -> tuple[Fraction, ...]:
    """Returns what the places bring that all with this rank have together."""
    return tuple(award(game_class, len(ranks), place) for place in range(rank, rank + ranks.count(rank)))


def shared(award: PlaceAward, game_class: int, ranks: Sequence[int], rank: int) -> Fraction:
    """Returns the exact award of a rank: the mean of the places that those who share it span."""
    places = spanned(award, game_class, ranks, rank)
    return sum(places, Fraction(0)) / len(places)
