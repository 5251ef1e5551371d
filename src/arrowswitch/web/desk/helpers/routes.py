"""Helpers with the scores of some sections: a link for each, to be opened on the helper's own device."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from fastapi import APIRouter, Form, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import Malformed, Mistake, Problem
from arrowswitch.core.movements.model import SectionLetter
from arrowswitch.tournament.standings.header import current_session
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import EventAt, EventDep
from arrowswitch.web.desk.place import letters_of
from arrowswitch.web.forms import line
from arrowswitch.web.helping import Helper
from arrowswitch.web.phones import Reach, code, reach_of, room_address
from arrowswitch.web.visitor import LONGEST_NAME

router = APIRouter(prefix="/events/{event_id}/helpers", route_class=DirectorRoute)
_UNREADABLE = 422


@dataclass(frozen=True, slots=True)
class HelperCard:
    """A helper, and the address to open (empty when no other device reaches the program)."""

    helper: Helper
    address: str

    @property
    def sections(self) -> tuple[SectionLetter, ...]:
        return tuple(sorted(self.helper.task.sections))


@dataclass(frozen=True, slots=True)
class HelpersPage:
    """The links of an event, and the form for a new one."""

    cards: tuple[HelperCard, ...]
    letters: tuple[SectionLetter, ...]
    reach: Reach
    base: str
    errors: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    name: str = ""


@router.get("")
def show(at: EventDep) -> HTMLResponse:
    """Shows the helpers with the scores, and their sections."""
    return _page(at)


@router.post("")
def invite(
    at: EventDep, name: Annotated[str, Form()] = "", section: Annotated[list[str] | None, Form()] = None
) -> Response:
    """Makes a link for a helper."""
    problems: list[Problem] = []
    called = line(name, "name", problems, most=LONGEST_NAME)
    letters = _letters(at)
    chosen = frozenset(section or ()) & frozenset(letters) if len(letters) > 1 else frozenset(letters)
    if not chosen:
        problems.append(Problem("desk.assist.no-section", where="section"))
    try:
        Malformed.check(problems)
    except Mistake as mistake:
        return _page(at, at.errors(mistake), called, status=_UNREADABLE)
    at.services.helpers.invite(called, at.event_id, chosen)
    return redirect(f"/events/{at.event_id}/helpers", "desk.assist.invited")


@router.post("/renew")
def renew(at: EventDep, number: Annotated[int, Form(ge=1)]) -> Response:
    """Gives a link another secret; who came in by the old one is out."""
    at.services.helpers.renew(at.services.helpers.helper(at.event_id, number).task.number)
    at.services.guest_list.end_task(number)
    return redirect(f"/events/{at.event_id}/helpers", "desk.assist.renewed")


@router.post("/end")
def end(at: EventDep, number: Annotated[int, Form(ge=1)]) -> Response:
    """Ends a link; who came in by it is out."""
    at.services.helpers.end(at.services.helpers.helper(at.event_id, number).task.number)
    at.services.guest_list.end_task(number)
    return redirect(f"/events/{at.event_id}/helpers", "desk.assist.ended")


def _letters(at: EventAt) -> tuple[SectionLetter, ...]:
    return letters_of(at.state, current_session(at.state))


def _page(
    at: EventAt, errors: Mapping[str, tuple[str, ...]] | None = None, name: str = "", *, status: int = 200
) -> HTMLResponse:
    base = room_address(at.request)
    page = HelpersPage(
        cards=tuple(
            HelperCard(one, f"{base}/assist/{one.secret}" if base else "")
            for one in at.services.helpers.of_event(at.event_id)
        ),
        letters=_letters(at),
        reach=reach_of(at.request),
        base=f"/events/{at.event_id}/helpers",
        errors=errors or {},
        name=name,
    )
    return at.show("desk/helpers/helpers.html", page, tab="scores", status=status, code=code)
