"""The operations on a sheet from the toolbar: one form for each edit, described by its fields.

An operation has the name of its edit in plain JSON (`core.movements.editing.plain`); its form is read here, and the
edit is made there. An edit that removes something is shown first: the page shows the sheet after it and the faults it
causes.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from arrowswitch.core.errors import NotFound, Problem
from arrowswitch.core.movements.checking.verify import DECLARATIONS
from arrowswitch.core.movements.editing import Edit, edit_from_plain
from arrowswitch.core.movements.model import Movement
from arrowswitch.web.forms import check, line, whole

ROUND, TABLE, NUMBER, CHOICE = "round", "table", "number", "choice"
WHOLE, TEXT, ROUNDS, NUMBERS, MAPPING = "whole", "text", "rounds", "numbers", "mapping"
_MOST = 999
_RANGE = re.compile(r"(\d{1,3})\s*[-–]\s*(\d{1,3})")
_TWO = re.compile(r"\s*([^\s=>→]+)\s*(?:=>|->|→|=|>)\s*([^\s=>→]+)\s*")


@dataclass(frozen=True, slots=True)
class OperationField:
    """One field of an operation's form. `name` is the edit's own; lists are chosen from, the rest is typed."""

    name: str
    kind: str
    is_optional: bool = False
    least: int = 1
    default: str = ""
    choices: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """Returns the message code of the field's label."""
        return f"desk.workbench.field.{self.name.replace('_', '-')}"

    @property
    def hint(self) -> str:
        """Returns the message code of the hint for typing; empty if there is none."""
        return f"desk.workbench.hint.{self.kind}" if self.kind in (ROUNDS, NUMBERS, MAPPING) else ""


@dataclass(frozen=True, slots=True)
class Operation:
    """One thing of the toolbar. `asks_first`: what breaks is shown before it is done."""

    name: str
    group: str
    fields: tuple[OperationField, ...] = ()
    asks_first: bool = False

    @property
    def title(self) -> str:
        """Returns the message code of the operation's name."""
        return f"desk.workbench.op.{self.name}"


_BY = OperationField("by", WHOLE, least=-_MOST, default="1")
_ROUND, _TABLE = OperationField("round", ROUND), OperationField("table", TABLE)
_ONE_TABLE, _OTHER_TABLE = OperationField("one", TABLE), OperationField("other", TABLE, default="2")
_ONE_ROUND, _OTHER_ROUND = OperationField("one", ROUND), OperationField("other", ROUND, default="2")

OPERATIONS: tuple[Operation, ...] = (
    Operation("add-ab-table", "tables", (_TABLE,)),
    Operation("add-appendix", "tables", (_TABLE,)),
    Operation("add-table", "tables"),
    Operation("drop-table", "tables", (_TABLE,), asks_first=True),
    Operation("swap-tables", "tables", (_ONE_TABLE, _OTHER_TABLE)),
    Operation("rotate-tables", "tables", (_BY,)),
    Operation("set-table-label", "tables", (_TABLE, OperationField("label", TEXT, is_optional=True))),
    Operation("set-bye-stand", "tables", (_TABLE, OperationField("places", WHOLE, least=0, default="1"))),
    Operation("cut-after", "rounds", (_ROUND,), asks_first=True),
    Operation("start-in-round", "rounds", (_ROUND,)),
    Operation("turn-arrow", "rounds", (_ROUND, OperationField("table", TABLE, is_optional=True))),
    Operation("swap-rounds", "rounds", (_ONE_ROUND, _OTHER_ROUND)),
    Operation("rotate-rounds", "rounds", (_BY,)),
    Operation("add-round", "rounds"),
    Operation("drop-rounds", "rounds", (OperationField("rounds", ROUNDS),), asks_first=True),
    Operation(
        "swap-numbers",
        "numbers",
        (
            OperationField("one", NUMBER),
            OperationField("other", NUMBER, default="2"),
            OperationField("rounds", ROUNDS, is_optional=True),
        ),
    ),
    Operation("renumber", "numbers", (OperationField("numbers", MAPPING),)),
    Operation("rotate-numbers", "numbers", (OperationField("numbers", NUMBERS), _BY)),
    Operation("set-phantom", "numbers", (OperationField("number", NUMBER, is_optional=True),)),
    Operation("set-stationary", "numbers", (OperationField("numbers", NUMBERS, is_optional=True),)),
    Operation(
        "set-boards",
        "boards",
        (
            OperationField("boards_per_round", WHOLE),
            OperationField("first_board", WHOLE, default="1"),
            OperationField("sets", WHOLE, is_optional=True),
        ),
    ),
    Operation(
        "declare",
        "boards",
        (
            OperationField("name", CHOICE, choices=tuple(sorted(DECLARATIONS))),
            OperationField("value", TEXT, is_optional=True),
        ),
    ),
)
"""In the order in which the toolbar shows them."""

GROUPS: tuple[str, ...] = ("tables", "rounds", "numbers", "boards")


def operation_named(name: str) -> Operation:
    """Returns an operation; raises NotFound (`desk.workbench.no-operation`)."""
    for operation in OPERATIONS:
        if operation.name == name:
            return operation
    raise NotFound.of("desk.workbench.no-operation", name=name[:40])


def edit_from(operation: Operation, form: Mapping[str, str], movement: Movement) -> Edit:
    """Returns the edit that a form asks for; raises Malformed with a problem for each field that cannot be read."""
    problems: list[Problem] = []
    plain: dict[str, object] = {"edit": operation.name}
    for field in operation.fields:
        typed = form.get(field.name, "").strip()
        if not typed and field.is_optional:
            plain |= _left_empty(field, operation)
        elif not typed:
            problems.append(Problem("desk.field.missing", {}, field.name))
        else:
            plain[field.name] = _read(field, typed, movement, problems)
    check(problems)
    return edit_from_plain(plain)


def _left_empty(field: OperationField, operation: Operation) -> dict[str, object]:
    """Returns the value of an optional field when nothing is typed; a field with a default of its own is left out."""
    if field.kind == TEXT:
        return {field.name: ""}
    if operation.name == "set-phantom":
        return {field.name: None}
    return {field.name: []} if field.kind == NUMBERS else {}


def _read(field: OperationField, typed: str, movement: Movement, problems: list[Problem]) -> object:
    match field.kind:
        case "round":
            return whole(typed, field.name, problems, least=1, most=max(1, movement.rounds))
        case "table":
            return whole(typed, field.name, problems, least=1, most=max(1, movement.tables))
        case "whole":
            return whole(typed, field.name, problems, least=field.least, most=_MOST)
        case "rounds":
            return _rounds(typed, field.name, problems)
        case "numbers":
            return [word for part in _words(typed) for word in _spread(part)]
        case "mapping":
            return _mapping(typed, field.name, problems)
        case _:
            return line(typed, field.name, problems)


def _words(typed: str) -> list[str]:
    return [word for word in re.split(r"[,、;\s]+", unicodedata.normalize("NFKC", typed)) if word]


def _spread(word: str) -> list[str]:
    """Returns the numbers of `3-6`, or the word itself.

    >>> _spread("3-6"), _spread("NS7")
    (['3', '4', '5', '6'], ['NS7'])
    """
    span = _RANGE.fullmatch(word)
    return [word] if span is None else [str(number) for number in range(int(span[1]), int(span[2]) + 1)]


def _rounds(typed: str, name: str, problems: list[Problem]) -> list[int]:
    words = [word for part in _words(typed) for word in _spread(part)]
    if any(not word.isdecimal() or len(word) > 3 for word in words):
        problems.append(Problem("desk.workbench.rounds", {"text": typed[:40]}, name))
        return []
    return [int(word) for word in words]


def _mapping(typed: str, name: str, problems: list[Problem]) -> dict[str, str]:
    parts = [part for part in re.split(r"[,、;]+", unicodedata.normalize("NFKC", typed)) if part.strip()]
    matches = [_TWO.fullmatch(part) for part in parts]
    wrong = [part for part, two in zip(parts, matches, strict=True) if two is None]
    if wrong or not parts:
        problems.append(Problem("desk.workbench.mapping", {"text": (wrong or [typed])[0].strip()[:40]}, name))
    return {two[1]: two[2] for two in matches if two is not None}
