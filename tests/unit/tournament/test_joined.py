"""The tables of facts and commands of all capabilities are joined without gaps and without duplicates."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module

from arrowswitch.tournament.model import fold
from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.ledger import Fact
from arrowswitch.tournament.service import decide
from tests.architecture.source_tree import modules


def declared_classes(kind: type) -> Iterator[type]:
    """Yields the classes of a kind that the model declares."""
    for module in modules():
        if module.name.startswith("arrowswitch.tournament.model."):
            for value in vars(import_module(module.name)).values():
                if isinstance(value, type) and issubclass(value, kind) and value is not kind:
                    yield value


def parts(name: str) -> int:
    """Returns how many entries the tables of a name hold in all modules of the capabilities together."""
    count = 0
    for module in modules():
        path = module.name.removeprefix("arrowswitch.tournament.")
        last = path.rpartition(".")[2]
        if path.startswith("model.slices.") or (last.startswith("decide") and not path.startswith("service.")):
            count += len(getattr(import_module(module.name), name, {}))
    return count


def test_every_fact_is_folded_once() -> None:
    assert set(fold.FOLDS) == set(declared_classes(Fact))
    assert parts("FOLDS") == len(fold.FOLDS) - 3, "the event itself folds its creation, undo and merging"


def test_every_command_is_decided_once() -> None:
    assert set(decide.RULES) == set(declared_classes(Command))
    assert parts("RULES") == len(decide.RULES) - 1, "the event itself decides on undo"
