"""Live pages: `/events/{id}/live` sends "version N" after each commit (server-sent events); pages then fetch what they
show.

`/events/{id}/version` answers the same to pages that ask, where a browser or a proxy does not let a stream through.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

from fastapi import APIRouter, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import PlainTextResponse, StreamingResponse

from arrowswitch.tournament.model.ids import EventId
from arrowswitch.web.access.event_pages import EventPagesRoute
from arrowswitch.web.nudges import RETRY, nudge
from arrowswitch.web.services import ServicesDep, WebServices
from arrowswitch.web.serving.chunks import ChunkWriter, chunk_writer_of

router = APIRouter(route_class=EventPagesRoute)


@router.get("/events/{event_id}/live")
async def live(request: Request, event_id: EventId, services: ServicesDep) -> StreamingResponse:
    """Streams the version of an event: at once, then after each commit."""
    return await stream_versions(request, services, event_id)


@router.get("/events/{event_id}/version")
def version(event_id: EventId, services: ServicesDep) -> PlainTextResponse:
    """Returns `version N`."""
    return PlainTextResponse(f"version {_version(services, event_id)}", headers={"Cache-Control": "no-store"})


async def stream_versions(request: Request, services: WebServices, event_id: EventId) -> StreamingResponse:
    """Returns the versions of an event as server-sent events; raises NotFound for an event that is not there."""
    version = await _newest(services, event_id)
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    versions = _stream(services, event_id, version, chunk_writer_of(request.scope))
    return StreamingResponse(versions, media_type="text/event-stream", headers=headers)


def _version(services: WebServices, event_id: EventId) -> int:
    services.tournament.state(event_id)  # raises NotFound for an event that is not there
    return services.tournament.version(event_id)


async def _newest(services: WebServices, event_id: EventId) -> int:
    state = services.tournament.known_state(event_id)
    return await run_in_threadpool(_version, services, event_id) if state is None else state.seq


async def _stream(
    services: WebServices, event_id: EventId, version: int, writer: ChunkWriter | None
) -> AsyncIterator[bytes]:
    with services.nudges.listening(event_id) as channel:
        since = channel.count
        yield RETRY + nudge(version)
        # A commit between the first answer and the listening would be missed: look once more.
        yield nudge(await _newest(services, event_id))
        if writer is not None:
            await channel.write_to(writer, since)
            return
        async for message in channel.nudges(since):
            yield message
