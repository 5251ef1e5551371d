"""Event files whose parts contradict each other: those of the upgrade corpus with one value, or the order of their
entries, changed; each is still a JSON text of the shape that the schema describes, or nearly so."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from tests.upgrade_results import event_files, versions

COUNT = 1000
_LARGEST = 60_000
"""Bytes of a file that is changed: an evening of the larger ones takes several seconds."""
_VALUES: tuple[Any, ...] = (None, "x", "", "Z", "１", -1, 0, 99, 10**6, True, 1.5, [], {}, "1")


@dataclass(frozen=True, slots=True)
class Contradiction:
    """An event file with the change that was made in it."""

    name: str
    change: str
    text: str


def contradiction(number: int) -> Contradiction:
    """Returns the event file of a number, always the same one."""
    chance = random.Random(f"contradiction {number}")
    name, text = chance.choice(_texts())
    document = json.loads(text)
    document.pop("links", None)
    change = _change(document["ledger"], chance)
    return Contradiction(name, change, json.dumps(document, ensure_ascii=False))


@cache
def _texts() -> tuple[tuple[str, str], ...]:
    texts = ((path.name, path.read_text(encoding="utf-8")) for path in event_files(versions()[-1]))
    return tuple(one for one in texts if len(one[1]) < _LARGEST)


def _change(ledger: list[dict[str, Any]], chance: random.Random) -> str:
    at = chance.randrange(1, len(ledger))
    match chance.randrange(10):
        case 0:
            other = chance.randrange(1, len(ledger))
            ledger[at], ledger[other] = ledger[other], ledger[at]
            return _number_entries(ledger, f"entries {at + 1} and {other + 1} exchanged")
        case 1:
            del ledger[at]
            return _number_entries(ledger, f"entry {at + 1} left out")
        case 2:
            ledger.insert(at, json.loads(json.dumps(ledger[at])))
            return _number_entries(ledger, f"entry {at + 1} twice")
        case 3:
            ledger.append(ledger.pop(at))
            return _number_entries(ledger, f"entry {at + 1} at the end")
        case _:
            return _with_value(ledger, chance)


def _number_entries(ledger: list[dict[str, Any]], change: str) -> str:
    for seq, entry in enumerate(ledger, start=1):
        entry["seq"] = seq
    return change


def _with_value(ledger: list[dict[str, Any]], chance: random.Random) -> str:
    """Sets a value of a fact to another one of its kind, to its neighbour, or to one that stands in no such place."""
    at = chance.choice([at for at, entry in enumerate(ledger) if entry["facts"]])
    fact = chance.choice(ledger[at]["facts"])
    path, value = chance.choice([one for one in _values(fact) if one[0]])
    parent = fact
    for step in path[:-1]:
        parent = parent[step]
    alike = [
        other for where, other in _values(ledger) if where and where[-1] == path[-1] and type(other) is type(value)
    ]
    match chance.randrange(3):
        case 0:
            parent[path[-1]] = chance.choice(_VALUES)
        case 1 if isinstance(value, int) and not isinstance(value, bool):
            parent[path[-1]] = value + chance.choice((-1, 1, 7, 1000))
        case _:
            parent[path[-1]] = json.loads(json.dumps(chance.choice(alike)))
    return f"entry {at + 1}, {fact['kind']}: {path} {str(value)[:40]} > {str(parent[path[-1]])[:40]}"


def _values(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    yield path, value
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        yield from _values(item, (*path, key))
