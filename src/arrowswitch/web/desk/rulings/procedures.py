"""Boards that were not played, table by table, and what regulations propose for a pair that came late or left.

Regulations summary, lines 61-79: awards by responsibility, and when all scores of a pair are removed. The measures
shown here are given by commands only; withdrawals are settled by `unplayed.settle`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Form, Query, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.contestants import Number, number_order
from arrowswitch.core.errors import Mistake, Problem
from arrowswitch.core.movements.model import SectionLetter
from arrowswitch.core.scoring.slips import format_award
from arrowswitch.tournament.matches.leaving import LeavingResults, leaving_results
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.rulings import AwardUnplayed
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.model.values.rulings import Blame
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.rulings.withdrawal import (
    UnplayedView,
    WithdrawalView,
    award_for,
    unplayed_boards,
    withdrawal,
)
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.at import PlaceDep
from arrowswitch.web.desk.results.matrix import LackingTable, lacking_tables
from arrowswitch.web.forms import LONGEST_TEXT, FormDep, StampDep, check, line, optional, whole

router = APIRouter(prefix="/events/{event_id}/rulings", route_class=DirectorRoute)
_MOST_ROUNDS = 999
_MOST_TABLES = 9999
_LONGEST_LAW = 120
_LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class UnplayedPage:
    """The boards of one table in one round without a result, and the contestants there; without a view, the choices.

    `round` and `table` are as typed; `blames` says for each responsibility which award it brings.
    """

    round: str
    table: str
    letter: SectionLetter
    view: UnplayedView | None
    ns: tuple[Entry | None, ...]
    ew: tuple[Entry | None, ...]
    blames: tuple[tuple[Blame, str], ...]
    lacking: tuple[LackingTable, ...]
    needs_approver: bool
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class WithdrawalPage:
    """The proposal for one pair; without a view, the pairs to choose from. `number` and `through` are as typed;
    `leaving` lists the results that stay and go in an event of matches."""

    number: str
    through: str
    view: WithdrawalView | None
    leaving: LeavingResults | None
    numbers: tuple[tuple[Number, Entry | None], ...]
    needs_approver: bool
    problems: tuple[Problem, ...]


@router.get("/unplayed")
def show_unplayed(at: PlaceDep, round_text: Annotated[str, Query(alias="round")] = "", table: str = "") -> HTMLResponse:
    """Shows the boards of a table that were not played, or the tables that lack results."""
    letter = at.needed_section.letter
    view, problems = _unplayed_view(at.state, at.place, round_text, table)
    rules = rules_of(at.state)
    page = UnplayedPage(
        round=round_text[:10],
        table=table[:10],
        letter=letter,
        view=view,
        ns=() if view is None else tuple(at.state.entry_at(Place(at.session, letter), number) for number in view.ns),
        ew=() if view is None else tuple(at.state.entry_at(Place(at.session, letter), number) for number in view.ew),
        blames=tuple((blame, format_award(award_for(blame, rules))) for blame in Blame),
        lacking=lacking_tables(at.state, at.place) if at.is_started else (),
        needs_approver=at.needs_approver,
        problems=problems,
    )
    return at.show("desk/rulings/unplayed.html", page, tab="rulings")


@router.post("/unplayed")
def award_unplayed(
    at: PlaceDep,
    stamp: StampDep,
    form: FormDep,
    round_text: Annotated[str, Form(alias="round")] = "",
    table: Annotated[str, Form()] = "",
    ns_blame: Annotated[str, Form()] = "",
    ew_blame: Annotated[str, Form()] = "",
    law: Annotated[str, Form()] = "",
    approver: Annotated[str, Form()] = "",
) -> Response:
    """Gives awards by responsibility for the ticked boards of a table; a field `board-N` is one of them."""
    problems: list[Problem] = []
    number, at_table = [whole(text, "", problems, least=1, most=_MOST_TABLES) for text in (round_text, table)]
    boards = [whole(name[6:], "", problems, least=1, most=_MOST_TABLES) for name in form if name.startswith("board-")]
    for name, typed in (("ns_blame", ns_blame), ("ew_blame", ew_blame)):
        if typed not in set(Blame):
            problems.append(Problem("desk.procedure.blame-missing", {}, name))
    if not stamp.reason:
        problems.append(Problem("desk.field.missing", {}, "reason"))
    clause = line(law, "law", problems, most=_LONGEST_LAW)
    check(problems)
    letter = at.needed_section.letter
    slots = tuple(
        Slot(session=at.session, section=letter, round=number or 0, table=at_table or 0, board=board or 0)
        for board in boards
    )
    command = AwardUnplayed(
        slots=slots,
        ns_blame=Blame(ns_blame),
        ew_blame=Blame(ew_blame),
        law=clause,
        approver=approver.strip()[:_LONGEST_NAME],
    )
    return at.carry_out(command, stamp, f"{at.base}/rulings", "desk.procedure.awarded", n=len(slots))


@router.get("/withdrawal")
def show_withdrawal(at: PlaceDep, number: str = "", through: str = "") -> HTMLResponse:
    """Shows the proposals of the regulations for a pair that came late or left."""
    section = at.section
    numbers = sorted(section.numbers, key=number_order) if section is not None else []
    letter = at.needed_section.letter
    view, problems = _withdrawal(at.state, at.place, number, through)
    page = WithdrawalPage(
        number=number[:20],
        through=through[:10],
        view=view,
        leaving=None if view is None else leaving_results(at.state, at.place, view.number),
        numbers=tuple((one, at.state.entry_at(Place(at.session, letter), one)) for one in numbers),
        needs_approver=at.needs_approver,
        problems=problems,
    )
    return at.show("desk/rulings/withdrawal.html", page, tab="rulings")


def _unplayed_view(
    state: EventState, place: Place, round_text: str, table_text: str
) -> tuple[UnplayedView | None, tuple[Problem, ...]]:
    if not table_text.strip():
        return None, ()
    problems: list[Problem] = []
    round_number = whole(round_text, "round", problems, least=1, most=_MOST_ROUNDS)
    table = whole(table_text, "table", problems, least=1, most=_MOST_TABLES)
    if problems or round_number is None or table is None:
        return None, tuple(problems)
    try:
        return unplayed_boards(state, place.at(round_number), table), ()
    except Mistake as mistake:
        return None, mistake.problems


def _withdrawal(
    state: EventState, place: Place, number: str, through: str
) -> tuple[WithdrawalView | None, tuple[Problem, ...]]:
    if not number.strip():
        return None, ()
    problems: list[Problem] = []
    last = optional(through, "through", problems, least=1, most=_MOST_ROUNDS)
    if problems:
        return None, tuple(problems)
    try:
        return withdrawal(state, place, Number(number.strip()[:LONGEST_TEXT]), last), ()
    except Mistake as mistake:
        return None, mistake.problems
