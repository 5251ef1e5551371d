"""A plan of several sessions from a JSON file (`plan_json`), every problem reported with its line."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.core.errors import Malformed
from arrowswitch.core.movements.sessions.plan import SessionPlan
from arrowswitch.formats.json.lines import json_lines
from arrowswitch.formats.json.values import parsed
from arrowswitch.formats.movement.movement_file import line_of
from arrowswitch.formats.movement.plan_json import is_plan, plan_from_plain
from arrowswitch.formats.reading import text_of


def read_plan_file(data: bytes) -> SessionPlan | None:
    """Returns the plan of a file, or nothing when it holds something else (one movement, the open text).

    Raises Malformed with every problem; `where` is `line 12` wherever the place in the file is known.
    """
    text = text_of(data).removeprefix("\ufeff")
    if not text.lstrip().startswith("{"):
        return None
    plain = parsed(text)
    if not is_plan(plain):
        return None
    try:
        return plan_from_plain(plain)
    except Malformed as mistake:
        lines = json_lines(text)
        raise Malformed(*(replace(p, where=line_of(p.where, lines)) for p in mistake.problems)) from mistake
