"""The fields of every form: the id of its sending and the reason; and whole numbers read with an error for the
field."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, TypeVar

from fastapi import Depends, Form, Request
from pydantic import BeforeValidator
from starlette.datastructures import FormData

from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.web.context import new_command_id
from arrowswitch.web.devices.repeated_sends import digest_sent
from arrowswitch.web.tokens import STOOD_FIELD, TOKEN_FIELD
from arrowswitch.web.visitor import Visitor, VisitorDep

Choice = TypeVar("Choice", bound=StrEnum)
LONGEST_TEXT = 200
UNFILLED = BeforeValidator(lambda value: None if value == "" else value)
"""Put it behind the `Query` of what may be left out: a form that asks by GET sends its unfilled fields as well."""
SeenForm = Annotated[int | None, Form(ge=0), UNFILLED]
"""The number of the entry in the slot, or of the newest ledger entry, when a text was typed; None if the sender does
not send it."""


async def stamp_of(
    visitor: VisitorDep, command_id: Annotated[str, Form()] = "", reason: Annotated[str, Form()] = ""
) -> Stamp:
    """Returns the stamp of the command that a form sends."""
    return _stamp(visitor, command_id, reason)


def _stamp(visitor: Visitor, command_id: str, reason: str) -> Stamp:
    return Stamp(
        command_id=command_id[:80] or new_command_id(),
        author=visitor.who,
        device=visitor.device,
        reason=reason.strip()[:LONGEST_TEXT],
        sent=digest_sent() if command_id else "",
    )


def sent_stamp(visitor: Visitor, form: FormData) -> Stamp:
    """Returns the stamp of the command that a form sends, of a form that a route reads by itself."""
    return _stamp(visitor, text_of(form, "command_id"), text_of(form, "reason"))


def text_of(form: FormData, name: str) -> str:
    """Returns a text of a form that a route reads by itself, empty where it is not sent; raises Malformed
    (`desk.error.field`) for a file."""
    value = form.get(name, "")
    if not isinstance(value, str):
        raise Malformed.of("desk.error.field", field=name)
    return value


async def read_form(request: Request) -> Mapping[str, str]:
    """Returns the text fields of a form by name; of a repeated one the last."""
    form = await request.form()
    ours = (TOKEN_FIELD, STOOD_FIELD)
    return {name: value for name, value in form.items() if isinstance(value, str) and name not in ours}


FormDep = Annotated[Mapping[str, str], Depends(read_form)]
"""The text fields of a form: put it among the parameters of a route that reads its form as a whole."""


StampDep = Annotated[Stamp, Depends(stamp_of)]
"""Put it among a POST route's parameters: who, where, why, and the id by which a repeated sending is known."""


def whole(
    text: str, field: str, problems: list[Problem], *, least: int, most: int, empty: int | None = None
) -> int | None:
    """Returns the whole number in a form field, or `empty` when nothing was typed.

    A text that is no number or lies outside `least..most` is added to `problems` (`desk.field.number`), and None is
    returned.
    """
    typed = text.strip().translate(_WIDE)
    if not typed:
        if empty is None:
            problems.append(Problem("desk.field.missing", {}, field))
        return empty
    if not typed.lstrip("-").isdecimal() or len(typed) > 9 or not least <= int(typed) <= most:
        problems.append(Problem("desk.field.number", {"text": text[:40], "least": least, "most": most}, field))
        return None
    return int(typed)


def optional(text: str, field: str, problems: list[Problem], *, least: int, most: int) -> int | None:
    """Returns the whole number in a form field that may stay empty, None for nothing; faults as `whole` tells them."""
    return whole(text, field, problems, least=least, most=most) if text.strip() else None


def only_whole(text: str, field: str, *, least: int, most: int) -> int:
    """Returns the whole number of a form that asks for nothing else; raises Malformed for what is none."""
    problems: list[Problem] = []
    number = whole(text, field, problems, least=least, most=most)
    if number is None:
        raise Malformed(*problems)
    return number


def clock_time(typed: str) -> str:
    """Returns a typed time of day as `HH:MM`: `9:05`, `905` and `19:00:00` are accepted.

    >>> clock_time("905"), clock_time("19:00:00")
    ('09:05', '19:00')
    """
    text = _WHOLE_SECONDS.sub("", typed.strip())
    digits = text.replace(":", "")
    if digits.isdecimal() and len(digits) in (3, 4):
        return f"{digits[:-2]:0>2}:{digits[-2:]}"
    return text[:LONGEST_TEXT]


def choice(
    text: str, field: str, kind: type[Choice], problems: list[Problem], unset: str | None = None
) -> Choice | None:
    """Returns the chosen value of an enum; None for `unset`, and for an unknown value, which is added to `problems`
    (`desk.field.choice`)."""
    if text in set(kind):
        return kind(text)
    if text != unset:
        problems.append(Problem("desk.field.choice", {"text": text[:40]}, field))
    return None


def line(text: str, field: str, problems: list[Problem], *, is_needed: bool = False, most: int = LONGEST_TEXT) -> str:
    """Returns a line of text without blanks around it; too long or (when needed) missing is added to `problems`."""
    typed = " ".join(text.split())
    if is_needed and not typed:
        problems.append(Problem("desk.field.missing", {}, field))
    if len(typed) > most:
        problems.append(Problem("desk.field.long", {"most": most, "length": len(typed)}, field))
    return typed


def check(problems: list[Problem]) -> None:
    """Raises Malformed with all problems of a form, or does nothing."""
    if problems:
        raise Malformed(*problems)


_WHOLE_SECONDS = re.compile(r"(?<=:\d\d):00$", re.ASCII)
_WIDE = {ord("０") + digit: str(digit) for digit in range(10)} | {ord("－"): "-", ord("ー"): "-"}
