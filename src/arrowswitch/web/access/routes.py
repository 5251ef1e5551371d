"""The page on which another device is let in, by the director's password or by the desk's code."""

from __future__ import annotations

from asyncio import sleep, to_thread
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from fastapi import APIRouter, Depends, Form, Request, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import Malformed, NotFound, Problem, Refused
from arrowswitch.core.movements.model import SectionLetter
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.standings.header import current_session
from arrowswitch.web.access.holders import wait_after_guess
from arrowswitch.web.access.roles import SIGN_IN, PublicRoute, RouteRole, is_director
from arrowswitch.web.context import field_errors, redirect, render
from arrowswitch.web.guests import DOOR_COOKIE
from arrowswitch.web.helping import Helper
from arrowswitch.web.logbook import Noted, address_of
from arrowswitch.web.services import ServicesDep, WebServices, services_of
from arrowswitch.web.visitor import LONGEST_NAME, WHO_COOKIE, keep, local_path, locale_of, visitor_of

router = APIRouter(route_class=PublicRoute)
_LONGEST_SECRET = 400
_NOT_LET_IN, _TOO_MANY, _UNREADABLE = 401, 429, 422
_WRONG = {"password": "desk.access.wrong-password", "code": "desk.access.wrong"}


@dataclass(frozen=True, slots=True)
class SignInPage:
    """The form for the password, or where there is none for the code; `to` is the page that was asked for, `who` the
    name that was given."""

    to: str
    who: str
    has_password: bool
    errors: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@router.get(SIGN_IN)
def show_sign_in(request: Request, services: ServicesDep, to: str = "/") -> Response:
    """Asks for the password or the code; who is in already goes on to the page that was asked for."""
    if to != "/" and is_director(request):
        return redirect(local_path(to))
    return _sign_in_page(request, to, visitor_of(request).who)


@router.post(SIGN_IN)
async def sign_in(
    request: Request,
    services: ServicesDep,
    code: Annotated[str, Form()] = "",
    password: Annotated[str, Form()] = "",
    who: Annotated[str, Form()] = "",
    to: Annotated[str, Form()] = "/",
) -> Response:
    """Lets a device in whose person said who they are and typed the secret; a wrong one is answered slower each
    time."""
    name = " ".join(who.split())[:LONGEST_NAME]
    if not name:
        return _sign_in_page(request, to, "", Problem("desk.access.no-name", where="who"), status=_UNREADABLE)
    address, logbook = address_of(request), services.logbook
    way = "password" if services.has_password else "code"
    wait = services.guest_list.guessing.begin(address)
    if wait is None:
        logbook.note(request, Noted.TOO_MANY_TRIES, way=way)
        return _sign_in_page(request, to, name, Problem("desk.access.too-many"), status=_TOO_MANY)
    await sleep(wait)
    role = await _role_of(services, code[:_LONGEST_SECRET], password[:_LONGEST_SECRET])
    if role is None:
        logbook.note(request, Noted.WRONG_SECRET, way=way)
        return _sign_in_page(request, to, name, Problem(_WRONG[way], where=way), status=_NOT_LET_IN)
    is_organiser = role is RouteRole.ORGANISER
    # A director may not guess the organiser's password between two right ones of the own.
    has_other = services.tournament.club.has_organiser and not is_organiser
    services.guest_list.guessing.was_right(address, only_last=has_other)
    logbook.note(request, Noted.SIGNED_IN, who=name, way=f"organiser's {way}" if is_organiser else way)
    services.guest_list.leave(request.cookies.get(DOOR_COOKIE, ""))
    response = redirect(local_path(to), "desk.access.is-in")
    let_in(response, request, services.guest_list.let_in(name, address, is_organiser=is_organiser))
    keep(response, WHO_COOKIE, name)
    return response


@dataclass(frozen=True, slots=True)
class AssistPage:
    """The task of a helper; `name` is the one that the director gave, empty where the page asks for it."""

    event: str
    sections: tuple[SectionLetter, ...]
    name: str
    errors: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


async def helper_of(request: Request, services: ServicesDep, secret: str) -> Helper:
    """Returns the helper with this link; raises NotFound (`desk.assist.unknown`) for an unknown link, more slowly each
    time, and Refused (`desk.access.too-many`)."""
    helper = services.helpers.find(secret[:_LONGEST_SECRET])
    if helper is None and not await wait_after_guess(request):
        raise Refused.of("desk.access.too-many")
    if helper is None:
        raise NotFound.of("desk.assist.unknown")
    return helper


HelperDep = Annotated[Helper, Depends(helper_of)]


@router.get("/assist/{secret}")
def show_assist(request: Request, services: ServicesDep, helper: HelperDep) -> HTMLResponse:
    """Explains to a helper what the link is for."""
    return _assist_page(request, services, helper)


@router.post("/assist/{secret}")
def assist(request: Request, services: ServicesDep, helper: HelperDep, who: Annotated[str, Form()] = "") -> Response:
    """Lets a helper in, for the sections of the link."""
    name = helper.name or " ".join(who.split())[:LONGEST_NAME]
    if not name:
        return _assist_page(request, services, helper, Problem("desk.access.no-name", where="who"))
    session = current_session(services.tournament.state(helper.task.event_id))
    here = Place(session, min(helper.task.sections)).format()
    response = redirect(f"/events/{helper.task.event_id}/{here}/scores", "desk.assist.is-in")
    services.guest_list.leave(request.cookies.get(DOOR_COOKIE, ""))
    let_in(response, request, services.guest_list.let_in(name, address_of(request), helper.task))
    services.logbook.note(request, Noted.SIGNED_IN, who=name, way=f"link {helper.task.number}")
    return response


@router.post("/sign-out")
def sign_out(request: Request, services: ServicesDep) -> Response:
    """Lets this device go."""
    guest = services.guest_list.guest(request.cookies.get(DOOR_COOKIE, ""))
    if guest is not None:
        services.logbook.note(request, Noted.SIGNED_OUT, who=guest.name)
    services.guest_list.leave(request.cookies.get(DOOR_COOKIE, ""))
    response = redirect(SIGN_IN, "desk.access.is-out")
    response.delete_cookie(DOOR_COOKIE)
    return response


def let_in(response: Response, request: Request, token: str) -> None:
    """Gives a device the secret by which it is known; over TLS it is never sent without."""
    is_secure = request.url.scheme == "https"
    response.set_cookie(DOOR_COOKIE, token, httponly=True, samesite="strict", secure=is_secure)


async def _role_of(services: WebServices, code: str, password: str) -> RouteRole | None:
    """Returns the role that a code or a password gives, or None."""
    club = services.tournament.club
    if not services.has_password:
        return RouteRole.DIRECTOR if services.guest_list.is_code(code) else None
    if await to_thread(club.is_organiser, password):
        return RouteRole.ORGANISER
    return RouteRole.DIRECTOR if await to_thread(club.is_password, password) else None


def _assist_page(
    request: Request, services: WebServices, helper: Helper, problem: Problem | None = None
) -> HTMLResponse:
    errors = {} if problem is None else field_errors(Malformed(problem), locale_of(request))
    event = services.tournament.state(helper.task.event_id).settings.name
    page = AssistPage(event, tuple(sorted(helper.task.sections)), helper.name, errors)
    return render(request, "access/assist.html", page, status=200 if problem is None else _UNREADABLE)


def _sign_in_page(
    request: Request, to: str, who: str, problem: Problem | None = None, *, status: int = 200
) -> HTMLResponse:
    services = services_of(request)
    errors = {} if problem is None else field_errors(Malformed(problem), locale_of(request))
    page = SignInPage(local_path(to), who, services.has_password, errors)
    return render(request, "access/sign_in.html", page, status=status)
