"""The event file: one JSON document that holds a whole event, its ledger, so that anyone can score it again.

    {"format": "arrowswitch-event", "version": 1, "ledger": [ ...ledger entries... ]}

The published schema is `docs/reference/event-file.schema.json`, made by `schema()`. A file is read whole or refused
whole, with every problem and its place.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import ConfigDict, TypeAdapter, ValidationError, with_config

from arrowswitch import regulations
from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.regulations.scale_table import OWN
from arrowswitch.tournament.event.fold import state_of
from arrowswitch.tournament.event.ledger import EventCreated, LedgerEntry
from arrowswitch.tournament.settings.facts import SettingsChanged

FORMAT = "arrowswitch-event"
VERSION = 1


@with_config(ConfigDict(extra="forbid"))
@dataclass(frozen=True, slots=True)
class EventFile:
    """The document: what it is, the version of its form, and the ledger."""

    format: Literal["arrowswitch-event"]
    version: Literal[1]
    ledger: tuple[LedgerEntry, ...]


_FILE = TypeAdapter(EventFile)
_ENTRY = TypeAdapter(LedgerEntry)


def dump(ledger: tuple[LedgerEntry, ...]) -> str:
    """Returns the event file of a ledger, as JSON text with one ledger entry a line."""
    lines = ",\n".join(dump_entry(entry) for entry in ledger)
    return f'{{"format": "{FORMAT}", "version": {VERSION}, "ledger": [\n{lines}\n]}}\n'


def load(text: str, where: str = "") -> tuple[LedgerEntry, ...]:
    """Returns the ledger of an event file that folds to a state.

    Raises Malformed with all problems: `file.not-json`, `file.not-event`, `file.newer`, `file.field` (each with its
    place), `file.scale-unknown`, or what the fold refuses.
    """
    try:
        plain = json.loads(text)
    except json.JSONDecodeError as error:
        raise Malformed.of("file.not-json", where=where, line=error.lineno, column=error.colno) from error
    if not isinstance(plain, dict) or plain.get("format") != FORMAT:
        raise Malformed.of("file.not-event", where=where)
    if isinstance(plain.get("version"), int) and plain["version"] > VERSION:
        raise Malformed.of("file.newer", where=where, version=plain["version"])
    try:
        ledger = _FILE.validate_json(text).ledger
    except ValidationError as error:
        raise Malformed(*_problems(error, where)) from error
    state_of(ledger)
    Malformed.check(_unknown_scales(ledger, where))
    return ledger


def dump_entry(entry: LedgerEntry) -> str:
    """Returns one ledger entry as JSON text on one line."""
    return _ENTRY.dump_json(entry).decode()


def load_entry(text: str) -> LedgerEntry:
    """Returns the ledger entry of a stored JSON text; raises Malformed (`file.field`)."""
    try:
        return _ENTRY.validate_json(text)
    except ValidationError as error:
        raise Malformed(*_problems(error, "")) from error


def schema() -> dict[str, Any]:
    """Returns the JSON schema of the event file."""
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **_FILE.json_schema(mode="serialization")}


def _unknown_scales(ledger: tuple[LedgerEntry, ...], where: str) -> Iterator[Problem]:
    """Yields each scale of victory points that the file names, and that is not here: nothing is scored by another."""
    facts = (fact for entry in ledger for fact in entry.facts if isinstance(fact, EventCreated | SettingsChanged))
    names = dict.fromkeys(fact.settings.scale for fact in facts)
    known = ("", OWN, *regulations.scale_names())
    for name in names:
        if name not in known:
            yield Problem("file.scale-unknown", {"name": name, "known": ", ".join(regulations.scale_names())}, where)


def _problems(error: ValidationError, where: str) -> list[Problem]:
    found = []
    for detail in error.errors(include_url=False, include_input=False):
        path = ".".join(str(part) for part in detail["loc"])
        found.append(Problem("file.field", {"field": path, "detail": detail["msg"]}, where))
    return found
