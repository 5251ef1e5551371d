"""A command, its fact and the part of the state made from that fact share most of their fields, under the same names.
The copying of these fields is defined here once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields
from functools import cache
from operator import attrgetter, itemgetter
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple, Protocol, TypeVar


class HasFields(Protocol):
    """Any dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


_Made = TypeVar("_Made", bound=HasFields)


def made_like(kind: type[_Made], source: HasFields, **others: object) -> _Made:
    """Returns a value of a class with `others` as its fields; the fields left out are copied from `source` by name.

    A field that is in neither has its default; without a default the class raises TypeError.
    """
    plan = _copying(kind, type(source), tuple(others))
    if plan.order is None:
        return kind(**dict(zip(plan.names, plan.values(source), strict=True)), **others)
    return kind(*plan.order((*plan.values(source), *others.values(), *plan.defaults)))


class _Copying(NamedTuple):
    """The fields that a class takes from another one: their names, the function that returns their values, and the
    defaults of the fields that are in neither. `order` brings the values of all fields into the order of the class;
    None if a field is left to the class."""

    names: tuple[str, ...]
    values: Callable[[object], tuple[Any, ...]]
    defaults: tuple[object, ...] = ()
    order: Callable[[tuple[object, ...]], tuple[object, ...]] | None = None


@cache
def _copying(kind: type[HasFields], source: type[HasFields], others: tuple[str, ...]) -> _Copying:
    theirs = {field.name for field in fields(source)}
    names = tuple(field.name for field in fields(kind) if field.name in theirs and field.name not in others)
    left_out = [field for field in fields(kind) if field.name not in {*names, *others}]
    own = [field.name for field in fields(kind)]
    is_plain = all(field.init and field.default is not MISSING for field in left_out) and set(others) <= set(own)
    if len(own) == 1 or not is_plain or any(field.kw_only for field in fields(kind)):
        return _Copying(names, values_of(names))
    listed = [*names, *others, *(field.name for field in left_out)]
    order = itemgetter(*(listed.index(name) for name in own))
    return _Copying(names, values_of(names), tuple(field.default for field in left_out), order)


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
