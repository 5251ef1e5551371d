"""Rounding rules by name, and amounts as text."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.core.scoring.amounts import decimal_string, format_half_points, plain_string
from arrowswitch.core.scoring.rounding import Rounding
from tests.tables import for_each
from tests.travellers import fr

fractions = st.fractions(min_value=-1000, max_value=1000)


@for_each(
    "rule, value, rounded",
    [
        (Rounding.EXACT, "1/3", "1/3"),
        (Rounding.HALF_UP_0, "2.5", "3"),
        (Rounding.HALF_UP_0, "-2.5", "-3"),
        (Rounding.HALF_UP_1, "0.25", "0.3"),
        (Rounding.HALF_UP_2, "0.005", "0.01"),
        (Rounding.HALF_UP_2, "-0.005", "-0.01"),
        (Rounding.HALF_EVEN_1, "0.25", "0.2"),
        (Rounding.HALF_EVEN_1, "0.35", "0.4"),
        (Rounding.HALF_EVEN_2, "68.425", "68.42"),
        (Rounding.HALF_EVEN_2, "68.435", "68.44"),
    ],
)
def test_rules(rule: Rounding, value: str, rounded: str) -> None:
    assert rule.of(fr(value)) == fr(rounded)


@given(fractions, st.sampled_from([rule for rule in Rounding if rule is not Rounding.EXACT]))
def test_rounding_stays_within_half_a_unit_and_is_idempotent(value: Fraction, rule: Rounding) -> None:
    rounded = rule.of(value)
    assert abs(rounded - value) <= Fraction(1, 2 * 10 ** int(rule.value[-1]))
    assert rule.of(rounded) == rounded
    assert rule.of(-value) == -rounded


@for_each(
    "value, places, text",
    [("123.5", 2, "123.50"), ("-0.004", 2, "0.00"), ("7", 0, "7"), ("-1/3", 4, "-0.3333"), ("0.995", 2, "1.00")],
)
def test_decimal_string(value: str, places: int, text: str) -> None:
    assert decimal_string(fr(value), places) == text


@given(fractions)
def test_a_decimal_string_is_the_rounded_value(value: Fraction) -> None:
    assert Fraction(decimal_string(value)) == Rounding.HALF_UP_2.of(value)


@for_each("value, text", [("100", "100"), ("2.50", "2.5"), ("-1/100000", "0"), ("-2/3", "-0.6667")])
def test_plain_string(value: str, text: str) -> None:
    assert plain_string(fr(value)) == text


@for_each(
    "value, dotted, crossed",
    [("7", "7", "7"), ("7.5", "7.5", "7x"), ("0.5", "0.5", "x"), ("-1.5", "-1.5", "-1x"), ("14/3", "4.67", "4.67")],
)
def test_half_points(value: str, dotted: str, crossed: str) -> None:
    """R-013: a half point is .5 or x, other fractions have two decimals."""
    assert format_half_points(fr(value)) == dotted
    assert format_half_points(fr(value), is_half_x=True) == crossed
