"""A command, its fact and the part of the state made from that fact share most of their fields, under the same names.
The copying of these fields is defined here once."""

from __future__ import annotations

from dataclasses import Field, fields
from functools import cache
from typing import Any, ClassVar, Protocol, TypeVar


class HasFields(Protocol):
    """Any dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


_Made = TypeVar("_Made", bound=HasFields)


def made_like(kind: type[_Made], source: HasFields, **others: object) -> _Made:
    """Returns a value of a class with `others` as its fields; the fields left out are copied from `source` by name.

    A field that is in neither has its default; without a default the class raises TypeError.
    """
    return kind(**{name: getattr(source, name) for name in _shared_fields(kind, type(source))} | others)


@cache
def _shared_fields(kind: type[HasFields], source: type[HasFields]) -> frozenset[str]:
    return frozenset({field.name for field in fields(kind)} & {field.name for field in fields(source)})
