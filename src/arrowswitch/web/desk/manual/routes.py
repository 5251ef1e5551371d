"""The manual in one piece, served by the program itself: it is there without a network."""

from __future__ import annotations

from functools import partial

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.at import VisitDep
from arrowswitch.web.desk.manual.page import GUIDES, ManualPage, said_in

router = APIRouter(route_class=DirectorRoute)


@router.get("/manual")
def show(visit: VisitDep) -> HTMLResponse:
    """Shows the manual."""
    return visit.render("desk/manual/manual.html", ManualPage(GUIDES), said=partial(said_in, visit.visitor.locale))
