"""A new event that plays a sheet of the library: the form that fits the sheet, and the sheet as its movement."""

from __future__ import annotations

from fastapi import Response

from arrowswitch.core.errors import Mistake, Refused
from arrowswitch.core.movements.model import Movement
from arrowswitch.i18n import problem_text
from arrowswitch.tournament.forms.choices import with_choice
from arrowswitch.tournament.forms.of_movements import can_play, choice_for
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.slices.movement import ChooseMovement
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import Visit
from arrowswitch.web.desk.library.lookup import ChosenSheet

_FIRST = Place(1, "A")


def settings_for_sheet(settings: Settings, movement: Movement) -> Settings:
    """Returns the settings of an event that can play a movement: their own form if it fits, else the usual one."""
    return settings if can_play(settings.event_form, movement) else with_choice(settings, choice_for(movement))


def choose_sheet(visit: Visit, event_id: EventId, sheet: ChosenSheet, stamp: Stamp) -> Response:
    """Lets a new event play the sheet and leads to its entries, with a note of the outcome."""
    address = f"/events/{event_id}/entries"
    try:
        if not can_play(visit.tournament.state(event_id).settings.event_form, sheet.movement):
            raise Refused.of("desk.new.sheet-form")
        visit.tournament.execute(event_id, ChooseMovement(_FIRST, sheet.movement, fits_scale=True), stamp)
    except Mistake as mistake:
        reasons = " ".join(problem_text(problem, visit.visitor.locale) for problem in mistake.problems)
        return redirect(address, "desk.new.sheet-refused", reasons=reasons)
    return redirect(address, "desk.new.sheet-chosen")
