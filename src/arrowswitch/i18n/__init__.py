"""Words for people: message codes to text, and names, dates, times and numbers as each language writes them.

Rooms say what is wrong or what to show by a code and parameters; the text is made here, at the edge, in the
user's language.
"""

from __future__ import annotations

from arrowswitch.i18n.formats import format_date, format_datetime, format_number, format_time, weights_in_words
from arrowswitch.i18n.language import Language, language_of
from arrowswitch.i18n.locales import TERMINAL_LOCALE, Locale, choose_locale
from arrowswitch.i18n.messages import all_codes, has_code, problem_text, problems_text, translate
from arrowswitch.i18n.proposed import proposed_in

__all__ = [
    "TERMINAL_LOCALE",
    "Language",
    "Locale",
    "all_codes",
    "choose_locale",
    "format_date",
    "format_datetime",
    "format_number",
    "format_time",
    "has_code",
    "language_of",
    "problem_text",
    "problems_text",
    "proposed_in",
    "translate",
    "weights_in_words",
]
