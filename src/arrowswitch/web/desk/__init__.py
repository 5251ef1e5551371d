"""The director's desk.

To add a page: a module here with `router = APIRouter()`, its router in `routers` below, its template under
`templates/desk/` that extends `desk/event.html`, rendered with `frame.render_event(request, state, template, page,
tab=...)`.
"""

from __future__ import annotations

from fastapi import APIRouter

from arrowswitch.web.desk import (
    backup,
    bracket,
    clock,
    cross,
    draw,
    entries,
    events,
    fouled,
    frame,
    hall_choice,
    handicaps,
    history,
    lineups,
    lists,
    matches,
    matrix,
    movement,
    offences,
    players,
    prints,
    procedures,
    publish,
    ranking,
    rulebooks,
    rulings,
    score_pad,
    scores,
    settings,
    slots,
    travellers,
    unplayed,
    workbench,
)

routers: tuple[APIRouter, ...] = (
    frame.router,
    events.router,
    entries.router,
    handicaps.router,
    movement.router,
    draw.router,
    bracket.router,
    matches.router,
    lineups.router,
    cross.router,
    scores.router,
    slots.router,
    matrix.router,
    rulings.router,
    procedures.router,
    offences.router,
    unplayed.router,
    fouled.router,
    clock.router,
    ranking.router,
    travellers.router,
    publish.router,
    hall_choice.router,
    history.router,
    lists.router,
    prints.router,
    players.router,
    settings.router,
    rulebooks.router,
    backup.router,
    *workbench.routers,
    score_pad.router,
)
"""Every router of the desk, in no particular order."""
