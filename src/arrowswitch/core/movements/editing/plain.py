"""Edits as plain JSON: `{"edit": "swap-numbers", "one": "3", "other": "7", "rounds": [2]}`.

The name is that of the value in `edits`, in small letters with hyphens; the other keys are its fields. What has a
default may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import get_args, get_type_hints

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.core.movements.editing.edits import Edit
from arrowswitch.core.movements.typed import is_number_text, short

MOST = 9_999
"""Numbers above this are mistakes of typing."""
_MOST_ITEMS = 999
_MOST_TEXT = 200


def edit_to_plain(edit: Edit) -> dict[str, object]:
    """Returns an edit as plain JSON values; `edit_from_plain` makes the same edit."""
    plain: dict[str, object] = {"edit": _name(type(edit))}
    for field in fields(edit):
        value = getattr(edit, field.name)
        if isinstance(value, tuple):
            value = list(value)
        elif isinstance(value, Mapping):
            value = dict(value)
        plain[field.name] = value
    return plain


def edit_from_plain(data: object) -> Edit:
    """Returns the edit that `data` (what a JSON parser returns) describes.

    Raises Malformed with one problem for everything that cannot be read, each with its key: `sheet.edit.not-object`,
    `sheet.edit.unknown`, `sheet.edit.missing`, `sheet.edit.key`, `sheet.edit.value`.
    """
    if not isinstance(data, dict):
        raise Malformed.of("sheet.edit.not-object")
    form = _FORMS.get(str(data.get("edit")))
    if form is None:
        raise Malformed.of("sheet.edit.unknown", "edit", value=short(data.get("edit")), known=", ".join(_FORMS))
    Malformed.check(_key_problems(form, data))
    values = {name: field.read(data[name]) for name, field in form.fields.items() if name in data}
    return form.make(**values)


@dataclass(frozen=True, slots=True)
class _Field:
    """How one field of an edit is read: `wanted` names what it should be, in the message `sheet.edit.<wanted>`."""

    wanted: str
    is_value: Callable[[object], bool]
    read: Callable[[object], object]
    is_needed: bool


@dataclass(frozen=True, slots=True)
class _Form:
    make: Callable[..., Edit]
    fields: Mapping[str, _Field]


def _key_problems(form: _Form, data: Mapping[object, object]) -> Iterator[Problem]:
    for name, field in form.fields.items():
        if name not in data:
            if field.is_needed:
                yield Problem("sheet.edit.missing", {}, name)
        elif not field.is_value(data[name]):
            yield Problem(f"sheet.edit.{field.wanted}", {"value": short(data[name])}, name)
    for key in data:
        if key != "edit" and key not in form.fields:
            yield Problem("sheet.edit.key", {"known": ", ".join(form.fields) or "-"}, short(key))


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and -MOST <= value <= MOST


def _is_text(value: object) -> bool:
    return isinstance(value, str) and len(value) <= _MOST_TEXT and value.isprintable()


def _is_list_of(is_item: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: isinstance(value, list) and len(value) <= _MOST_ITEMS and all(map(is_item, value))


def _is_renumbering(value: object) -> bool:
    return isinstance(value, dict) and all(is_number_text(number) for two in value.items() for number in two)


def _or_nothing(is_value: Callable[[object], bool]) -> Callable[[object], bool]:
    return lambda value: value is None or is_value(value)


def _as_it_is(value: object) -> object:
    return value


def _as_tuple(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


_KINDS: Mapping[object, tuple[str, Callable[[object], bool], Callable[[object], object]]] = {
    int: ("whole", _is_whole, _as_it_is),
    int | None: ("whole", _or_nothing(_is_whole), _as_it_is),
    str: ("text", _is_text, _as_it_is),
    Number: ("number", is_number_text, _as_it_is),
    Number | None: ("number", _or_nothing(is_number_text), _as_it_is),
    tuple[int, ...]: ("rounds", _is_list_of(_is_whole), _as_tuple),
    tuple[Number, ...]: ("numbers", _is_list_of(is_number_text), _as_tuple),
    Mapping[Number, Number]: ("renumbering", _is_renumbering, _as_it_is),
}


def _name(edit: type) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])|(?<=AB)(?=[A-Z])", "-", edit.__name__).lower()


def _form(edit: type[Edit]) -> _Form:
    hints = get_type_hints(edit)
    read = {
        field.name: _Field(*_KINDS[hints[field.name]], is_needed=field.default is MISSING) for field in fields(edit)
    }
    return _Form(edit, read)


_FORMS: Mapping[str, _Form] = {_name(edit): _form(edit) for edit in get_args(Edit)}
