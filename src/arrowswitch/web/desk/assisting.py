"""The rights of a helper at the desk: to enter and change the scores of some sections, list the missing ones, call the
director.

A route of this has `route_class=AssistantRoute`. Its address names the section; a form about another section is refused
by `slot_at`, and an act that only the director decides by `only_a_score`.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from arrowswitch.core.errors import Mistake, Refused
from arrowswitch.core.scoring.slips import parse_entry
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.slices.results import EnterResult, RemoveResult
from arrowswitch.web.access.roles import DirectorRoute, GuardedRoute, RouteRole, task_of, with_token_check
from arrowswitch.web.desk.at import PlaceAt
from arrowswitch.web.desk.place import place_of
from arrowswitch.web.desk.slot_keys import parse_slot
from arrowswitch.web.services import services_of


class AssistantRoute(DirectorRoute):
    """A route for the director, and for those who help with the section that its address is about."""

    role = RouteRole.HELPER

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers helpers of the section as it answers directors."""
        if helps_here(Request(scope, receive)):
            await GuardedRoute.handle(self, scope, receive, send)
        else:
            await super().handle(scope, receive, send)


class QuickRoute(AssistantRoute):
    """The same for what dozens of devices send at once: what answers takes the request alone and reads its form by
    itself, in a third of the time in which parameters that are declared are looked for."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Returns the handler of a request, which checks its token first."""
        return with_token_check(self.endpoint)


def helps_here(request: Request) -> bool:
    """True if a request comes from a helper of the section in its address."""
    task = task_of(request)
    services = services_of(request)
    event_id = EventId(request.path_params.get("event_id", ""))
    if task is None or task.event_id != event_id:
        return False
    try:
        return place_of(request, services.tournament.state(event_id)).place.section in task.sections
    except Mistake:
        return False


def slot_at(at: PlaceAt, key: str) -> Slot:
    """Returns the slot that a form is about; raises Malformed (`desk.slot.key`), and Refused (`desk.assist.not-yours`)
    for a helper of other sections."""
    slot = parse_slot(key, at.session)
    task = task_of(at.request)
    if task is not None and slot.section not in task.sections:
        raise Refused.of("desk.assist.not-yours")
    return slot


Scored = TypeVar("Scored", EnterResult, RemoveResult)


def only_a_score(at: PlaceAt, command: Scored) -> Scored:
    """Returns the command for a slot; raises Refused (`desk.assist.director-decides`) if a helper would rule or undo a
    ruling: an adjusted score, a late play, other pairs than the movement's, a change that needs approval."""
    if task_of(at.request) is None:
        return command
    earlier = at.state.results.get(command.slot)
    is_ruled = earlier is not None and (earlier.ns_award is not None or earlier.ew_award is not None)
    is_put_off = command.slot in at.state.rulings.put_off
    if is_ruled or is_put_off or command.approver or (isinstance(command, EnterResult) and _is_ruling(command)):
        raise Refused.of("desk.assist.director-decides")
    return command


def _is_ruling(command: EnterResult) -> bool:
    try:
        typed = parse_entry(command.text, board=command.slot.board)
    except Mistake:
        return False
    is_award = typed.ns_award is not None or typed.ew_award is not None
    return is_award or typed.is_put_off or typed.is_pending or bool(command.force)
