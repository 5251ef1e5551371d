"""The languages of the program. Beside this module each has a folder: `language.toml` with its properties, and its
catalogues, one `.po` file for each capability.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache


class Locale(StrEnum):
    """A language that every page, message and sheet can be shown in; `language.toml` in its folder describes it."""

    JA = "ja"
    EN = "en"

    @property
    def others(self) -> tuple[Locale, ...]:
        return tuple(locale for locale in Locale if locale is not self)


DEFAULT_LOCALE = Locale.JA
"""The language of a page when nobody has said: the program's home is Japanese clubs."""

TERMINAL_LOCALE = Locale.EN
"""The language of the command line when nobody has said: a terminal with another one says so in its environment."""


@lru_cache(maxsize=256)
def choose_locale(wishes: str | None, default: Locale = DEFAULT_LOCALE) -> Locale:
    """Returns the language that best meets `wishes`, or `default` when none of them is spoken here.

    `wishes` is a language tag (`ja`, `en-GB`, `ja_JP.UTF-8`) or a browser's Accept-Language list, where a wish's
    weight stands behind `;q=` (RFC 9110, section 12.5.4); of equal weights the first wins, a weight of 0 refuses.

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
