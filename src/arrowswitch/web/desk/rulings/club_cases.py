"""The cases and offences of the club's events: counted by law and by outcome, what is open, who was warned for what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse

from arrowswitch.tournament.rulings.case_statistics import CaseStatistics, case_statistics
from arrowswitch.tournament.rulings.offence_history import PlayersOffences, offences_by_player
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.at import VisitDep

router = APIRouter(route_class=DirectorRoute)
_YEAR = 4


@dataclass(frozen=True, slots=True)
class ClubCasesPage:
    """The cases and offences in the events of a year, or of all years (`year` empty)."""

    year: str
    years: tuple[str, ...]
    counted: CaseStatistics
    players: tuple[PlayersOffences, ...]


@router.get("/cases")
def show(visit: VisitDep, year: Annotated[str, Query(max_length=4)] = "") -> HTMLResponse:
    """Shows the cases and offences of the events of a year, the newest unless another is asked for; `all` is every
    year."""
    rows = visit.tournament.events()
    years = tuple(sorted({row.date[:_YEAR] for row in rows}, reverse=True))
    chosen = year if year in (*years, "all") else next(iter(years), "all")
    states = [visit.tournament.state(row.event_id) for row in rows if chosen in ("all", row.date[:_YEAR])]
    page = ClubCasesPage(chosen, years, case_statistics(states), offences_by_player(states))
    return visit.render("desk/rulings/club_cases.html", page)
