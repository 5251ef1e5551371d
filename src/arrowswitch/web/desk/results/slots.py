"""One slot: its result and corrections, its ruling, its note, and all that ever happened to it.

The same form is in a dialog over the score page and the matrix, and on a page of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypedDict

from fastapi import APIRouter, Form, Query, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import Mistake, Problem
from arrowswitch.core.game.auction import format_auction
from arrowswitch.tournament.deals.shown import ShownDeal, shown_deals
from arrowswitch.tournament.history.history import slot_history
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.slices.results import AcceptOdd, PutOffBoard, RemoveResult
from arrowswitch.tournament.model.slices.rulings import GiveAward, SetNote
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.results import CorrectionReason
from arrowswitch.tournament.model.values.rulings import Blame
from arrowswitch.tournament.model.views import CellView, HistoryRow
from arrowswitch.tournament.records.shown import ShownRecord, played_text, shown_record
from arrowswitch.tournament.results.tables import cell, cells, odd_results
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.rulings.effect import RulingEffect, effect_of
from arrowswitch.tournament.rulings.withdrawal import award_for
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.assisting import AssistantRoute, only_a_score, slot_at
from arrowswitch.web.desk.at import PlaceAt, PlaceDep
from arrowswitch.web.desk.results.page import TypedLine, line_of
from arrowswitch.web.desk.results.routes import TypedDep, correction_of
from arrowswitch.web.desk.slot_keys import parse_slot, slot_key
from arrowswitch.web.forms import SeenForm, StampDep

router = APIRouter(route_class=DirectorRoute)
shared = APIRouter(route_class=AssistantRoute)

QUICK_AWARDS = (("A+", "A-"), ("A-", "A+"), ("A+", "A+"), ("A", "A"), ("A-", "A-"), ("NP", "NP"), ("N", "N"))
"""The rulings that are given most, North-South first."""


@dataclass(frozen=True, slots=True)
class SlotPage:
    """A slot with everything that can be done to it. `is_agreed` results change only for a listed reason, after the
    deadline only with an approver. `others` are the other results of the board."""

    line: TypedLine
    others: tuple[CellView, ...]
    history: tuple[HistoryRow, ...]
    odd: Problem | None
    is_agreed: bool
    needs_approver: bool
    reasons: tuple[CorrectionReason, ...]
    quick_awards: tuple[tuple[str, str], ...]
    blames: tuple[Blame, ...]
    blame_awards: tuple[tuple[Blame, str], ...]
    ns_award: str
    ew_award: str
    base: str
    guides: str
    cases: str
    record: ShownRecord | None = None
    auction: str = ""
    play: str = ""
    deal: ShownDeal | None = None
    law: str = ""
    why: str = ""

    @property
    def cell(self) -> CellView:
        return self.line.cell


def slot_page(at: PlaceAt, slot: Slot, law: str = "", why: str = "") -> SlotPage:
    """Returns the page of a slot, its award begun with a law and a reason; raises NotFound (`result.no-such-slot`)."""
    state, hidden = at.state, at.blind
    view = cell(state, slot)
    line = line_of(view, hidden)
    entry = view.entry
    odd = next((one.why for one in odd_results(state, slot.session) if one.cell.slot == slot), None)
    return SlotPage(
        line=line,
        others=() if slot.board in hidden.boards else _others(state, slot),
        history=() if line.is_hidden else slot_history(at.ledger, slot),
        odd=None if line.is_hidden else odd,
        is_agreed=entry is not None
        and (slot.round in state.session(slot.session).closed_rounds or bool(state.publication.versions)),
        needs_approver=at.needs_approver,
        reasons=tuple(CorrectionReason),
        quick_awards=QUICK_AWARDS,
        blame_awards=tuple((blame, award_for(blame, rules_of(state)).kind.value) for blame in Blame),
        blames=tuple(Blame) if entry is None or entry.result is None else (),
        ns_award="" if line.is_hidden or not line.has_award else line.ns,
        ew_award="" if line.is_hidden or not line.has_award else line.ew,
        base=f"{at.base}/slots/{slot_key(slot)}",
        deal=_deal(state, slot, is_hidden=line.is_hidden or slot.board in hidden.boards),
        **_record(state, slot, is_hidden=line.is_hidden),
        guides=f"{at.base}/guides?slot={slot_key(slot)}",
        cases=f"{at.base}/cases/new?slot={slot_key(slot)}",
        law=law[:120],
        why=why[:200],
    )


@shared.get("/events/{event_id}/slots/{key}")
def show(at: PlaceDep, key: str, law: str = "", why: str = "") -> HTMLResponse:
    """Shows a slot; only its own part of the page to a script. `law` and `why` begin an award."""
    page = slot_page(at, slot_at(at, key), law, why)
    return at.show_alone("desk/results/slot.html", "desk/results/slot_page.html", page, tab="scores")


@shared.post("/events/{event_id}/slots/{key}/result")
def enter(at: PlaceDep, key: str, stamp: StampDep, typed: TypedDep) -> Response:
    """Enters or corrects the result."""
    command = only_a_score(at, typed.command(slot_at(at, key)))
    return at.carry_out(command, stamp, f"{at.base}/slots/{key}", "desk.slot.kept")


@router.post("/events/{event_id}/slots/{key}/award")
def award(
    at: PlaceDep,
    key: str,
    stamp: StampDep,
    ns_text: Annotated[str, Form()] = "",
    ew_text: Annotated[str, Form()] = "",
    law: Annotated[str, Form()] = "",
    approver: Annotated[str, Form()] = "",
    seen: SeenForm = None,
) -> Response:
    """Gives a ruling; two empty awards give the table's score back."""
    command = GiveAward(
        slot=parse_slot(key, at.session),
        ns_text=ns_text[:200],
        ew_text=ew_text[:200],
        law=law.strip()[:120],
        approver=approver.strip()[:60],
        seen=seen,
    )
    return at.carry_out(command, stamp, f"{at.base}/slots/{key}", "desk.slot.ruled")


@dataclass(frozen=True, slots=True)
class EffectPage:
    """The effect of adjusted scores as typed; `problems` are unreadable fields, `effect` is None then and while the
    board may not be seen here."""

    cell: CellView
    effect: RulingEffect | None
    problems: tuple[Problem, ...]


@router.get("/events/{event_id}/slots/{key}/effect")
def show_effect(
    at: PlaceDep,
    key: str,
    ns_text: Annotated[str, Query(max_length=200)] = "",
    ew_text: Annotated[str, Query(max_length=200)] = "",
) -> HTMLResponse:
    """Returns the effect of a ruling on board, totals and match, before it is given."""
    slot = parse_slot(key, at.session)
    view = cell(at.state, slot)
    effect: RulingEffect | None = None
    problems: tuple[Problem, ...] = ()
    if not line_of(view, at.blind).is_hidden and not at.blind.is_ranking_hidden:
        try:
            effect = effect_of(at.state, slot, ns_text, ew_text)
        except Mistake as mistake:
            problems = mistake.problems
    return at.render("desk/results/effect.html", EffectPage(view, effect, problems))


@router.post("/events/{event_id}/slots/{key}/note")
def note(
    at: PlaceDep,
    key: str,
    stamp: StampDep,
    note: Annotated[str, Form()] = "",
    is_pending: Annotated[bool, Form()] = False,
) -> Response:
    """Keeps a note, and whether a ruling is still to come."""
    command = SetNote(parse_slot(key, at.session), note, is_pending)
    return at.carry_out(command, stamp, f"{at.base}/slots/{key}", "desk.slot.noted")


@router.post("/events/{event_id}/slots/{key}/accept")
def accept(at: PlaceDep, key: str, stamp: StampDep) -> Response:
    """Lets an unlikely result stand."""
    return at.carry_out(AcceptOdd(parse_slot(key, at.session)), stamp, f"{at.base}/slots/{key}", "desk.scores.accepted")


@router.post("/events/{event_id}/slots/{key}/late-play")
def put_off(at: PlaceDep, key: str, stamp: StampDep, is_put_off: Annotated[bool, Form()] = True) -> Response:
    """Puts the board off to be played later, or waits for it again."""
    command = PutOffBoard(parse_slot(key, at.session), is_put_off)
    note = "desk.slot.put-off" if is_put_off else "desk.slot.put-off-back"
    return at.carry_out(command, stamp, f"{at.base}/slots/{key}", note)


@shared.post("/events/{event_id}/slots/{key}/remove")
def remove(
    at: PlaceDep,
    key: str,
    stamp: StampDep,
    approver: Annotated[str, Form()] = "",
    correction: Annotated[str, Form()] = "",
    seen: SeenForm = None,
) -> Response:
    """Empties the slot."""
    command = only_a_score(at, RemoveResult(slot_at(at, key), approver.strip()[:60], seen, correction_of(correction)))
    return at.carry_out(command, stamp, f"{at.base}/matrix", "desk.slot.removed")


def _deal(state: EventState, slot: Slot, *, is_hidden: bool) -> ShownDeal | None:
    """Returns the hands of the board once they were released."""
    if is_hidden or slot.session not in state.deals.released:
        return None
    return next((one for one in shown_deals(state, slot.session) if one.board == slot.board), None)


class _Record(TypedDict, total=False):
    record: ShownRecord
    auction: str
    play: str


def _record(state: EventState, slot: Slot, *, is_hidden: bool) -> _Record:
    """Returns the auction and the play of a slot, as it is read and as it is typed."""
    record = state.deals.records.get(slot)
    if record is None or is_hidden:
        return {}
    entry = state.results.get(slot)
    visible = shown_record(record, None if entry is None else entry.result)
    return {
        "record": visible,
        "auction": "" if record.auction is None else format_auction(record.auction),
        "play": played_text(record, None if entry is None else entry.result),
    }


def _others(state: EventState, slot: Slot) -> tuple[CellView, ...]:
    return tuple(
        c for c in cells(state, slot.session) if c.slot.board == slot.board and c.slot != slot and c.entry is not None
    )
