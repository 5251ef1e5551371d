"""Routes for the device that opened a table with its code."""

from __future__ import annotations

from functools import lru_cache

from starlette.requests import Request

from arrowswitch.tournament.devices.codes import typed_code
from arrowswitch.tournament.model.club_values.links import LinkKind, SecretLink
from arrowswitch.web.access.holders import HolderRoute
from arrowswitch.web.services import is_here, services_of

_code_of = lru_cache(maxsize=4096)(typed_code)


class TableRoute(HolderRoute):
    """A route for the device that opened a table with its code."""

    kinds = frozenset((LinkKind.TABLE,))
    is_device = True

    def note_use(self, request: Request, link: SecretLink) -> None:
        """Notes that a device of the tables has reached the desk. A page on the desk's own computer proves nothing
        about the network."""
        arrivals = services_of(request).arrivals
        if arrivals.is_new(link) and not is_here(request):
            arrivals.arrive(link)

    def find_known(self, request: Request, secret: str) -> SecretLink | None:
        """Returns the link of a code if it is known without a search."""
        return super().find_known(request, _code_of(secret))

    def find(self, request: Request, secret: str) -> SecretLink | None:
        """Returns the link of a code, however it was typed."""
        return super().find(request, typed_code(secret))
