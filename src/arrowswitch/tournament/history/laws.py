"""The law behind a step of the history and what a guide wrote as its reason, in the reader's language: the ledger keeps
them as they were written."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.core.errors import Problem
from arrowswitch.regulations.guides import guide_words_in
from arrowswitch.regulations.wording import clause_in


def with_law_in(told: Problem, language: str) -> Problem:
    """Returns a message whose law, where it has one, is in a language."""
    law = told.params.get("law")
    return replace(told, params={**told.params, "law": clause_in(str(law), language)}) if law else told


def guided_reason(text: str, *languages: str) -> str:
    """Returns a reason in the first of several languages that has it where a ruling guide wrote it; every other as it
    is."""
    return guide_words_in(text, *languages)
