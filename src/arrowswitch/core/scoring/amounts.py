"""How exact amounts are written: fixed decimals for files, as few digits as needed for people, `x` for a half point.

The documents write half a matchpoint as `x` (manual, lines 559 and 1191): `2x` is two and a half.
"""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction

from arrowswitch.core.scoring.rounding import round_half_up_2

_MOST_PLACES = 4


def decimal_string(value: Fraction, places: int = 2) -> str:
    """Returns `value` with exactly `places` decimals, halves away from zero.

    >>> decimal_string(Fraction(247, 2)), decimal_string(Fraction(-1, 3), 1)
    ('123.50', '-0.3')
    """
    scale = 10**places
    units = (abs(value) * scale + Fraction(1, 2)).__floor__()
    sign = "-" if value < 0 and units else ""
    whole, rest = divmod(units, scale)
    return f"{sign}{whole}.{rest:0{places}d}" if places else f"{sign}{whole}"


def plain_string(value: Fraction) -> str:
    """Returns `value` with as few decimals as it needs, four at the most.

    >>> plain_string(Fraction(5)), plain_string(Fraction(5, 2)), plain_string(Fraction(14, 3))
    ('5', '2.5', '4.6667')
    """
    text = decimal_string(value, _MOST_PLACES).rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def money_string(value: Fraction) -> str:
    """Returns an amount of money: two decimals where it is not whole.

    >>> money_string(Fraction(1500)), money_string(Fraction(501, 2))
    ('1500', '250.50')
    """
    return str(value.numerator) if value.denominator == 1 else decimal_string(value)


def read_amount(text: str) -> Fraction | None:
    """Returns a typed amount with at most two decimals. Decimals follow a point or a comma; thousands may be separated
    by commas, blanks, points or apostrophes. Returns None if the text is not an amount or is ambiguous.

    A comma before three digits separates thousands; a point there is ambiguous.

    >>> [str(read_amount(text)) for text in ("250,50", "1,500", "１ 250,5", "1.250,50", "1'250.5", "-30")]
    ['501/2', '1500', '2501/2', '2501/2', '2501/2', '-30']
    >>> [read_amount(text) for text in ("1.500", "0,125", "1,50,0", "two", "")]
    [None, None, None, None, None]
    """
    plain = unicodedata.normalize("NFKC", text).strip().translate(_SIGNS)
    match = _AMOUNT.fullmatch(plain)
    if match is None or (match["between"] and match["between"] == match["point"]):
        return None
    if match["between"] == "." and not match["point"]:
        return None
    whole = "".join(sign for sign in match["whole"] if sign.isdecimal())
    return Fraction(f"{match['sign']}{whole}.{match['rest'] or '0'}")


_SIGNS = str.maketrans({"−": "-", "–": "-", "’": "'", "、": ",", "٬": ","})
_AMOUNT = re.compile(
    r"(?P<sign>[-+]?)(?P<whole>\d{1,9}|[1-9]\d{0,2}(?P<between>[ ,.'])\d{3}(?:(?P=between)\d{3}){0,2})"
    r"(?:(?P<point>[.,])(?P<rest>\d{1,2}))?",
    re.ASCII,
)


def format_half_points(value: Fraction, *, is_half_x: bool = False) -> str:
    """Returns matchpoints as a traveller shows them: `7`, `7.5` or `7x`, and `4.83` where there are other fractions.

    With `is_half_x` the half point is the documents' `x` (manual, lines 559 and 1191); half a point alone is `x`.

    >>> format_half_points(Fraction(15, 2)), format_half_points(Fraction(15, 2), is_half_x=True)
    ('7.5', '7x')
    """
    if value.denominator == 2 and is_half_x:
        whole = abs(value) - Fraction(1, 2)
        return ("-" if value < 0 else "") + (f"{whole}x" if whole else "x")
    return plain_string(round_half_up_2(value))


def written_rank(rank: int, *, is_tied: bool) -> str:
    """Returns a rank as it is written everywhere: `3=` when it is shared.

    >>> written_rank(3, is_tied=True), written_rank(5, is_tied=False)
    ('3=', '5')
    """
    return f"{rank}=" if is_tied else str(rank)
