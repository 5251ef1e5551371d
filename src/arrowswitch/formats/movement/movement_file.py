"""A movement from a file, in JSON or in the open text, every problem told with its line.

Which of the two it is is seen by its first sign. What cannot be read as a movement is refused; whether it is a good
one is the checker's business.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from arrowswitch.core.errors import Malformed
from arrowswitch.core.movements.model import Movement
from arrowswitch.formats.json.lines import json_lines
from arrowswitch.formats.json.values import parsed
from arrowswitch.formats.movement.movement_json import from_plain
from arrowswitch.formats.movement.movement_text import parse_movement_text
from arrowswitch.formats.reading import text_of


def read_movement_file(data: bytes) -> Movement:
    """Returns the movement of a file.

    Raises Malformed with every problem; `where` is `line 12` wherever the place in the file is known
    (`format.json`, `movement-text.*`, `movement.file.*`).
    """
    text = text_of(data).removeprefix("\ufeff")
    if text.lstrip().startswith(("{", "[")):
        return _placed(parsed(text), json_lines(text))
    return parse_movement_text(data)


def _placed(plain: object, lines: Mapping[str, int]) -> Movement:
    try:
        return from_plain(plain)
    except Malformed as mistake:
        raise Malformed(*(replace(p, where=line_of(p.where, lines)) for p in mistake.problems)) from mistake


def line_of(path: str, lines: Mapping[str, int]) -> str:
    """Returns the line of a path, or of what it lies in; the path itself where there is none."""
    shorter = path
    while shorter:
        if shorter in lines:
            return f"line {lines[shorter]}"
        shorter = shorter[: max(shorter.rfind("."), shorter.rfind("["), 0)]
    return path
