"""Reads JSON files that people write by hand into typed values, and reports everything that is wrong with its line.

A reader declares the content of its file as dataclasses of the types below. Unknown keys are skipped, and null means
the same as a missing key. Codes are `json-file.*`; a reader's own types raise `wrong` with its own code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date, time
from fractions import Fraction
from functools import cache
from typing import Annotated, Any, TypeVar, cast

from pydantic import BeforeValidator, PlainValidator, StrictBool, TypeAdapter, ValidationError

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Malformed, ParamValue, Problem
from arrowswitch.core.json_text import NotJson, plain_json
from arrowswitch.core.movements.typed import short
from arrowswitch.formats.json.lines import json_lines, nearest
from arrowswitch.formats.reading import clean, exact_number, text_of

Kind = TypeVar("Kind", bound=Hashable)
Item = TypeVar("Item")
Object = dict[str, Any]

EACH = "*"
"""Stands for every item of a list in the keys of `values_at`."""

_LONGEST_NUMBER = 20
_LARGEST = 100_000
_LONGEST_LIST = 5_000
_FRACTION = re.compile(r"-?\d{1,9}/[1-9]\d{0,8}", re.ASCII)
"""A character's first half without its second, or the other way round."""

Codes = Mapping[str, str]
_CODES: Codes = {
    "missing": "json-file.missing",
    "frozen_set_type": "json-file.list",
    "dataclass_type": "json-file.object",
    "dict_type": "json-file.object",
    "bool_type": "json-file.flag",
    "enum": "json-file.choice",
    "literal_error": "json-file.choice",
}
"""The codes of what pydantic finds by itself."""


class WrongValueError(ValueError):
    """A value that a type refuses: the code and parameters of its problem, without its place."""

    def __init__(self, code: str, params: dict[str, ParamValue]) -> None:
        super().__init__(code)
        self.code, self.params = code, params


def wrong(code: str, value: object, **params: ParamValue) -> WrongValueError:
    """Returns the error for a type's validator to raise: a code with the value as messages show it."""
    return WrongValueError(code, {"value": short(value), **params})


def _list(value: object) -> object:
    if isinstance(value, list) and len(value) <= _LONGEST_LIST:
        return value
    raise wrong("json-file.list", value)


def _number(value: object) -> Number:
    text = str(value) if isinstance(value, int) and not isinstance(value, bool) else value
    if isinstance(text, str) and 0 < len(text) <= _LONGEST_NUMBER and text.split() == [text]:
        return Number(text)
    raise wrong("json-file.number", value)


def _line(value: object) -> str:
    if isinstance(value, str):
        return clean(value)
    raise wrong("json-file.text", value)


def _amount(value: object) -> Fraction:
    if isinstance(value, str) and _FRACTION.fullmatch(value):
        return Fraction(value)
    is_given = isinstance(value, int | float | str) and not isinstance(value, bool)
    amount = exact_number(str(value)) if is_given else None
    if amount is None or abs(amount) > _LARGEST:
        raise wrong("json-file.amount", value)
    return amount


def _whole(least: int) -> PlainValidator:
    def check(value: object) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= _LARGEST:
            return value
        raise wrong("json-file.whole", value, least=least)

    return PlainValidator(check)


def _day(value: object) -> date:
    try:
        return date.fromisoformat(str(value))
    except ValueError as error:
        raise wrong("json-file.date", value) from error


def _clock(value: object) -> time:
    try:
        return time.fromisoformat(str(value))
    except ValueError as error:
        raise wrong("json-file.time", value) from error


ContestantNumber = Annotated[Number, PlainValidator(_number)]
"""The number of a contestant, written as a number or as a text without blanks."""

Line = Annotated[str, PlainValidator(_line)]
"""A text on one line."""

Amount = Annotated[Fraction, PlainValidator(_amount)]
"""An exact amount, written as a number or as a text (`"43.50"`, `"1/3"`)."""

Count = Annotated[int, _whole(0)]
Whole = Annotated[int, _whole(1)]
Flag = StrictBool
Day = Annotated[date, PlainValidator(_day)]
Clock = Annotated[time, PlainValidator(_clock)]
Listed = Annotated[tuple[Item, ...], BeforeValidator(_list)]


def size_validator(code: str, *sizes: int) -> BeforeValidator:
    """Returns a validator that refuses, with a code, anything except a list of one of the sizes."""

    def check(value: object) -> object:
        if isinstance(value, list) and len(value) in sizes:
            return value
        raise wrong(code, value)

    return BeforeValidator(check)


def parse_json(text: str, *, numbers_as_text: bool = False) -> object:
    """Returns the value of a JSON text (`plain_json`). Raises Malformed (`format.json`) with the line and the
    column."""
    try:
        return plain_json(text, numbers_as_text=numbers_as_text)
    except NotJson as error:
        raise Malformed.of("format.json", where=f"line {error.line}", column=error.column) from error


def json_object(content: bytes) -> Object:
    """Returns the object that a JSON file holds; raises Malformed (`format.json`, `json-file.not-object`)."""
    plain = parse_json(text_of(content))
    if not isinstance(plain, dict):
        raise Malformed.of("json-file.not-object")
    return cast(Object, _without_null(plain))


def read_values(
    kind: type[Kind],
    data: object,
    content: bytes,
    rules: Iterable[Problem] = (),
    in_file: Callable[[str], str] = str,
) -> Kind:
    """Returns the data of a file as a value of a dataclass.

    `rules` are problems of whole lists at their paths, reported together with those of single values; `in_file` returns
    the path in the file of a path in the data. Raises Malformed with everything that is wrong, in the order of the
    file, each at `line 3, teams[1].name`.
    """
    values, problems = validate_data(kind, data)
    problems += rules
    if values is None or problems:
        placed = [replace(problem, where=in_file(problem.where)) for problem in problems]
        raise Malformed(*_in_order(placed, json_lines(text_of(content))))
    return values


def validate_data(kind: type[Kind], data: object, codes: Codes = _CODES) -> tuple[Kind | None, list[Problem]]:
    """Returns the values of plain data, or all problems at their paths (`meetings[3].ns`); `codes` are for errors of
    other types than ours."""
    try:
        return _adapter(kind).validate_python(data), []
    except ValidationError as error:
        return None, [_problem({**detail}, codes) for detail in error.errors(include_url=False)]


def values_at(data: object, *keys: str, place: str = "") -> Iterator[tuple[str, object]]:
    """Yields each value that stands under the keys with its place, as far as the data has this form.

    >>> list(values_at({"teams": [{"number": 7}, 3, {"number": "8"}]}, "teams", EACH, "number"))
    [('teams[0].number', 7), ('teams[2].number', '8')]
    """
    if not keys:
        yield place, data
    elif (key := keys[0]) == EACH:
        for at, item in enumerate(data if isinstance(data, list) else []):
            yield from values_at(item, *keys[1:], place=f"{place}[{at}]")
    elif isinstance(data, dict) and key in data:
        yield from values_at(data[key], *keys[1:], place=f"{place}.{key}" if place else key)


def numbers_twice(code: str, numbers: Iterable[tuple[str, object]]) -> Iterator[Problem]:
    """Yields a problem for each number that stands among `numbers` (`values_at`) before."""
    seen: set[str] = set()
    for place, value in numbers:
        if str(value) in seen:
            yield Problem(code, {"value": str(value)}, place)
        seen.add(str(value))


def numbers_unknown(code: str, numbers: Iterable[tuple[str, object]], allowed: Collection[str]) -> Iterator[Problem]:
    """Yields a problem for each number that is not one of `allowed`."""
    return (Problem(code, {"value": str(value)}, place) for place, value in numbers if str(value) not in allowed)


@cache
def _adapter(kind: type[Kind]) -> TypeAdapter[Kind]:
    return TypeAdapter(kind)


def _without_null(plain: object) -> object:
    match plain:
        case dict():
            return {key: _without_null(value) for key, value in plain.items() if value is not None}
        case list():
            return [_without_null(item) for item in plain]
        case _:
            return plain


def _problem(error: Mapping[str, Any], codes: Codes) -> Problem:
    place = ""
    for part in error["loc"]:
        if part != "[key]":
            place += f"[{part}]" if isinstance(part, int) else f".{part}" if place else str(part)
    refused = error.get("ctx", {}).get("error")
    if isinstance(refused, WrongValueError):
        return Problem(refused.code, refused.params, place)
    params: dict[str, ParamValue] = {} if error["type"] == "missing" else {"value": short(error["input"])}
    if error["type"] in ("enum", "literal_error"):
        params["known"] = ", ".join(re.findall("'([^']*)'", error["ctx"]["expected"]))
    return Problem(codes[error["type"]], params, place)


def _in_order(problems: Iterable[Problem], lines: Mapping[str, int]) -> list[Problem]:
    """Returns problems with their lines in the order of the file, those at no place of it first."""
    order = {path: position for position, path in enumerate(lines)}
    placed = []
    for problem in dict.fromkeys(problems):
        path = nearest(problem.where, lines)
        where = f"line {lines[path]}, {problem.where}" if path else problem.where
        placed.append((order.get(path, 0), Problem(problem.code, problem.params, where)))
    return [problem for _, problem in sorted(placed, key=lambda entry: entry[0])]
