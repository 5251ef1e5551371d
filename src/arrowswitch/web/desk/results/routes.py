"""Score entry: by pick-up slip (round and table) and by traveller (board), typed or clicked.

The page is made once; its script asks for cards and readings and sends each result by itself. Every result passes
through the same command, so both orders store the same (R-135).
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, JSONResponse
from starlette.datastructures import FormData

from arrowswitch.core.contestants import Number
from arrowswitch.core.digits import whole_of
from arrowswitch.core.errors import Malformed, NotFound, Problem
from arrowswitch.i18n import problem_text
from arrowswitch.tournament.history.history import next_undo, slot_history
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.ledger import Fact, Stamp
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.results import AcceptOdd, EnterResult, RemoveResult
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.results import CorrectionReason
from arrowswitch.tournament.model.views import Flag, HistoryRow
from arrowswitch.tournament.results.odd import odd_slots
from arrowswitch.tournament.results.tables import cell
from arrowswitch.tournament.scored.slots import planned_slots
from arrowswitch.tournament.standings.header import current_round
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.context import fragment
from arrowswitch.web.desk.assisting import AssistantRoute, QuickRoute, only_a_score, slot_at
from arrowswitch.web.desk.at import EventDep, PlaceAt, PlaceDep, place_of_request
from arrowswitch.web.desk.blind import EYES_COOKIE, blind_of, mask_row
from arrowswitch.web.desk.results.page import (
    CardChoice,
    Target,
    TypedLine,
    TypingOrder,
    card,
    line_of,
    next_target,
    scores_page,
)
from arrowswitch.web.desk.results.reading import check_result, read
from arrowswitch.web.desk.slot_keys import slot_key
from arrowswitch.web.forms import UNFILLED, SeenForm, StampDep, sent_stamp, text_of
from arrowswitch.web.json_api.answers import JsonAnswer, ReadingAnswer, declare
from arrowswitch.web.points import has_board_percent
from arrowswitch.web.visitor import keep

router = APIRouter(route_class=DirectorRoute)
shared = APIRouter(route_class=AssistantRoute)
quick = APIRouter(route_class=QuickRoute)
_FLAGS = {"": False, "false": False, "0": False, "off": False, "true": True, "1": True, "on": True}
MOST_WAYS = 6


@dataclass(frozen=True, slots=True)
class LinePage:
    """One line as it stands after it was stored. `is_in_percent`: its points are shown as a percentage of the top."""

    line: TypedLine
    choice: CardChoice
    is_in_percent: bool


@dataclass(frozen=True, slots=True)
class OtherSlot:
    """A slot at which what is on the slip would be right."""

    slot: Slot
    key: str
    label: str


@dataclass(frozen=True, slots=True)
class WaysPage:
    """The three ways on when a slip departs from the movement: it was so, a typing error, something else happened."""

    slot: Slot
    ns: str
    ew: str
    ways: tuple[OtherSlot, ...]


@dataclass(frozen=True, slots=True)
class StandingPage:
    """The entry that another computer has stored meanwhile, its author and time, and the text typed here (empty: it was
    deleted)."""

    line: TypedLine
    step: HistoryRow | None
    typed: str


@dataclass(frozen=True, slots=True)
class ReasonsPage:
    """The questions before an agreed result changes: the reason, and after the deadline the name of the approver."""

    slot: Slot
    reasons: tuple[CorrectionReason, ...]
    needs_approver: bool


def choice_of(
    order: Annotated[TypingOrder, Query()] = TypingOrder.SLIPS,
    round_: Annotated[int | None, Query(alias="round", ge=1, le=999), UNFILLED] = None,
    table: Annotated[int | None, Query(ge=1, le=9999), UNFILLED] = None,
    board: Annotated[int | None, Query(ge=1, le=9999), UNFILLED] = None,
) -> CardChoice:
    """Returns the choice of an address; round 0 is the round being played."""
    return CardChoice(order, round_ or 0, table, board)


ChoiceDep = Annotated[CardChoice, Depends(choice_of)]


@dataclass(frozen=True, slots=True)
class Typed:
    """The text typed for a slot."""

    text: str
    ns: str
    ew: str
    force: str
    is_confirmed: bool
    correction: str
    approver: str
    seen: int | None

    def command(self, slot: Slot) -> EnterResult:
        """Returns the command; raises Malformed (`desk.slot.no-reason`) or Ambiguous (`result.no-result`)."""
        check_result(self.text[:400])
        return EnterResult(
            slot=slot,
            text=self.text[:400],
            ns=numbers(self.ns),
            ew=numbers(self.ew),
            force=self.force.strip()[:200],
            is_confirmed=self.is_confirmed,
            correction=correction_of(self.correction),
            approver=self.approver.strip()[:60],
            seen=self.seen,
        )


@dataclass(frozen=True, slots=True)
class SentResult:
    """The form that enters a result: the slot's key, the typed text, and the order in which results are typed."""

    key: str
    typed: Typed
    order: TypingOrder


def sent_result(form: FormData) -> SentResult:
    """Returns the sending of a form; raises Malformed with every field with an impossible value
    (`desk.error.field`)."""
    order = text_of(form, "order") or TypingOrder.SLIPS
    is_order = order in set(TypingOrder)
    typed = typed_of(form, *(() if "key" in form else ("key",)), *(() if is_order else ("order",)))
    return SentResult(text_of(form, "key"), typed, TypingOrder(order))


def typed_of(form: FormData, *wrong: str) -> Typed:
    """Returns the text and the options of a form for a slot; raises Malformed with every field with an impossible
    value, those named `wrong` before among them (`desk.error.field`)."""
    flag, seen = text_of(form, "is_confirmed").lower(), text_of(form, "seen")
    number = whole_of(seen)
    faulty = (*wrong, *(() if flag in _FLAGS else ("is_confirmed",)), *(("seen",) if seen and number is None else ()))
    Malformed.check(Problem("desk.error.field", {"field": name}) for name in sorted(faulty))
    texts = {name: text_of(form, name) for name in ("text", "ns", "ew", "force", "correction", "approver")}
    return Typed(**texts, is_confirmed=_FLAGS[flag], seen=number)


async def _read_typed(request: Request) -> Typed:
    return typed_of(await request.form())


TypedDep = Annotated[Typed, Depends(_read_typed)]


def correction_of(text: str) -> CorrectionReason | None:
    """Returns the reason of a correction as a form has it, None without one; raises Malformed
    (`desk.slot.no-reason`)."""
    if text and text not in set(CorrectionReason):
        raise Malformed.of("desk.slot.no-reason", where="correction")
    return CorrectionReason(text) if text else None


def numbers(text: str) -> tuple[Number, ...] | None:
    """Returns the numbers typed for one side (`7`, `3+9`), or None when the movement's are meant."""
    parts = tuple(Number(part.strip().upper()[:20]) for part in text.split("+") if part.strip())
    return parts or None


@shared.get("/events/{event_id}/scores")
def show(at: PlaceDep, choice: ChoiceDep) -> HTMLResponse:
    """Shows the score page."""
    if at.section is None or not at.is_started:
        return at.show("desk/results/before.html", None, tab="scores")
    now = at.now
    page = scores_page(at.state, at.place, complete_choice(at.state, at.place, choice), at.blind, now)
    return at.show("desk/results/scores.html", page, tab="scores")


@shared.get("/events/{event_id}/scores/card")
def show_card(at: PlaceDep, choice: ChoiceDep) -> HTMLResponse:
    """Returns the slip or traveller to type, as a part of the page."""
    section = at.needed_section
    is_there = section.movement is None or choice.round <= section.movement.rounds
    card_ = card(at.state, at.place, complete_choice(at.state, at.place, choice), at.blind) if is_there else None
    return at.render("desk/results/card.html", card_)


@shared.get("/events/{event_id}/scores/read", openapi_extra=declare(JsonAnswer.READING))
def show_reading(
    at: EventDep, board: Annotated[int, Query(ge=1, le=9999)], text: Annotated[str, Query(max_length=400)] = ""
) -> JSONResponse:
    """Returns the meaning of a typed text, before it is stored."""
    reading = read(text, board)
    answer = ReadingAnswer(
        state=reading.state,
        next=reading.next,
        typed=reading.typed,
        words=[problem_text(word, at.visitor.locale) for word in reading.words],
        ns=reading.ns,
        ew=reading.ew,
        problems=[problem_text(problem, at.visitor.locale) for problem in reading.problems],
    )
    return JSONResponse(asdict(answer))


@quick.post("/events/{event_id}/scores/enter")
async def enter(request: Request) -> Response:
    """Stores one result; answers with the line as it stands now, the odd sign it carries, and what comes next."""
    at = await place_of_request(request)
    form = await request.form()
    sending = sent_result(form)
    return await run_in_threadpool(_enter_result, at, sent_stamp(at.visitor, form), sending)


def _enter_result(at: PlaceAt, stamp: Stamp, sending: SentResult) -> Response:
    command = only_a_score(at, sending.typed.command(slot_at(at, sending.key)))
    state = at.execute(command, stamp)
    return _answer_stored(at, state, command.slot, sending.order)


@shared.post("/events/{event_id}/scores/remove")
def remove(
    at: PlaceDep,
    stamp: StampDep,
    key: Annotated[str, Form()],
    approver: Annotated[str, Form()] = "",
    correction: Annotated[str, Form()] = "",
    seen: SeenForm = None,
    order: Annotated[TypingOrder, Form()] = TypingOrder.SLIPS,
) -> Response:
    """Empties a slot that was filled by mistake."""
    slot = slot_at(at, key)
    command = only_a_score(at, RemoveResult(slot, approver.strip()[:60], seen, correction_of(correction)))
    state = at.execute(command, stamp)
    return _answer_stored(at, state, slot, order)


@router.post("/events/{event_id}/scores/accept")
def accept(at: PlaceDep, stamp: StampDep, key: Annotated[str, Form()]) -> Response:
    """Lets an unlikely result stand."""
    return at.carry_out(AcceptOdd(slot_at(at, key)), stamp, f"{at.base}/scores", "desk.scores.accepted")


@shared.get("/events/{event_id}/scores/ways")
def show_ways(at: PlaceDep, key: str, ns: str = "", ew: str = "", board: int | None = None) -> HTMLResponse:
    """Returns the three ways on for a slip that departs from the movement."""
    slot = slot_at(at, key)
    section = at.state.section(slot.place)
    meeting = None if section.movement is None else section.movement.at(slot.round, slot.table)
    planned_people = () if meeting is None else meeting.contestants
    people = {*(numbers(ns) or ()), *(numbers(ew) or ())} or set(planned_people)
    page = WaysPage(slot, ns, ew, _ways(at.state, slot, people, board or slot.board))
    return at.render("desk/results/ways.html", page)


@shared.get("/events/{event_id}/scores/reasons")
def show_reasons(at: PlaceDep, key: str) -> HTMLResponse:
    """Returns the question for the reason of a correction."""
    late = at.needs_approver
    page = ReasonsPage(slot_at(at, key), tuple(CorrectionReason), late)
    return at.render("desk/results/reasons.html", page)


@shared.get("/events/{event_id}/scores/standing")
def show_standing(at: PlaceDep, key: str, text: Annotated[str, Query(max_length=400)] = "") -> HTMLResponse:
    """Returns the question whether what another computer has entered meanwhile stays, or what was typed here."""
    slot = slot_at(at, key)
    line = line_of(cell(at.state, slot), at.blind)
    step = next((row for row in slot_history(at.ledger, slot) if row.seq == line.entry_number), None)
    return at.render("desk/results/standing.html", StandingPage(line, step, text.strip()))


@router.get("/events/{event_id}/scores/undo")
def show_undo(at: EventDep) -> HTMLResponse:
    """Returns the question whether to take back the newest step, in words."""
    row = next_undo(at.ledger)
    return at.render("desk/results/undo.html", None if row is None else mask_row(row, at.blind))


@router.post("/events/{event_id}/scores/undo")
def undo(at: EventDep, stamp: StampDep, seq: Annotated[int | None, Form()] = None) -> Response:
    """Takes back one step; answers with the slot it concerned, so that the page can show it."""
    ledger = at.ledger
    facts = ledger[seq - 1].facts if seq is not None and 1 <= seq <= len(ledger) else ()
    state = at.execute(Undo(seq), stamp)
    return JSONResponse({"stored": True, "version": state.seq, "key": _key_of(facts)})


@router.post("/events/{event_id}/scores/eyes")
def eyes(at: PlaceDep, is_open: Annotated[bool, Form()] = False) -> Response:
    """Opens or closes the eyes of this computer: whether its user is not a player."""
    response = at.answer(at.state, f"{at.base}/scores")
    keep(response, EYES_COOKIE, at.event_id if is_open else "")
    return response


def complete_choice(state: EventState, place: Place, choice: CardChoice) -> CardChoice:
    """Returns the choice with what was left open: the round being played, and the table or board that is likely to come
    next."""
    section = state.find_section(place)
    rounds = section.movement.rounds if section is not None and section.movement is not None else choice.round
    number = min(choice.round or current_round(state, place.session) or 1, rounds or 1)
    choice_in_round = replace(choice, round=number)
    target = None if section is None else next_target(state, place, choice_in_round)
    if choice_in_round.order is TypingOrder.BOARDS and choice_in_round.board is None:
        return replace(choice_in_round, table=None, board=target.board if target is not None else 1)
    if choice_in_round.order is TypingOrder.SLIPS and choice_in_round.table is None:
        here = target if target is not None and (not choice.round or target.round == number) else Target(number, 1, "1")
        return replace(choice_in_round, round=here.round, table=here.table, board=None)
    return choice_in_round


def _answer_stored(at: PlaceAt, state: EventState, slot: Slot, order: TypingOrder) -> Response:
    place = at.place
    section = state.find_section(place)
    choice = CardChoice(order, slot.round, slot.table, slot.board if order is TypingOrder.BOARDS else None)
    try:
        line = line_of(cell(state, slot), blind_of(at.request, state))
    except NotFound:  # a slot outside the movement is gone with its result
        return JSONResponse({"stored": True, "version": state.seq, "key": slot_key(slot), "line": "", "next": None})
    target = None if section is None else next_target(state, place, choice)
    is_odd = Flag.ODD in line.cell.flags and not line.is_hidden
    locale = at.visitor.locale
    return JSONResponse(
        {
            "stored": True,
            "version": state.seq,
            "key": slot_key(slot),
            "line": fragment(at.request, "desk/results/line.html", LinePage(line, choice, has_board_percent(state))),
            "is_missing": line.cell.is_missing,
            "is_odd": is_odd,
            "odd": [problem_text(odd_slots(state, place.session)[slot][0], locale)] if is_odd else [],
            "next": None
            if target is None
            else {"round": target.round, "table": target.table, "board": target.board, "label": target.label},
        }
    )


def _ways(state: EventState, slot: Slot, people: set[Number], board: int) -> tuple[OtherSlot, ...]:
    """Returns where the typed pairs do meet, this board first; else where each of them is due in this round."""
    section = state.section(slot.place)
    ranked: list[tuple[int, Slot]] = []
    for number, meeting, is_due in planned_slots(slot.session, section):
        if not is_due or number in state.results or (number == slot and board == slot.board):
            continue
        is_elsewhere = number.round == slot.round and number.table != slot.table and people & set(meeting.contestants)
        if people == set(meeting.contestants):
            ranked.append((0 if number.board == board else 1, number))
        elif is_elsewhere:
            ranked.append((2, number))
    return tuple(
        OtherSlot(one, slot_key(one), section.label(one.table)) for _, one in sorted(ranked, key=_by_rank)[:MOST_WAYS]
    )


def _by_rank(item: tuple[int, Slot]) -> tuple[int, int, int, int]:
    rank, slot = item
    return rank, slot.round, slot.table, slot.board


def _key_of(facts: tuple[Fact, ...]) -> str:
    for fact in facts:
        slot = getattr(fact, "slot", None)
        if isinstance(slot, Slot):
            return slot_key(slot)
    return ""
