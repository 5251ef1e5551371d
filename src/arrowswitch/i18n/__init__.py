"""Words for people: message codes to text, and names, dates, times and numbers as each language writes them.

Rooms say what is wrong or what to show by a code and parameters; the text is made here, at the edge, in the
user's language. A part is loaded when its first name is asked for, so that a command waits for none it does not use.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # as in `typing`, which is not loaded for it
if TYPE_CHECKING:
    from arrowswitch.i18n.devices import choose_device_locale, find_device_locale
    from arrowswitch.i18n.formats import (
        format_date,
        format_datetime,
        format_deadline,
        format_number,
        format_start,
        format_time,
        weights_in_words,
    )
    from arrowswitch.i18n.language import Language, language_of, tags_of
    from arrowswitch.i18n.locales import (
        TERMINAL_LOCALE,
        Locale,
        choose_locale,
        complete_locale,
        device_locales,
        every_locale,
        find_locale,
    )
    from arrowswitch.i18n.messages import all_codes, has_code, problem_text, problems_text, translate
    from arrowswitch.i18n.proposed import proposed_in

_PARTS = {
    "devices": ("choose_device_locale", "find_device_locale"),
    "formats": (
        "format_date",
        "format_datetime",
        "format_deadline",
        "format_number",
        "format_start",
        "format_time",
        "weights_in_words",
    ),
    "language": ("Language", "language_of", "tags_of"),
    "locales": (
        "TERMINAL_LOCALE",
        "Locale",
        "choose_locale",
        "complete_locale",
        "device_locales",
        "every_locale",
        "find_locale",
    ),
    "messages": ("all_codes", "has_code", "problem_text", "problems_text", "translate"),
    "proposed": ("proposed_in",),
}

__all__ = [
    "TERMINAL_LOCALE",
    "Language",
    "Locale",
    "all_codes",
    "choose_device_locale",
    "choose_locale",
    "complete_locale",
    "device_locales",
    "every_locale",
    "find_device_locale",
    "find_locale",
    "format_date",
    "format_datetime",
    "format_deadline",
    "format_number",
    "format_start",
    "format_time",
    "has_code",
    "language_of",
    "problem_text",
    "problems_text",
    "proposed_in",
    "tags_of",
    "translate",
    "weights_in_words",
]


def __getattr__(name: str) -> object:
    """Returns a name of this package, its part loaded."""
    for part, names in _PARTS.items():
        if name in names:
            part_value: object = getattr(import_module(f"{__name__}.{part}"), name)
            globals()[name] = part_value
            return part_value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
