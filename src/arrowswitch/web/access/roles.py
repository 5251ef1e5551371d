"""The role that each route declares by the class of its router: everybody's, a link's, a helper's, the director's or
the organiser's.

`APIRouter(route_class=PublicRoute)` is for what everybody reads, `DirectorRoute` for the desk of an evening,
`OrganiserRoute` for what concerns the server and not one evening: the register, the club, regulations, backups,
passwords. Where no organiser's password is set, director and organiser are the same person and nothing has to be set
up. `holders.HolderRoute` is for the holder of a link with a secret, `desk.assisting.AssistantRoute` for a helper with
some sections. A route without a role stops the program at its start (`check_roles`).
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Iterator
from enum import StrEnum
from typing import Any, ClassVar
from urllib.parse import urlencode

from fastapi import APIRouter
from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute
from starlette.types import Receive, Scope, Send

from arrowswitch.core.errors import Impossible, Refused
from arrowswitch.web.devices.repeated_sends import send_of
from arrowswitch.web.errors import closed_response
from arrowswitch.web.guests import DOOR_COOKIE, Task
from arrowswitch.web.services import is_here, services_of
from arrowswitch.web.tokens import check_token, keep_stood_at
from arrowswitch.web.visitor import visitor_of

SIGN_IN = "/sign-in"
HOLDERS = "/with/{secret}"
"""With this begins the address of every page that a link opens: the log masks what follows."""
TABLES = "/t/{secret}"
"""The same for the code of a table, which players type: the address is as short as it can be."""


class RouteRole(StrEnum):
    """The people a route is for: everybody (players, tables, the wall), the holder of the link in its address, a helper
    with the section in its address, the director, or the organiser alone."""

    EVERYBODY = "everybody"
    HOLDER = "holder"
    HELPER = "helper"
    DIRECTOR = "director"
    ORGANISER = "organiser"


class GuardedRoute(APIRoute):
    """A route that takes from a browser only what one of its own pages sent. `role` is what its class declares."""

    role: ClassVar[RouteRole]

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Returns the handler of a request, which checks its token first."""
        return with_token_check(super().get_route_handler())


Answering = Callable[[Request], Coroutine[Any, Any, Response]]


def with_token_check(answered: Answering) -> Answering:
    """Returns a handler that checks the token of a request and then answers as `answered` does."""

    async def answered_checked(request: Request) -> Response:
        try:
            await check_token(request)
            await keep_stood_at(request)
            send = await send_of(request)
            if send is None:
                return await answered(request)
            return await services_of(request).sends.answer(send, lambda: answered(request))
        finally:
            await request.close()

    return answered_checked


class PublicRoute(GuardedRoute):
    """A route for everybody: what players and the wall read."""

    role = RouteRole.EVERYBODY

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request; raises Refused (`desk.error.too-fast`) if an address sends more than the people behind it
        can."""
        request = Request(scope, receive)
        if request.method == "POST" and not is_here(request):
            address = request.client.host if request.client is not None else ""
            if wait := services_of(request).guest_list.sending_by_address.wait(address):
                raise Refused.of("desk.error.too-fast", n=wait)
        await super().handle(scope, receive, send)


class DirectorRoute(GuardedRoute):
    """A route for the director: asked for on the desk's own computer, or by a device that was let in."""

    role = RouteRole.DIRECTOR

    def lets_in(self, request: Request) -> bool:
        """True if a request comes from a person whom the route is for."""
        return is_director(request)

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a visitor who is let in, and shows others the way to the code."""
        request = Request(scope, receive)
        if self.lets_in(request):
            await super().handle(scope, receive, send)
            return
        if task_of(request) is not None:
            await closed_response(request, "desk.assist.not-yours")(scope, receive, send)
            return
        if is_director(request):
            await closed_response(request, "desk.access.organiser-needed")(scope, receive, send)
            return
        if (
            request.method != "GET"
            or "x-swap" in request.headers
            or "text/html" not in request.headers.get("accept", "")
        ):
            await closed_response(request)(scope, receive, send)
            return
        target = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        answer = RedirectResponse(f"{SIGN_IN}?{urlencode({'to': target})}", status_code=303)
        await answer(scope, receive, send)


class OrganiserRoute(DirectorRoute):
    """A route for the organiser: the director too, where no organiser's password is set."""

    role = RouteRole.ORGANISER

    def lets_in(self, request: Request) -> bool:
        """True if a request comes from the organiser."""
        return is_organiser(request)


def task_of(request: Request) -> Task | None:
    """Returns the task of a helper who was let in for no more; None for others."""
    return visitor_of(request).task


def is_director(request: Request) -> bool:
    """True if a request has the rights of a director."""
    services = services_of(request)
    return is_here(request) or services.guest_list.is_in(request.cookies.get(DOOR_COOKIE, ""))


def is_organiser(request: Request) -> bool:
    """True if a request has rights over the whole server."""
    services = services_of(request)
    if not services.has_organiser:
        return is_director(request)
    return is_here(request) or services.guest_list.is_organiser(request.cookies.get(DOOR_COOKIE, ""))


def check_roles(routers: Iterable[APIRouter]) -> None:
    """Raises Impossible when a route of the routers declares no role, or holds a link's secret where the log would not
    mask it."""
    for route in (one for router in routers for one in routes_in(router)):
        role = getattr(route, "role", None)
        if not isinstance(route, GuardedRoute) or role not in set(RouteRole):
            raise Impossible(f"a route without a role: {route}")
        if (role is RouteRole.HOLDER) != route.path.startswith((HOLDERS, TABLES)):
            raise Impossible(f"only what a link opens has an address below {HOLDERS}: {route}")


def routes_in(router: APIRouter) -> Iterator[BaseRoute]:
    """Yields the routes of a router, and of those that it includes."""
    for route in router.routes:
        included = getattr(route, "original_router", None)
        if isinstance(included, APIRouter):
            yield from routes_in(included)
        else:
            yield route
