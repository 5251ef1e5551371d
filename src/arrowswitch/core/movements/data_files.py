"""Reads the data files of this room: starters, squares and lists that no rule gives (`searched`, `listed`)."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Hashable, Mapping
from importlib.resources import files
from typing import Any, TypeVar

from arrowswitch.core.errors import Impossible

Starter = TypeVar("Starter")
Key = TypeVar("Key", bound=Hashable)


def data_text(name: str) -> str:
    """Returns the text of a data file, named by its folder and itself (`searched/starters`)."""
    return (files(__package__) / f"{name}.toml").read_text(encoding="utf-8")


def data_of(name: str) -> dict[str, Any]:
    """Returns what a data file holds."""
    return tomllib.loads(data_text(name))


def starters_of(
    text: str,
    parse: Callable[[Mapping[str, Any]], Starter],
    key_of: Callable[[Starter], Key],
    problems_of: Callable[[Starter], tuple[str, ...]],
) -> dict[Key, Starter]:
    """Returns the starters of a library in TOML by their keys. Raises Impossible when one is none or two have a key."""
    found: dict[Key, Starter] = {}
    for entry in tomllib.loads(text).get("starter", []):
        starter = parse(entry)
        if problems := problems_of(starter):
            raise Impossible(f"{problems}: {entry!r}")
        if found.setdefault(key_of(starter), starter) is not starter:
            raise Impossible(f"two starters of a kind: {entry!r}")
    return found
