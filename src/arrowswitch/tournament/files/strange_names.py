"""Ids and numbers of contestants that stand in a ledger from elsewhere and that no program of ours gives: they become
parts of addresses, names of files and keys of forms, so they are judged by a pattern before anything is stored.

An id is at most 64 letters, digits, `-` and `_`; a number what people can type as one (`is_number_text`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import get_args, get_type_hints

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import ParamValue, Problem
from arrowswitch.core.movements.typed import is_number_text, short
from arrowswitch.tournament.model.ids import EntryId, EventId
from arrowswitch.tournament.model.ledger import LedgerEntry
from arrowswitch.tournament.model.values.people import PlayerId

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


def _is_id(text: str) -> bool:
    return _ID.fullmatch(text) is not None


_JUDGES: Mapping[object, Callable[[str], bool]] = {
    EventId: _is_id,
    EntryId: _is_id,
    PlayerId: _is_id,
    Number: is_number_text,
}


def strange_names(ledger: Iterable[LedgerEntry]) -> Iterator[Problem]:
    """Yields each id and each number that nobody gives, once, with the place of its entry: `file.id`, `file.number`."""
    listed = set()
    for at, entry in enumerate(ledger):
        for fact in entry.facts:
            for kind, text in _names(fact, type(fact)):
                if not _JUDGES[kind](text) and text not in listed:
                    listed.add(text)
                    where: dict[str, ParamValue] = {"field": f"ledger.{at}", "text": short(text)}
                    yield Problem("file.number", where) if kind is Number else Problem("file.id", where)


def _names(value: object, declared: object) -> Iterator[tuple[object, str]]:
    """Yields the ids and numbers in a value of a declared type, each with its kind."""
    if isinstance(value, str):
        yield from ((kind, value) for kind in (declared, *get_args(declared)) if kind in _JUDGES)
    elif is_dataclass(value) and not isinstance(value, type):
        for name, inner in _fields_of(type(value)):
            yield from _names(getattr(value, name), inner)
    elif isinstance(value, Mapping):
        key, inner = get_args(declared) or (None, None)
        for part, other in value.items():
            yield from _names(part, key)
            yield from _names(other, inner)
    elif isinstance(value, tuple | frozenset):
        inside = [part for part in get_args(declared) if part is not ...]
        is_mixed = len(inside) == len(value) and len(inside) > 1
        for place, part in enumerate(value):
            yield from _names(part, inside[place if is_mixed else 0] if inside else None)


@cache
def _fields_of(kind: type) -> tuple[tuple[str, object], ...]:
    """Returns the fields of a class with their types, those that cannot hold a name left out."""
    hints = get_type_hints(kind)
    return tuple((one.name, hints[one.name]) for one in fields(kind) if hints[one.name] not in (str, int, bool))
