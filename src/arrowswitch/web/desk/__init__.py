"""The director's desk.

To add a page: a module here with `router = APIRouter()`, its router in `routers` below, its template under
`templates/desk/` that extends `desk/event.html`, rendered with `frame.render_event(request, state, template, page,
tab=...)`.
"""

from __future__ import annotations

from fastapi import APIRouter

from arrowswitch.web.desk import frame

routers: tuple[APIRouter, ...] = (frame.router,)
"""Every router of the desk, in no particular order."""
