"""Numbers of contestants as people type them, and what was typed as messages show it."""

from __future__ import annotations

_LONGEST_NUMBER = 20


def is_number_text(value: object) -> bool:
    """True if `value` can be a contestant's number: a short text without blanks, with a letter or digit in it."""
    is_word = isinstance(value, str) and 0 < len(value) <= _LONGEST_NUMBER and value.split() == [value]
    return is_word and any(sign.isalnum() for sign in str(value))


def short(value: object) -> str:
    """Returns a value of the input as a message shows it, cut when it is long."""
    text = str(value)
    return text if len(text) <= 40 else f"{text[:39]}…"
