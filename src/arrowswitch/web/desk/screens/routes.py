"""The hall screens: each with its name, address, programme and announcements."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import Malformed, Mistake, Problem
from arrowswitch.core.movements.model import SectionLetter
from arrowswitch.tournament.club.screens import (
    LONGEST_NAME,
    LONGEST_SECONDS,
    MOST_SCREENS,
    SHORTEST_SECONDS,
    events_of_day,
)
from arrowswitch.tournament.model.club_values.screens import USUAL_SECONDS, HallScreen, ScreenPart, TimedPart
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ports import EventRow
from arrowswitch.tournament.standings.header import current_session
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.concurrent_edits import join_edits
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import EventAt, EventDep
from arrowswitch.web.desk.place import letters_of
from arrowswitch.web.forms import read_form
from arrowswitch.web.phones import room_address

router = APIRouter(prefix="/events/{event_id}/screens", route_class=DirectorRoute)
_UNREADABLE, _OVERTAKEN = 422, 409


@dataclass(frozen=True, slots=True)
class PartLine:
    """A part in the form of a screen: its place in the order (empty if it is not shown) and its seconds."""

    part: ScreenPart
    order: str
    seconds: str


@dataclass(frozen=True, slots=True)
class ScreenCard:
    """A screen with its address and the lines of its form; `was` are the fields as they are stored."""

    number: int
    screen: HallScreen
    address: str
    lines: tuple[PartLine, ...]
    was: Mapping[str, str]
    errors: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def is_usual(self) -> bool:
        """True if the screen has the default programme."""
        return not self.screen.parts


@dataclass(frozen=True, slots=True)
class ScreensPage:
    """All screens, the events that they can show, and the sections of this one."""

    cards: tuple[ScreenCard, ...]
    events: tuple[EventRow, ...]
    letters: tuple[SectionLetter, ...]
    address: str
    base: str
    longest: int = LONGEST_NAME
    least_seconds: int = SHORTEST_SECONDS
    most_seconds: int = LONGEST_SECONDS


@router.get("")
def show(at: EventDep) -> HTMLResponse:
    """Shows the hall screens."""
    return _page(at)


@router.post("/{number}")
async def set_up(at: EventDep, request: Request, number: int) -> Response:
    """Stores the programme of a screen. Fields that another device changed meanwhile are shown with both values, and
    nothing is stored then."""
    screens = at.services.hall_screens
    edit = join_edits(await read_form(request), fields_of(screens.screen(number)))
    if edit.theirs:
        return _page(at, _card(at, number, edit.fields, at.theirs(edit)), status=_OVERTAKEN)
    card = _card(at, number, edit.fields)
    try:
        screens.set_up(number, replace(card.screen, parts=parts_of(card.lines)))
    except Mistake as mistake:
        return _page(at, replace(card, errors=at.errors(mistake)), status=_UNREADABLE)
    at.services.nudges.tell_screens()
    note, params = ("screen.stored", {"n": number}) if not edit.adopted else (edit.note(""), {"n": len(edit.adopted)})
    return redirect(f"/events/{at.event_id}/screens#screen-{number}", note, **params)


@router.post("/{number}/notices/end")
def end_notice(at: EventDep, number: int, notice: Annotated[int, Form(ge=1)]) -> Response:
    """Removes an announcement from one screen."""
    at.services.hall_screens.end_notice(number, notice)
    at.services.nudges.tell_screens()
    return at.answer(at.state, f"/events/{at.event_id}/hall", "desk.hall.taken-away")


def parts_of(lines: tuple[PartLine, ...]) -> tuple[TimedPart, ...]:
    """Returns the parts with a place in the order, by that place; raises Malformed (`screen.order`,
    `screen.seconds-number`) with every line that is not a number."""
    problems: list[Problem] = []
    parts: list[tuple[int, TimedPart]] = []
    for line in lines:
        order, seconds = line.order.strip(), line.seconds.strip() or str(USUAL_SECONDS)
        if not order:
            continue
        if not (order.isascii() and order.isdecimal()):
            problems.append(Problem("screen.order", {"text": order}, where=f"order-{line.part.value}"))
        elif not (seconds.isascii() and seconds.isdecimal()):
            problems.append(Problem("screen.seconds-number", {"text": seconds}, where=f"seconds-{line.part.value}"))
        else:
            parts.append((int(order[:4]), TimedPart(line.part, int(seconds[:6]))))
    Malformed.check(problems)
    return tuple(part for _, part in sorted(parts, key=lambda place: place[0]))


def _page(at: EventAt, refused: ScreenCard | None = None, *, status: int = 200) -> HTMLResponse:
    screens = at.services.hall_screens.all()
    following = screens[-1][0] + 1
    offered = (*screens, *(((following, HallScreen()),) if following <= MOST_SCREENS else ()))
    cards = tuple(_card(at, number, fields_of(screen)) for number, screen in offered)
    rows = at.tournament.events()
    today = events_of_day(rows, at.today)
    chosen = {at.event_id, *(one.event_id for _, one in screens)}
    more = tuple(row for row in rows if row.event_id in chosen and row not in today)
    page = ScreensPage(
        cards=tuple(refused if refused is not None and refused.number == card.number else card for card in cards),
        events=(*today, *more),
        letters=letters_of(at.state, current_session(at.state)),
        address=f"{room_address(at.request)}/s",
        base=f"/events/{at.event_id}/screens",
    )
    return at.show("desk/screens/screens.html", page, tab="ranking", status=status)


def fields_of(screen: HallScreen) -> Mapping[str, str]:
    """Returns the fields of the form of a screen."""
    orders = {timed.part: (str(order), str(timed.seconds)) for order, timed in enumerate(screen.parts, 1)}
    fields = {"name": screen.name, "event": screen.event_id, "section": screen.section}
    for part in ScreenPart:
        order, seconds = orders.get(part, ("", str(USUAL_SECONDS)))
        fields |= {f"order-{part.value}": order, f"seconds-{part.value}": seconds}
    return fields


def _card(
    at: EventAt, number: int, fields: Mapping[str, str], errors: Mapping[str, tuple[str, ...]] | None = None
) -> ScreenCard:
    """Returns the card of a screen with the given fields."""
    return ScreenCard(
        number=number,
        screen=HallScreen(
            name=fields.get("name", ""), event_id=EventId(fields.get("event", "")), section=fields.get("section", "")
        ),
        address=f"{room_address(at.request)}/s/{number}",
        lines=tuple(
            PartLine(part, fields.get(f"order-{part.value}", ""), fields.get(f"seconds-{part.value}", ""))
            for part in ScreenPart
        ),
        was=fields_of(at.services.hall_screens.screen(number)),
        errors=errors or {},
    )
