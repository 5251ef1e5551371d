"""Texts of TOML files: exact numbers, and the line of each key for messages."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from arrowswitch.core.errors import Malformed, Problem

_PART = r"(?:\"[^\"]*\"|'[^']*'|[\w+-]+)"
_KEY = rf"{_PART}(?:\s*\.\s*{_PART})*"
_SECTION = re.compile(rf"\s*(\[\[?)\s*({_KEY})\s*\]")
_ENTRY = re.compile(rf"\s*({_KEY})\s*=")
_PARTS = re.compile(_PART)
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
_KEYS_END = re.compile(r"[,={}\[\]#]")
_DEEPEST = 200
_AT_LINE = re.compile(r"at line (\d+)")
_TWICE = ("Cannot overwrite", "Cannot declare", "Cannot mutate")
_DECIMAL = re.compile(r"[+-]?[\d_]+(?:\.[\d_]+)?(?:[eE][+-]?\d{1,2})?", re.ASCII)
_NUMBER = re.compile(r"[+-]?\d{1,30}(?:/0*[1-9]\d{0,29}|\.\d{1,30})?", re.ASCII)
_SHOWN = 40


@dataclass(slots=True)
class Source:
    """Where plain data comes from, for messages: the file's name and the lines of its keys. `line` is that of the whole
    where it is a part of a file."""

    name: str
    lines: Mapping[str, int] = field(default_factory=dict)
    line: int | None = None

    def where(self, key: str) -> str:
        """Returns the place of a key: the file, and the line of the key or of its section when known."""
        line = self._line(key) or self.line
        return f"{self.name}, line {line}" if line else self.name

    def within(self, key: str, place: int) -> Source:
        """Returns the source of a table of a list: `[[scales]]`, counted from 0. Data without lines have its place in
        the name."""
        own = f"{key}[{place}]"
        lines = {name.removeprefix(f"{own}."): line for name, line in self.lines.items() if name.startswith(f"{own}.")}
        name = self.name if self.lines else f"{self.name}.{key}.{place}"
        return Source(name, lines, self.lines.get(own) or self.lines.get(key))

    def _line(self, key: str) -> int | None:
        while key:
            if key in self.lines:
                return self.lines[key]
            key = key.rpartition(".")[0]
        return None


def parse(toml: str, where: str) -> dict[str, Any]:
    """Returns the values of a TOML text, decimals as fractions.

    TOML numbers that are not finite (`inf`, `nan`) or have hundreds of digits remain texts. Raises Malformed:
    `regulations.twice` for a duplicate key, `regulations.syntax` for anything else, with the line.
    """
    for number, text in enumerate(toml.splitlines(), start=1):
        if text.count(".") > _DEEPEST and _is_too_deep(text):
            raise Malformed(_unreadable("", toml, number, where))
    try:
        return tomllib.loads(toml, parse_float=_decimal)
    except (ValueError, RecursionError) as error:  # a number of thousands of digits, thousands of brackets
        match = _AT_LINE.search(str(error))
        line = int(match[1]) if match else max(len(toml.splitlines()), 1)
        raise Malformed(_unreadable(str(error), toml, line, where)) from error


def source_of(toml: str, where: str) -> Source:
    """Returns the source of a TOML text, with the lines of its sections and keys."""
    lines: dict[str, int] = {}
    for key, line in _lines(toml):
        lines[key] = line
        while key := key.rpartition(".")[0]:
            lines.setdefault(key, line)
    return Source(where, lines)


def merge_values(parent: Mapping[str, Any], child: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the parent's values with the child's over them, entry by entry within sections."""
    values = dict(parent)
    for key, value in child.items():
        old = values.get(key)
        values[key] = {**old, **value} if isinstance(old, dict) and isinstance(value, dict) else value
    return values


def exact_number(value: object) -> Fraction | None:
    """Returns a whole number, a fraction, or a text like `"1/2"` or `"12.5"` as a number, None for anything else."""
    if isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
        return Fraction(value)
    return Fraction(value) if isinstance(value, int | Fraction) and not isinstance(value, bool) else None


def _decimal(text: str) -> Fraction | str:
    return Fraction(text.replace("_", "")) if _DECIMAL.fullmatch(text) else text


def _is_too_deep(line: str) -> bool:
    """True if a line has keys nested as deeply as in a file made to cause harm."""
    bare = "".join(_QUOTED.sub("", line).split())
    return any(part.count(".") > _DEEPEST for part in _KEYS_END.split(bare))


def _unreadable(reason: str, toml: str, line: int, where: str) -> Problem:
    lines = toml.splitlines()
    text = lines[line - 1].strip() if line <= len(lines) else ""
    place = f"{where}, line {line}"
    if reason.startswith(_TWICE) and (match := _SECTION.match(text) or _ENTRY.match(text)):
        return Problem("regulations.twice", {"key": _name(match[match.re.groups])}, place)
    return Problem("regulations.syntax", {"text": text[:_SHOWN]}, place)


def _lines(toml: str) -> Iterator[tuple[str, int]]:
    section, quote = "", ""
    counts: dict[str, int] = {}
    for number, line in enumerate(toml.splitlines(), start=1):
        if quote:
            quote = "" if line.count(quote) % 2 else quote
            continue
        if match := _SECTION.match(line):
            name = _name(match[2])
            if match[1] == "[[":
                counts[name] = counts.get(name, -1) + 1
                yield name, number
                name = f"{name}[{counts[name]}]"
            section = f"{name}."
            yield name, number
        elif match := _ENTRY.match(line):
            yield f"{section}{_name(match[1])}", number
            quote = next((mark for mark in ('"""', "'''") if line.count(mark) % 2), "")


def _name(key: str) -> str:
    """Returns a key as messages write it: `averages.plus`, without quotes and blanks."""
    return ".".join(part.strip("\"'") for part in _PARTS.findall(key))
