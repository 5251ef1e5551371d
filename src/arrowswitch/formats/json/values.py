"""Reads values of a JSON file that people write by hand, and collects everything that is wrong with its place.

Codes are `<prefix>.list`, `.object`, `.number`, `.text`, `.whole`, `.amount`, `.flag`, `.choice` of one catalogue
(`league-file`), so that every file of this kind is told about in the same words.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from fractions import Fraction
from typing import TypeVar

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Malformed, ParamValue, Problem
from arrowswitch.formats.reading import clean, exact_number, text_of

_MOST = 5_000
_LONGEST_NUMBER = 20
_LARGEST = 100_000
_Choice = TypeVar("_Choice", bound=StrEnum)
Object = dict[str, object]


@dataclass(slots=True)
class JsonValues:
    """Reads values; what cannot be read becomes a problem and a harmless value."""

    problems: list[Problem] = field(default_factory=list)

    def wrong(self, code: str, where: str, value: object, **params: ParamValue) -> None:
        """Adds a problem with a value."""
        text = str(value)
        shown = text if len(text) <= 60 else f"{text[:59]}…"
        self.problems.append(Problem(f"league-file.{code}", {"value": shown, **params}, where))

    def items(self, data: Object, name: str, where: str = "") -> list[tuple[str, object]]:
        """Returns the items of a list with their places; nothing when it is missing."""
        value, place = data.get(name, []), where + name
        if isinstance(value, list) and len(value) <= _MOST:
            return [(f"{place}[{at}]", item) for at, item in enumerate(value)]
        self.wrong("list", place, value)
        return []

    def objects(self, data: Object, name: str, where: str = "") -> list[tuple[str, Object]]:
        """Returns the objects of a list with their places, a dot behind each."""
        found: list[tuple[str, Object]] = []
        for place, item in self.items(data, name, where):
            if isinstance(item, dict):
                found.append((f"{place}.", item))
            else:
                self.wrong("object", place, item)
        return found

    def number(self, value: object, where: str) -> Number:
        """Returns the number of a contestant."""
        text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
        if isinstance(text, str) and 0 < len(text) <= _LONGEST_NUMBER and text.split() == [text]:
            return Number(text)
        self.wrong("number", where, value)
        return Number("?")

    def text(self, data: Object, name: str, where: str = "") -> str:
        """Returns a text on one line, empty when it is missing."""
        value = data.get(name)
        if value is None or isinstance(value, str):
            return clean(value or "")
        self.wrong("text", where + name, value)
        return ""

    def whole(self, data: Object, name: str, usual: int, where: str = "", least: int = 1) -> int:
        """Returns a whole number from `least`."""
        value = data.get(name, usual)
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= _LARGEST:
            return value
        self.wrong("whole", where + name, value, least=least)
        return usual

    def flag(self, data: Object, name: str, where: str = "") -> bool:
        """Returns true or false; false when it is missing."""
        value = data.get(name, False)
        if isinstance(value, bool):
            return value
        self.wrong("flag", where + name, value)
        return False

    def amount(self, value: object, where: str) -> Fraction:
        """Returns an exact amount, written as a number or as a text."""
        found = exact_number(str(value)) if isinstance(value, int | float | str) else None
        if found is None or isinstance(value, bool) or abs(found) > _LARGEST:
            self.wrong("amount", where, value)
            return Fraction(0)
        return found

    def both(self, value: object, where: str) -> tuple[Fraction, Fraction]:
        """Returns the IMPs of both teams of a match."""
        if isinstance(value, list) and len(value) == 2:
            return self.amount(value[0], f"{where}[0]"), self.amount(value[1], f"{where}[1]")
        self.wrong("imps", where, value)
        return Fraction(0), Fraction(0)

    def choice(self, value: object, where: str, kinds: type[_Choice], usual: _Choice) -> _Choice:
        """Returns one of the values of a list."""
        if value is None:
            return usual
        if isinstance(value, str) and value in set(kinds):
            return kinds(value)
        self.wrong("choice", where, value, known=", ".join(kind.value for kind in kinds))
        return usual

    def day(self, value: object, where: str) -> date:
        """Returns a date written `2026-04-05`."""
        try:
            return date.fromisoformat(str(value))
        except ValueError:
            self.wrong("date", where, value)
            return date.min

    def check(self) -> None:
        """Raises Malformed with all problems when there are any."""
        Malformed.check(self.problems)


def json_object(content: bytes) -> Object:
    """Returns the object that a JSON file holds; raises Malformed (`format.json`, `draw-file.object`)."""
    try:
        data = json.loads(text_of(content))
    except json.JSONDecodeError as error:
        raise Malformed.of("format.json", where=f"line {error.lineno}", column=error.colno) from error
    except (RecursionError, ValueError) as error:
        raise Malformed.of("format.json", where="line 1", column=1) from error
    if not isinstance(data, dict):
        raise Malformed.of("draw-file.object")
    return data
