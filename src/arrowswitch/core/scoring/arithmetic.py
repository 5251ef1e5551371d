"""How explanations write arithmetic: exactly, so that a reader with a pencil reaches the same number.

What has few decimals is written with them, anything else as a fraction (`20/7`); a result in thirds or sevenths is told
with its decimals beside it (`20/7 ≈ 2.8571`). Multiplication is `×`, subtraction `−`, a negative number has the
hyphen of scores (`-50`).
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from arrowswitch.core.scoring.amounts import decimal_string

_PLACES, _MOST_PLACES = 4, 8


def operand(value: Fraction | int) -> str:
    """Returns a number as it stands in a formula: eight decimals at the most, else a fraction.

    >>> operand(Fraction(5, 2)), operand(Fraction(20, 7)), operand(-50)
    ('2.5', '20/7', '-50')
    """
    exact = Fraction(value)
    if 10**_MOST_PLACES % exact.denominator:
        return f"{exact.numerator}/{exact.denominator}"
    return decimal_string(exact, _MOST_PLACES).rstrip("0").rstrip(".")


def factor(value: Fraction | int) -> str:
    """Returns a number as it stands behind `×`, `/` and `−`: in brackets when it is negative or a fraction.

    >>> factor(Fraction(20, 7)), factor(-50), factor(3)
    ('(20/7)', '(-50)', '3')
    """
    text = operand(value)
    return f"({text})" if "/" in text or value < 0 else text


def told(value: Fraction, places: int = _PLACES) -> str:
    """Returns a result: exact, and with its decimals beside it where it has no end.

    >>> told(Fraction(5, 2)), told(Fraction(20, 7)), told(Fraction(125, 3), 2)
    ('2.5', '20/7 ≈ 2.8571', '125/3 ≈ 41.67')
    """
    text = operand(value)
    return f"{text} ≈ {decimal_string(value, places)}" if "/" in text else text


def added(values: Iterable[Fraction | int]) -> str:
    """Returns a sum as it is written; nothing to add is 0.

    >>> added((3, Fraction(5, 2), -1)), added(())
    ('3 + 2.5 − 1', '0')
    """
    found = tuple(values)
    first = operand(found[0]) if found else "0"
    return first + "".join(f" − {operand(-value)}" if value < 0 else f" + {operand(value)}" for value in found[1:])


def counted(terms: Iterable[tuple[Fraction | int, Fraction | int]]) -> str:
    """Returns a sum of products as it is written; a product by one is the other number alone.

    >>> counted(((3, 420), (1, -50)))
    '3 × 420 + (-50)'
    """
    parts = [factor(value) if times == 1 else f"{operand(times)} × {factor(value)}" for times, value in terms]
    return " + ".join(parts) or "0"


def listed(scores: Iterable[tuple[int, int]], most: int = 12) -> str:
    """Returns scores with how many have each, as a list for people; many are cut off.

    >>> listed(((420, 2), (-50, 1)))
    '+420 (2), -50'
    """
    found = tuple(scores)
    texts = [f"{score:+d}" if score else "0" for score, _ in found[:most]]
    shown = [text if times == 1 else f"{text} ({times})" for text, (_, times) in zip(texts, found, strict=False)]
    return ", ".join(shown) + (" …" if len(found) > most else "")
