"""The languages of the program. Each has a folder next to this module: `language.toml` with its properties, and its
catalogues, one `.po` file for each capability.

A folder with a `language.toml` is all that registers a language. It is complete, or begun as long as its file names the
language that it falls back to. A begun language is shown only to people who ask for it by its tag (decision 46).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import lru_cache

_FOLDER = os.path.dirname(__file__)
_PROPERTIES = "language.toml"
_STAND_IN = "falls_back_to"


def registered_tags(folder: str) -> Mapping[str, bool]:
    """Returns the tags of the languages in a folder in alphabetical order, each with True if it is complete."""
    tags: dict[str, bool] = {}
    for tag in sorted(os.listdir(folder)):
        path = os.path.join(folder, tag, _PROPERTIES)
        if os.path.isfile(path):
            with open(path, encoding="utf-8") as lines:
                tags[tag] = not any(line.startswith(_STAND_IN) for line in lines)
    return tags


_TAGS = registered_tags(_FOLDER)


class Locale(StrEnum):
    """A language. Iteration yields the complete ones, in which every page, message and sheet is offered.

    `Locale(tag)` also returns a begun language; `every_locale` lists them all.
    """

    JA = "ja"
    EN = "en"
    vars().update((tag.upper(), tag) for tag, is_complete in _TAGS.items() if is_complete and tag not in ("ja", "en"))

    @property
    def others(self) -> tuple[Locale, ...]:
        return tuple(locale for locale in Locale if locale is not self)

    @classmethod
    def _missing_(cls, value: object) -> Locale | None:
        return _BEGUN.get(value) if isinstance(value, str) else None


def _begun_locales(tags: Iterable[str]) -> Mapping[str, Locale]:
    """Returns a member of `Locale` for each tag of a begun language, made as `enum.Flag` makes its compound members."""
    begun: dict[str, Locale] = {}
    for tag in tags:
        locale = str.__new__(Locale, tag)
        locale._name_, locale._value_ = tag.upper(), tag
        begun[tag] = locale
    return begun


_BEGUN = _begun_locales(tag for tag, is_complete in _TAGS.items() if not is_complete)


def every_locale() -> tuple[Locale, ...]:
    """Returns all languages: the complete ones, then the begun ones."""
    return (*Locale, *_BEGUN.values())


def find_locale(tag: str | None) -> Locale | None:
    """Returns the language of a tag, complete or begun. Returns None if there is none."""
    return next((locale for locale in every_locale() if locale.value == tag), None)


DEFAULT_LOCALE = Locale.JA
"""The language of a page when nobody has said: the program's home is Japanese clubs."""

TERMINAL_LOCALE = Locale.EN
"""The language of the command line when nobody has said: a terminal with another one says so in its environment."""


@lru_cache(maxsize=256)
def choose_locale(wishes: str | None, default: Locale = DEFAULT_LOCALE) -> Locale:
    """Returns the language that best meets `wishes`, or `default` when none of them is spoken here.

    `wishes` is a language tag (`ja`, `en-GB`, `ja_JP.UTF-8`) or a browser's Accept-Language list, where a wish's
    weight stands behind `;q=` (RFC 9110, section 12.5.4); of equal weights the first wins, a weight of 0 refuses.
    A begun language is never chosen.

    >>> choose_locale("fr, en-GB;q=0.8, ja;q=0.5")
    <Locale.EN: 'en'>
    """
    heard = [_wish(part) for part in (wishes or "").split(",")]
    known = [(weight, locale) for weight, locale in heard if locale is not None and weight > 0]
    return max(known, key=lambda wish: wish[0])[1] if known else default


def _wish(part: str) -> tuple[int, Locale | None]:
    tag, _, weight = part.strip().partition(";")
    language = tag.strip().lower().replace("_", "-").partition("-")[0]
    locale = Locale(language) if language in set(Locale) else None
    return _thousandths(weight), locale


def _thousandths(weight: str) -> int:
    _, found, number = weight.strip().partition("q=")
    if not found:
        return 1000
    whole, _, decimals = number.strip().partition(".")
    digits = f"{whole}{decimals:0<3.3}"
    return int(digits) if digits.isdecimal() and len(digits) == 4 else 0
