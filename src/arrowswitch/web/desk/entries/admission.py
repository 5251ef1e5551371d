"""The director's word that an entry plays which does not fit the conditions (manual, line 772; R-108)."""

from __future__ import annotations

from fastapi import APIRouter, Response

from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.slices.advance import AdmitEntry
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.at import PlaceDep
from arrowswitch.web.forms import StampDep

router = APIRouter(prefix="/events/{event_id}/entries", route_class=DirectorRoute)


@router.post("/{entry_id}/admit")
def admit(at: PlaceDep, entry_id: EntryId, stamp: StampDep) -> Response:
    """Lets an entry play that does not fit, with a reason that is shown next to it from then on; undo reverses it."""
    return at.carry_out(AdmitEntry(entry_id), stamp, f"{at.base}/entries", "desk.admission.kept")
