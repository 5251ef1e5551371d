"""Advance entry at the desk: open it, see who has entered, who waits, what is paid (manual, lines 770-774, 3803-3805).

Changes that people make by their links show here: the list is the event's own entries, with the waiting ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated

from fastapi import APIRouter, Form, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import Malformed, Mistake, NotFound, Problem
from arrowswitch.tournament.advance.listed import ListedAdvance, gone_with_fee, listed_entries, lot_text
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.slices.advance import GivePlace, NotePayment, SetAdvanceTerms, WithdrawAdvanceEntry
from arrowswitch.tournament.model.values.advance import AdvanceStanding, AdvanceTerms, PaidBy
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.advance.files import as_file, bank_rows, list_rows
from arrowswitch.web.desk.advance.form import amount_of, fields_of, terms_from
from arrowswitch.web.desk.advance.head import AdvanceHead, head_of
from arrowswitch.web.desk.at import EventAt, EventDep
from arrowswitch.web.files import file_answer
from arrowswitch.web.forms import FormDep, StampDep, choice
from arrowswitch.web.phones import Reach, code, reach_of, room_address

router = APIRouter(prefix="/events/{event_id}/advance", route_class=DirectorRoute)
_UNREADABLE = 422
_FILES = {"list": list_rows, "bank": bank_rows}


@dataclass(frozen=True, slots=True)
class AdvancePage:
    """Advance entry of an event. `address` is the public page's, whole where other devices reach it; `head` is None
    before it was opened for the first time; `lot` is the number from which seats can be drawn, `currency` the
    club's."""

    head: AdvanceHead | None
    form: Mapping[str, str]
    rows: tuple[ListedAdvance, ...]
    waiting: tuple[ListedAdvance, ...]
    gone: tuple[ListedAdvance, ...]
    base: str
    path: str
    address: str
    reach: Reach
    lot: str
    currency: str
    errors: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def doubts(self) -> tuple[Problem, ...]:
        """Returns all doubts, each once."""
        return tuple(dict.fromkeys(one for row in (*self.rows, *self.waiting) for one in row.doubts))


@router.get("")
def show(at: EventDep) -> HTMLResponse:
    """Shows the conditions, the list, the waiting list and the fees."""
    return _render_page(at, _page(at))


@router.post("/terms")
def set_terms(at: EventDep, stamp: StampDep, form: FormDep) -> Response:
    """Opens advance entry, changes its conditions, or closes it."""
    base = f"/events/{at.event_id}/advance"
    try:
        return at.carry_out(SetAdvanceTerms(terms_from(form, at.services.zone)), stamp, base, "desk.advance.kept")
    except Mistake as mistake:
        page = replace(_page(at), form={**_page(at).form, "open": "", "needs_number": "", **form})
        return _render_page(at, replace(page, errors=at.errors(mistake)), _UNREADABLE)


@router.post("/paid")
def note_payment(
    at: EventDep,
    stamp: StampDep,
    entry: Annotated[str, Form(max_length=80)],
    amount: Annotated[str, Form(max_length=40)] = "",
    by: Annotated[str, Form(max_length=20)] = PaidBy.CASH,
    note: Annotated[str, Form()] = "",
) -> Response:
    """Notes that a fee was paid, all that is open where no amount is typed; or that it was given back."""
    problems: list[Problem] = []
    entries = (*listed_entries(at.state), *gone_with_fee(at.state))
    row = next((one for one in entries if one.entry.entry_id == entry), None)
    if row is None:
        raise NotFound.of("entry.unknown", entry=entry)
    typed = amount_of(amount, "amount", problems)
    way = choice(by, "by", PaidBy, problems)
    Malformed.check(problems)
    command = NotePayment(EntryId(entry), row.fee.left if typed is None else typed, way or PaidBy.CASH, note)
    return at.carry_out(command, stamp, f"/events/{at.event_id}/advance#fees", "desk.advance.paid")


@router.post("/place")
def give_place(at: EventDep, stamp: StampDep, link: Annotated[str, Form(max_length=64)]) -> Response:
    """Gives a waiting entrant a place, out of turn or beyond the limit."""
    return at.carry_out(GivePlace(link), stamp, f"/events/{at.event_id}/advance", "desk.advance.placed")


@router.post("/drop")
def drop(at: EventDep, stamp: StampDep, link: Annotated[str, Form(max_length=64)]) -> Response:
    """Removes an entrant from the waiting list."""
    return at.carry_out(WithdrawAdvanceEntry(link), stamp, f"/events/{at.event_id}/advance", "desk.advance.dropped")


@router.get("/{name}.{extension}")
def file(at: EventDep, name: str, extension: str) -> Response:
    """Returns the list for the desk, or that for the bank, as CSV or as a workbook."""
    if name not in _FILES or extension not in ("csv", "xlsx"):
        raise NotFound.of("desk.error.http-404")
    listed = listed_entries(at.state, at.tournament.store.players())
    if name == "bank":
        listed = (*listed, *gone_with_fee(at.state))
    currency = "" if at.state.advance.terms is None else at.state.advance.terms.currency
    rows = _FILES[name](listed, at.services.zone, currency)
    return file_answer(as_file(rows, extension), f"{at.settings.name} {name}", extension)


def _page(at: EventAt) -> AdvancePage:
    terms = at.state.advance.terms
    rows = listed_entries(at.state, at.tournament.store.players())
    head = None if terms is None else head_of(at.state, at.now)
    path = f"/enter/{at.event_id}"
    base = room_address(at.request)
    return AdvancePage(
        head=head,
        form=fields_of(terms or AdvanceTerms(), at.services.zone),
        rows=tuple(row for row in rows if row.standing is not AdvanceStanding.WAITING),
        waiting=tuple(row for row in rows if row.standing is AdvanceStanding.WAITING),
        gone=gone_with_fee(at.state),
        base=f"/events/{at.event_id}/advance",
        path=path,
        address=f"{base}{path}" if base else "",
        reach=reach_of(at.request),
        lot=lot_text(at.state),
        currency=at.services.club.currency,
    )


def _render_page(at: EventAt, page: AdvancePage, status: int = 200) -> HTMLResponse:
    return at.show("desk/advance/advance.html", page, tab="entries", status=status, code=code)
