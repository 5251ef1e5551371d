"""Imports the program and serves its first pages, for the process that `tests.processes` forks from."""

from __future__ import annotations

import alembic.command  # noqa: F401 - imported when a database is opened
import uvicorn  # noqa: F401 - imported when the server starts

import tests.cutting  # noqa: F401 - a target of forks
from arrowswitch.tournament.scored.slots import missing_slots
from arrowswitch.web.app import create_app
from arrowswitch.web.desk.slot_keys import slot_key
from tests.builders import mitchell_evening
from tests.web.client import open_desk


def store_results() -> None:
    """Stores results of an evening in memory, so that everything is loaded that a desk needs for it."""
    evening = mitchell_evening(tables=9)
    with open_desk(create_app(evening.tournament)) as desk:
        for at, slot in enumerate(missing_slots(evening.state, 1)[:4]):
            fields = {"key": slot_key(slot), "text": "100", "is_confirmed": "true", "command_id": str(at)}
            for _ in range(2):
                answer = desk.post(
                    f"/events/{evening.event_id}/scores/enter", fields, headers={"Accept": "application/json"}
                )
                assert answer.status_code == 200, answer.text


store_results()
