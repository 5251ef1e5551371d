"""Membership numbers: when two that were typed are the same one.

Bodies write them with letters, hyphens and zeros in front. Zeros count: 007 and 7 may be two members of a club.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_KATAKANA = range(ord("ァ"), ord("ヶ") + 1)
_TO_HIRAGANA = ord("ァ") - ord("ぁ")
_DASHES = "−ー"
"""Signs typed for a hyphen that are no dashes by their category: minus, and the key of Japanese keyboards."""


@lru_cache(1 << 14)
def number_key(number: str) -> str:
    """Returns a membership number as numbers are compared: without what makes no difference in one, which is width,
    case, blanks, katakana or hiragana, and which dash was typed. Nothing is the key of no number.

    >>> number_key("ＮＯＲ－12 345"), number_key("nor–12345"), number_key("007") == number_key("7")
    ('nor-12345', 'nor-12345', False)
    """
    plain = unicodedata.normalize("NFKC", number).casefold()
    return "".join(_fold_sign(sign) for sign in plain if not sign.isspace())


def is_same_number(number: str, other: str) -> bool:
    """True if two membership numbers are the same; two missing numbers are not."""
    key = number_key(number)
    return key != "" and key == number_key(other)


def _fold_sign(sign: str) -> str:
    if sign in _DASHES or unicodedata.category(sign) == "Pd":
        return "-"
    return chr(ord(sign) - _TO_HIRAGANA) if ord(sign) in _KATAKANA else sign
