"""Dates, times and numbers in both languages."""

from __future__ import annotations

from datetime import date, datetime, time
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.core.errors import Impossible
from arrowswitch.i18n import Locale, format_date, format_datetime, format_number, format_time
from tests.tables import for_each


class TestDates:
    @pytest.mark.parametrize(
        ("day", "ja", "en"),
        [
            (date(2026, 11, 21), "2026年11月21日（土）", "Sat 21 Nov 2026"),
            (date(2027, 1, 3), "2027年1月3日（日）", "Sun 3 Jan 2027"),
        ],
    )
    def test_a_date_has_its_weekday(self, day: date, ja: str, en: str) -> None:
        assert (format_date(day, Locale.JA), format_date(day, Locale.EN)) == (ja, en)

    def test_times_are_on_the_24_hour_clock(self) -> None:
        assert format_time(time(9, 5), Locale.JA) == "09:05"
        assert format_time(time(22, 18, 59), Locale.EN) == "22:18"

    def test_both_together(self) -> None:
        moment = datetime(2026, 11, 21, 19, 0)
        assert format_datetime(moment, Locale.JA) == "2026年11月21日（土） 19:00"


class TestNumbers:
    @for_each(
        "value, places, text",
        [
            (Fraction(247, 2), 2, "123.50"),
            (Fraction(247, 2), None, "123.5"),
            (Fraction(-1, 100), 2, "-0.01"),
            (Fraction(1, 8), None, "0.125"),
            (-620, None, "-620"),
            (1430, 0, "1430"),
            (0, 2, "0.00"),
            (Fraction(1, 3), None, "1/3"),
            (Fraction(-22, 3), None, "-7 1/3"),
        ],
    )
    def test_numbers_are_exact(self, value: int | Fraction, places: int | None, text: str) -> None:
        assert format_number(value, Locale.EN, places) == text == format_number(value, Locale.JA, places)

    @for_each("value, places", [(Fraction(1, 3), 2), (Fraction(1, 8), 2), (Fraction(1, 2), 0)])
    def test_nothing_is_rounded(self, value: Fraction, places: int) -> None:
        with pytest.raises(Impossible, match="round it first"):
            format_number(value, Locale.EN, places)

    @given(st.integers(-(10**6), 10**6), st.integers(0, 4))
    def test_the_text_reads_back_as_the_number(self, hundredths: int, more: int) -> None:
        value = Fraction(hundredths, 100)
        assert Fraction(format_number(value, Locale.EN, 2 + more)) == value == Fraction(format_number(value, Locale.JA))
