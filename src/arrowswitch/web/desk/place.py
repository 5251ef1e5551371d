"""The session and section that a page is about.

Every page of an event has the address `/events/{id}/...` and, for one session and section of it, `/events/{id}/2B/...`
(session 2, section B): `Places` takes the place out of the address before a route is looked for, and `at.PlaceDep`
hands it to the route. An event of one session and one section has no such addresses; the pages of any other always lead
on under their place, so that a page left open never comes to mean another session.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import quote

from fastapi import Request
from starlette.types import ASGIApp, Receive, Scope, Send

from arrowswitch.core.errors import NotFound
from arrowswitch.core.movements.model import SectionLetter, SessionNumber
from arrowswitch.core.movements.sessions.plan import NAMES
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.standings.header import current_session
from arrowswitch.web.errors import Elsewhere
from arrowswitch.web.visitor import ASKED_PATH

_PLACED = re.compile(r"(/events/[^/]+)/([1-9]\d?[A-Z])(/.*)?")
_PLACE = "arrowswitch.place"


class Places:
    """Takes the place out of an address: `/events/7/2B/scores` is answered by the route of `/events/7/scores`."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Passes a request on without its place."""
        match = _PLACED.fullmatch(scope["path"]) if scope["type"] == "http" else None
        if match is not None:
            path = match[1] + (match[3] or "")
            taken_out = {_PLACE: Place.parse(match[2]), ASKED_PATH: scope["path"]}
            scope = {**scope, "path": path, "raw_path": quote(path).encode(), **taken_out}
        await self.app(scope, receive, send)


@dataclass(frozen=True, slots=True)
class DeskPlace:
    """A place of an event as the desk's addresses lead to it. `is_named` when they name it: the event has others."""

    event_id: EventId
    place: Place
    is_named: bool = False

    @property
    def name(self) -> str:
        """Returns the place as written in addresses."""
        return self.place.format()

    @property
    def base(self) -> str:
        """Returns the prefix of the addresses of the place's pages.

        >>> DeskPlace(EventId("7"), Place(2, "B"), True).base, DeskPlace(EventId("7"), Place(1, "A")).base
        ('/events/7/2B', '/events/7')
        """
        return f"/events/{self.event_id}/{self.name}" if self.is_named else f"/events/{self.event_id}"


def letters_of(state: EventState, session: SessionNumber) -> tuple[SectionLetter, ...]:
    """Returns the sections of a session: as many as the settings wish for, and those that there are."""
    wished = NAMES[: state.settings.division.sections]
    return tuple(sorted({*wished, *state.session(session).sections}))


def places_of(state: EventState) -> tuple[tuple[DeskPlace, ...], ...]:
    """Returns all places of an event, session by session."""
    listed = {number: letters_of(state, number) for number in sorted(state.sessions)}
    is_named = sum(map(len, listed.values())) > 1
    return tuple(
        tuple(DeskPlace(state.event_id, Place(number, letter), is_named) for letter in letters)
        for number, letters in listed.items()
    )


def place_of(request: Request, state: EventState) -> DeskPlace:
    """Returns the place that a request is about: the one it names, else the first section of the session being played.

    Raises NotFound (`place.unknown`) for one that the event does not have.
    """
    named: Place | None = request.scope.get(_PLACE)
    return place_named(state, "" if named is None else named.format())


def place_named(state: EventState, name: str) -> DeskPlace:
    """Returns the place called `name` (`2B`); of an empty name the first section of the session being played.

    Raises NotFound (`place.unknown`) for one that the event does not have.
    """
    every = places_of(state)
    if not name:
        return default_place(state, every)
    places = {desk.name: desk for session in every for desk in session}
    if name in places:
        return places[name]
    names = ", ".join(places)
    raise NotFound.of("place.unknown", place=name[:10], known=names)


def default_place(state: EventState, every: tuple[tuple[DeskPlace, ...], ...]) -> DeskPlace:
    """Returns the place of pages that name none: the newest session that has begun, its first section."""
    session = current_session(state)
    played = sorted(state.session(session).sections)
    listed = next(places for places in every if places[0].place.session == session)
    return next((desk for desk in listed if played and desk.place.section == played[0]), listed[0])


def place_asked_for(request: Request, state: EventState) -> DeskPlace:
    """Returns the place that a request is about; raises Elsewhere for a page asked for without its place, where the
    event has more than one."""
    desk = place_of(request, state)
    if desk.is_named and request.scope.get(_PLACE) is None and request.method in ("GET", "HEAD"):
        rest = request.url.path.removeprefix(f"/events/{state.event_id}")
        raise Elsewhere(f"{desk.base}{rest}" + (f"?{request.url.query}" if request.url.query else ""))
    return desk
