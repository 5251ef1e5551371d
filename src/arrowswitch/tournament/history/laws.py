"""The law behind a step of the history, in the reader's language: the ledger keeps a clause as its file has it."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.core.errors import Problem
from arrowswitch.regulations.wording import clause_in


def with_law_in(told: Problem, language: str) -> Problem:
    """Returns a message whose law, where it has one, is in a language."""
    law = told.params.get("law")
    return replace(told, params={**told.params, "law": clause_in(str(law), language)}) if law else told
