"""The desk's pages of a full evening, as a browser asks for them, without the network."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse
from fastapi.testclient import TestClient

from arrowswitch.web.app import create_app
from benchmarks.evenings import full_evening
from benchmarks.measure import Row, milliseconds

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
router = APIRouter()


@router.get(BARE)
def bare() -> PlainTextResponse:
    """Answers with two letters: the least that the server can do."""
    return PlainTextResponse("ok")


def rows() -> tuple[Row, ...]:
    """Returns the times of the pages of an evening of 13 tables and 26 boards, beside the shortest answer."""
    evening = full_evening()
    with TestClient(create_app(evening.tournament, routers=(router,))) as client:
        bound = milliseconds(lambda: client.get(BARE))
        return tuple(
            Row(f"`{page}`", _time(client, page.format(event=evening.event_id)), "the shortest answer", bound)
            for page in PAGES
        )


def _time(client: TestClient, address: str) -> float:
    answer = client.get(address)
    if answer.status_code != 200:
        raise SystemExit(f"{address} answers {answer.status_code}")
    return milliseconds(lambda: client.get(address))
