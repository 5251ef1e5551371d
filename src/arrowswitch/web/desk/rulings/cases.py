"""Cases: the list with what is open, and one case from the call to the decision on its appeal.

JCBL director's manual 3.3, lines 2803-2817 (facts, options, execution), 2841-2855 (appeals), 2882-2888 (the score is
provisional meanwhile); regulations summary, lines 5-7 (whom an appeal goes to).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, TypeVar
from urllib.parse import urlencode

from fastapi import APIRouter, Depends, Form, Query, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import NotFound, Problem
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.slices.rulings import KeepCase
from arrowswitch.tournament.model.values.rulings import AppealBody, AppealOutcome, KeptRuling, RulingCase
from arrowswitch.tournament.results.tables import cell, cells
from arrowswitch.tournament.standings.header import current_round
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.at import PlaceAt, PlaceDep
from arrowswitch.web.desk.guides.page import LANGUAGES, Speech
from arrowswitch.web.desk.results.page import TypedLine, line_of
from arrowswitch.web.desk.slot_keys import parse_slot, slot_key
from arrowswitch.web.forms import UNFILLED, StampDep, check, whole

router = APIRouter(prefix="/events/{event_id}/cases", route_class=DirectorRoute)
_Word = TypeVar("_Word", bound=StrEnum)
_LONGEST = 2001


@dataclass(frozen=True, slots=True)
class CasesPage:
    """The cases of an event, those that wait for something first."""

    base: str
    waiting: tuple[RulingCase, ...]
    closed: tuple[RulingCase, ...]


@dataclass(frozen=True, slots=True)
class TypedPlace:
    """The round and table of a call, 0 where they are not known."""

    round: int = 0
    table: int = 0


@dataclass(frozen=True, slots=True)
class CasePage:
    """One case, or a new one (`case` None). `line` is its board as it stands; `kept` are rulings that guides led to on
    that board. `typed` is where a new one was, as far as it is known, `boards` are those of that table in that round,
    `usual` the titles of the guides, for what happened."""

    base: str
    case: RulingCase | None
    slot: str
    line: TypedLine | None
    guide_rulings: tuple[KeptRuling, ...]
    bodies: tuple[AppealBody, ...]
    outcomes: tuple[AppealOutcome, ...]
    needs_approver: bool
    rulings: str
    typed: TypedPlace
    boards: tuple[TypedLine, ...]
    usual: tuple[str, ...]


@router.get("")
def show_list(at: PlaceDep) -> HTMLResponse:
    """Shows the cases of the event, what is open first."""
    cases = at.state.rulings.cases
    page = CasesPage(
        base=f"{at.base}/cases",
        waiting=tuple(one for one in cases if one.is_open),
        closed=tuple(one for one in reversed(cases) if not one.is_open),
    )
    return at.show("desk/rulings/cases.html", page, tab="rulings")


@router.get("/new")
def show_new(
    at: PlaceDep,
    round_: Annotated[int | None, Query(alias="round", ge=1, le=999), UNFILLED] = None,
    table: Annotated[str, Query(max_length=12)] = "",
    slot: Annotated[str, Query(max_length=80)] = "",
) -> HTMLResponse:
    """Shows the form of a new case; with a slot, of one about that board; with a table, of a call to it, in the round
    that is played when none is named."""
    section = at.section
    tables = range(1, section.movement.tables + 1) if section is not None and section.movement is not None else ()
    number = next((one for one in tables if section is not None and table in (str(one), section.label(one))), 0)
    now = round_ or (current_round(at.state, at.session) if number else 0)
    page = _page(at, None, parse_slot(slot, at.session) if slot else None, TypedPlace(now, number))
    return at.show("desk/rulings/case.html", page, tab="rulings")


@router.get("/{number}")
def show(at: PlaceDep, number: int, slot: Annotated[str, Query(max_length=80)] = "") -> HTMLResponse:
    """Shows a case; with a slot, one that has no board yet as it would be about that one."""
    case = next((one for one in at.state.rulings.cases if one.case == number), None)
    if case is None:
        raise NotFound.of("case.none", n=number)
    about = case.slot or (parse_slot(slot, at.session) if slot else None)
    call = next((one for one in at.state.rulings.calls if one.case == number), None)
    typed = None if call is None else TypedPlace(call.round, call.table)
    return at.show("desk/rulings/case.html", _page(at, case, about, typed), tab="rulings")


@dataclass(frozen=True, slots=True)
class SentCase:
    """The form of a case."""

    case: Annotated[str, Form()] = ""
    slot: Annotated[str, Form()] = ""
    round: Annotated[str, Form()] = ""
    table: Annotated[str, Form()] = ""
    board: Annotated[str, Form()] = ""
    title: Annotated[str, Form()] = ""
    says_ns: Annotated[str, Form()] = ""
    says_ew: Annotated[str, Form()] = ""
    findings: Annotated[str, Form(alias="found")] = ""
    law: Annotated[str, Form()] = ""
    options: Annotated[str, Form()] = ""
    ruling: Annotated[str, Form()] = ""
    is_carried_out: Annotated[bool, Form()] = False
    is_appeal_told: Annotated[bool, Form()] = False
    appeal_by: Annotated[str, Form()] = ""
    appeal_body: Annotated[str, Form()] = ""
    deposit: Annotated[str, Form()] = ""
    grounds: Annotated[str, Form()] = ""
    outcome: Annotated[str, Form()] = ""
    decision: Annotated[str, Form()] = ""
    ns_text: Annotated[str, Form()] = ""
    ew_text: Annotated[str, Form()] = ""
    is_table_score: Annotated[bool, Form()] = False
    approver: Annotated[str, Form()] = ""


@router.post("/keep")
def keep(at: PlaceDep, stamp: StampDep, sent: Annotated[SentCase, Depends()]) -> Response:
    """Keeps a case as far as it has come, and gives the award that its ruling or the decision brings."""
    problems: list[Problem] = []
    number = whole(sent.case, "case", problems, least=0, most=9999, empty=0)
    about = parse_slot(sent.slot, at.session) if sent.slot else _typed_slot(at, sent, problems)
    check(problems)
    command = KeepCase(
        case=number or 0,
        place=at.place if about is None else about.place,
        slot=about,
        title=sent.title[:_LONGEST],
        says_ns=sent.says_ns[:_LONGEST],
        says_ew=sent.says_ew[:_LONGEST],
        found=sent.findings[:_LONGEST],
        law=sent.law[:120],
        options=sent.options[:_LONGEST],
        ruling=sent.ruling[:_LONGEST],
        is_carried_out=sent.is_carried_out,
        is_appeal_told=sent.is_appeal_told,
        appeal_by=sent.appeal_by[:200],
        appeal_body=_word(AppealBody, sent.appeal_body),
        deposit=sent.deposit[:60],
        grounds=sent.grounds[:_LONGEST],
        outcome=_word(AppealOutcome, sent.outcome),
        decision=sent.decision[:_LONGEST],
        ns_text=sent.ns_text[:200],
        ew_text=sent.ew_text[:200],
        is_table_score=sent.is_table_score,
        approver=sent.approver[:60],
    )
    state = at.execute(command, stamp)
    case_number = command.case or max((one.case for one in state.rulings.cases), default=0)
    return at.answer(state, f"{at.base}/cases/{case_number}", "desk.cases.kept")


def _word(kind: type[_Word], text: str) -> _Word | None:
    return kind(text) if text in set(kind) else None


def _page(at: PlaceAt, case: RulingCase | None, slot: Slot | None, typed: TypedPlace | None = None) -> CasePage:
    place = typed or TypedPlace()
    about = {"slot": "" if slot is None else slot_key(slot), "case": "" if case is None else str(case.case)}
    guides, _ = at.services.guides.all(LANGUAGES)
    speech = Speech(at.visitor.locale)
    return CasePage(
        base=f"{at.base}/cases",
        case=case,
        slot="" if slot is None else slot_key(slot),
        line=None if slot is None else line_of(cell(at.state, slot), at.blind),
        guide_rulings=() if slot is None else tuple(one for one in at.state.rulings.guided if one.slot == slot),
        bodies=tuple(AppealBody),
        outcomes=tuple(AppealOutcome),
        needs_approver=at.needs_approver,
        rulings=f"{at.base}/guides?{urlencode({name: text for name, text in about.items() if text})}",
        typed=place,
        boards=_boards(at, place) if slot is None else (),
        usual=tuple(speech.words(guide.title) for guide in guides),
    )


def _boards(at: PlaceAt, typed: TypedPlace) -> tuple[TypedLine, ...]:
    """Returns the boards that a table plays in a round."""
    if not typed.table or at.section is None:
        return ()
    where = (at.place.section, typed.round, typed.table)
    all_cells = cells(at.state, at.session)
    return tuple(
        line_of(one, at.blind) for one in all_cells if (one.slot.section, one.slot.round, one.slot.table) == where
    )


def _typed_slot(at: PlaceAt, sent: SentCase, problems: list[Problem]) -> Slot | None:
    """Returns the slot typed by round, table and board, None where all are empty."""
    typed = {"round": sent.round, "table": sent.table, "board": sent.board}
    if not any(text.strip() for text in typed.values()):
        return None
    numbers = {name: whole(text, name, problems, least=1, most=9999) or 0 for name, text in typed.items()}
    slot = None if problems else Slot(session=at.session, section=at.letter, **numbers)
    if slot is not None:
        cell(at.state, slot)
    return slot
