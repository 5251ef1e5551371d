"""What the capabilities say of their facts and commands is joined without gaps and without two answers."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

from arrowswitch.tournament.event import decide, fold
from arrowswitch.tournament.event.commands import Command
from arrowswitch.tournament.event.ledger import CopyMerged, EventCreated, Fact, Undone
from tests.architecture.house import modules


def declared(last: str, kind: type) -> Iterator[type]:
    """Yields the classes of a kind that the modules of this name declare in all capabilities, and in the event."""
    for module in modules():
        if module.name.startswith("arrowswitch.tournament.") and module.name.endswith(f".{last}"):
            for value in vars(import_module(module.name)).values():
                if isinstance(value, type) and issubclass(value, kind) and value is not kind:
                    yield value


def parts(name: str) -> int:
    """Returns how many entries the tables of a name hold in all modules of the capabilities together."""
    found = 0
    for module in modules():
        *_, room, capability, last = ("", "", *module.name.split("."))
        if room == "tournament" and capability != "event" and last.startswith(("fold", "decide")):
            found += len(getattr(import_module(module.name), name, {}))
    return found


def test_every_fact_is_folded_once() -> None:
    assert set(fold.FOLDS) == {*declared("facts", Fact), CopyMerged, EventCreated, Undone}
    assert parts("FOLDS") == len(fold.FOLDS) - 3, "the event itself folds its creation, undo and merging"


def test_every_command_is_decided_once() -> None:
    assert set(decide.RULES) == set(declared("commands", Command))
    assert parts("RULES") == len(decide.RULES) - 1, "the event itself decides on undo"
