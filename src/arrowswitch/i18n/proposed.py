"""Texts that forms propose, translated into another language.

A reason or a law that the director accepts as proposed is stored as text, in the director's language. The text is
looked up among the proposals of every language. A text that was typed freely is unchanged.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from arrowswitch.i18n.counting import pattern_of
from arrowswitch.i18n.locales import Locale, every_locale
from arrowswitch.i18n.messages import all_codes, text_forms, translate

_GROUPS = ("desk.correction.", "desk.procedure.because-", "desk.rulings.because-", "desk.ways.force-", "offence.kind.")
_ALONE = (
    "desk.recovery.plan-boards",
    "desk.recovery.plan-cards",
    "desk.recovery.plan-seats",
    "desk.recovery.way-bye-far",
    "desk.recovery.way-bye-near",
    "desk.slot.blame-law",
    "desk.slot.director-error",
    "desk.slot.director-error-law",
)
_FILLED: Mapping[str, Mapping[str, str]] = {
    "desk.late-team.reason-few": {"left": r"\d+"},
    "desk.late-team.reason-late": {"minutes": r"\d+"},
    "desk.recovery.plan-reason": {"kind": ".+"},
    "desk.recovery.way-end": {"round": r"\d+"},
    "desk.recovery.way-skip": {"round": r"\d+"},
    "guide.cite.law-section": {"article": r"\d+", "section": "[A-Z]", "rest": r"[0-9a-z()]*"},
    "guide.cite.law": {"article": r"\d+", "rest": r"[0-9a-z()]*"},
}


def proposed_in(text: str, locale: Locale) -> str:
    """Returns a text that a form of any language proposed in another language; every other text unchanged.

    >>> proposed_in("規則第12条C項2", Locale.EN), proposed_in("a mug", Locale.JA)
    ('Law 12C2', 'a mug')
    """
    code = _codes().get(text.strip())
    if code is not None:
        return translate(code, {}, locale)
    for pattern, filled in _patterns():
        match = pattern.fullmatch(text.strip())
        if match is not None:
            parts = {name: proposed_in(part, locale) for name, part in match.groupdict().items()}
            return translate(filled, parts, locale)
    return text


@cache
def _codes() -> Mapping[str, str]:
    wanted = [code for code in all_codes() if code.startswith(_GROUPS) or code in _ALONE]
    return {translate(code, {}, locale): code for locale in every_locale() for code in reversed(wanted)}


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple(
        (pattern_of(text_forms(code, locale)[0], parts), code)
        for locale in every_locale()
        for code, parts in _FILLED.items()
    )
