"""A new event that plays a sheet of the library: the form that fits the sheet, and the sheet as its movement."""

from __future__ import annotations

from fastapi import Response

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import Mistake, Refused
from arrowswitch.core.movements.model import Movement
from arrowswitch.i18n import problem_text
from arrowswitch.tournament.forms.choices import PAIRS, with_choice
from arrowswitch.tournament.model.forms import Arrangement, EventForm
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.slices.movement import ChooseMovement
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import Visit
from arrowswitch.web.desk.library.lookup import ChosenSheet

_FIRST = Place(1, "A")
_MOVED = (Arrangement.MOVEMENT, Arrangement.TEAM_MOVEMENT)


def settings_for_sheet(settings: Settings, movement: Movement) -> Settings:
    """Returns the settings of an event that can play a movement: their own form if it fits, else the usual one."""
    return settings if _can_play(settings, movement) else with_choice(settings, _choice(movement))


def _can_play(settings: Settings, movement: Movement) -> bool:
    form = settings.event_form
    return form.kind is movement.kind and form.arrangement in _MOVED and form.joins_pairs is _joins_pairs(movement)


def _joins_pairs(movement: Movement) -> bool:
    """True if each two pairs of a movement are a team."""
    return "team_mates" in movement.options


def _choice(movement: Movement) -> str:
    if movement.kind is ContestantKind.PLAYER:
        return EventForm.INDIVIDUAL.value
    if movement.kind is ContestantKind.TEAM:
        is_match = len(movement.contestants) == 2
        return (EventForm.TEAM_MATCH if is_match else EventForm.ROUND_ROBIN_TEAMS).value
    return EventForm.TEAM_OF_PAIRS.value if _joins_pairs(movement) else PAIRS


def choose_sheet(visit: Visit, event_id: EventId, sheet: ChosenSheet, stamp: Stamp) -> Response:
    """Lets a new event play the sheet and leads to its entries, with a note of the outcome."""
    address = f"/events/{event_id}/entries"
    try:
        if not _can_play(visit.tournament.state(event_id).settings, sheet.movement):
            raise Refused.of("desk.new.sheet-form")
        visit.tournament.execute(event_id, ChooseMovement(_FIRST, sheet.movement, fits_scale=True), stamp)
    except Mistake as mistake:
        reasons = " ".join(problem_text(problem, visit.visitor.locale) for problem in mistake.problems)
        return redirect(address, "desk.new.sheet-refused", reasons=reasons)
    return redirect(address, "desk.new.sheet-chosen")
