"""New sheets: which ways there are to make one, and each way's form read into a movement."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import Mistake, Problem
from arrowswitch.core.movements.editing.base_row import Cycle, empty_grid
from arrowswitch.core.movements.editing.generate import from_base_row
from arrowswitch.core.movements.families.family import Option
from arrowswitch.core.movements.families.registry import Family, OptionValue, family_named, make
from arrowswitch.core.movements.listed.registered import make_registered
from arrowswitch.core.movements.model import Movement
from arrowswitch.formats.movement.drafts import ImportedMovement
from arrowswitch.formats.movement.foreign import read_movements
from arrowswitch.web.forms import check, line, whole

ASK, FAMILY, REGISTERED, TEXT, ROW, EMPTY = "ask", "family", "registered", "text", "row", "empty"
WAYS = (ASK, FAMILY, REGISTERED, TEXT, ROW, EMPTY)
"""In the order of the page: first what most directors need."""
_MOST = 99
_USUAL_BOARDS = 2
_MOST_CONTESTANTS = 400


@dataclass(frozen=True, slots=True)
class OptionField:
    """One option of a family as a field: a list where there is one, else a line; numbers with their bounds."""

    option: Option
    family: Family

    @property
    def name(self) -> str:
        return self.option.name

    @property
    def label(self) -> str:
        """Returns the message code of the field's label."""
        return f"desk.workbench.option.{self.name.replace('_', '-')}"

    @property
    def choices(self) -> tuple[str, ...]:
        """Returns the choices: the family's numbers of tables, or the option's own choices."""
        if self.name == "tables":
            return tuple(map(str, self.family.tables))
        return self.option.choices

    @property
    def is_number(self) -> bool:
        """True if the field is for a whole number."""
        return not self.option.is_text and not self.option.choices


def from_family(form: Mapping[str, str]) -> Movement:
    """Returns the movement that a family's form asks for; raises Mistake with the option as the place."""
    family = family_named(form.get("family", ""))
    problems: list[Problem] = []
    options: dict[str, OptionValue | None] = {}
    for option in family.options:
        typed = form.get(option.name, "").strip()
        if not typed:
            continue
        if option.choices or option.is_text:
            options[option.name] = typed[:200]
        else:
            options[option.name] = whole(typed, option.name, problems, least=0, most=9_999)
    check(problems)
    return make(family.name, **options)


def from_registered(form: Mapping[str, str]) -> tuple[Movement, ...]:
    """Returns the movements of a registered id as typed (`PHW 6 11R`), one for each session."""
    problems: list[Problem] = []
    typed = line(form.get("registered", ""), "registered", problems, is_needed=True, most=60)
    check(problems)
    try:
        return make_registered(typed).movements
    except Mistake as mistake:
        raise type(mistake)(*(Problem(p.code, p.params, "registered") for p in mistake.problems)) from mistake


def from_row(form: Mapping[str, str]) -> Movement:
    """Returns the sheet that a base row develops to, in one field or in two, with the rounds after which it may end."""
    problems: list[Problem] = []
    kind = _kind(form)
    rounds = whole(form.get("rounds", ""), "rounds", problems, least=1, most=_MOST) or 0
    length = whole(form.get("length", ""), "length", problems, least=1, most=_MOST, empty=rounds) or 0
    step = whole(form.get("step", ""), "step", problems, least=-_MOST, most=_MOST, empty=1) or 0
    board_step = whole(form.get("board_step", ""), "board_step", problems, least=-_MOST, most=_MOST, empty=1) or 0
    sets = whole(form.get("sets", ""), "sets", problems, least=1, most=_MOST, empty=length)
    boards, first = _boards(form, problems)
    check(problems)
    cycle = Cycle(rounds=rounds, length=length, step=step, board_step=board_step, sets=sets)
    has_two_fields = bool(form.get("two_fields"))
    return from_base_row(form.get("row", ""), cycle, kind, boards, first, in_two_fields=has_two_fields)


def from_nothing(form: Mapping[str, str]) -> Movement:
    """Returns an empty grid."""
    problems: list[Problem] = []
    kind = _kind(form)
    tables = whole(form.get("tables", ""), "tables", problems, least=1, most=_MOST) or 0
    rounds = whole(form.get("rounds", ""), "rounds", problems, least=1, most=_MOST) or 0
    at_a_table = {ContestantKind.PAIR: 2, ContestantKind.TEAM: 1, ContestantKind.PLAYER: 4}[kind]
    typed, usual = form.get("contestants", ""), tables * at_a_table
    count = whole(typed, "contestants", problems, least=2, most=_MOST_CONTESTANTS, empty=usual) or 0
    sets = whole(form.get("sets", ""), "sets", problems, least=1, most=_MOST, empty=rounds)
    boards, first = _boards(form, problems)
    check(problems)
    return empty_grid(kind, count, tables, rounds, boards, first, sets)


def imported_from(form: Mapping[str, str]) -> tuple[ImportedMovement, ...]:
    """Returns the movements of a pasted text of any program; raises Malformed with what is wrong on which line."""
    return read_movements(form.get("text", "").encode(), boards_per_set(form))


def boards_per_set(form: Mapping[str, str]) -> int:
    """Returns the boards of each set for files that only number their sets; raises Malformed for no number."""
    problems: list[Problem] = []
    typed = form.get("boards_per_round", "")
    boards = whole(typed, "boards_per_round", problems, least=1, most=_MOST, empty=_USUAL_BOARDS)
    check(problems)
    return boards or _USUAL_BOARDS


_MAKERS: Mapping[str, Callable[[Mapping[str, str]], Movement]] = {
    FAMILY: from_family,
    ROW: from_row,
    EMPTY: from_nothing,
}


def movements_from(way: str, form: Mapping[str, str]) -> tuple[Movement, ...]:
    """Returns the movements that a way's form asks for: one, or those of all sessions of a registered sheet.

    Sheets from a question are made by their family, those of a text by `imported_from`. Raises the errors of the way
    itself.
    """
    return from_registered(form) if way == REGISTERED else (_MAKERS.get(way, from_family)(form),)


def _kind(form: Mapping[str, str]) -> ContestantKind:
    kind = form.get("kind", ContestantKind.PAIR)
    return ContestantKind(kind) if kind in set(ContestantKind) else ContestantKind.PAIR


def _boards(form: Mapping[str, str], problems: list[Problem]) -> tuple[int, int]:
    boards = whole(form.get("boards_per_round", ""), "boards_per_round", problems, least=1, most=_MOST, empty=2)
    first = whole(form.get("first_board", ""), "first_board", problems, least=1, most=999, empty=1)
    return boards or 2, first or 1
