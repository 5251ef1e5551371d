"""Regulations as plain data (what TOML and JSON hold) and back, with every problem told.

The keys are those of the value types in `core` (`averages.plus`, with `-` for `_`), so that no list of keys is kept
here. A key whose type has a default may be missing: stored copies of events may be older than it. Problems name the
file, the line if it is known, the key and the text to write instead.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, replace
from datetime import date
from enum import Enum
from fractions import Fraction
from functools import cache
from itertools import pairwise
from typing import Any, TypeVar, get_args, get_type_hints

from arrowswitch.core.errors import Impossible, Malformed, NotFound, ParamValue, Problem
from arrowswitch.core.regulations import IsoDate, Regulations
from arrowswitch.core.scoring.amounts import plain_string
from arrowswitch.core.scoring.rules import ScoringRules
from arrowswitch.core.scoring.scales import Scale
from arrowswitch.regulations.limits import limit_problems
from arrowswitch.regulations.scales import load_scale, scale_from_plain, scale_to_plain
from arrowswitch.regulations.toml_text import Source, exact_number

Kind = TypeVar("Kind")


def _key(name: str) -> str:
    return name.replace("_", "-")


def _name(key: str) -> str:
    return key.replace("-", "_")


_ORDER = (
    *("averages", "boards", "totals", "ranking", "fouled", "imps", "total-points", "butler", "houston", "worth"),
    *("corrections", "penalties", "unplayed", "grades", "carry-over"),
    *("teams", "board-a-match", "patton", "pachabo", "swiss-pairs", "masterpoints"),
)
"""The sections in the order of files; their types are those of the fields of the same name."""

_KINDS: dict[str, Any] = {**get_type_hints(ScoringRules), **get_type_hints(Regulations)}
_SECTIONS: dict[str, type] = {key: _KINDS[_name(key)] for key in _ORDER}
_SCORING = tuple(_key(item.name) for item in fields(ScoringRules))
_NAMED_SCALES = {
    "houston": ("scale",),
    "teams": ("scale",),
    "patton": ("scale",),
    "pachabo": ("scale",),
    "swiss-pairs": ("percent-scale", "imps-scale"),
}
_TEXTS = ("name", "title", "body", "edition")
_HEADINGS = (*_TEXTS, "laws", "programs", "scales")
_LENGTHS = {"fouled.percents-of-three": 3, "fouled.percents-of-two": 2, "fouled.percents-of-one": 1}


def to_plain(regulations: Regulations) -> dict[str, Any]:
    """Returns all values and clauses as dictionaries, lists, texts, whole numbers and booleans, ready for JSON.

    Fractions that are not whole become texts (`"1/2"`).
    """
    plain: dict[str, Any] = {key: getattr(regulations, key) for key in _TEXTS}
    plain |= {"laws": regulations.laws, "programs": list(regulations.programs)}
    plain["scales"] = [scale_to_plain(scale) for scale in regulations.scales]
    for name, values in _parts(regulations).items():
        plain[name] = {
            _key(item.name): {
                "value": _plain_value(getattr(values, item.name)),
                "clause": regulations.clause(f"{name}.{_key(item.name)}"),
            }
            for item in fields(values)
        }
    return plain


def from_plain(plain: Mapping[str, object], source: Source | None = None) -> Regulations:
    """Returns the regulations that `to_plain` or a file wrote.

    Raises Malformed with all problems: `regulations.unknown-key`, `.missing-key`, `.missing-clause`, `.not-a-section`,
    `.not-a-text`, `.not-a-number`, `.not-a-whole-number`, `.not-true-or-false`, `.not-a-choice`, `.not-a-list`,
    `.negative`, `.too-much`, `.uneven-list`, `.rising-list`, `.wrong-order`, `.contradiction`, `.no-list`,
    `.not-a-date`, `.uneven-rates` and `.rates-order`.
    """
    reader = _Reader(source or Source("regulations"))
    built = reader.regulations(plain)
    Malformed.check(reader.problems)
    return built


def choices_of(key: str) -> tuple[str, ...]:
    """Returns the choices of a value of regulations (`ranking.ties`), empty if it is not a choice.

    >>> choices_of("ranking.by"), choices_of("averages.plus"), choices_of("boards.has-common-top")
    (('total', 'percent', 'exact-percent'), (), ('yes', 'no'))
    """
    section, _, name = key.partition(".")
    kind = _hints(_SECTIONS[section])[_name(name)]
    if kind is bool:
        return ("yes", "no")
    return tuple(str(one.value) for one in kind) if isinstance(kind, type) and issubclass(kind, Enum) else ()


def _parts(regulations: Regulations) -> dict[str, Any]:
    """Returns the rules of each section."""
    return {key: getattr(regulations.scoring if key in _SCORING else regulations, _name(key)) for key in _ORDER}


def _plain_value(value: object) -> object:
    match value:
        case tuple():
            return [_plain_value(item) for item in value]
        case Enum():
            return value.value
        case Fraction():
            return value.numerator if value.denominator == 1 else str(value)
        case _:
            return value


class _WrongValueError(Exception):
    """A value of the wrong kind: the code and parameters of its problem, without key and place."""

    def __init__(self, code: str, **params: ParamValue) -> None:
        super().__init__(code)
        self.code, self.params = code, params


class _Reader:
    """Reads plain data into regulations and collects the problems."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.problems: list[Problem] = []
        self._clauses: dict[str, str] = {}

    def regulations(self, plain: Mapping[str, object]) -> Regulations:
        self._unknown(plain, [*_HEADINGS, *_SECTIONS], "")
        headings: dict[str, Any] = {key: self._heading(plain, key, _text) for key in _TEXTS}
        headings["laws"] = self._heading(plain, "laws", _count)
        headings["programs"] = self._heading({"programs": (), **plain}, "programs", _texts)
        read = {name: self._section(plain, name, kind) for name, kind in _SECTIONS.items()}
        Malformed.check(self.problems)
        parts: dict[str, Any] = {name: _is(kind, read[name]) for name, kind in _SECTIONS.items()}
        built = Regulations(
            **headings,
            scoring=ScoringRules(**{_name(key): parts[key] for key in _SCORING}),
            clauses=self._clauses,
            scales=self._scales(plain, parts),
            **{_name(key): parts[key] for key in _ORDER if key not in _SCORING},
        )
        for code, key, params in limit_problems(built, parts):
            self._problem(code, key, **params)
        return built

    def _scales(self, plain: Mapping[str, object], parts: Mapping[str, object]) -> tuple[Scale, ...]:
        """Returns the scales in the data, and the named scales that are not among them."""
        copies = plain.get("scales", [])
        rows = copies if isinstance(copies, list) else []
        scales = tuple(
            scale_from_plain(row, self._source.within("scales", place))
            for place, row in enumerate(rows)
            if isinstance(row, Mapping)
        )
        if not isinstance(copies, list) or len(scales) != len(rows):
            self._problem("not-a-section", "scales")
        for section, keys in _NAMED_SCALES.items():
            for key in keys:
                scales += self._named_scale(f"{section}.{key}", getattr(parts[section], _name(key)), scales)
        return scales

    def _named_scale(self, key: str, name: str, scales: tuple[Scale, ...]) -> tuple[Scale, ...]:
        if any(scale.name == name for scale in scales):
            return ()
        try:
            return (load_scale(name),)
        except NotFound as unknown:
            self.problems.extend(replace(p, where=self._source.where(key)) for p in unknown.problems)
            return ()

    def _heading(self, plain: Mapping[str, object], key: str, read: Callable[[object], object]) -> object:
        if key not in plain:
            return self._problem("missing-key", key)
        return self._value(key, plain[key], read)

    def _section(self, plain: Mapping[str, object], name: str, kind: type) -> object:
        entries = plain.get(name, {})
        if not isinstance(entries, Mapping):
            return self._problem("not-a-section", name)
        hints = _hints(kind)
        self._unknown(entries, [_key(item) for item in hints], f"{name}.")
        values = {}
        for item, hint in hints.items():
            if _key(item) not in entries and item in _defaults(kind):
                continue
            values[item] = self._entry(f"{name}.{_key(item)}", entries.get(_key(item)), hint)
        return None if self.problems else kind(**values)

    def _entry(self, key: str, entry: object, kind: object) -> object:
        if entry is None:
            return self._problem("missing-key", key)
        if not isinstance(entry, Mapping) or "value" not in entry:
            return self._problem("not-an-entry", key)
        self._unknown(entry, ["value", "clause"], f"{key}.")
        clause = entry.get("clause")
        if not isinstance(clause, str) or not clause.strip():
            return self._problem("missing-clause", key)
        self._clauses[key] = clause
        return self._value(key, entry["value"], lambda value: _read(kind, value, _LENGTHS.get(key, 0)))

    def _value(self, key: str, value: object, read: Callable[[object], object]) -> object:
        try:
            return read(value)
        except _WrongValueError as wrong:
            return self._problem(wrong.code, key, **wrong.params)

    def _unknown(self, table: Mapping[str, object], keys: list[str], prefix: str) -> None:
        for key in table:
            if key not in keys:
                self._problem("unknown-key", f"{prefix}{key}", known=", ".join(keys))

    def _problem(self, code: str, key: str, **params: ParamValue) -> object:
        self.problems.append(Problem(f"regulations.{code}", {"key": key, **params}, self._source.where(key)))
        return None


@cache
def _hints(kind: type) -> Mapping[str, object]:
    return get_type_hints(kind)


@cache
def _defaults(kind: type) -> frozenset[str]:
    """Returns the values that may be left out: those that came after events had begun to keep copies of the rules."""
    return frozenset(item.name for item in fields(kind) if item.default is not MISSING)


def _is(kind: type[Kind], value: object) -> Kind:
    if not isinstance(value, kind):
        raise Impossible(f"regulations were read without problems, but {value!r} is no {kind.__name__}")
    return value


def _read(kind: object, value: object, length: int) -> object:
    if kind is bool:
        return _boolean(value)
    if kind is int:
        return _count(value)
    if kind is str:
        return _text(value)
    if kind is Fraction:
        return _number(value)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _choice(kind, value)
    listed = get_args(kind)
    if listed and listed[0] is IsoDate:
        return _each(_date, value)
    if listed and issubclass(listed[0], Enum):
        return _choices(listed[0], value)
    if listed and not length:
        return _each(_number, value)
    return _percents(value, length)


def _boolean(value: object) -> bool:
    if not isinstance(value, bool):
        raise _WrongValueError("not-true-or-false", value=str(value))
    return value


def _whole(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise _WrongValueError("not-a-whole-number", value=str(value))
    return value


def _count(value: object) -> int:
    number = _whole(value)
    if number < 0:
        raise _WrongValueError("negative", value=str(number))
    return number


def _number(value: object) -> Fraction:
    number = exact_number(value)
    if number is None:
        raise _WrongValueError("not-a-number", value=str(value))
    if number < 0:
        raise _WrongValueError("negative", value=plain_string(number))
    return number


def _choice(kind: type[Enum], value: object) -> Enum:
    for choice in kind:
        if choice.value == value and type(value) is not bool:
            return choice
    raise _WrongValueError("not-a-choice", value=str(value), choices=", ".join(str(choice.value) for choice in kind))


def _choices(kind: type[Enum], value: object) -> tuple[Enum, ...]:
    """Returns choices in their order, none twice."""
    choices = ", ".join(str(choice.value) for choice in kind)
    if not isinstance(value, list | tuple):
        raise _WrongValueError("not-a-choice", value=str(value), choices=choices)
    chosen = tuple(_choice(kind, item) for item in value)
    if len(set(chosen)) != len(chosen):
        raise _WrongValueError("not-a-choice", value=", ".join(str(item) for item in value), choices=choices)
    return chosen


def _percents(value: object, length: int) -> tuple[Fraction, ...]:
    if not isinstance(value, list | tuple) or len(value) != length:
        raise _WrongValueError("not-a-list", value=str(value), count=length)
    numbers = tuple(_number(item) for item in value)
    if len({one - other for one, other in pairwise(numbers)}) > 1:
        raise _WrongValueError("uneven-list", value=", ".join(plain_string(number) for number in numbers))
    return numbers


def _each(read: Callable[[object], object], value: object) -> tuple[object, ...]:
    """Returns a list of any length but none."""
    if not isinstance(value, list | tuple) or not value:
        raise _WrongValueError("no-list", value=str(value))
    return tuple(map(read, value))


def _date(value: object) -> IsoDate:
    try:
        day = date.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        day = None
    if day is None or day.isoformat() != value:
        raise _WrongValueError("not-a-date", value=str(value))
    return IsoDate(day.isoformat())


def _text(value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise _WrongValueError("not-a-text")
    return value


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        raise _WrongValueError("not-a-text")
    return tuple(_text(item) for item in value)
