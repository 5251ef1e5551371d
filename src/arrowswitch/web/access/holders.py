"""Routes for holders of a link with a secret: a person, a club, or a player who entered an event without an account.

How to declare one: a class that names its kinds of link, a router whose addresses begin with `HOLDERS`, and `HolderDep`
among the parameters, which gives the subject that the link is for:

    class ClubRoute(HolderRoute):
        kinds = frozenset((LinkKind.CLUB,))

    router = APIRouter(prefix=f"{HOLDERS}/club", route_class=ClubRoute)

    @router.get("")
    def show(visit: VisitDep, holder: HolderDep) -> HTMLResponse:
        club_id = holder.subject

`visit.tournament.links.make(LinkKind.CLUB, club_id)` makes or renews the link; only a hash of its secret is stored, so
the page that makes it shows `link_address(request, secret, "/club")` in its own answer, not after a redirect.
`links.of` tells when the present one was made, `links.end` ends it. A link that nobody has is answered slower each
time, and one that is right never waits. An answer of such a page is never cached, and no search engine lists it. A
command that it sends takes its author from the subject, not from the `who` of the browser.
"""

from __future__ import annotations

import hashlib
from asyncio import sleep, to_thread
from typing import Annotated, ClassVar

from fastapi import Depends
from starlette.requests import Request
from starlette.types import Message, Receive, Scope, Send

from arrowswitch.core.errors import NotNow, Refused
from arrowswitch.tournament.model.club_values.links import LinkKind, SecretLink
from arrowswitch.web.access.roles import HOLDERS, GuardedRoute, RouteRole
from arrowswitch.web.errors import unknown_link_response
from arrowswitch.web.logbook import address_of
from arrowswitch.web.phones import room_address
from arrowswitch.web.services import is_here, services_of
from arrowswitch.web.serving.indexed_requests import IndexedRequest

_LINK = "arrowswitch.link"
_PRIVATE = ((b"cache-control", b"no-store"), (b"x-robots-tag", b"noindex"), (b"referrer-policy", b"same-origin"))
_PRIVATE_NAMES = frozenset(name for name, _ in _PRIVATE)


class HolderRoute(GuardedRoute):
    """A route for the holder of a link of one of the `kinds`; a person at the desk needs it too, because it names the
    owner of the page."""

    role = RouteRole.HOLDER
    kinds: ClassVar[frozenset[LinkKind]]
    is_device: ClassVar[bool] = False
    """True if the holder is a device that sends again what is refused for its pace (503): the changes of others, as
    many as a person makes, are refused for good."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers the holder of a link, and other visitors more slowly each time."""
        request = IndexedRequest(scope, receive)
        secret = str(request.path_params.get("secret", ""))
        link = self.find_known(request, secret) or await to_thread(self.find, request, secret)
        if link is None or link.kind not in self.kinds:
            is_looked_at = await wait_after_guess(request)
            await unknown_link_response(request, is_looked_at=is_looked_at)(scope, receive, send)
            return
        if request.method == "POST" and not is_here(request):
            _keep_pace(request, secret, is_device=self.is_device)
        scope[_LINK] = link
        self.note_use(request, link)
        await self.answer_holder(scope, receive, _privately(send))

    async def answer_holder(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers the holder of a link."""
        await super().handle(scope, receive, send)

    def note_use(self, request: Request, link: SecretLink) -> None:
        """Notes that a link was used; most kinds note nothing."""

    def find_known(self, request: Request, secret: str) -> SecretLink | None:
        """Returns the link that has a secret if it is known without a search, which takes a thread."""
        return services_of(request).tournament.links.find_known(secret)

    def find(self, request: Request, secret: str) -> SecretLink | None:
        """Returns the link that has a secret, or None."""
        return services_of(request).tournament.links.find(secret)


def holder_of(request: Request) -> SecretLink:
    """Returns the link by which a request came in."""
    link: SecretLink = request.scope[_LINK]
    return link


HolderDep = Annotated[SecretLink, Depends(holder_of)]
"""Put it among the parameters of a `HolderRoute`: the link's kind and subject."""


def link_address(request: Request, secret: str, page: str = "") -> str:
    """Returns the whole address of a page that a link opens, as other devices reach it."""
    return f"{room_address(request)}{HOLDERS.replace('{secret}', secret)}{page}"


async def wait_after_guess(request: Request) -> bool:
    """Waits as long as an address that sent wrong secrets has to. Returns False if it gets no answer at all."""
    wait = services_of(request).guest_list.guessing_links.begin(address_of(request))
    if wait is None:
        return False
    await sleep(wait)
    return True


def _keep_pace(request: Request, secret: str, *, is_device: bool) -> None:
    """Raises Refused (`desk.link.too-fast`) if a link, or the address that uses it, sends more than people can, and
    NotNow with the same code if a device does."""
    guests = services_of(request).guest_list
    holder = hashlib.sha256(secret.encode()).hexdigest()
    if is_device:
        if wait := guests.sending_by_device.wait(holder):
            raise NotNow.of("desk.link.too-fast", n=wait)
        return
    if wait := guests.sending_by_link.wait(holder) or guests.sending_by_address.wait(address_of(request)):
        raise Refused.of("desk.link.too-fast", n=wait)


def _privately(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            others = (header for header in message["headers"] if header[0].lower() not in _PRIVATE_NAMES)
            message["headers"] = [*others, *_PRIVATE]
        await send(message)

    return sending
