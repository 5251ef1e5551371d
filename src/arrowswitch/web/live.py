"""Live pages: `/events/{id}/live` sends "version N" after each commit (server-sent events); pages then fetch what they
show.

`/events/{id}/version` answers the same to pages that ask, where a browser or a proxy does not let a stream through.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import PlainTextResponse, StreamingResponse

from arrowswitch.tournament.event.ids import EventId
from arrowswitch.web.access.event_pages import EventPagesRoute
from arrowswitch.web.house import House, HouseDep

HEARTBEAT_SECONDS = 15.0
RETRY_MILLISECONDS = 2000

router = APIRouter(route_class=EventPagesRoute)


@router.get("/events/{event_id}/live")
async def live(event_id: EventId, request: Request, house: HouseDep) -> StreamingResponse:
    """Streams the version of an event: at once, then after each commit."""
    version = await run_in_threadpool(_version, house, event_id)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    stream = _stream(house, event_id, version, request)
    return StreamingResponse(stream, media_type="text/event-stream", headers=headers)


@router.get("/events/{event_id}/version")
def version(event_id: EventId, house: HouseDep) -> PlainTextResponse:
    """Returns `version N`."""
    return PlainTextResponse(f"version {_version(house, event_id)}", headers={"Cache-Control": "no-store"})


def _version(house: House, event_id: EventId) -> int:
    house.tournament.state(event_id)  # raises NotFound for an event that is not there
    return house.tournament.version(event_id)


async def _stream(house: House, event_id: EventId, version: int, request: Request) -> AsyncIterator[str]:
    yield f"retry: {RETRY_MILLISECONDS}\n"
    yield _nudge(version)
    with house.nudges.listening(event_id) as listener:
        # A commit between the first answer and the listening would be missed: look once more.
        yield _nudge(await run_in_threadpool(_version, house, event_id))
        while not listener.is_over and not await request.is_disconnected():
            newer = await listener.next(HEARTBEAT_SECONDS)
            yield ": still here\n\n" if newer is None else _nudge(newer)


def _nudge(version: int) -> str:
    return f"event: version\ndata: version {version}\n\n"
