"""Edits as plain JSON: `{"edit": "swap-numbers", "one": "3", "other": "7", "rounds": [2]}`.

The name is that of the kind of edit (`Edit.kind`); the other keys are its fields. Fields with a default may be left
out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, fields
from typing import get_type_hints

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.core.movements.editing import appendix, cells, fill, layout, numbers
from arrowswitch.core.movements.editing.edits import Edit
from arrowswitch.core.movements.typed import is_number_text, short

MOST = 9_999
"""Numbers above this are mistakes of typing."""
_MOST_ITEMS = 999
_MOST_TEXT = 200
EDITS: Mapping[str, type[Edit]] = {
    edit.kind(): edit
    for module in (cells, fill, numbers, layout, appendix)
    for edit in vars(module).values()
    if isinstance(edit, type) and issubclass(edit, Edit) and edit is not Edit
}
"""Every kind of edit by its name."""


def edit_to_plain(edit: Edit) -> dict[str, object]:
    """Returns an edit as plain JSON values; `edit_from_plain` makes the same edit."""
    plain: dict[str, object] = {"edit": edit.kind()}
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
    kind = EDITS.get(str(data.get("edit")))
    if kind is None:
        raise Malformed.of("sheet.edit.unknown", "edit", value=short(data.get("edit")), known=", ".join(EDITS))
    Malformed.check(_key_problems(kind, data))
    return kind(**{name: _as_tuple(value) for name, value in data.items() if name != "edit"})


def _key_problems(kind: type[Edit], data: Mapping[object, object]) -> Iterator[Problem]:
    hints = get_type_hints(kind)
    names = [field.name for field in fields(kind)]
    for field in fields(kind):
        wanted, is_value = _KINDS[hints[field.name]]
        if field.name not in data:
            if field.default is MISSING:
                yield Problem("sheet.edit.missing", {}, field.name)
        elif not is_value(data[field.name]):
            yield Problem(f"sheet.edit.{wanted}", {"value": short(data[field.name])}, field.name)
    for key in data:
        if key != "edit" and key not in names:
            yield Problem("sheet.edit.key", {"known": ", ".join(names) or "-"}, short(key))


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


def _as_tuple(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


_KINDS: Mapping[object, tuple[str, Callable[[object], bool]]] = {
    int: ("whole", _is_whole),
    int | None: ("whole", _or_nothing(_is_whole)),
    str: ("text", _is_text),
    Number: ("number", is_number_text),
    Number | None: ("number", _or_nothing(is_number_text)),
    tuple[int, ...]: ("rounds", _is_list_of(_is_whole)),
    tuple[Number, ...]: ("numbers", _is_list_of(is_number_text)),
    tuple[str, ...]: ("texts", _is_list_of(_is_text)),
    Mapping[Number, Number]: ("renumbering", _is_renumbering),
}
"""For the type of a field what it should be, in the message `sheet.edit.<it>`, and whether a value is that."""
