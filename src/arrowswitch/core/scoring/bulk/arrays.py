"""Arrays of whole numbers: their type, the blocks they are worked through in, fractions and their rounding."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arrowswitch.core.errors import Refused
from arrowswitch.core.scoring.rounding import Rounding

Ints = NDArray[np.int64]
AnyInts = NDArray[np.integer[Any]]
Flags = NDArray[np.bool_]

LIMIT = 2**62
"""Amounts stay below it, so that sums and comparisons of two stay within 64 bits."""

_BLOCK = 1 << 16


def blocks(size: int) -> Iterator[slice]:
    """Yields the slices of `size` results, each small enough for the processor's cache."""
    return (slice(start, min(start + _BLOCK, size)) for start in range(0, size, _BLOCK))


def whole(values: AnyInts) -> Ints:
    """Returns an array with 64 bits for each number."""
    return values.astype(np.int64, copy=False)


def check_size(largest: int) -> None:
    """Raises Refused (`bulk.too-large`) when an amount does not fit into 64 bits with room for sums."""
    if largest >= LIMIT:
        raise Refused.of("bulk.too-large")


def places_of(rounding: Rounding) -> int:
    """Returns how many decimals a rounding leaves; raises Refused (`bulk.rounding`) for amounts left as they are."""
    if rounding.places is None:
        raise Refused.of("bulk.rounding", rounding=rounding.value)
    return rounding.places


def round_fractions(numerators: Ints, denominators: Ints, rounding: Rounding) -> Ints:
    """Returns fractions rounded by a rule, in units of the last decimal that it leaves.

    The magnitudes of numerators times a power of ten must stay below 2**61. Halves as in `rounding.py`.
    """
    amounts = numerators * 10 ** places_of(rounding)
    if rounding.is_to_even:
        low, rest = np.divmod(amounts, denominators)
        up = (2 * rest > denominators) | ((2 * rest == denominators) & (low % 2 == 1))
        even: Ints = low + up
        return even
    magnitude: Ints = (2 * np.abs(amounts) + denominators) // (2 * denominators)
    return np.where(amounts < 0, -magnitude, magnitude)


def scale_fractions(numerators: Ints, denominators: Ints, unit: int) -> tuple[Ints, Flags]:
    """Returns fractions in units of `1 / unit`, rounded down, and flags of those that are not whole."""
    low, rest = np.divmod(numerators, denominators)
    more, left = np.divmod(rest * unit, denominators)
    return low * unit + more, left != 0
