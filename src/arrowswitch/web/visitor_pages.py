"""The name of the person at this computer, and the fonts of all pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import FileResponse, HTMLResponse

from arrowswitch.documents.fonts import font_file
from arrowswitch.documents.slices import EDITION, slice_file
from arrowswitch.web import fonts
from arrowswitch.web.access.roles import PublicRoute
from arrowswitch.web.context import redirect, render
from arrowswitch.web.guests import DOOR_COOKIE
from arrowswitch.web.services import ServicesDep
from arrowswitch.web.visitor import DEVICE_COOKIE, LONGEST_NAME, WHO_COOKIE, VisitorDep, keep, local_path

router = APIRouter(route_class=PublicRoute)
_FOR_A_YEAR = {"Cache-Control": "public, max-age=31536000, immutable"}
_BY_ENCODING = {"Vary": "Accept-Encoding"}


@dataclass(frozen=True, slots=True)
class WhoPage:
    """The form for the name that stands in the history, and the name of the device."""

    who: str
    device: str
    to: str


@router.get("/who")
def show_who(request: Request, visitor: VisitorDep, to: str = "/") -> HTMLResponse:
    """Shows the person at this computer."""
    return render(request, "who.html", WhoPage(visitor.who, visitor.device, local_path(to)))


@router.post("/who")
def keep_who(
    request: Request,
    services: ServicesDep,
    who: Annotated[str, Form()] = "",
    device: Annotated[str, Form()] = "",
    to: Annotated[str, Form()] = "/",
) -> Response:
    """Keeps both names in cookies of this browser, and the person's with those who were let in: they have one."""
    guest = services.guest_list.guest(request.cookies.get(DOOR_COOKIE, ""))
    name = who.strip()[:LONGEST_NAME]
    if guest is not None and guest.task is not None:
        name = guest.name
    elif guest is not None:
        name = name or guest.name
        services.guest_list.rename(request.cookies[DOOR_COOKIE], name)
    response = redirect(local_path(to), "desk.who.kept", who=name or "–")
    keep(response, WHO_COOKIE, name)
    if device.strip():
        keep(response, DEVICE_COOKIE, device.strip())
    return response


@router.get("/fonts/noto-sans-jp.css")
async def font_sheet(request: Request) -> Response:
    """Returns the style sheet of the program's font: which characters lie in which file."""
    if "gzip" in request.headers.get("accept-encoding", ""):
        packed = {"Content-Encoding": "gzip"}
        return Response(fonts.packed_sheet(), media_type="text/css", headers=_FOR_A_YEAR | _BY_ENCODING | packed)
    return Response(fonts.plain_sheet(), media_type="text/css", headers=_FOR_A_YEAR | _BY_ENCODING)


@router.get("/fonts/{name}")
def font(name: str) -> FileResponse:
    """Returns a whole font that comes with the program, for the rare characters that its slices lack."""
    return FileResponse(font_file(name), media_type="font/ttf", headers=_FOR_A_YEAR)


@router.get(f"/fonts/{EDITION}/{{name}}")
async def font_slice(name: str) -> Response:
    """Returns a slice of the program's font: some hundred characters in one weight."""
    return Response(slice_file(name), media_type="font/woff2", headers=_FOR_A_YEAR)
