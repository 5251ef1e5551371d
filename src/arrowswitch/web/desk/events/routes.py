"""The list of events: tonight on top, a copy of last week's by one click, a new one, an event file brought in."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date
from typing import Annotated

from fastapi import APIRouter, File, Query, Request, Response, UploadFile
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import Malformed, Mistake
from arrowswitch.tournament.event.forms import Arrangement
from arrowswitch.tournament.event.ids import EventId
from arrowswitch.tournament.event.model import Settings
from arrowswitch.tournament.event.ports import EventRow
from arrowswitch.tournament.settings.presets import Preset, preset, presets
from arrowswitch.web.context import field_errors, redirect, render
from arrowswitch.web.desk.settings.form import FormDep, SettingsForm, fields_of, settings_from
from arrowswitch.web.forms import StampDep
from arrowswitch.web.house import House, HouseDep
from arrowswitch.web.visitor import VisitorDep

router = APIRouter()


@dataclass(frozen=True, slots=True)
class EventsPage:
    """The list. `template` is the event that a new evening is most likely a copy of; None before the first one."""

    today: str
    tonight: tuple[EventRow, ...]
    later: tuple[EventRow, ...]
    earlier: tuple[EventRow, ...]
    template: EventRow | None
    players: int


@dataclass(frozen=True, slots=True)
class NewEventPage:
    """The first of the three steps: what is played. `copied` is the event whose settings stand in the fields, `preset`
    the league whose definition does."""

    form: SettingsForm
    copied: EventRow | None
    preset: str = ""
    presets: tuple[Preset, ...] = field(default_factory=presets)


@router.get("/")
def show_events(request: Request, house: HouseDep) -> HTMLResponse:
    """Shows all events."""
    rows = house.tournament.events()
    today = house.today().isoformat()
    page = EventsPage(
        today=today,
        tonight=tuple(row for row in rows if row.date == today),
        later=tuple(reversed([row for row in rows if row.date > today])),
        earlier=tuple(row for row in rows if row.date < today),
        template=template_of(rows, house.today()),
        players=len(house.tournament.store.players()),
    )
    return render(request, "desk/events/events.html", page)


@router.get("/events/new")
def show_new(
    request: Request,
    house: HouseDep,
    copy: EventId | None = None,
    chosen: Annotated[str, Query(alias="preset", max_length=40)] = "",
) -> HTMLResponse:
    """Shows the form of a new event, filled like the event to copy, like the newest one, or as a preset says."""
    rows = house.tournament.events()
    if chosen:
        base = replace(_base(house, None), date=house.today().isoformat())
        form = SettingsForm(fields_of(preset(chosen).settings(base)), {}, house.regulations)
        return render(request, "desk/events/new_event.html", NewEventPage(form, None, chosen))
    copied = next((row for row in rows if row.event_id == copy), None) or template_of(rows, house.today())
    settings = replace(_base(house, copied), date=house.today().isoformat())
    page = NewEventPage(SettingsForm(fields_of(settings), {}, house.regulations), copied)
    return render(request, "desk/events/new_event.html", page)


@router.post("/events/new")
def create(request: Request, house: HouseDep, visitor: VisitorDep, stamp: StampDep, form: FormDep) -> Response:
    """Makes the event and leads to its second step, the entries; errors stand beside the fields."""
    rows = house.tournament.events()
    copied = next((row for row in rows if row.event_id == form.get("copied")), None)
    try:
        settings = settings_from(form, _base(house, copied))
        if copied is None:
            event_id = house.tournament.create(settings, stamp)
        else:
            event_id = house.tournament.copy(copied.event_id, settings, stamp)
    except Mistake as mistake:
        errors = field_errors(mistake, visitor.locale)
        page = NewEventPage(
            SettingsForm({**fields_of(_base(house, copied)), **form}, errors, house.regulations), copied
        )
        return render(request, "desk/events/new_event.html", page, status=422)
    return redirect(f"/events/{event_id}/entries")


@router.post("/events/tonight")
def tonight(house: HouseDep, stamp: StampDep, form: FormDep) -> Response:
    """Makes tonight's event: the same settings as the one named, with today's date."""
    event_id = EventId(form.get("copied", ""))
    settings = replace(house.tournament.state(event_id).settings, date=house.today().isoformat())
    return redirect(f"/events/{house.tournament.copy(event_id, settings, stamp)}/entries")


@router.post("/events/import")
def bring_in(house: HouseDep, stamp: StampDep, file: Annotated[UploadFile, File()]) -> Response:
    """Stores the event of an event file."""
    text = text_of(file)
    event_id = house.tournament.import_file(text, stamp, file.filename or "")
    return redirect(f"/events/{event_id}/entries", "desk.events.imported")


@router.get("/events/{event_id}")
def open_event(event_id: EventId, house: HouseDep) -> Response:
    """Leads to the page that the evening is at."""
    state = house.tournament.state(event_id)
    playing = "league" if state.settings.event_form.arrangement is Arrangement.SCHEDULE else "scores"
    return redirect(f"/events/{event_id}/{playing if state.is_started else 'entries'}")


def text_of(file: UploadFile) -> str:
    """Returns the text of an uploaded file; raises Malformed when there is none or when it is not text."""
    content = file.file.read()
    if not content:
        raise Malformed.of("desk.file.empty", name=(file.filename or "")[:80])
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Malformed.of("desk.file.not-text", name=(file.filename or "")[:80]) from error


def template_of(rows: tuple[EventRow, ...], today: date) -> EventRow | None:
    """Returns the newest event of the same weekday, else the newest of all: the one that tonight is like."""
    past = [row for row in rows if row.date <= today.isoformat()]
    alike = [row for row in past if row.date < today.isoformat() and _weekday(row.date) == today.weekday()]
    return next(iter([*alike, *past]), None)


def _weekday(iso: str) -> int:
    return date.fromisoformat(iso).weekday()


def _base(house: House, copied: EventRow | None) -> Settings:
    if copied is not None:
        return house.tournament.state(copied.event_id).settings
    return Settings("", house.today().isoformat(), regulations=house.regulations[0])
