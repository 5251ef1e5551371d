"""The desk's pages of a full evening, as a browser asks for them, without the network."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse

from arrowswitch.web.access.roles import PublicRoute
from arrowswitch.web.app import create_app
from benchmarks.evenings import full_evening
from benchmarks.measure import Row, compare
from tests.web.client import Desk, open_desk

PAGES = (
    "/",
    "/events/{event}/entries",
    "/events/{event}/scores",
    "/events/{event}/matrix",
    "/events/{event}/ranking",
    "/events/{event}/travellers?board=1",
    "/events/{event}/recap",
)
BARE = "/bare"
router = APIRouter(route_class=PublicRoute)


@router.get(BARE)
def bare() -> PlainTextResponse:
    """Answers with two letters: the least that the server can do."""
    return PlainTextResponse("ok")


def rows() -> tuple[Row, ...]:
    """Returns the times of the pages of an evening of 13 tables and 26 boards, next to the shortest answer."""
    evening = full_evening()
    with open_desk(create_app(evening.tournament, routers=(router,))) as client:
        return tuple(_row(client, page, page.format(event=evening.event_id)) for page in PAGES)


def _row(client: Desk, page: str, address: str) -> Row:
    answer = client.get(address)
    if answer.status_code != 200:
        raise SystemExit(f"{address} answers {answer.status_code}")
    return compare(f"`{page}`", lambda: client.get(address), "the shortest answer", lambda: client.get(BARE))
