"""The line of each value in a JSON text, so that a problem has its line in addition to its path.

The text has been parsed before: this scan trusts its form and skips unknown signs.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from arrowswitch.core.errors import Problem

_BLANK = re.compile(r"[ \t\n\r]*")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*+"', re.DOTALL)
_SCALAR = re.compile(r"[^,\]}\s]+")


def json_lines(text: str) -> dict[str, int]:
    """Returns the line of every value of a JSON text by its path (`meetings[3].ns`); the whole has the empty path.

    >>> json_lines('{"a": [1,\\n 2]}')
    {'': 1, 'a': 1, 'a[0]': 1, 'a[1]': 2}
    """
    return _LineWalk(text).lines


def nearest(path: str, places: Collection[str]) -> str:
    """Returns the nearest of the places that contains a path, or the path itself; empty if there is none.

    >>> nearest("meetings[3].ns", ("meetings", "meetings[3]"))
    'meetings[3]'
    """
    while path and path not in places:
        path = path[: max(path.rfind("."), path.rfind("["), 0)]
    return path


def place_problems(problems: Iterable[Problem], places: Mapping[str, str]) -> Iterator[Problem]:
    """Yields problems with their places in the file, as far as known: those of their paths or of the nearest value
    around them."""
    return (replace(p, where=places.get(nearest(p.where, places), p.where)) for p in problems)


class _LineWalk:
    def __init__(self, text: str) -> None:
        self.text = text
        self.breaks = [found.start() for found in re.finditer("\n", text)]
        self.lines: dict[str, int] = {}
        self._value(self._skip(0), "")

    def _skip(self, at: int) -> int:
        match = _BLANK.match(self.text, at)
        return match.end() if match is not None else at

    def _value(self, at: int, path: str) -> int:
        """Notes the value at `at` and everything in it; returns its end."""
        self.lines[path] = bisect_right(self.breaks, at) + 1
        match self.text[at]:
            case "{":
                return self._object(at + 1, path)
            case "[":
                return self._list(at + 1, path)
            case '"':
                return self._string(at)[1]
            case _:
                match = _SCALAR.match(self.text, at)
                return match.end() if match is not None else at + 1

    def _object(self, at: int, path: str) -> int:
        at = self._skip(at)
        while self.text[at] == '"':
            name, at = self._string(at)
            at = self._value(self._skip(self._skip(at) + 1), f"{path}.{name}" if path else name)
            at = self._skip(at)
            if self.text[at] == ",":
                at = self._skip(at + 1)
        return at + 1

    def _list(self, at: int, path: str) -> int:
        at = self._skip(at)
        place = 0
        while self.text[at] != "]":
            at = self._skip(self._value(at, f"{path}[{place}]"))
            place += 1
            if self.text[at] == ",":
                at = self._skip(at + 1)
        return at + 1

    def _string(self, at: int) -> tuple[str, int]:
        match = _STRING.match(self.text, at)
        return (str(json.loads(match[0], strict=False)), match.end()) if match is not None else ("", at + 1)
