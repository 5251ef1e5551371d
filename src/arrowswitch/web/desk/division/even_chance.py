"""Even-chance teams: the pairs by seed points, the teams they would make, a standby pair; made and taken back.

JCBL director's manual 3.3, lines 2596 and 2725-2734.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Form, Query, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import NotFound, Refused
from arrowswitch.tournament.division.even_chance import EvenChance, even_chance_teams, formed_at
from arrowswitch.tournament.division.seeds import seed_points
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.slices.division import FormTeams
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.at import EventDep, PlaceDep
from arrowswitch.web.desk.register.csv import points_text
from arrowswitch.web.forms import StampDep

router = APIRouter(prefix="/events/{event_id}/even-chance", route_class=DirectorRoute)


@dataclass(frozen=True, slots=True)
class EvenChancePage:
    """The pairs with the teams they would make. `can_undo` while the teams that were made can be taken back."""

    teams: EvenChance
    is_started: bool
    can_undo: bool

    def points(self, hundredths: int) -> str:
        """Returns points as people write them, a dash for none."""
        return points_text(hundredths) or "–"

    def seeds(self, entry: Entry) -> str:
        """Returns the seed points of a team that was made."""
        return points_text(seed_points(entry)) or "–"


@router.get("")
def show(at: EventDep, standby: Annotated[str, Query(max_length=80)] = "") -> HTMLResponse:
    """Shows the pairs and the teams that they would make; nothing is stored."""
    teams = even_chance_teams(at.state, EntryId(standby))
    if teams is None:
        raise NotFound.of("desk.even-chance.other-form")
    can_undo = formed_at(at.ledger) is not None
    page = EvenChancePage(teams, at.state.is_started, can_undo)
    return at.show("desk/division/even_chance.html", page, tab="entries")


@router.post("")
def form_teams(at: PlaceDep, stamp: StampDep, standby: Annotated[str, Form()] = "") -> Response:
    """Makes the teams."""
    return at.carry_out(
        FormTeams(EntryId(standby[:80]) if standby else None), stamp, f"{at.base}/even-chance", "desk.even-chance.made"
    )


@router.post("/undo")
def undo(at: PlaceDep, stamp: StampDep) -> Response:
    """Takes the teams back, so that the pairs stand there as they were entered."""
    seq = formed_at(at.ledger)
    if seq is None:
        raise Refused.of("desk.even-chance.not-undone")
    return at.carry_out(Undo(seq), stamp, f"{at.base}/even-chance", "desk.even-chance.undone")
