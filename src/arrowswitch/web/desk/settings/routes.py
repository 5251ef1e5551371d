"""The settings of an event, its event file, and its end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Query, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import Mistake, NotFound, Problem, Refused
from arrowswitch.tournament.club.profile import with_scale_table
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.slices.settings import ChangeSettings
from arrowswitch.tournament.rulebooks.event_rules import departures_of
from arrowswitch.tournament.scored.match_rules import team_scoring
from arrowswitch.tournament.settings.decide_forms import missing_settings
from arrowswitch.tournament.settings.grade import GradeView, grade_view
from arrowswitch.tournament.swiss.conditions import conditions_advice, conditions_broken
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.concurrent_edits import join_edits
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import EventAt, EventDep, VisitDep
from arrowswitch.web.desk.matches.form import copied_scale
from arrowswitch.web.desk.settings.form import SettingsForm, fields_of, settings_from
from arrowswitch.web.files import file_answer
from arrowswitch.web.forms import FormDep, StampDep
from arrowswitch.web.json_api.answers import JsonAnswer, declare

router = APIRouter(route_class=DirectorRoute)


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """The settings as they are (`was`), or as they were typed; `is_fixed` when play has begun and some must stay.

    `changed_rules` counts the values that the event's copy has differently from the present edition, None where there
    is no such edition any more. `grade` is what the event's grade asks for, `unsettled` what must be fixed before play
    can begin.
    """

    form: SettingsForm
    was: Mapping[str, str]
    is_fixed: bool
    grade: GradeView
    unsettled: tuple[Problem, ...]
    broken: tuple[Problem, ...]
    arrangement: str
    changed_rules: int | None


@router.get("/events/{event_id}/settings")
def show_settings(at: EventDep, scale_from: Annotated[str, Query(max_length=40)] = "") -> HTMLResponse:
    """Shows the settings; `scale_from` begins an own scale of victory points as a copy of another."""
    fields = {**fields_of(at.settings), **(copied_scale(scale_from) if scale_from else {})}
    page = _page(at, fields, {})
    return at.show("desk/settings/settings.html", page, tab="settings")


@router.post("/events/{event_id}/settings")
def change_settings(at: EventDep, stamp: StampDep, form: FormDep) -> Response:
    """Changes the settings; errors, and changes that another desk stored meanwhile in the same fields, are shown next
    to them, and nothing is changed then."""
    edits = join_edits(form, fields_of(at.settings))
    fields = {**dict.fromkeys(fields_of(at.settings), ""), **edits.fields}
    if edits.theirs:
        page = _page(at, fields, at.theirs(edits))
        return at.show("desk/settings/settings.html", page, tab="settings", status=409)
    try:
        command = ChangeSettings(with_scale_table(settings_from(edits.fields, at.settings), at.services.club))
        note = edits.note("desk.settings.kept")
        return at.carry_out(command, stamp, f"{at.base}/settings", note, n=len(edits.adopted))
    except Mistake as mistake:
        page = _page(at, fields, at.errors(mistake))
        return at.show("desk/settings/settings.html", page, tab="settings", status=422)


@router.get("/events/{event_id}/export", openapi_extra=declare(JsonAnswer.EVENT_FILE))
def export(at: EventDep) -> Response:
    """Returns the event file as a download."""
    name = f"{at.settings.date} {at.settings.name}"
    return file_answer(at.tournament.export(at.event_id), name, "arrowswitch.json")


@router.post("/events/{event_id}/delete")
def delete(visit: VisitDep, event_id: EventId, form: FormDep) -> Response:
    """Removes an event with everything in it, also one that cannot be read; its name must be typed, because there is
    no undo for this."""
    name = next((row.name for row in visit.tournament.events() if row.event_id == event_id), None)
    if name is None:
        raise NotFound.of("event.unknown", event=event_id)
    if form.get("typed_name", "").strip() != name.strip():
        raise Refused.of("desk.settings.delete-name", name=name)
    visit.tournament.delete(event_id)
    return redirect("/", "desk.settings.deleted", name=name)


def _page(at: EventAt, fields: Mapping[str, str], errors: Mapping[str, tuple[str, ...]]) -> SettingsPage:
    state, settings = at.state, at.settings
    is_usual = "matches" in form_of(settings).parts_used(settings) and settings.matches.scoring is None
    form = SettingsForm(
        fields=fields,
        errors=errors,
        regulations=at.services.regulations,
        rooms=at.services.club.rooms,
        club_tables=tuple(table.scale for table in at.services.club.scale_tables),
        usual_scoring=team_scoring(settings) if is_usual else None,
    )
    to_fix = tuple(missing_settings(settings)) if not state.is_started else ()
    changed = departures_of(state, at.tournament.rulebooks)
    count = None if changed is None else len(changed)
    return SettingsPage(
        form=form,
        was=fields_of(settings),
        is_fixed=state.is_started,
        grade=grade_view(state),
        unsettled=to_fix,
        broken=(*conditions_broken(state), *conditions_advice(state)),
        arrangement=form_of(settings).title,
        changed_rules=count,
    )
