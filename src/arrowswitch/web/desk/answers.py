"""How the desk's commands answer: JSON for a page's script, a redirect for a plain form."""

from __future__ import annotations

from fastapi import Request, Response
from fastapi.responses import JSONResponse

from arrowswitch.core.errors import ParamValue
from arrowswitch.tournament.event.model import EventState
from arrowswitch.web.context import redirect, render
from arrowswitch.web.visitor import local_path, visitor_of


def answer(request: Request, state: EventState, to: str, note: str = "", **params: ParamValue) -> Response:
    """Returns `{"stored": true, "version": n, "to": ...}` to a script, or leads a plain form to `to` with a note.

    A page that wishes to go on elsewhere names it in the address as `to`.
    """
    leads_to = local_path(request.query_params.get("to", ""), to)
    if visitor_of(request).wants_json:
        return JSONResponse({"stored": True, "version": state.seq, "to": leads_to})
    return redirect(leads_to, note, **params)


def fragment(request: Request, template: str, page: object) -> str:
    """Returns a part of a page as text, for an answer that carries more than HTML."""
    return bytes(render(request, template, page).body).decode()
