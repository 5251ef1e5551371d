"""The page on which another device is let in by the desk's code, and the presses on the desk that take it back."""

from __future__ import annotations

from asyncio import sleep
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import HTMLResponse

from arrowswitch.web.access.roles import DOOR_COOKIE, SIGN_IN, DirectorRoute, PublicRoute, is_director
from arrowswitch.web.context import redirect, render
from arrowswitch.web.house import HouseDep
from arrowswitch.web.visitor import local_path

router = APIRouter(route_class=PublicRoute)
desk_router = APIRouter(route_class=DirectorRoute)


@dataclass(frozen=True, slots=True)
class SignInPage:
    """The form for the code; `to` is the page that was asked for."""

    to: str
    is_wrong: bool = False


@router.get(SIGN_IN)
def show_sign_in(request: Request, house: HouseDep, to: str = "/") -> Response:
    """Asks for the code; who is in already goes on to the page that was asked for."""
    if to != "/" and is_director(request):
        return redirect(local_path(to))
    return _page(request, to)


@router.post(SIGN_IN)
async def sign_in(
    request: Request, house: HouseDep, code: Annotated[str, Form()] = "", to: Annotated[str, Form()] = "/"
) -> Response:
    """Lets a device in that typed the code; a wrong one is answered slower each time."""
    device = request.client.host if request.client is not None else ""
    await sleep(house.doors.wait(device))
    token = house.doors.let_in(code[:200], device)
    if token is None:
        return _page(request, to, is_wrong=True)
    response = redirect(local_path(to), "desk.access.is-in")
    response.set_cookie(DOOR_COOKIE, token, httponly=True, samesite="strict")
    return response


@router.post("/sign-out")
def sign_out(request: Request, house: HouseDep) -> Response:
    """Lets this device go."""
    house.doors.leave(request.cookies.get(DOOR_COOKIE, ""))
    response = redirect(SIGN_IN, "desk.access.is-out")
    response.delete_cookie(DOOR_COOKIE)
    return response


@desk_router.post("/club/code")
def renew(house: HouseDep) -> Response:
    """Lets all other devices go and makes a new code."""
    house.doors.close()
    return redirect("/club#devices", "desk.access.renewed")


def _page(request: Request, to: str, *, is_wrong: bool = False) -> HTMLResponse:
    page = SignInPage(local_path(to), is_wrong)
    return render(request, "access/sign_in.html", page, status=401 if is_wrong else 200)
