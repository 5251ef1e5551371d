"""The director's shelf as data: duties, conduct at the table, weighting, appeals, the laws at a glance, grades, skills,
reading. Facts from the federation's documents, each section with its source and our own page of the requirement.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from arrowswitch.core.errors import NotFound
from arrowswitch.regulations.guides.reading import read_citation
from arrowswitch.regulations.guides.tree import Citation, Words

_BESIDE = ("law", "guide")


@dataclass(frozen=True, slots=True)
class ShelfLaw:
    """A law by its number: what it is about, and the guide that leads through it, if one does."""

    law: str
    words: Words
    guide: str = ""


@dataclass(frozen=True, slots=True)
class ShelfSection:
    """A part of a topic: its lines or its laws, its passages in the documents (`cites`), and our own page of the
    requirement (`rules`, as `rulings#r-345`, below docs/rules/requirements)."""

    title: Words
    lines: tuple[Words, ...]
    laws: tuple[ShelfLaw, ...]
    cites: tuple[Citation, ...]
    rules: str


@dataclass(frozen=True, slots=True)
class ShelfTopic:
    """Something to read: its name in addresses, its title, a line about it, its sections."""

    name: str
    title: Words
    about: Words
    sections: tuple[ShelfSection, ...]


@cache
def topics() -> tuple[ShelfTopic, ...]:
    """Returns all topics, in the order of the shelf."""
    text = (files("arrowswitch.regulations.shelf") / "shelf.toml").read_text(encoding="utf-8")
    return tuple(_topic(one) for one in tomllib.loads(text)["topic"])


def topic(name: str) -> ShelfTopic:
    """Returns a topic by its name; raises NotFound (`shelf.unknown`)."""
    for entry in topics():
        if entry.name == name:
            return entry
    raise NotFound.of("shelf.unknown", name=name[:60])


def _topic(plain: Mapping[str, Any]) -> ShelfTopic:
    sections = tuple(_section(one) for one in plain["section"])
    return ShelfTopic(name=plain["name"], title=plain["title"], about=plain["about"], sections=sections)


def _section(plain: Mapping[str, Any]) -> ShelfSection:
    return ShelfSection(
        title=plain["title"],
        lines=tuple(plain.get("lines", ())),
        laws=tuple(_law(one) for one in plain.get("laws", ())),
        cites=tuple(read_citation(one) for one in plain["cite"]),
        rules=plain["rules"],
    )


def _law(plain: Mapping[str, str]) -> ShelfLaw:
    words = {name: text for name, text in plain.items() if name not in _BESIDE}
    return ShelfLaw(plain["law"], words, plain.get("guide", ""))
