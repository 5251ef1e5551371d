"""The addresses of advance entry that everybody reads: the events that are open, what is announced, and the form."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Annotated

from fastapi import APIRouter, Form, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import Malformed, Mistake, Refused
from arrowswitch.tournament.advance.links import is_secret, new_secret
from arrowswitch.tournament.mail.addresses import is_address
from arrowswitch.tournament.model.club_values.links import digest_of
from arrowswitch.tournament.model.club_values.mail import EntryAddress
from arrowswitch.tournament.model.slices.advance import EnterInAdvance
from arrowswitch.tournament.model.state import EventState
from arrowswitch.web.access.roles import HOLDERS, PublicRoute
from arrowswitch.web.advance.form import at_fields, person_fields, typed_entry
from arrowswitch.web.advance.number_tries import NumberTries
from arrowswitch.web.advance.page import enter_page, event_page
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.advance.head import AdvanceHead, head_of
from arrowswitch.web.desk.at import EventAt, EventDep, VisitDep
from arrowswitch.web.forms import FormDep, StampDep
from arrowswitch.web.logbook import address_of
from arrowswitch.web.phones import own_address
from arrowswitch.web.services import is_here

router = APIRouter(prefix="/enter", route_class=PublicRoute)
_UNREADABLE = 422


@dataclass(frozen=True, slots=True)
class OpenPage:
    """The events that have advance entry and have not begun, the next one first."""

    events: tuple[EventState, ...]


@router.get("")
def show_open(visit: VisitDep) -> HTMLResponse:
    """Shows the events that can be entered."""
    today = visit.today.isoformat()
    rows = [row for row in visit.tournament.events() if row.date >= today]
    states = []
    for row in rows:
        try:
            states.append(visit.tournament.state(row.event_id))
        except Mistake:
            continue
    open_events = (state for state in states if state.advance.terms is not None and not state.is_started)
    ordered = sorted(open_events, key=lambda state: (state.settings.date, state.settings.announcement.starts_at))
    return visit.render("advance/open.html", OpenPage(tuple(ordered)))


@router.get("/{event_id}")
def show(at: EventDep) -> HTMLResponse:
    """Shows the announcement of an event, and its entries."""
    return at.render("advance/event.html", event_page(_head(at)))


@router.get("/{event_id}/new")
def show_form(at: EventDep) -> HTMLResponse:
    """Shows the form of an entry."""
    page = enter_page(_head(at), new_secret(), has_mail=at.services.mailing.mail.is_on)
    return at.render("advance/enter.html", page)


@router.post("/{event_id}/new")
def enter(at: EventDep, stamp: StampDep, form: FormDep, own: Annotated[str, Form()] = "") -> Response:
    """Enters a pair, a team or a single player; who sends the same form again is led to what it made."""
    head = _head(at)
    secret = own if is_secret(own) else new_secret()
    base = f"{HOLDERS.replace('{secret}', secret)}/entry/{at.event_id}"
    if digest_of(secret) in at.state.advance.entries:
        return redirect(base)
    fields: tuple[str, ...] = ()
    try:
        _keep_pace(at)
        places = [one.place for one in person_fields(at.state)]
        typed = typed_entry(form, places, at.tournament.store.players(), NumberTries.of(at.request))
        fields = typed.fields
        command = EnterInAdvance(
            link=digest_of(secret), people=typed.people, note=typed.note, name=typed.name, flight=typed.flight
        )
        with _written_to(at, command, form.get("mail", "").strip(), base):
            at.execute(command, replace(stamp, author="", reason=""))
    except Mistake as mistake:
        errors = at.errors(at_fields(mistake, fields))
        page = enter_page(head, secret, has_mail=at.services.mailing.mail.is_on)
        return at.render("advance/enter.html", replace(page, typed=form, errors=errors), status=_UNREADABLE)
    return redirect(base)


@contextmanager
def _written_to(at: EventAt, command: EnterInAdvance, address: str, base: str) -> Iterator[None]:
    """Stores the email address of an entrant before the entry is made, and deletes it if the entry is refused; raises
    Malformed (`mail.address`) for an invalid address."""
    mailing = at.services.mailing
    if not address or not mailing.mail.is_on:
        yield
        return
    if not is_address(address):
        raise Malformed.of("mail.address", "mail", text=address[:80])
    own = f"{own_address(at.request)}{base}"
    mailing.note(
        EntryAddress(
            event_id=at.event_id,
            link=command.link,
            people=command.people,
            address=address,
            language=at.visitor.locale.value,
            made_at=at.now,
            own=own,
        )
    )
    try:
        yield
    except Mistake:
        mailing.forget(command.link)
        raise


def _keep_pace(at: EventAt) -> None:
    """Raises Refused (`advance.too-fast`) where an address sends more than the players behind it can."""
    wait = 0 if is_here(at.request) else at.services.guest_list.entering.wait(address_of(at.request))
    if wait:
        raise Refused.of("advance.too-fast", n=wait)


def _head(at: EventAt) -> AdvanceHead:
    return head_of(at.state, at.now)
