"""Who sits at this computer, and the fonts that make Japanese readable on every machine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import FileResponse, HTMLResponse

from arrowswitch.documents.fonts import font_file
from arrowswitch.web.access.roles import PublicRoute
from arrowswitch.web.context import redirect, render
from arrowswitch.web.doors import DOOR_COOKIE
from arrowswitch.web.house import HouseDep
from arrowswitch.web.visitor import DEVICE_COOKIE, LONGEST_NAME, WHO_COOKIE, VisitorDep, keep, local_path

router = APIRouter(route_class=PublicRoute)


@dataclass(frozen=True, slots=True)
class WhoPage:
    """The form for the name that stands in the history, and the name of the device."""

    who: str
    device: str
    to: str


@router.get("/who")
def show_who(request: Request, visitor: VisitorDep, to: str = "/") -> HTMLResponse:
    """Shows who sits here."""
    return render(request, "who.html", WhoPage(visitor.who, visitor.device, local_path(to)))


@router.post("/who")
def keep_who(
    request: Request,
    house: HouseDep,
    who: Annotated[str, Form()] = "",
    device: Annotated[str, Form()] = "",
    to: Annotated[str, Form()] = "/",
) -> Response:
    """Keeps both names in cookies of this browser, and the person's with those who were let in: they have one."""
    guest = house.doors.guest(request.cookies.get(DOOR_COOKIE, ""))
    name = who.strip()[:LONGEST_NAME]
    if guest is not None and guest.task is not None:
        name = guest.name
    elif guest is not None:
        name = name or guest.name
        house.doors.rename(request.cookies[DOOR_COOKIE], name)
    response = redirect(local_path(to), "desk.who.kept", who=name or "–")
    keep(response, WHO_COOKIE, name)
    if device.strip():
        keep(response, DEVICE_COOKIE, device.strip())
    return response


@router.get("/fonts/{name}")
def font(name: str) -> FileResponse:
    """Returns a font that comes with the program, for machines that have none; their styles say which."""
    return FileResponse(font_file(name), media_type="font/ttf", headers={"Cache-Control": "public, max-age=31536000"})
