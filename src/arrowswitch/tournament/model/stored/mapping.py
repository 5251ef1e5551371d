"""Between a stored value and the domain's: which class, which field and which enum member a stored one stands for.

Stored values have classes of their own. If the JSON has the names of the domain, they are made from the domain's:
`stored_type` makes a stored class of each class in a type, with the same fields and defaults, and the words of each
enum; a place is stored in the fields of the value that has it. Where the domain calls something otherwise than files
do, the stored class is written by hand and declared with `@stored(Slot, {"round": "round_number"})`: its fields are
spelled as in the JSON, and it may have none less and none more than the domain, so nothing is lost in silence. An enum
that is spelled otherwise stands in `texts.NOTATIONS` with its `StoredWords`. Single values (numbers, texts, dates) are
the same on both sides; tuples, mappings and None are gone through.

How the present version spells everything is held by `tests/data/upgrades`: a name that changes in the domain alone is
noticed there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields, is_dataclass, make_dataclass
from enum import StrEnum
from functools import cache
from operator import attrgetter
from types import UnionType
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    TypeVar,
    Union,
    cast,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

import pydantic
from pydantic import AfterValidator, GetCoreSchemaHandler, PlainSerializer

from arrowswitch.core.errors import Impossible
from arrowswitch.tournament.model.places import Place, RoundPlace
from arrowswitch.tournament.model.stored.texts import NOTATIONS

_Form = TypeVar("_Form")
_Convert = Callable[[Any], Any]
_Part = tuple[str, _Convert | None]
"""The path of a part of a value, and its conversion (None: as it is)."""

_DOMAIN: dict[type, tuple[type, Mapping[str, str]]] = {}
"""The domain class of each stored class, and by the stored name of a field the domain's where it is another one (of a
place its way there: `at.place.session`)."""
_STORED: dict[type, type] = {}
"""The stored class of each domain class."""
_SPREAD = (Place, RoundPlace)
"""Values stored in the fields of the value that contains them."""
_TAG = "kind"
"""The field that distinguishes the classes of a union: a class variable in the domain, a field where they are
stored."""


@dataclass_transform(frozen_default=True)
def stored_form(domain: type, renamed: Mapping[str, str] | None = None) -> Callable[[type[_Form]], type[_Form]]:
    """Makes a class the stored form of a domain class; `renamed` holds by stored field name the domain's.

    Its fields are declared with the domain's types, and stored as those are. Raises Impossible when the two do not have
    the same fields.
    """
    names = renamed or {}

    def declare(form: type[_Form]) -> type[_Form]:
        hints = get_type_hints(form, include_extras=True)
        ours = {
            names.get(name, name).partition(".")[0] for name, hint in hints.items() if get_origin(hint) is not Literal
        }
        theirs = {part.name for part in fields(domain)}
        if ours != theirs:
            raise Impossible(f"{form.__name__} and {domain.__name__} differ in {sorted(ours ^ theirs)}")
        form.__annotations__ = {name: stored_type(hint) for name, hint in hints.items()}
        form.__name__ = form.__qualname__ = domain.__name__
        declared: type[_Form] = dataclass(frozen=True, slots=True)(form)
        _note(declared, domain, names)
        return declared

    return declare


def stored_type(form: object) -> object:
    """Returns the type that values of a type of the domain are stored as."""
    origin, parts = get_origin(form), get_args(form)
    if isinstance(form, type) and form not in _DOMAIN and origin is None:
        return _stored_class(form)
    if origin in (Union, UnionType):
        return _one_of(tuple(stored_type(part) for part in parts))
    if origin in (None, Annotated, Literal):
        return form
    return cast(Any, origin)[tuple(stored_type(part) for part in parts)]


def _stored_class(domain: type) -> object:
    """Returns the stored form of a class: a notation, the words of an enum, a stored class, or itself."""
    if domain in NOTATIONS:
        return NOTATIONS[domain]
    if issubclass(domain, StrEnum):
        return Annotated[domain, StoredWords(domain, " ".join(domain))]
    if domain not in _STORED and is_dataclass(domain):
        _note(_made_like(domain), domain, {path.rpartition(".")[2]: path for path, _, _ in _spread(domain)})
    return _STORED.get(domain, domain)


def _made_like(domain: type) -> type:
    """Returns a stored class with the fields and defaults of a class of the domain, and with its tag."""
    spelled: list[tuple[str, Any, Any]] = []
    for path, hint, part in _spread(domain):
        form = stored_type(hint)
        spelled.append((path.rpartition(".")[2], form, _stored_default(part, to_stored(form))))
    if get_origin(get_type_hints(domain).get(_TAG)) is ClassVar:
        tag = getattr(domain, _TAG)
        spelled.append((_TAG, Literal.__getitem__(tag), tag))
    return make_dataclass(domain.__name__, spelled, frozen=True, slots=True)


def _spread(domain: type, before: str = "") -> Iterator[tuple[str, object, Field[Any]]]:
    """Yields the fields of a class with the way to them and their types, those of its places among them."""
    hints = get_type_hints(domain)
    for part in fields(domain):
        if hints[part.name] in _SPREAD:
            yield from _spread(hints[part.name], f"{before}{part.name}.")
        else:
            yield before + part.name, hints[part.name], part


def _stored_default(part: Field[Any], convert: _Convert | None) -> object:
    """Returns the default of a field of the domain as it is stored: what it is in files that lack the field."""
    if part.default_factory is not MISSING:
        make = part.default_factory
        return field(default_factory=make if convert is None else lambda: convert(make()))
    return field(default=part.default if convert is None or part.default is MISSING else convert(part.default))


def _note(form: type, domain: type, names: Mapping[str, str]) -> None:
    """Notes that a stored class, which schemas call by the domain's name, stands for one of the domain."""
    _DOMAIN[form] = (domain, names)
    _STORED.setdefault(domain, form)


def _one_of(parts: tuple[object, ...]) -> object:
    """Returns the union of stored types; several classes are distinguished by their tag."""
    union: Any = Union.__getitem__(parts)
    is_tagged = sum(part in _DOMAIN for part in parts) > 1
    return Annotated[union, pydantic.Field(discriminator=_TAG)] if is_tagged else union


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
    """Returns the conversion from a stored value of this type to the domain's. Returns None if they are the same."""
    return _through(form, to_domain, _class_to_domain)


@cache
def to_stored(form: object) -> _Convert | None:
    """Returns the conversion from the domain's value to the stored value of this type. Returns None if they are the
    same."""
    return _through(form, to_stored, _class_to_stored)


def _class_to_domain(form: type) -> _Convert:
    domain, names = _DOMAIN[form]
    hints = get_type_hints(form, include_extras=True)
    return _made_of(domain, {names.get(name, name): (name, to_domain(hints[name])) for name in _stored_names(form)})


def _class_to_stored(form: type) -> _Convert:
    _, names = _DOMAIN[form]
    hints = get_type_hints(form, include_extras=True)
    return _made_of(form, {name: (names.get(name, name), to_stored(hints[name])) for name in _stored_names(form)})


def _made_of(target: type, parts: Mapping[str, _Part]) -> _Convert:
    """Returns the conversion of a value to a `target`, by the part of the value that each field is made of; a field
    given by its own parts (`place.session`) is made from these."""
    own = {name: part for name, part in parts.items() if "." not in name}
    hints = get_type_hints(target)
    spread = {name.partition(".")[0] for name in parts} - set(own)
    for name in spread:
        inner = {path.removeprefix(f"{name}."): part for path, part in parts.items() if path.startswith(f"{name}.")}
        own[name] = ("", _made_of(hints[name], inner))
    order = [field.name for field in fields(target)][: len(own)]
    if set(order) != set(own):
        by_name = {name: _convert_part(*part) for name, part in own.items()}
        return lambda value: target(**{name: convert(value) for name, convert in by_name.items()})
    if len(order) > 1 and all(convert is None for _, convert in own.values()):
        values_of = attrgetter(*(own[name][0] for name in order))
        return lambda value: target(*values_of(value))
    in_order = tuple(_convert_part(*own[name]) for name in order)
    return lambda value: target(*[convert(value) for convert in in_order])


def _convert_part(path: str, inner: _Convert | None) -> _Convert:
    """Returns the conversion of a part of a value, by its path; with an empty path, of the value."""
    if not path:
        return cast(_Convert, inner)
    part = attrgetter(path)
    return part if inner is None else lambda value: inner(part(value))


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
    if origin is tuple:
        return _of_parts([convert(part) for part in parts])
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return _of_values(convert(parts[1]))
    if origin in (Union, UnionType):
        return _of_classes(parts, convert, convert_class is _class_to_stored)
    return None


def _of_each(inner: _Convert | None) -> _Convert | None:
    return None if inner is None else lambda values: tuple(inner(value) for value in values)


def _of_parts(inner: Sequence[_Convert | None]) -> _Convert | None:
    """Returns the conversion of a tuple with a type for each place."""
    if not any(inner):
        return None
    return lambda values: tuple(
        value if convert is None else convert(value) for convert, value in zip(inner, values, strict=True)
    )


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
