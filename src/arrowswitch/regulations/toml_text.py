"""Texts of TOML files: exact numbers, and the line of each key for messages."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from arrowswitch.core.errors import Malformed

_SECTION = re.compile(r"\s*\[([\w-]+)\]")
_ENTRY = re.compile(r"\s*\"?([\w+-]+)\"?\s*=")
_AT_LINE = re.compile(r"at line (\d+)")


@dataclass(slots=True)
class Source:
    """Where plain data comes from, for messages: the file's name and the lines of its keys."""

    name: str
    lines: Mapping[str, int] = field(default_factory=dict)

    def where(self, key: str) -> str:
        """Returns the place of a key: the file, and the line of the key or of its section when known."""
        line = self.lines.get(key) or self.lines.get(key.partition(".")[0])
        return f"{self.name}, line {line}" if line else self.name


def parse(toml: str, where: str) -> dict[str, Any]:
    """Returns the values of a TOML text, decimals as fractions; raises Malformed (`regulations.syntax`)."""
    try:
        return tomllib.loads(toml, parse_float=Fraction)
    except tomllib.TOMLDecodeError as error:
        found = _AT_LINE.search(str(error))
        place = f"{where}, line {found[1]}" if found else where
        raise Malformed.of("regulations.syntax", where=place) from error


def source_of(toml: str, where: str) -> Source:
    """Returns the source of a TOML text, with the lines of its sections and keys."""
    return Source(where, dict(_lines(toml)))


def merged(parent: Mapping[str, Any], child: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the parent's values with the child's over them, entry by entry within sections."""
    found = dict(parent)
    for key, value in child.items():
        old = found.get(key)
        found[key] = {**old, **value} if isinstance(old, dict) and isinstance(value, dict) else value
    return found


def _lines(toml: str) -> Iterator[tuple[str, int]]:
    section = ""
    for number, line in enumerate(toml.splitlines(), start=1):
        if found := _SECTION.match(line):
            section = f"{found[1]}."
            yield found[1], number
        elif found := _ENTRY.match(line):
            yield f"{section}{found[1]}", number
