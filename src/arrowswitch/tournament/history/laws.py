"""The law behind a step of the history and the reason written by a guide, in the reader's language: the ledger stores
them as they were written."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.core.errors import Problem
from arrowswitch.regulations.guides import guide_words_in
from arrowswitch.regulations.wording import clause_in


def with_law_in(message: Problem, language: str) -> Problem:
    """Returns a message whose law, where it has one, is in a language."""
    law = message.params.get("law")
    return replace(message, params={**message.params, "law": clause_in(str(law), language)}) if law else message


def guided_reason(text: str, *languages: str) -> str:
    """Returns a reason in the first of several languages that has it where a ruling guide wrote it; every other as it
    is."""
    return guide_words_in(text, *languages)
