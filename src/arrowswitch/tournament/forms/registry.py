"""The forms by arrangement. A new form needs one line here."""

from __future__ import annotations

from collections.abc import Mapping

from arrowswitch.tournament.forms.bracket.form import KnockoutForm
from arrowswitch.tournament.forms.drawn.form import DrawnForm
from arrowswitch.tournament.forms.movement.form import PairMovementForm, TeamMovementForm
from arrowswitch.tournament.forms.protocol import Form
from arrowswitch.tournament.forms.schedule.form import ScheduleForm
from arrowswitch.tournament.model.forms import Arrangement, EventForm
from arrowswitch.tournament.model.settings import Settings

FORMS: Mapping[Arrangement, Form] = {
    Arrangement.MOVEMENT: PairMovementForm(),
    Arrangement.TEAM_MOVEMENT: TeamMovementForm(),
    Arrangement.DRAW: DrawnForm(),
    Arrangement.BRACKET: KnockoutForm(),
    Arrangement.SCHEDULE: ScheduleForm(),
}


def form_of(settings: Settings) -> Form:
    """Returns the form of an event with these settings."""
    return form_named(settings.event_form)


def form_named(form: EventForm) -> Form:
    """Returns the rules of a form of event.

    >>> form_named(EventForm.LEAGUE).arranger
    'league'
    """
    return FORMS[form.arrangement]
