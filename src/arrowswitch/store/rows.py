"""From a value to its row, from the JSON of a row to its value, and the problem of a row that cannot be read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC
from typing import Any, TypeVar

from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.tournament.model.chain import links_of
from arrowswitch.tournament.model.club_values.sheets import SheetRecord, SheetRow
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import LedgerEntry
from arrowswitch.tournament.model.ports import UnreadRow
from arrowswitch.tournament.model.stored.form import StoredForm
from arrowswitch.tournament.model.stored.forms import ENTRY, PLAYER, SHEET, SHEET_ROW
from arrowswitch.tournament.model.stored.upgrades import VERSION
from arrowswitch.tournament.model.values.people import Player

_Value = TypeVar("_Value")


def entry_of(due: int, seq: int, text: str, form: int) -> LedgerEntry:
    """Returns the entry of a row that should be number `due`; raises Malformed."""
    if seq != due:
        raise Malformed.of("store.entry-missing", seq=due)
    return load_value(ENTRY, text, form, Problem("store.entry-unread", {"seq": seq}))


def load_value(form: StoredForm[_Value], text: str, version: int, unread: Problem) -> _Value:
    """Returns the value of a JSON text; raises Malformed with the problem `unread` and its detail, or with the one for
    values of a newer program."""
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
        load_value(form, text, version, unread_row(table, key))
    except Malformed as mistake:
        return UnreadRow(mistake.problems[0], f"{table}/{key}", str(text))  # a damaged page has other values than texts
    return None


def unread_row(table: str, key: str) -> Problem:
    """Returns that a row cannot be read."""
    return Problem("store.row-unread", {"table": table, "key": key})


def player_row(player: Player) -> dict[str, str | int]:
    """Returns the row of a player."""
    return {
        "player_id": player.player_id,
        "reading": player.person.kana or player.person.name,
        "player": PLAYER.dump(player),
        "form": VERSION,
    }


def sheet_values(row: SheetRow, record: SheetRecord) -> dict[str, str | int]:
    """Returns the row of a sheet."""
    return {
        "sheet_id": record.sheet_id,
        "changed_at": row.changed_at.astimezone(UTC).isoformat(timespec="microseconds"),
        "version": record.version,
        "row": SHEET_ROW.dump(row),
        "record": SHEET.dump(record),
        "form": VERSION,
    }


def entry_rows(event_id: EventId, before: str | None, entries: Sequence[LedgerEntry]) -> list[dict[str, str | int]]:
    """Returns the rows of entries that follow a row with the link `before`."""
    rows = [(entry.seq, VERSION, ENTRY.dump(entry)) for entry in entries]
    links = links_of(event_id, before, rows)
    return [
        {"event_id": event_id, "seq": seq, "entry": text, "form": form, "link": link}
        for (seq, form, text), link in zip(rows, links, strict=True)
    ]
