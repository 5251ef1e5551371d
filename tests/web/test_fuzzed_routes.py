"""No request, however it is made, is answered with 5xx, takes long, or changes anything where it is refused:
`tools/try-routes` sends tens of thousands of each role."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from fastapi import APIRouter, Request
from starlette.responses import Response

from arrowswitch.core.errors import Refused
from arrowswitch.web.access.roles import PublicRoute
from tests.fuzzed_routes import ROLES, RouteTrial, Target, tried_routes, without_waiting
from tests.rotation import is_exhaustive, rotate, rotation_seed
from tests.web.client import open_desk

pytestmark = pytest.mark.slow
COUNT = 1000 if is_exhaustive() else 40
TABLE = Path(__file__).resolve().parents[2] / "docs/reference/routes.md"
_ROW = re.compile(r"^\| `(/\S*)` \| ([A-Z]+) \|", re.MULTILINE)


@rotate("role", ROLES, cells=3)
def test_a_damaged_request_is_answered_soon_and_changes_nothing_where_it_is_refused(role: str) -> None:
    trial = RouteTrial(role, str(rotation_seed()), renewed=500)
    routes = random.Random(f"{rotation_seed()} {role}").sample(tried_routes(), len(tried_routes()))
    with without_waiting():
        trial.run(COUNT, routes)
    assert trial.faults == {}


def test_every_route_of_the_program_is_tried() -> None:
    """Those that the reference lists, which is made of the routes themselves."""
    listed = set(_ROW.findall(TABLE.read_text(encoding="utf-8")))
    tried = {(route.path.replace(":path}", "}"), method) for route in tried_routes() for method in route.methods or ()}
    assert len(listed) > 300
    assert listed - tried == set()


def test_a_numbering_that_there_is_not_is_refused() -> None:
    """The trial found it: 500, for a text that there is not."""
    target = Target()
    with open_desk(target.app) as desk:
        answer = desk.post(f"/events/{target.evening.event_id}/movement/numbering", {"way": "x"})
    assert answer.status_code in (409, 422)


def test_a_screen_without_slides_is_shown() -> None:
    """The trial found it: 500, for a macro that has another name."""
    target = Target()
    with open_desk(target.app) as desk:
        assert desk.get("/s/2").status_code == 200


class TestTheTrialItself:
    """Routes that are wrong are found."""

    def faults(self, answer: object) -> dict[str, str]:
        router = APIRouter(route_class=PublicRoute)
        router.add_api_route("/wrong", answer, methods=["POST"])  # type: ignore[arg-type]  # a function of a request
        trial = RouteTrial("host computer", "1")
        trial.more = (router,)
        trial.run(3, [route for route in router.routes if isinstance(route, PublicRoute)])
        return trial.faults

    def test_a_defect(self) -> None:
        async def answer(request: Request) -> Response:
            raise IndexError

        assert "POST /wrong: 500" in self.faults(answer)

    def test_a_refusal_that_changed_something(self) -> None:
        async def answer(request: Request) -> Response:
            tournament = request.app.state.services.tournament
            tournament.delete(tournament.events()[0].event_id)
            raise Refused.of("desk.error.other-site")

        assert "POST /wrong: 409 and changed" in self.faults(answer)
