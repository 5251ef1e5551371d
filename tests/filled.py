"""Instances with every field set to a value other than its default, built from the types of the fields.

A test that copies such an instance notices a field that the copy loses, also one that is added later.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from datetime import UTC, datetime
from enum import Enum
from fractions import Fraction
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

_Filled = TypeVar("_Filled")

_PLAIN: Mapping[type, tuple[object, object]] = {
    bool: (True, False),
    int: (7, 8),
    str: ("seven", "eight"),
    Fraction: (Fraction(7, 2), Fraction(4)),
    datetime: (datetime(2026, 11, 21, tzinfo=UTC), datetime(2026, 11, 22, tzinfo=UTC)),
}
"""Two values of each type: the second is for a field whose default is the first."""


def fill_fields(kind: type[_Filled], **values: object) -> _Filled:
    """Returns an instance of a dataclass in which no field has its default, with the `values` named."""
    hints = get_type_hints(kind)
    others = {part.name: _value(hints[part.name], default_of(part)) for part in fields(kind)}  # type: ignore[arg-type]  # a dataclass
    return kind(**{**others, **values})


def default_of(part: Field[Any]) -> object:
    """Returns the default of a field; MISSING without one."""
    return part.default if part.default_factory is MISSING else part.default_factory()


def lost_fields(source: object, copy: object, *but: str) -> list[str]:
    """Returns the fields of the source that the copy does not have or has with another value, without those named."""
    names = [part.name for part in fields(source) if part.name not in but]  # type: ignore[arg-type]  # a dataclass
    return [name for name in names if getattr(copy, name, MISSING) != getattr(source, name)]


def _value(hint: Any, default: object) -> Any:
    origin, parts = get_origin(hint), get_args(hint)
    if hasattr(hint, "__supertype__"):
        return _value(hint.__supertype__, default)
    if origin in (Union, UnionType):
        return _value(next(part for part in parts if part is not NoneType), default)
    if origin is tuple:
        return tuple(_value(part, MISSING) for part in parts if part is not Ellipsis)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return {_value(parts[0], MISSING): _value(parts[1], MISSING)}
    if isinstance(hint, type) and issubclass(hint, Enum):
        return next(member for member in hint if member != default)
    if isinstance(hint, type) and is_dataclass(hint):
        return fill_fields(hint)
    return next(value for value in _PLAIN[hint] if value != default)
