"""Between a stored value and the domain's: which class, which field and which enum member a stored one stands for.

`@stored(Slot)` declares the JSON object that a `Slot` is stored as. Its fields are spelled as in the JSON; those that
the domain calls otherwise are named in `renamed`. A stored class that leaves out a field of the domain, or has one
too many, is refused when the program is loaded: nothing is lost in silence. Single values (numbers, texts, dates) are
the same on both sides; tuples, mappings and None are gone through.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cache
from types import UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, dataclass_transform, get_args, get_origin, get_type_hints

from pydantic import AfterValidator, GetCoreSchemaHandler, PlainSerializer

from arrowswitch.core.errors import Impossible

_Form = TypeVar("_Form")
_Convert = Callable[[Any], Any]

_DOMAIN: dict[type, tuple[type, Mapping[str, str]]] = {}
"""The domain class of each stored class, and by the stored name of a field the domain's where it is another one."""


@dataclass_transform(frozen_default=True)
def stored(domain: type, renamed: Mapping[str, str] | None = None) -> Callable[[type[_Form]], type[_Form]]:
    """Makes a class the stored form of a domain class; `renamed` holds by stored field name the domain's.

    Raises Impossible when the two do not have the same fields.
    """
    names = renamed or {}

    def declare(form: type[_Form]) -> type[_Form]:
        declared: type[_Form] = dataclass(frozen=True, slots=True)(form)
        ours = {names.get(name, name) for name in _stored_names(declared)}
        theirs = {field.name for field in fields(domain)}
        if ours != theirs:
            raise Impossible(f"{form.__name__} and {domain.__name__} differ in {sorted(ours ^ theirs)}")
        declared.__doc__ = form.__doc__ or domain.__doc__
        _DOMAIN[declared] = (domain, names)
        return declared

    return declare


class StoredWords:
    """The words that the members of an enum are stored as.

    They are the members' values, but for those in `renamed`, which holds by stored word the value of today. Raises
    Impossible when a member has no word, or a word no member.
    """

    def __init__(self, members: type[StrEnum], words: str, renamed: Mapping[str, str] | None = None) -> None:
        names = renamed or {}
        by_value = {member.value: member for member in members}
        values = {word: names.get(word, word) for word in words.split()}
        if set(values.values()) != set(by_value):
            raise Impossible(f"the stored words of {members.__name__} are not its members: {sorted(values)}")
        self._members = {word: by_value[value] for word, value in values.items()}
        self._words = {member: word for word, member in self._members.items()}

    def __get_pydantic_core_schema__(self, source: object, handler: GetCoreSchemaHandler) -> Mapping[str, object]:
        """Returns the schema of one of the words, which is read as its member."""
        one_of: Any = Literal.__getitem__(tuple(self._members))
        read, write = AfterValidator(self._members.__getitem__), PlainSerializer(self._words.__getitem__, one_of)
        return handler.generate_schema(Annotated[one_of, read, write])


def _stored_names(form: type) -> tuple[str, ...]:
    """Returns the fields of a stored class that the domain knows: all but the tag of a fact."""
    hints = get_type_hints(form)
    return tuple(field.name for field in fields(form) if get_origin(hints[field.name]) is not Literal)


@cache
def to_domain(form: object) -> _Convert | None:
    """Returns what makes the domain's value of a stored value of this type; None when they are the same."""
    return _through(form, to_domain, _class_to_domain)


@cache
def to_stored(form: object) -> _Convert | None:
    """Returns what makes a stored value of this type of the domain's value; None when they are the same."""
    return _through(form, to_stored, _class_to_stored)


def _class_to_domain(form: type) -> _Convert:
    domain, names = _DOMAIN[form]
    hints = get_type_hints(form, include_extras=True)
    return _made_of(domain, [(name, names.get(name, name), to_domain(hints[name])) for name in _stored_names(form)])


def _class_to_stored(form: type) -> _Convert:
    _, names = _DOMAIN[form]
    hints = get_type_hints(form, include_extras=True)
    return _made_of(form, [(names.get(name, name), name, to_stored(hints[name])) for name in _stored_names(form)])


def _made_of(target: type, moves: list[tuple[str, str, _Convert | None]]) -> _Convert:
    """Returns what makes a `target` of a value: from which of its fields, to which, and how."""

    def convert(value: object) -> object:
        given = {}
        for source, name, inner in moves:
            part = getattr(value, source)
            given[name] = part if inner is None else inner(part)
        return target(**given)

    return convert


def _through(
    form: object, convert: Callable[[object], _Convert | None], convert_class: Callable[[type], _Convert]
) -> _Convert | None:
    """Returns how a type is gone through: stored classes by `convert_class`, what they stand in by `convert`."""
    origin, parts = get_origin(form), get_args(form)
    if isinstance(form, type) and form in _DOMAIN:
        return convert_class(form)
    if origin is Annotated:
        return convert(parts[0])
    if origin is tuple and parts[-1] is Ellipsis:
        return _of_each(convert(parts[0]))
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _of_values(convert(parts[1]))
    if origin in (Union, UnionType):
        return _of_classes(parts, convert, convert_class is _class_to_stored)
    return None


def _of_each(inner: _Convert | None) -> _Convert | None:
    return None if inner is None else lambda values: tuple(inner(value) for value in values)


def _of_values(inner: _Convert | None) -> _Convert | None:
    return None if inner is None else lambda values: {key: inner(value) for key, value in values.items()}


def _of_classes(
    parts: tuple[object, ...], convert: Callable[[object], _Convert | None], is_domain: bool
) -> _Convert | None:
    """Returns the conversion of one of several classes, or None, by the class of the value."""
    classes = [part for part in parts if isinstance(part, type) and part in _DOMAIN]
    if any(part not in classes and convert(part) is not None for part in parts):
        raise Impossible(f"a stored value is one of classes only, not of {parts}")
    by_class = {_DOMAIN[part][0] if is_domain else part: convert(part) for part in classes}

    def convert_one(value: object) -> object:
        inner = by_class.get(type(value))
        return value if inner is None else inner(value)

    return convert_one if by_class else None
