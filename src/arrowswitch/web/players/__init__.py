"""The players' pages: what a player reads on the own phone, without anything of the desk.

Nothing here changes an event: there are only pages to read, and a cookie that remembers who the phone belongs to.
"""

from __future__ import annotations

from fastapi import APIRouter

from arrowswitch.web.players import routes

routers: tuple[APIRouter, ...] = (routes.router,)
"""Every router of the players' pages."""
