"""The settings of an event, its event file, and its end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import Mistake, Problem, Refused
from arrowswitch.tournament.event.forms import Arrangement
from arrowswitch.tournament.event.ids import EventId
from arrowswitch.tournament.event.model import EventState
from arrowswitch.tournament.rulebooks.event_copy import departures_of
from arrowswitch.tournament.settings.commands import ChangeSettings
from arrowswitch.tournament.settings.decide_forms import unsettled
from arrowswitch.tournament.settings.grade import GradeView, grade_view
from arrowswitch.web.context import field_errors, redirect
from arrowswitch.web.desk.frame import render_event
from arrowswitch.web.desk.matches.form import copied_scale
from arrowswitch.web.desk.settings.form import FormDep, SettingsForm, fields_of, settings_from
from arrowswitch.web.files import file_answer
from arrowswitch.web.forms import StampDep
from arrowswitch.web.house import House, HouseDep
from arrowswitch.web.visitor import VisitorDep

router = APIRouter()


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """The settings as they are, or as they were typed; `is_fixed` when play has begun and some must stay.

    `changed_rules` counts the values that the event's copy has differently from the present edition, None where there
    is no such edition any more. `grade` is what the event's grade asks for, `unsettled` what must be fixed before play
    can begin.
    """

    form: SettingsForm
    is_fixed: bool
    grade: GradeView
    unsettled: tuple[Problem, ...]
    arrangement: Arrangement
    changed_rules: int | None


@router.get("/events/{event_id}/settings")
def show_settings(
    request: Request, event_id: EventId, house: HouseDep, scale_from: Annotated[str, Query(max_length=40)] = ""
) -> HTMLResponse:
    """Shows the settings; `scale_from` begins an own scale of victory points as a copy of another."""
    state = house.tournament.state(event_id)
    fields = {**fields_of(state.settings), **(copied_scale(scale_from) if scale_from else {})}
    page = _page(state, SettingsForm(fields, {}, house.regulations), house)
    return render_event(request, state, "desk/settings/settings.html", page, tab="settings")


@router.post("/events/{event_id}/settings")
def change_settings(
    request: Request, event_id: EventId, house: HouseDep, visitor: VisitorDep, stamp: StampDep, form: FormDep
) -> Response:
    """Changes the settings; errors stand beside the fields, and nothing is changed then."""
    state = house.tournament.state(event_id)
    try:
        house.tournament.execute(event_id, ChangeSettings(settings_from(form, state.settings)), stamp)
    except Mistake as mistake:
        errors = field_errors(mistake, visitor.locale)
        fields = {**dict.fromkeys(fields_of(state.settings), ""), **form}
        page = _page(state, SettingsForm(fields, errors, house.regulations), house)
        return render_event(request, state, "desk/settings/settings.html", page, tab="settings", status=422)
    return redirect(f"/events/{event_id}/settings", "desk.settings.kept")


@router.get("/events/{event_id}/export")
def export(event_id: EventId, house: HouseDep) -> Response:
    """Returns the event file as a download."""
    state = house.tournament.state(event_id)
    name = f"{state.settings.date} {state.settings.name}"
    return file_answer(house.tournament.export(event_id), name, "arrowswitch.json")


@router.post("/events/{event_id}/delete")
def delete(event_id: EventId, house: HouseDep, form: FormDep) -> Response:
    """Removes an event with everything in it; its name must be typed, because there is no undo for this."""
    state = house.tournament.state(event_id)
    if form.get("typed_name", "").strip() != state.settings.name.strip():
        raise Refused.of("desk.settings.delete-name", name=state.settings.name)
    house.tournament.delete(event_id)
    return redirect("/", "desk.settings.deleted", name=state.settings.name)


def _page(state: EventState, form: SettingsForm, house: House) -> SettingsPage:
    settings = state.settings
    to_fix = tuple(unsettled(settings)) if not state.is_started else ()
    changed = departures_of(state, house.tournament.rulebooks)
    count = None if changed is None else len(changed)
    return SettingsPage(form, state.is_started, grade_view(state), to_fix, settings.event_form.arrangement, count)
