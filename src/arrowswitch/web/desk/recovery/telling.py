"""The report of a director on the page of recovery: the fields of one accident."""

from __future__ import annotations

from collections.abc import Mapping

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.core.movements.recovery.accidents import Accident, AccidentKind
from arrowswitch.web.forms import check, whole

_MOST = 999
_LONGEST_NUMBER = 10


def told_accident(form: Mapping[str, str]) -> Accident:
    """Returns the accident of a form; raises Malformed with a problem for each field that cannot be read."""
    if form.get("mishap", "") not in set(AccidentKind):
        raise Malformed.of("desk.recovery.mishap")
    kind, problems = AccidentKind(form["mishap"]), list[Problem]()

    def read(name: str, least: int = 1) -> int:
        return whole(form.get(name, ""), name, problems, least=least, most=_MOST) or 0

    def number(name: str) -> Number:
        return Number(form.get(name, "").strip()[:_LONGEST_NUMBER])

    numbers: tuple[Number, ...] = ()
    tables: tuple[int, ...] = ()
    board_set = by = last = 0
    round_number = read("round")
    match kind:
        case AccidentKind.SEATS:
            numbers = number("one"), number("other")
            if not all(numbers) or numbers[0] == numbers[1]:
                problems.append(Problem("desk.recovery.two", {}, "one"))
        case AccidentKind.ABSENT:
            numbers = (number("one"),)
            if not numbers[0]:
                problems.append(Problem("desk.recovery.who", {}, "one"))
        case AccidentKind.BOARDS:
            tables, board_set = (read("table"),), read("set")
        case AccidentKind.DIRECTION:
            tables = (read("table"),)
        case AccidentKind.RELAY:
            tables = read("table"), read("to")
        case AccidentKind.SKIP:
            last, by = read("last"), read("by", least=-1)
            if not problems and last < round_number:
                problems.append(Problem("desk.recovery.round-order", {}, "last"))
        case AccidentKind.BYE:
            by = read("by", least=-1)
        case AccidentKind.LATE | AccidentKind.TABLE | AccidentKind.END:
            pass
        case AccidentKind.ROW | AccidentKind.VISITORS:
            tables, by = (read("table"), read("to")), read("by", least=-_MOST)
            if not problems and tables[0] >= tables[1]:
                problems.append(Problem("desk.recovery.row-order", {}, "to"))
    check(problems)
    return Accident(kind, round_number, numbers=numbers, tables=tables, board_set=board_set, by=by, last=last)
