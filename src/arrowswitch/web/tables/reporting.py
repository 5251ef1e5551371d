"""The addresses that devices use all evening: results that they report, and the screen if it has changed.

They are read by hand: hundreds of devices use them at the same time, and the reading of parameters by their
declarations takes longer than all the rest. Rights, tokens and checks are those of every other route.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache

from fastapi import APIRouter, Response
from fastapi.responses import StreamingResponse
from starlette.requests import Request
from starlette.types import Receive, Scope, Send

from arrowswitch.core.digits import whole_of
from arrowswitch.core.errors import Malformed, Mistake
from arrowswitch.core.scoring.slips import format_entry
from arrowswitch.i18n import translate
from arrowswitch.tournament.devices.codes import DeviceOwner
from arrowswitch.tournament.devices.decide import standing_report
from arrowswitch.tournament.devices.decide_seating import LONGEST_DEVICE, is_shared
from arrowswitch.tournament.devices.own_tables import side_at
from arrowswitch.tournament.model.club_values.links import SecretLink
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.slices.devices import ReportResult
from arrowswitch.tournament.model.state import EventState
from arrowswitch.web.access.holders import holder_of
from arrowswitch.web.access.roles import TABLES, Answering
from arrowswitch.web.context import new_command_id
from arrowswitch.web.desk.slot_keys import parse_slot
from arrowswitch.web.devices.holds import is_other
from arrowswitch.web.devices.repeated_sends import digest_sent, plain_fields, plain_send_of
from arrowswitch.web.errors import mistake_response
from arrowswitch.web.services import WebServices, services_of
from arrowswitch.web.serving.indexed_requests import IndexedRequest
from arrowswitch.web.tables.access import TableRoute
from arrowswitch.web.tables.screen import screen_answer
from arrowswitch.web.tokens import check_token
from arrowswitch.web.visitor import desk_locale_of, locale_of

LONGEST_TEXT = 20
_LONGEST_ID = 80
_MOST_DIGITS = 12


class PlainTableRoute(TableRoute):
    """A route for the device of a table whose endpoint reads the request itself. It needs no frame around its endpoint,
    so that `direct` can answer it without the program's routing."""

    async def answer_holder(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a device; a mistake is answered as by all routes (`errors.install`)."""
        if scope["method"] not in (self.methods or ()):
            await super().answer_holder(scope, receive, send)
            return
        request = IndexedRequest(scope, receive, send)
        try:
            response = await self._answering(request)
        except Mistake as mistake:
            response = mistake_response(request, mistake)
        await response(scope, receive, send)

    @cached_property
    def _answering(self) -> Answering:
        return self.get_route_handler()

    def get_route_handler(self) -> Answering:
        """Returns the function that answers a request after a look at its token."""
        endpoint: Answering = self.endpoint

        async def answer_checked(request: Request) -> Response:
            if request.method != "POST":
                return await endpoint(request)
            await request.body()  # kept, so that the token can be read from it too
            await check_token(request)
            send = await plain_send_of(request)
            if send is None:
                return await endpoint(request)
            return await services_of(request).sends.answer(send, lambda: endpoint(request))

        return answer_checked


router = APIRouter(prefix=TABLES, route_class=PlainTableRoute)


@router.post("/results")
async def report_result(request: Request) -> Response:
    """Stores the result of a board that a device reports, and returns the screen as it is then. The report of a device
    that does not send for the code (`device`) is only compared; so is that of a partner's device that did not show the
    result of the board (`seen`) when this one was typed."""
    services, owner = services_of(request), owner_of(holder_of(request))
    fields = await fields_of(request)
    if not fields.keys() >= {"slot", "text"} or len(fields["text"]) > LONGEST_TEXT:
        raise Malformed.of("device.malformed")
    slot = parse_slot(fields["slot"], owner.place.session)
    before, device = await services.screens.newest(owner.event_id), fields.get("device", "")[:LONGEST_DEVICE]
    side = side_at(before, owner, slot)
    if device:
        services.presence.see(owner.event_id, owner.key, device, services.now())
    reason = translate("tables.turned-reason", {}, desk_locale_of(request)) if fields.get("turned") else ""
    command = ReportResult(
        slot=slot,
        side=side,
        text=fields["text"],
        is_agreed=bool(fields.get("agreed")),
        turned=reason,
        is_other=is_other(before, owner, device) or _is_unseen(before, owner, slot, fields.get("seen")),
    )
    stamp = stamp_of(owner, fields.get("command_id", ""))
    state = await services.commands.execute(owner.event_id, command, stamp)
    return _answer(request, services, state, owner)


@router.get("/state")
async def answer_state(request: Request) -> Response:
    """Returns the screen of a device, or 204 if it has been as it is since the version `since`."""
    services, owner = services_of(request), owner_of(holder_of(request))
    state = await services.screens.newest(owner.event_id)
    since = whole_of(request.query_params.get("since", "0")[:_MOST_DIGITS])
    if since is None or since < 0:
        raise Malformed.of("device.malformed")
    is_known = since <= state.seq and services.screens.of(state, owner).since <= since
    return Response(status_code=204) if is_known else _answer(request, services, state, owner)


@router.get("/live")
async def stream(request: Request) -> StreamingResponse:
    """Streams the version of a device's screen: at once, then whenever the screen changes."""
    services, owner = services_of(request), owner_of(holder_of(request))
    services.screens.of(
        await services.screens.newest(owner.event_id), owner
    )  # raises NotFound before the stream begins
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(services.screens.versions(owner), media_type="text/event-stream", headers=headers)


async def fields_of(request: Request) -> Mapping[str, str]:
    """Returns the fields of a form as `application/x-www-form-urlencoded`; raises Malformed (`device.malformed`)."""
    fields = await plain_fields(request)
    if fields is None:
        raise Malformed.of("device.malformed")
    return dict(fields)


@lru_cache(maxsize=4096)
def owner_of(link: SecretLink) -> DeviceOwner:
    """Returns the owner of a code."""
    return DeviceOwner.of(link)


def _is_unseen(state: EventState, owner: DeviceOwner, slot: Slot, seen: str | None) -> bool:
    """True if partners share a code, and the board has a result that the device did not show."""
    standing = standing_report(state, slot)
    is_known = seen is None or standing is None or format_entry(standing.entry) == seen
    return not is_known and is_shared(state, owner.key)


def stamp_of(owner: DeviceOwner, command_id: str) -> Stamp:
    """Returns the stamp of a command that a device sends."""
    name = f"table-{owner.table}" if owner.number is None else f"device-{owner.number}"
    device, sent = f"{name}-{owner.place.format()}", digest_sent() if command_id else ""
    return Stamp(command_id[:_LONGEST_ID] or new_command_id(), device=device, sent=sent)


def _answer(request: Request, services: WebServices, state: EventState, owner: DeviceOwner) -> Response:
    return screen_answer(services.screens.of(state, owner).screen, state, locale_of(request))
