"""The languages of the program. Each has a folder next to this module: `language.toml` with its properties, and its
catalogues, one `.po` file for each capability.

A folder with a `language.toml` is all that registers a language. It is complete, or begun as long as its file names the
language that it falls back to. A begun language is shown only to people who ask for it by its tag (decision 46). A
language of devices also names one, and is offered on the pages that players read on their own devices (decision 73).
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from functools import lru_cache

_FOLDER = os.path.dirname(__file__)
_PROPERTIES = "language.toml"
_STAND_IN = "falls_back_to"
_FOR_DEVICES = "is_for_devices = true"


class OfferedOn(StrEnum):
    """Where a language is offered."""

    EVERYWHERE = "everywhere"
    """It is complete."""
    DEVICES = "devices"
    """It has all texts of the pages on players' devices."""
    ON_REQUEST = "on request"
    """It was begun."""


def registered_tags(folder: str) -> Mapping[str, OfferedOn]:
    """Returns the tags of the languages in a folder in alphabetical order, each with where it is offered."""
    tags: dict[str, OfferedOn] = {}
    for tag in sorted(os.listdir(folder)):
        path = os.path.join(folder, tag, _PROPERTIES)
        if os.path.isfile(path):
            with open(path, encoding="utf-8") as lines:
                tags[tag] = _offer(lines.read())
    return tags


def _offer(properties: str) -> OfferedOn:
    lines = properties.split("\n")
    if not any(line.startswith(_STAND_IN) for line in lines):
        return OfferedOn.EVERYWHERE
    return OfferedOn.DEVICES if _FOR_DEVICES in lines else OfferedOn.ON_REQUEST


_TAGS = registered_tags(_FOLDER)


class Locale(StrEnum):
    """A language. Iteration yields the complete ones, in which every page, message and sheet is offered.

    `Locale(tag)` also returns a begun language and one of devices; `every_locale` lists the complete and begun ones,
    `device_locales` those of devices.
    """

    JA = "ja"
    EN = "en"
    vars().update(
        (tag.upper(), tag) for tag, offer in _TAGS.items() if offer is OfferedOn.EVERYWHERE and tag not in ("ja", "en")
    )

    @property
    def others(self) -> tuple[Locale, ...]:
        return tuple(locale for locale in Locale if locale is not self)

    def __reduce_ex__(self, protocol: object) -> tuple[type[Locale], tuple[str]]:
        """Pickles a language by its tag: Python 3.11.2 pickles it by its name, by which a begun one is not found."""
        return Locale, (self.value,)

    @classmethod
    def _missing_(cls, value: object) -> Locale | None:
        return {**_BEGUN, **_ON_DEVICES}.get(value) if isinstance(value, str) else None


def _further_locales(tags: Iterable[str]) -> Mapping[str, Locale]:
    """Returns a member of `Locale` for each tag of a language that is not complete, made as `enum.Flag` makes its
    compound members."""
    begun: dict[str, Locale] = {}
    for tag in tags:
        locale = str.__new__(Locale, tag)
        locale._name_, locale._value_ = tag.upper(), tag
        begun[tag] = locale
    return begun


_BEGUN = _further_locales(tag for tag, offer in _TAGS.items() if offer is OfferedOn.ON_REQUEST)
_ON_DEVICES = _further_locales(tag for tag, offer in _TAGS.items() if offer is OfferedOn.DEVICES)


def every_locale() -> tuple[Locale, ...]:
    """Returns the languages of the whole program: the complete ones, then the begun ones."""
    return (*Locale, *_BEGUN.values())


def device_locales() -> tuple[Locale, ...]:
    """Returns the languages of the pages on players' devices: the complete ones, then those of devices only."""
    return (*Locale, *_ON_DEVICES.values())


def complete_locale(locale: Locale) -> Locale:
    """Returns a language that is complete: the given one, or English for a language of devices or a begun one. Files
    that a player opens are in these languages."""
    return locale if locale in tuple(Locale) else Locale.EN


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
    heard = [(weight, _complete_locale(tag)) for tag, weight in wishes_in(wishes)]
    spoken = [(weight, locale) for weight, locale in heard if locale is not None and weight > 0]
    return max(spoken, key=lambda wish: wish[0])[1] if spoken else default


def wishes_in(wishes: str | None) -> Iterator[tuple[str, int]]:
    """Yields each tag of a list of wishes in small letters, with its weight in thousandths.

    >>> list(wishes_in("fr_CA, en;q=0.8"))
    [('fr-ca', 1000), ('en', 800)]
    """
    for part in (wishes or "").split(","):
        tag, _, weight = part.strip().partition(";")
        yield tag.strip().lower().replace("_", "-"), _thousandths(weight)


def _complete_locale(tag: str) -> Locale | None:
    language = tag.partition("-")[0]
    return Locale(language) if language in set(Locale) else None


def _thousandths(weight: str) -> int:
    _, separator, number = weight.strip().partition("q=")
    if not separator:
        return 1000
    whole, _, decimals = number.strip().partition(".")
    digits = f"{whole}{decimals:0<3.3}"
    return int(digits) if digits.isdecimal() and len(digits) == 4 else 0
