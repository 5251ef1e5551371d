"""A movement or a plan of several sessions from a file, every problem told with its line.

A movement is in JSON or in the open text, recognised by the first sign; a plan is in JSON only. Files that cannot be
read are refused; the checker judges the movement.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from arrowswitch.core.errors import Malformed
from arrowswitch.core.movements.model import Movement
from arrowswitch.core.movements.sessions.plan import SessionPlan
from arrowswitch.formats.json.lines import json_lines, place_problems
from arrowswitch.formats.json.values import parse_json
from arrowswitch.formats.kinds import is_json_start
from arrowswitch.formats.movement.movement_json import from_plain
from arrowswitch.formats.movement.movement_text import parse_movement_text
from arrowswitch.formats.movement.plan_json import is_plan, plan_from_plain
from arrowswitch.formats.reading import text_of

_Read = TypeVar("_Read")


def read_movement_file(data: bytes) -> Movement:
    """Returns the movement of a file.

    Raises Malformed with every problem; `where` is `line 12` wherever the place in the file is known
    (`format.json`, `movement-text.*`, `movement.file.*`).
    """
    text = text_of(data).removeprefix("\ufeff")
    if is_json_start(text):
        return _read(from_plain, parse_json(text), text)
    return parse_movement_text(data)


def read_plan_file(data: bytes) -> SessionPlan | None:
    """Returns the plan of a file, or nothing when it holds something else (one movement, the open text).

    Raises Malformed with every problem; `where` is `line 12` wherever the place in the file is known.
    """
    text = text_of(data).removeprefix("\ufeff")
    if not text.lstrip().startswith("{") or not is_json_start(text):
        return None
    plain = parse_json(text)
    return _read(plan_from_plain, plain, text) if is_plan(plain) else None


def _read(reader: Callable[[object], _Read], plain: object, text: str) -> _Read:
    try:
        return reader(plain)
    except Malformed as mistake:
        lines = {path: f"line {line}" for path, line in json_lines(text).items() if path}
        raise Malformed(*place_problems(mistake.problems, lines)) from mistake
