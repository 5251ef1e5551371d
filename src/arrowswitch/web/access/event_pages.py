"""The pages of an event that everybody reads, players and the wall: open to all, or only to who came by its link.

The link hangs on the wall as a code. Opening it gives the device a cookie for this event; a new link shuts out
everybody who came by the old one. Directors, and helpers of the event, need none.
"""

from __future__ import annotations

import secrets
from asyncio import to_thread

from fastapi import APIRouter, Request, Response
from starlette.types import Receive, Scope, Send

from arrowswitch.tournament.model.club_values.links import LinkKind, digest_of
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.web.access.holders import HolderDep, HolderRoute
from arrowswitch.web.access.roles import HOLDERS, PublicRoute, is_director, task_of
from arrowswitch.web.context import redirect
from arrowswitch.web.errors import closed_response
from arrowswitch.web.guests import LONGEST
from arrowswitch.web.services import services_of

_COOKIE = "event-"
_PAGES = frozenset(("play", "hall", "results"))


class EventPagesRoute(PublicRoute):
    """A route for everybody; where the event is read by its link only, for who came by it."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a visitor who may read the event; refuses others."""
        request = Request(scope, receive)
        if await to_thread(may_read, request, EventId(request.path_params.get("event_id", ""))):
            await super().handle(scope, receive, send)
        else:
            await closed_response(request, "desk.link.needed")(scope, receive, send)


class EventLinkRoute(HolderRoute):
    """A route for visitors who open the link of an event."""

    kinds = frozenset((LinkKind.EVENT,))


router = APIRouter(route_class=EventLinkRoute)


@router.get(HOLDERS)
def come_in(request: Request, holder: HolderDep, secret: str, to: str = "") -> Response:
    """Lets a device read the pages of an event, and leads to the players', the wall's or what is published."""
    response = redirect(f"/{to if to in _PAGES else 'play'}/{holder.subject}")
    _set_cookie(request, response, EventId(holder.subject), secret)
    return response


def keep_reading(request: Request, response: Response, event_id: EventId) -> None:
    """Renews the permission of a device that may read an event by its link, as a hall screen does for days."""
    link = services_of(request).tournament.links.of(LinkKind.EVENT, event_id)
    if link is not None and link.secret:
        _set_cookie(request, response, event_id, link.secret)


def _set_cookie(request: Request, response: Response, event_id: EventId, secret: str) -> None:
    response.set_cookie(
        f"{_COOKIE}{event_id}",
        secret,
        max_age=int(LONGEST.total_seconds()),
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


def may_read(request: Request, event_id: EventId) -> bool:
    """True if a device may read the pages of an event."""
    link = services_of(request).tournament.links.of(LinkKind.EVENT, event_id)
    if link is None or is_director(request):
        return True
    task = task_of(request)
    if task is not None and task.event_id == event_id:
        return True
    cookie_digest = digest_of(request.cookies.get(f"{_COOKIE}{event_id}", ""))
    return secrets.compare_digest(cookie_digest, link.digest)
