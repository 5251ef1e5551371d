"""The number of a deal: every deal has one from 0 to 53,644,737,765,488,792,839,237,439,999, and every number a deal.

The cards are in a row from the ace of spades to the two of clubs. North's thirteen places in the row of 52, East's in
the row of 39 that is left, South's in the row of 26 are each counted in lexicographic order (the first thirteen places
are number 0); the number is `(north * C(39, 13) + east) * C(26, 13) + south`. It is the order in which the program Big
Deal numbers deals (its `.goe` files).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

from arrowswitch.core.deals.deal import CARDS, CARDS_OF_A_HAND, SEATS, Card, Deal
from arrowswitch.core.errors import Malformed
from arrowswitch.core.game.seats import Seat

_CHOSEN = SEATS[:3]
_WAYS = tuple(comb(CARDS - place * CARDS_OF_A_HAND, CARDS_OF_A_HAND) for place in range(len(_CHOSEN)))
DEALS = _WAYS[0] * _WAYS[1] * _WAYS[2]
"""How many deals there are: 52! / (13!)^4."""


def deal_of(number: int) -> Deal:
    """Returns the deal that has a number. Raises Malformed (`deal.number`) outside 0 to DEALS - 1."""
    if not 0 <= number < DEALS:
        raise Malformed.of("deal.number", number=str(number)[:40])
    parts: list[int] = []
    rest = number
    for ways in reversed(_WAYS):
        rest, part = divmod(rest, ways)
        parts.append(part)
    holders = [SEATS[3]] * CARDS
    row: list[Card] = list(range(CARDS))
    for seat, part in zip(_CHOSEN, reversed(parts), strict=True):
        for place in reversed(_places(part, len(row))):
            holders[row.pop(place)] = seat
    return Deal(tuple(holders))


def number_of(deal: Deal) -> int:
    """Returns the number of a deal."""
    number = 0
    row: list[Seat] = list(deal.holders)
    for seat, ways in zip(_CHOSEN, _WAYS, strict=True):
        places = [place for place, holder in enumerate(row) if holder is seat]
        number = number * ways + _count(places, len(row))
        row = [holder for holder in row if holder is not seat]
    return number


def _places(count: int, length: int) -> list[int]:
    """Returns the thirteen places in a row of `length` that have the number `count` in lexicographic order."""
    places: list[int] = []
    needed = CARDS_OF_A_HAND
    for place in range(length):
        if not needed:
            break
        with_it = comb(length - place - 1, needed - 1)
        if count < with_it:
            places.append(place)
            needed -= 1
        else:
            count -= with_it
    return places


def _count(places: Sequence[int], length: int) -> int:
    """Returns how many choices of thirteen places stand before this one in lexicographic order."""
    after = sum(comb(length - place - 1, CARDS_OF_A_HAND - taken) for taken, place in enumerate(places))
    return comb(length, CARDS_OF_A_HAND) - 1 - after
