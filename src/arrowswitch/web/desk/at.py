"""The head of every route: who asks, the event as it stands, and the session and section that the address is about.

`VisitDep`, `EventDep` and `PlaceDep` hand it to a route. An event or a place that is not there is refused before the
route begins (`event.unknown`, `place.unknown`), and every command is carried out and answered alike (`carry_out`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated

from fastapi import Depends, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import HTMLResponse, JSONResponse

from arrowswitch.core.errors import Malformed, Mistake, NotFound, ParamValue, Problem
from arrowswitch.core.movements.model import SectionLetter, SessionNumber
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.context import is_after_deadline
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import LedgerEntry, Stamp
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.state import EventState, Section
from arrowswitch.tournament.service.service import Step, Tournament
from arrowswitch.tournament.sheets.workbench import Workbench
from arrowswitch.web.concurrent_edits import Joined
from arrowswitch.web.context import field_errors, live_page, redirect, render, words_for
from arrowswitch.web.desk.blind import Blind, blind_of
from arrowswitch.web.desk.frame import frame_of
from arrowswitch.web.desk.place import DeskPlace, place_asked_for
from arrowswitch.web.files import LivePage, is_live, live_answer
from arrowswitch.web.services import ServicesDep, WebServices, services_of
from arrowswitch.web.tokens import stood_at
from arrowswitch.web.visitor import Visitor, VisitorDep, local_path, visitor_of


@dataclass(frozen=True, slots=True)
class Visit:
    """A request with its visitor and the services of the program."""

    request: Request
    services: WebServices
    visitor: Visitor

    @property
    def tournament(self) -> Tournament:
        return self.services.tournament

    @property
    def now(self) -> datetime:
        return self.services.tournament.clock.now()

    @property
    def today(self) -> date:
        """Returns the date at the club."""
        return self.services.today()

    @property
    def workbench(self) -> Workbench:
        """Returns the club's own master sheets."""
        return self.services.workbench

    @property
    def newest_entry(self) -> int | None:
        """Returns the number of the newest entry of the event shown on the page, for its forms; None without an
        event."""
        return None

    def render(self, template: str, page: object, *, status: int = 200, **more: object) -> HTMLResponse:
        """Returns a page outside an event's frame, or a part of a page."""
        return render(self.request, template, page, status=status, newest_entry=self.newest_entry, **more)

    def render_watched(self, template: str, page: object, **more: object) -> Response:
        """Returns a page with no secret but the token of its forms; compressed for the scripts that watch it."""
        if not is_live(self.request):
            return self.render(template, page, **more)  # type: ignore[arg-type]  # no template has the name `status`
        return live_answer(self.request, self.live_page(template, page, **more))

    def live_page(self, template: str, page: object, **more: object) -> LivePage:
        """Returns a page as a watching script fetches it."""
        return live_page(self.request, template, page, newest_entry=self.newest_entry, **more)

    def errors(self, mistake: Mistake) -> Mapping[str, tuple[str, ...]]:
        """Returns the texts of a mistake by form field, in the visitor's language."""
        return field_errors(mistake, self.visitor.locale)

    def theirs(self, joined: Joined) -> Mapping[str, tuple[str, ...]]:
        """Returns the values that others stored meanwhile by form field, with a message above all fields."""
        return {"": (words_for(self.visitor.locale)("desk.meanwhile.both", n=len(joined.theirs)),), **joined.theirs}


@dataclass(frozen=True, slots=True)
class EventAt(Visit):
    """A request about an event, with the event as it stood when it was asked."""

    state: EventState

    @property
    def event_id(self) -> EventId:
        return self.state.event_id

    @property
    def newest_entry(self) -> int | None:
        """Returns the number of the newest entry of the event shown on the page, for its forms."""
        return self.state.seq

    @property
    def settings(self) -> Settings:
        return self.state.settings

    @property
    def ledger(self) -> tuple[LedgerEntry, ...]:
        return self.tournament.ledger(self.event_id)

    @property
    def base(self) -> str:
        return f"/events/{self.event_id}"

    @property
    def blind(self) -> Blind:
        """Returns the results that must be hidden on this computer."""
        return blind_of(self.request, self.state)

    def show(self, template: str, page: object, *, tab: str, status: int = 200, **more: object) -> HTMLResponse:
        """Returns a page of the event; its template extends `desk/event.html` and reads `page` and `frame`."""
        frame = frame_of(self.request, self.state, tab)
        return self.render(template, page, status=status, frame=frame, **more)

    def show_alone(self, part: str, template: str, page: object, *, tab: str) -> HTMLResponse:
        """Returns only a part of a page to the script that asks for it (`X-Part`), else the page that holds it."""
        if self.request.headers.get("x-part"):
            return self.render(part, page, base=self.base)
        return self.show(template, page, tab=tab)

    def execute(self, command: Command, stamp: Stamp) -> EventState:
        """Carries out a command and returns the event as it stands then."""
        return self.tournament.execute(self.event_id, command, stamp, stood_at(self.request))

    def execute_all(self, *steps: Step) -> EventState:
        """Carries out several commands, all of them or none, and returns the event as it stands then."""
        return self.tournament.execute_all(self.event_id, steps, stood_at(self.request))

    def carry_out(self, command: Command, stamp: Stamp, to: str, note: str = "", **params: ParamValue) -> Response:
        """Carries out a command and answers; a Mistake goes up to `errors` (a notice, or a page)."""
        return self.answer(self.execute(command, stamp), to, note, **params)

    def answer(self, state: EventState, to: str, note: str = "", **params: ParamValue) -> Response:
        """Returns `{"stored": true, "version": n, "to": ...}` to a script, or leads a plain form to `to` with a note.

        A page that wishes to go on elsewhere names it in the address as `to`.
        """
        leads_to = local_path(self.request.query_params.get("to", ""), to)
        if self.visitor.wants_json:
            return JSONResponse({"stored": True, "version": state.seq, "to": leads_to})
        return redirect(leads_to, note, **params)


@dataclass(frozen=True, slots=True)
class PlaceAt(EventAt):
    """A request about a session and a section of an event."""

    desk: DeskPlace

    @property
    def base(self) -> str:
        return self.desk.base

    @property
    def place(self) -> Place:
        return self.desk.place

    @property
    def session(self) -> SessionNumber:
        return self.place.session

    @property
    def letter(self) -> SectionLetter:
        return self.place.section

    @property
    def section(self) -> Section | None:
        """Returns the section; None before it has a movement."""
        return self.state.find_section(self.place)

    @property
    def section_or_empty(self) -> Section:
        """Returns the section; an empty one before it has a movement."""
        return self.state.section_or_empty(self.place)

    @property
    def needed_section(self) -> Section:
        """Returns the section; raises Malformed (`start.no-movement`) before it has a movement."""
        if self.section is None:
            raise Malformed.of("start.no-movement")
        return self.section

    @property
    def is_started(self) -> bool:
        """True once play of the session has begun."""
        return self.state.session(self.session).is_started

    @property
    def needs_approver(self) -> bool:
        """True if the correction period is over, so that a change needs the name of its approver."""
        return is_after_deadline(self.state, self.now, self.place.session)


async def visit(request: Request, services: ServicesDep, visitor: VisitorDep) -> Visit:
    """Returns a request with its visitor."""
    return Visit(request, services, visitor)


VisitDep = Annotated[Visit, Depends(visit)]
"""Put it among the parameters of a route that is about no event."""


async def event_at(visit: VisitDep, event_id: EventId) -> EventAt:
    """Returns a request about an event; raises NotFound for one that is not there."""
    return EventAt(visit.request, visit.services, visit.visitor, await _state(visit.tournament, event_id))


async def _state(tournament: Tournament, event_id: EventId) -> EventState:
    """Returns an event; where it has to be read first, other requests go on meanwhile."""
    loaded = tournament.known_state(event_id)
    return await run_in_threadpool(tournament.state, event_id) if loaded is None else loaded


EventDep = Annotated[EventAt, Depends(event_at)]
"""Put it among the parameters of a route that is about a whole event."""


async def place_at(at: EventDep) -> PlaceAt:
    """Returns a request about a place of an event; raises NotFound for one that the event does not have."""
    desk = place_asked_for(at.request, at.state)
    return PlaceAt(request=at.request, services=at.services, visitor=at.visitor, state=at.state, desk=desk)


async def place_of_request(request: Request) -> PlaceAt:
    """Returns the same for a route that takes the request alone."""
    visit_ = await visit(request, services_of(request), visitor_of(request))
    return await place_at(await event_at(visit_, EventId(request.path_params["event_id"])))


PlaceDep = Annotated[PlaceAt, Depends(place_at)]
"""Put it among the parameters of a route that is about a session and a section of an event. A page asked for without
its place is led to its address with it, where the event has more than one."""


def has_page(name: str) -> Callable[[EventState], bool]:
    """Returns a test that is true for events whose form has the page of this name."""
    return lambda state: name in form_of(state.settings).pages(state)


def only(is_fit: Callable[[EventState], bool], refusal: Problem) -> Callable[[PlaceAt], PlaceAt]:
    """Returns the head of routes that only some forms of events have: others are refused (NotFound, `refusal`)."""

    def fitting(at: PlaceDep) -> PlaceAt:
        if not is_fit(at.state):
            raise NotFound(refusal)
        return at

    return fitting
