"""The best number to leave out of a Howell of an odd number of pairs, found by trying all of them.

JCBL director's manual 3.3, lines 884-888: any number may be the phantom; the manual takes a stationary one, normally
the last, so that the sit-out is always at one table. Another number can compare the other pairs more evenly: of five
tables in eight rounds number 9 instead of 10 (0.59 instead of 0.98). It is taken if it is stationary too, or if the
gain is worth a sit-out that changes tables.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.checking.balance import balance_without
from arrowswitch.core.movements.families.registry import family_named
from arrowswitch.core.movements.model import Movement, RoundNumber

_FAMILIES = ("howell", "appendix-howell")
_WORTH_MOVING = 0.04
"""The gain in balance for which the sit-out may change tables."""
_WORTH_SAYING = 0.005
"""The gain in balance for which another stationary number is taken than the last."""


@dataclass(frozen=True, slots=True)
class PhantomChoice:
    """The number to leave out, the balance with it, and the last number with its balance."""

    number: Number
    balance: float
    last: Number
    balance_of_last: float
    is_stationary: bool

    @property
    def is_last(self) -> bool:
        return self.number == self.last


@lru_cache(maxsize=256)
def best_phantom(family: str, tables: int, rounds: RoundNumber, *, moving: bool = False) -> PhantomChoice | None:
    """Returns the number to leave out of a Howell; with `moving` one of the numbers that move, because pairs need all
    stationary seats. None for another family, and where the pairs cannot be compared.

    >>> [best_phantom("howell", *size).number for size in ((5, 8), (7, 11), (7, 13))]
    ['9', '13', '14']
    """
    if family not in _FAMILIES:
        return None
    sheet = family_named(family).maker(tables=tables, rounds=rounds)
    still = frozenset(sheet.stationary)
    numbers = [number for number in sheet.contestants if not (moving and number in still)]
    balances = {number: balance for number in numbers if (balance := balance_without(sheet, number)) is not None}
    if not balances:
        return None
    last = max(balances, key=lambda number: (number in still, int(number)))
    best = min(balances, key=lambda number: (_price(sheet, number, balances, last), -int(number)))
    return PhantomChoice(
        number=best,
        balance=balances[best],
        last=last,
        balance_of_last=balances[last],
        is_stationary=best in still,
    )


def _price(sheet: Movement, number: Number, balances: dict[Number, float], last: Number) -> float:
    """Returns the balance, and what it costs to take another number than the last."""
    if number == last:
        return round(balances[number], 4)
    moves = number not in sheet.stationary and last in sheet.stationary
    return round(balances[number] + (_WORTH_MOVING if moves else _WORTH_SAYING), 4)
