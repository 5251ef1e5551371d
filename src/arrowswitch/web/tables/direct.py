"""The addresses that devices use all evening, answered ahead of the program's routing.

Hundreds of devices send results at the same time, and the search for a route among all pages takes longer than the rest
of an answer. Here the routes of `reporting` are found by their address. The guards are in front of both ways, and the
route itself is the same: rights, tokens, pace and answers of the two ways cannot differ.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from fastapi.routing import APIRoute
from starlette.types import ASGIApp, Receive, Scope, Send

from arrowswitch.web.access.roles import TABLES
from arrowswitch.web.tables import reporting

_PREFIX = TABLES.partition("{")[0]
_ADDRESS = re.compile(rf"{_PREFIX}([^/]+)(/[a-z]+)")


class DirectTables:
    """Answers the addresses of `reporting`, and passes all others on."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers a request, or passes it on."""
        match = _ADDRESS.fullmatch(scope["path"]) if scope["type"] == "http" else None
        route = None if match is None else _ROUTES.get((scope["method"], match[2]))
        if match is None or route is None:
            await self.app(scope, receive, send)
            return
        scope["path_params"], scope["route"] = {"secret": match[1]}, route
        await route.handle(scope, receive, send)


def _routes() -> Mapping[tuple[str, str], APIRoute]:
    """Returns the routes by method and by the end of their address."""
    routes = [route for route in reporting.router.routes if isinstance(route, APIRoute)]
    return {(method, route.path.removeprefix(TABLES)): route for route in routes for method in route.methods or ()}


_ROUTES = _routes()
