"""From the JSON of a row to its value, and what is said of one that cannot be read."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.tournament.model.ledger import LedgerEntry
from arrowswitch.tournament.model.ports import UnreadRow
from arrowswitch.tournament.model.stored.form import StoredForm
from arrowswitch.tournament.model.stored.forms import ENTRY

_Value = TypeVar("_Value")


def entry_of(due: int, seq: int, text: str, form: int) -> LedgerEntry:
    """Returns the entry of a row that should be number `due`; raises Malformed."""
    if seq != due:
        raise Malformed.of("store.entry-missing", seq=due)
    return loaded(ENTRY, text, form, Problem("store.entry-unread", {"seq": seq}))


def loaded(form: StoredForm[_Value], text: str, version: int, unread: Problem) -> _Value:
    """Returns the value of a JSON text; raises Malformed with the problem `unread` and its detail, or with one that
    says that a newer program wrote it."""
    try:
        return form.load(text, version)
    except Malformed as mistake:
        problem = mistake.problems[0]
        if problem.code == "file.newer":
            raise Malformed(replace(unread, code=f"{unread.code.removesuffix('unread')}newer")) from mistake
        detail = problem.params.get("detail", problem.code)
        raise Malformed(replace(unread, params={**unread.params, "detail": detail})) from mistake


def unread(form: StoredForm[Any], table: str, key: str, text: str, version: int) -> UnreadRow | None:
    """Returns a row that cannot be read, as it stands; None for one that can."""
    try:
        loaded(form, text, version, unread_row(table, key))
    except Malformed as mistake:
        return UnreadRow(mistake.problems[0], f"{table}/{key}", text)
    return None


def unread_row(table: str, key: str) -> Problem:
    """Returns that a row cannot be read."""
    return Problem("store.row-unread", {"table": table, "key": key})
