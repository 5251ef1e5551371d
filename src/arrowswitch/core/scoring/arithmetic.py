"""Arithmetic in explanations: as a player reads it, and its exact form.

A number that a player reads has two decimals at the most, as in the tables; what it stands for (`Arithmetic.exact`) is
written as a fraction where decimals have no end (`20/7`), so that a reader with a pencil, or a test, reaches the same
number. Multiplication is `×`, subtraction `−`, a negative number has the hyphen of scores (`-50`), and `#7` names the
board of a term.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import repeat

from arrowswitch.core.errors import ParamValue
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.core.scoring.rounding import Rounding, round_half_up_2

_PLACES, _MOST_PLACES, _READ_PLACES = 4, 8, 2
_ROUNDED = re.compile(r"\d/\d|\.\d{3}")
_LABEL = re.compile(r"#(\d+)")


class Arithmetic(str):
    """A number or a formula as a player reads it; `exact` is the same without any rounding.

    >>> str(operand(Fraction(20, 7))), operand(Fraction(20, 7)).exact
    ('2.86', '20/7')
    """

    __slots__ = ("exact",)
    exact: str

    def __new__(cls, read: str, exact: str) -> Arithmetic:
        """Returns the text `read` with its exact text."""
        made = super().__new__(cls, read)
        made.exact = exact
        return made

    @property
    def is_rounded(self) -> bool:
        """True if a number is shown with fewer decimals than it has."""
        return _ROUNDED.search(self.exact) is not None

    def with_labels(self, name: Callable[[BoardNumber], BoardNumber]) -> Arithmetic:
        """Returns the arithmetic with the board numbers replaced."""

        def label(match: re.Match[str]) -> str:
            return f"#{name(BoardNumber(match[1]))}"

        return Arithmetic(_LABEL.sub(label, self), _LABEL.sub(label, self.exact))


def exact_text(value: ParamValue) -> ParamValue:
    """Returns a parameter as it stands in the exact text."""
    return value.exact if isinstance(value, Arithmetic) else value


def join_formulas(between: str, parts: Iterable[str]) -> Arithmetic:
    """Returns formulas joined by a text."""
    formulas = tuple(parts)
    return Arithmetic(between.join(formulas), between.join(str(exact_text(part)) for part in formulas))


def fill_formula(form: str, *parts: str | int) -> Arithmetic:
    """Returns a formula with its numbers filled in.

    >>> fill_formula("({} × {})", operand(Fraction(1, 3)), 5).exact
    '(1/3 × 5)'
    """
    return Arithmetic(form.format(*parts), form.format(*map(exact_text, parts)))


def operand(value: Fraction | int) -> Arithmetic:
    """Returns a number as it stands in a formula: exactly eight decimals at the most, else a fraction.

    >>> [(str(one), one.exact) for one in map(operand, (Fraction(5, 2), Fraction(20, 7), -50))]
    [('2.5', '2.5'), ('2.86', '20/7'), ('-50', '-50')]
    """
    exact = Fraction(value)
    read = _shortest(round_half_up_2(exact), _READ_PLACES)
    if 10**_MOST_PLACES % exact.denominator:
        return Arithmetic(read, f"{exact.numerator}/{exact.denominator}")
    return Arithmetic(read, _shortest(exact, _MOST_PLACES))


def factor(value: Fraction | int) -> Arithmetic:
    """Returns a number as it stands behind `×`, `/` and `−`: in brackets when it is negative or a fraction.

    >>> factor(Fraction(20, 7)).exact, factor(-50), factor(3)
    ('(20/7)', '(-50)', '3')
    """
    text = operand(value)
    read = f"({text})" if text.startswith("-") else text
    return Arithmetic(read, f"({text.exact})" if "/" in text.exact or value < 0 else text.exact)


def result_text(value: Fraction, places: int = _PLACES) -> Arithmetic:
    """Returns a result in exact form, followed by its decimals if they do not end.

    >>> result_text(Fraction(5, 2)).exact, result_text(Fraction(20, 7)).exact, result_text(Fraction(125, 3), 2).exact
    ('2.5', '20/7 ≈ 2.8571', '125/3 ≈ 41.67')
    """
    text = operand(value)
    return Arithmetic(text, f"{text.exact} ≈ {decimal_string(value, places)}" if "/" in text.exact else text.exact)


def total_text(value: Fraction, rounding: Rounding = Rounding.HALF_UP_2) -> Arithmetic:
    """Returns a total or a percentage: always with the two decimals of the tables, rounded as they are.

    >>> str(total_text(Fraction(123))), str(total_text(Fraction("60.625"), Rounding.HALF_EVEN_2))
    ('123.00', '60.62')
    """
    rounded_value = rounding.of(value) if rounding.places == _READ_PLACES else value
    return Arithmetic(decimal_string(rounded_value, _READ_PLACES), result_text(value).exact)


def rounding_formula(exact: Fraction, published: Fraction, published_text: str) -> Arithmetic:
    """Returns the text of a rounding from the exact number to the published one, which is written as `published_text`:
    only that text if both look the same. Further decimals are cut (`60.44… → 60.4`).

    >>> str(rounding_formula(Fraction(20, 7), Fraction("2.86"), "2.86"))
    '2.86'
    >>> str(rounding_formula(Fraction("60.449"), Fraction("60.4"), "60.4"))
    '60.44… → 60.4'
    """
    told_exactly = f"{operand(exact).exact} → {operand(published).exact}"
    if abs(published - exact) <= Fraction(1, 200):
        return Arithmetic(published_text, told_exactly)
    hundredths = Fraction(int(exact * 100), 100)
    sign = "-" if exact < 0 and not hundredths else ""
    cut = f"{sign}{_shortest(hundredths, _READ_PLACES)}{'' if hundredths == exact else '…'}"
    return Arithmetic(f"{cut} → {published_text}", told_exactly)


def sum_text(values: Iterable[Fraction | int], boards: Iterable[BoardNumber | None] | None = None) -> Arithmetic:
    """Returns the text of a sum, each term with its board if `boards` names them; an empty sum is 0.

    >>> str(sum_text((3, Fraction(5, 2), -1))), str(sum_text(())), str(sum_text((3, -1), (7, 8)))
    ('3 + 2.5 − 1', '0', '3 (#7) − 1 (#8)')
    """
    return join_formulas("", _terms(values, repeat(None) if boards is None else boards)) or operand(0)


def _terms(values: Iterable[Fraction | int], boards: Iterable[BoardNumber | None]) -> Iterator[Arithmetic]:
    for place, (value, board) in enumerate(zip(values, boards, strict=False)):
        label = "" if board is None else f" (#{board})"
        sign = "" if not place else " − " if value < 0 else " + "
        yield fill_formula("{}{}{}", sign, operand(-value if place and value < 0 else value), label)


def products_text(terms: Iterable[tuple[Fraction | int, Fraction | int]]) -> Arithmetic:
    """Returns the text of a sum of products; a product with one is the other number alone.

    >>> str(products_text(((3, 420), (1, -50))))
    '3 × 420 + (-50)'
    """
    parts = [
        factor(value) if times == 1 else fill_formula("{} × {}", operand(times), factor(value))
        for times, value in terms
    ]
    return join_formulas(" + ", parts) or operand(0)


def list_scores(scores: Iterable[tuple[int, int]], most: int = 12) -> str:
    """Returns a list of scores, each with its number of results; a long list is cut off.

    >>> list_scores(((420, 2), (-50, 1)))
    '+420 (2), -50'
    """
    entries = tuple(scores)
    texts = [f"{score:+d}" if score else "0" for score, _ in entries[:most]]
    parts = [text if times == 1 else f"{text} ({times})" for text, (_, times) in zip(texts, entries, strict=False)]
    return ", ".join(parts) + (" …" if len(entries) > most else "")


def _shortest(value: Fraction, places: int) -> str:
    text = decimal_string(value, places).rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
