"""A command, the fact that comes of it and what the state keeps of that fact say mostly the same, in fields of the same
names: what one takes over from the other is said here once."""

from __future__ import annotations

from dataclasses import Field, fields
from functools import cache
from typing import Any, ClassVar, Protocol, TypeVar


class HasFields(Protocol):
    """Any dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


_Made = TypeVar("_Made", bound=HasFields)


def made_like(kind: type[_Made], source: HasFields, **given: object) -> _Made:
    """Returns a value of a class with what is `given`, and in its other fields what `source` has under their names.

    A field that neither fills has its default; without one the class refuses, as always.
    """
    return kind(**{name: getattr(source, name) for name in _shared(kind, type(source))} | given)


@cache
def _shared(kind: type[HasFields], source: type[HasFields]) -> frozenset[str]:
    return frozenset({field.name for field in fields(kind)} & {field.name for field in fields(source)})
