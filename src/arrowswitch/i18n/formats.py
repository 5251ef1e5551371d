"""Dates, times and numbers as each language writes them.

Nothing here rounds: a number that is to be shown with fewer decimals is rounded first, by the rule that the
regulations name.
"""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from fractions import Fraction

from arrowswitch.core.errors import Impossible
from arrowswitch.core.moments import Moment
from arrowswitch.i18n.language import language_of
from arrowswitch.i18n.locales import Locale

_WEIGHT = re.compile(r"(\d+(?:\.\d+)?)% (-?\d+)")
_WEIGHTS = re.compile(r"\d+(?:\.\d+)?% -?\d+(?:, \d+(?:\.\d+)?% -?\d+)+")


def format_date(day: date, locale: Locale) -> str:
    """Returns a date with its weekday.

    >>> format_date(date(2026, 11, 21), Locale.JA), format_date(date(2026, 11, 21), Locale.EN)
    ('2026年11月21日（土）', 'Sat 21 Nov 2026')
    """
    language = language_of(locale)
    return language.date.format(
        year=day.year,
        month=day.month,
        month_name=language.months[day.month - 1],
        day=day.day,
        weekday=language.weekdays[day.weekday()],
    )


def format_time(moment: time | datetime, locale: Locale) -> str:
    """Returns the hour and minute on the 24-hour clock (`19:05`), which the languages of today write alike."""
    return f"{moment.hour:02}:{moment.minute:02}"


def format_datetime(moment: datetime, locale: Locale) -> str:
    """Returns the date with its weekday and the time, in the time zone that `moment` is given in."""
    return f"{format_date(moment, locale)} {format_time(moment, locale)}"


def format_start(moment: datetime, day: str, locale: Locale) -> str:
    """Returns when something of a day (`2026-11-21`) begins: the time, with its own day where that is another one.

    >>> format_start(datetime(2026, 11, 21, 13, 50), "2026-11-21", Locale.EN)
    '13:50'
    """
    is_that_day = moment.date().isoformat() == day
    return format_time(moment, locale) if is_that_day else format_datetime(moment, locale)


def format_deadline(moment: datetime, locale: Locale) -> str:
    """Returns the time until which something is open: midnight is 24:00 of the day that ends, and an hour that the
    clock shows twice, when summer time ends, has the zone's name behind it.

    >>> from zoneinfo import ZoneInfo
    >>> format_deadline(datetime(2026, 10, 25, tzinfo=ZoneInfo("Europe/Oslo")), Locale.EN)
    'Sat 24 Oct 2026 24:00'
    >>> format_deadline(datetime(2026, 10, 25, 2, 30, tzinfo=ZoneInfo("Europe/Oslo")), Locale.EN)
    'Sun 25 Oct 2026 02:30 (CEST)'
    """
    is_twice = moment.replace(fold=0).utcoffset() != moment.replace(fold=1).utcoffset()
    if not is_twice and (moment.hour, moment.minute) == (0, 0):
        return f"{format_date(moment.date() - timedelta(days=1), locale)} 24:00"
    text = format_datetime(moment, locale)
    return f"{text} ({moment.tzname()})" if is_twice else text


def format_moment(moment: Moment, locale: Locale) -> str:
    """Returns the text of a time in a message, in its own zone.

    >>> format_moment(Moment("2026-11-22T13:50", "2026-11-21"), Locale.JA)
    '2026年11月22日（日） 13:50'
    """
    at = datetime.fromisoformat(moment)
    return format_deadline(at, locale) if moment.is_end else format_start(at, moment.day, locale)


def format_number(value: int | Fraction, locale: Locale, places: int | None = None) -> str:
    """Returns an exact number, with `places` decimals, or with as many as it needs.

    A number that no decimals can write (a third) is written as a mixed fraction when `places` is not given.
    Raises Impossible when `value` does not fit into `places` decimals.

    >>> format_number(Fraction(247, 2), Locale.EN, 2), format_number(Fraction(-22, 3), Locale.EN)
    ('123.50', '-7 1/3')
    """
    exact = Fraction(value)
    needed = _places_needed(exact)
    if places is not None:
        if needed is None or needed > places:
            raise Impossible(f"{value} cannot be written with {places} decimals in {locale.value}: round it first")
        return _decimal(exact, places)
    return _format_mixed(exact) if needed is None else _decimal(exact, needed)


def weights_in_words(text: str, locale: Locale) -> str:
    """Returns a text in which weighted scores, as slips have them, are in words.

    >>> weights_in_words("N-S 60% 420, 40% -50", Locale.EN), weights_in_words("60% 420, 40% -50", Locale.JA)
    ('N-S 60% of 420, 40% of -50', '420 の 60%、-50 の 40%')
    """
    language = language_of(locale)

    def in_words(match: re.Match[str]) -> str:
        parts = _WEIGHT.findall(match[0])
        return language.between_items.join(language.weighted.format(percent=one, score=score) for one, score in parts)

    return _WEIGHTS.sub(in_words, text)


def _places_needed(value: Fraction) -> int | None:
    rest, places = value.denominator, 0
    while rest % 2 == 0 or rest % 5 == 0:
        rest, places = rest // (10 if rest % 10 == 0 else 2 if rest % 2 == 0 else 5), places + 1
    return places if rest == 1 else None


def _decimal(value: Fraction, places: int) -> str:
    digits = f"{abs(int(value * 10**places)):0{places + 1}}"
    sign = "-" if value < 0 else ""
    return f"{sign}{digits[:-places]}.{digits[-places:]}" if places else f"{sign}{digits}"


def _format_mixed(value: Fraction) -> str:
    whole, rest = divmod(abs(value), 1)
    sign = "-" if value < 0 else ""
    return f"{sign}{whole} {rest}" if whole else f"{sign}{rest}"
