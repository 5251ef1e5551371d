"""The languages of the pages that players read on their own devices, chosen for each device."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from arrowswitch.i18n.language import language_of
from arrowswitch.i18n.locales import Locale, device_locales, wishes_in


def find_device_locale(tag: str | None) -> Locale | None:
    """Returns the language of devices with a tag. Returns None if there is none."""
    return next((locale for locale in device_locales() if locale.value == tag), None)


def choose_device_locale(wishes: str | None) -> Locale | None:
    """Returns the language of devices that best meets a browser's Accept-Language list. Returns None if none does.

    Of a wish its longest known beginning counts (RFC 4647, section 3.4): `zh-TW` is one of the tags that traditional
    Chinese answers to, `zh-SG` becomes `zh`, to which simplified Chinese answers.

    >>> choose_device_locale("pt, zh-TW;q=0.8, fr;q=0.5").value, choose_device_locale("fi")
    ('zh-Hant', None)
    """
    choices = [(weight, locale) for tag, weight in wishes_in(wishes) if weight > 0 and (locale := _locale_for(tag))]
    return max(choices, key=lambda choice: choice[0])[1] if choices else None


def _locale_for(tag: str) -> Locale | None:
    while tag:
        if locale := _locales().get(tag):
            return locale
        tag = tag.rpartition("-")[0]
    return None


@cache
def _locales() -> Mapping[str, Locale]:
    """Returns the languages of devices by their own tags and by those that they answer to, in small letters."""
    tags = {tag.lower(): locale for locale in device_locales() for tag in language_of(locale).answers_to}
    return {**tags, **{locale.value.lower(): locale for locale in device_locales()}}
