"""A command, its fact and the part of the state made from that fact share most of their fields, under the same names.
The copying of these fields is defined here once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import Field, fields
from functools import cache
from operator import attrgetter
from types import MappingProxyType
from typing import Any, ClassVar, Protocol, TypeVar


class HasFields(Protocol):
    """Any dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


_Made = TypeVar("_Made", bound=HasFields)


def made_like(kind: type[_Made], source: HasFields, **others: object) -> _Made:
    """Returns a value of a class with `others` as its fields; the fields left out are copied from `source` by name.

    A field that is in neither has its default; without a default the class raises TypeError.
    """
    names, values = _shared_fields(kind, type(source), tuple(others))
    return kind(**dict(zip(names, values(source), strict=True)), **others)


@cache
def _shared_fields(
    kind: type[HasFields], source: type[HasFields], others: tuple[str, ...]
) -> tuple[tuple[str, ...], Callable[[HasFields], tuple[object, ...]]]:
    """Returns the fields that a class takes from another one, and the function that returns their values."""
    theirs = {field.name for field in fields(source)}
    names = tuple(field.name for field in fields(kind) if field.name in theirs and field.name not in others)
    return names, values_of(names)


def values_of(names: tuple[str, ...]) -> Callable[[object], tuple[Any, ...]]:
    """Returns the function that returns the values of some fields, of any number."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda value: tuple(getattr(value, name) for name in names)


def replace_fields(value: _Made, **parts: object) -> _Made:
    """Returns a value with other values in some fields, as `dataclasses.replace` does, which takes three times as long:
    for what is done with every result. Every field of the class is a parameter of its making.

    >>> from arrowswitch.tournament.model.places import Place
    >>> replace_fields(Place(1, "A"), section="B")
    Place(session=1, section='B')
    """
    kind = type(value)
    places, values = _places(kind)
    all_values = list(values(value))
    for name, part in parts.items():
        all_values[places[name]] = part
    return kind(*all_values)


@cache
def _places(kind: type[HasFields]) -> tuple[Mapping[str, int], Callable[[object], tuple[Any, ...]]]:
    names = tuple(field.name for field in fields(kind))
    return MappingProxyType({name: place for place, name in enumerate(names)}), values_of(names)
