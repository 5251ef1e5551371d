"""What every route can reach: the tournament, the workbench, the rules' names, the club's time zone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from typing import Annotated

from fastapi import Depends, Request

from arrowswitch.tournament.event.service import Tournament
from arrowswitch.tournament.sheets.workbench import Workbench
from arrowswitch.web.nudges import Nudges


@dataclass(frozen=True, slots=True)
class House:
    """The parts that the pages work with.

    `zone` is the club's time zone; times in the ledger are UTC.
    """

    tournament: Tournament
    workbench: Workbench
    zone: tzinfo
    nudges: Nudges

    @property
    def regulations(self) -> Mapping[str, str]:
        """Returns the names of the regulations that an event is offered, with the titles of the club's own."""
        books = self.tournament.rulebooks
        own = {record.name: record.title for record in books.own()}
        return {name: own.get(name, "") for name in books.playable()}

    def now(self) -> datetime:
        """Returns the time at the club."""
        return self.tournament.clock.now().astimezone(self.zone)

    def today(self) -> date:
        """Returns the date at the club."""
        return self.now().date()


def house_of(request: Request) -> House:
    """Returns the parts that `create_app` was given."""
    house: House = request.app.state.house
    return house


HouseDep = Annotated[House, Depends(house_of)]
