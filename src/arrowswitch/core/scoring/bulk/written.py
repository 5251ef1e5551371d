"""Many amounts written at once."""

from __future__ import annotations

import numpy as np

from arrowswitch.core.scoring.bulk.arrays import Ints


def written_amounts(amounts: Ints, places: int) -> list[str]:
    """Returns amounts in units of `10 ** -places` with two decimals, halves away from zero, as `decimal_string`.

    >>> written_amounts(np.array([12350, -5, -4, 1005]), 3), written_amounts(np.array([7]), 0)
    (['12.35', '-0.01', '0.00', '1.01'], ['7.00'])
    """
    unit = 10**places
    whole, rest = np.divmod(np.abs(amounts), unit)
    cents = (rest * 200 + unit) // (2 * unit)
    is_negative = (amounts < 0) & ((whole > 0) | (cents > 0))
    whole += cents // 100
    signs = np.where(is_negative, "-", "").tolist()
    return [
        f"{sign}{ones}.{hundredths:02d}"
        for sign, ones, hundredths in zip(signs, whole.tolist(), (cents % 100).tolist(), strict=True)
    ]
