"""The addresses of an entrant's own link: the state of the entry, changes, and withdrawal.

The link gives its rights to its holder and to nobody else: an unknown address is answered more slowly each time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import Mistake
from arrowswitch.documents.advance.confirmation import confirmation_sheet
from arrowswitch.i18n import format_date, language_of
from arrowswitch.tournament.advance.links import advance_entry
from arrowswitch.tournament.advance.places import entry_of
from arrowswitch.tournament.model.club_values.links import LinkKind, SecretLink, digest_of
from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.ids import EntryId, EventId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.slices.advance import (
    AcceptPartner,
    AskPartner,
    ChangeAdvanceEntry,
    WithdrawAdvanceEntry,
)
from arrowswitch.tournament.model.values.people import AdvanceEntry
from arrowswitch.web.access.holders import HolderDep, HolderRoute
from arrowswitch.web.access.roles import HOLDERS
from arrowswitch.web.advance.form import at_fields, typed_entry
from arrowswitch.web.advance.number_tries import NumberTries
from arrowswitch.web.advance.page import OwnPage, own_page
from arrowswitch.web.context import redirect, words_for
from arrowswitch.web.desk.advance.head import head_of
from arrowswitch.web.desk.at import EventAt, EventDep
from arrowswitch.web.files import file_answer
from arrowswitch.web.forms import FormDep, StampDep
from arrowswitch.web.phones import code, own_address
from arrowswitch.web.services import services_of

_UNREADABLE = 422


@dataclass(frozen=True, slots=True)
class OwnAt:
    """A request by an own link: the event, the link, and the addresses of its page, within the program and whole."""

    at: EventAt
    advance: AdvanceEntry
    base: str

    @property
    def address(self) -> str:
        """Returns the whole address of the page, as other devices reach it where they can."""
        request = self.at.request
        return f"{own_address(request)}{self.base}"

    def page(self) -> OwnPage:
        """Returns the values of the page."""
        return own_page(head_of(self.at.state, self.at.now), self.advance, self.base, self.address)


class OwnRoute(HolderRoute):
    """A route for a player who entered an event by a link of their own, which is in the event's ledger."""

    kinds = frozenset((LinkKind.ENTRY,))

    def find_known(self, request: Request, secret: str) -> SecretLink | None:
        """Returns None: the link is in the event."""
        return None

    def find(self, request: Request, secret: str) -> SecretLink | None:
        """Returns the link of an entry of the event that the address names, or None."""
        event_id = EventId(str(request.path_params.get("event_id", "")))
        try:
            state = services_of(request).tournament.state(event_id)
        except Mistake:
            return None
        digest = digest_of(secret)
        advance = state.advance.entries.get(digest) if state.advance.terms is not None else None
        return (
            None
            if advance is None
            else SecretLink(kind=LinkKind.ENTRY, subject=event_id, digest=digest, made_at=advance.at)
        )


router = APIRouter(prefix=f"{HOLDERS}/entry/{{event_id}}", route_class=OwnRoute)


def own_at(at: EventDep, holder: HolderDep, secret: str) -> OwnAt:
    """Returns a request by an own link."""
    base = f"{HOLDERS.replace('{secret}', secret)}/entry/{at.event_id}"
    return OwnAt(at, advance_entry(at.state, holder.digest), base)


OwnDep = Annotated[OwnAt, Depends(own_at)]


@router.get("")
def show(own: OwnDep) -> HTMLResponse:
    """Shows the state of an entry and the actions for it: the confirmation of the entry."""
    return _render_page(own, own.page())


@router.get("/confirmation.txt")
def confirmation(own: OwnDep) -> Response:
    """Returns the confirmation as a file to keep."""
    page, settings = own.page(), own.at.settings
    names, *lines = _lines(own, page)
    language = language_of(own.at.visitor.locale)
    day = format_date(date.fromisoformat(settings.date), own.at.visitor.locale)
    when = language.between_items.join(
        one for one in (f"{day} {settings.announcement.starts_at}", settings.announcement.venue) if one
    )
    text = "\r\n".join((settings.name, when, names, *lines, page.address))
    return file_answer(f"{text}\r\n", settings.name, "txt")


@router.get("/confirmation.pdf")
def confirmation_on_paper(own: OwnDep) -> Response:
    """Returns the confirmation as a PDF, with the code of the own page."""
    page, services, settings = own.page(), own.at.services, own.at.settings
    content = confirmation_sheet(
        settings, _lines(own, page), page.address, own.at.visitor.locale, services.now(), services.letterhead
    )
    return file_answer(content, settings.name, "pdf", is_shown=True)


def _lines(own: OwnAt, page: OwnPage) -> tuple[str, ...]:
    """Returns the lines of a confirmation: the names, the state of the entry, the fee, and the purpose of the link."""
    t, language = words_for(own.at.visitor.locale), language_of(own.at.visitor.locale)
    names = "" if page.entry is None else language.partners(page.entry.people)
    named = page.entry.name if page.entry is not None else ""
    return (
        f"{named} {names}".strip(),
        t(f"advance.standing.{page.standing.value}", n=page.place),
        *((t("sheet.entry-list.flight-of", name=page.entry.flight),) if page.entry and page.entry.flight else ()),
        *((t("advance.own-fee", amount=page.head.terms.amount(page.fee.due)),) if page.fee and page.fee.due else ()),
        "",
        t("advance.own-keep"),
    )


@router.post("/change")
def change(own: OwnDep, stamp: StampDep, form: FormDep) -> Response:
    """Corrects names, adds a partner or members."""
    page = own.page()
    entry = entry_of(own.at.state, own.advance)
    entered = () if entry is None else entry.people
    if page.advance.own is not None and len(entered) > 1:
        entered = (page.advance.own,)
    fields: tuple[str, ...] = ()
    try:
        tries = NumberTries.of(own.at.request, own.advance.link)
        places = [one.place for one in page.fields]
        typed = typed_entry(form, places, own.at.tournament.store.players(), tries, entered)
        fields = typed.fields
        command = ChangeAdvanceEntry(
            link=own.advance.link, people=typed.people, note=typed.note, name=typed.name, flight=typed.flight
        )
        return _carried_out(own, command, stamp, "desk.advance.changed")
    except Mistake as mistake:
        return _render_page(
            own, replace(page, typed=form, errors=own.at.errors(at_fields(mistake, fields))), _UNREADABLE
        )


@router.post("/withdraw")
def withdraw(own: OwnDep, stamp: StampDep) -> Response:
    """Takes the entry off the list."""
    return _carried_out(own, WithdrawAdvanceEntry(own.advance.link), stamp, "desk.advance.withdrawn")


@router.post("/ask")
def ask(own: OwnDep, stamp: StampDep, entry: Annotated[str, Form(max_length=80)] = "") -> Response:
    """Asks a single player to play together, or takes the question back."""
    command = AskPartner(own.advance.link, EntryId(entry) if entry else None)
    return _carried_out(own, command, stamp, "desk.advance.asked" if entry else "desk.advance.not-asked")


@router.post("/accept")
def accept(own: OwnDep, stamp: StampDep, entry: Annotated[str, Form(max_length=80)]) -> Response:
    """Agrees to play with a player who asked."""
    return _carried_out(own, AcceptPartner(own.advance.link, EntryId(entry)), stamp, "desk.advance.joined")


def _carried_out(own: OwnAt, command: Command, stamp: Stamp, note: str) -> Response:
    own.at.execute(command, replace(stamp, author="", reason=""))
    return redirect(own.base, note)


def _render_page(own: OwnAt, page: OwnPage, status: int = 200, **more: Mapping[str, object]) -> HTMLResponse:
    return own.at.render(
        "advance/own.html", page, status=status, code=code, mail=own.at.services.mailing.address(own.advance.link)
    )
