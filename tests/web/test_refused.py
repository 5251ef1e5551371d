"""A request that is answered with 4xx stores nothing, whichever page it comes from and however far the event is."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import pytest
from fastapi.routing import APIRoute

from arrowswitch.core.movements.families.registry import make
from arrowswitch.tournament.model.forms import EventForm
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.movement import ChooseMovement, SeedNumbers
from arrowswitch.tournament.model.slices.publication import Publish
from arrowswitch.web.app import create_app
from tests.builders import Evening, mitchell_evening, new_evening
from tests.form_events import Case, played
from tests.rotation import rotate
from tests.scripted_events import new_event
from tests.web.client import open_desk
from tests.web.conftest import CLUB_ZONE

pytestmark = pytest.mark.slow
PARAMETER = re.compile(r"{([^}]+)}")
VALUES = {"round_number": "1", "number": "1", "session": "1", "slot": "A-1-1-1", "key": "A-1-1-1", "table": "1"}
"""Values of parameters of addresses that exist in most events; all others are `1`."""
FILLS: Mapping[str, Mapping[str, str]] = {
    "nothing": {},
    "numbers": {"round": "99", "number": "99", "seq": "999", "contestants": "40", "proposal": "2"},
    "words": {"family": "howell", "options": '{"tables": 50}', "plan": "1M1x1x1", "name": "x", "text": "x", "to": "x"},
}
"""Fields that no page of these events sends."""


def numbered_teams() -> Evening:
    """A knockout whose teams are seeded and whose first round is not drawn."""
    form = EventForm.KNOCKOUT_TEAMS
    evening = new_event(4, 4, kind=form.kind, form=form, boards_per_round=8)
    evening.do(ChooseMovement(Place(1, "A"), None))
    evening.do(SeedNumbers(Place(1, "A")))
    return evening


def unnumbered_pairs() -> Evening:
    evening = new_evening(8)
    evening.do(ChooseMovement(Place(1, "A"), make("howell", tables=4)))
    return evening


def published_pairs() -> Evening:
    evening = mitchell_evening()
    evening.play_all()
    evening.do(Publish())
    return evening


STATES: Mapping[str, Callable[[], Evening]] = {
    "nobody": new_evening,
    "unnumbered pairs": unnumbered_pairs,
    "numbered teams": numbered_teams,
    "play has begun": mitchell_evening,
    "published pairs": published_pairs,
    "published teams": lambda: played(
        Case(EventForm.SWISS_TEAMS, EventForm.SWISS_TEAMS.methods[0], 6, "wbf-continuous")
    ),
}


@rotate(state=tuple(STATES), fill=tuple(FILLS))
def test_a_refused_request_stores_nothing(state: str, fill: str) -> None:
    evening = STATES[state]()
    app = create_app(evening.tournament, zone=CLUB_ZONE)
    paths = sorted(
        route.path
        for route in app.routes
        if isinstance(route, APIRoute)
        and "POST" in (route.methods or ())
        and route.path.startswith("/events/{event_id}/")
    )
    refused = 0
    with open_desk(app) as desk:
        for path in paths:
            if path.endswith("/delete"):
                continue
            address = PARAMETER.sub(
                lambda found: VALUES.get(found[1], "1"), path.replace("{event_id}", evening.event_id)
            )
            before = evening.tournament.version(evening.event_id)
            answer = desk.post(address, FILLS[fill], headers={"accept": "application/json"})
            assert answer.status_code < 500, f"{path}: {answer.text[:300]}"
            if answer.status_code >= 400:
                refused += 1
                assert evening.tournament.version(evening.event_id) == before, (
                    f"{path} was refused and stored something"
                )
    assert len(paths) > 60
    assert refused > len(paths) // 3


def test_a_start_with_a_round_that_is_not_there_begins_nothing() -> None:
    """Start and clock of a drawn round are one request with two commands."""
    made = numbered_teams()
    with open_desk(create_app(made.tournament, zone=CLUB_ZONE)) as desk:
        base = f"/events/{made.event_id}"
        assert desk.post(f"{base}/bracket", {"round": "1"}).status_code == 200
        before = made.tournament.version(made.event_id)
        answer = desk.post(f"{base}/draw/start", {"round": "99"}, headers={"accept": "application/json"})
        assert answer.status_code == 409
        assert made.tournament.version(made.event_id) == before
        assert not made.state.is_started
        assert desk.post(f"{base}/draw/start", {"round": "1"}).status_code == 200
        assert made.state.is_started
