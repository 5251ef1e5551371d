"""The list of events: tonight on top, a copy of last week's by one click, a new one, an event file brought in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Annotated

from fastapi import APIRouter, File, Query, Response, UploadFile
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import Mistake, Problem, Refused
from arrowswitch.formats.reading import LARGEST_FILE
from arrowswitch.i18n.language import language_of
from arrowswitch.tournament.club.profile import with_club, with_fee, with_scale_table
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.club_values.club import ClubSettings
from arrowswitch.tournament.model.fold import state_of
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import LedgerEntry
from arrowswitch.tournament.model.ports import EventRow
from arrowswitch.tournament.model.settings import AnnouncementSettings, ScoringSettings, Settings
from arrowswitch.tournament.rulebooks.scale_choice import usual_scale
from arrowswitch.tournament.service.service import is_one_story
from arrowswitch.tournament.settings.decide import settings_problems
from arrowswitch.tournament.settings.presets import Preset, RulesPreset, preset, presets, rules_presets
from arrowswitch.tournament.settings.proposals import complete_settings
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import EventDep, Visit, VisitDep
from arrowswitch.web.desk.club.routes import FirstStart, first_start
from arrowswitch.web.desk.events.announced import FILLED_FOR, AnnouncedChange, filled_for, new_settings, taken_for
from arrowswitch.web.desk.events.event_files import event_file_contents
from arrowswitch.web.desk.events.foreign_results import hand_in_results, is_of_results
from arrowswitch.web.desk.events.front import ShownEvent, by_urgency, shown_events
from arrowswitch.web.desk.events.with_sheet import choose_sheet, settings_for_sheet
from arrowswitch.web.desk.library.lookup import LONGEST_ADDRESS, ChosenSheet, chosen_sheet
from arrowswitch.web.desk.settings.form import SettingsForm, fields_of, settings_from
from arrowswitch.web.desk.waiting import waiting_copies
from arrowswitch.web.forms import FormDep, StampDep
from arrowswitch.web.serving.reading_apart import read_apart

router = APIRouter(route_class=DirectorRoute)


@dataclass(frozen=True, slots=True)
class EventsPage:
    """The list: tonight's events with the most urgent first, those to come, those that were played. `template` is the
    event that a new evening is most likely a copy of; None before the first one. `first` is the question of the first
    start, on an empty database only. `is_demo` is True on the desk of the demonstration."""

    today: str
    tonight: tuple[ShownEvent, ...]
    later: tuple[ShownEvent, ...]
    earlier: tuple[ShownEvent, ...]
    template: EventRow | None
    players: int
    first: FirstStart | None
    club: ClubSettings
    club_version: int
    is_demo: bool


@dataclass(frozen=True, slots=True)
class BodyPresets:
    """The games of a federation: its regulations, how they compare boards with fewer results, and their scale of
    victory points for teams."""

    regulations: str
    incomplete: str
    scale: str
    games: tuple[RulesPreset, ...]


@dataclass(frozen=True, slots=True)
class NewEventPage:
    """The first of the three steps: what is played. `copied` is the event whose settings stand in the fields, `preset`
    the league or the game of a federation whose definition does. `changes` are the values that cannot be stored as they
    were sent. `sheet` is the movement that the event is to play, if one was chosen in the library."""

    form: SettingsForm
    copied: EventRow | None
    bodies: tuple[BodyPresets, ...]
    preset: str = ""
    changes: tuple[AnnouncedChange, ...] = ()
    sheet: ChosenSheet | None = None
    presets: tuple[Preset, ...] = field(default_factory=presets)


@router.get("/")
def show_events(visit: VisitDep) -> HTMLResponse:
    """Shows all events."""
    rows = visit.tournament.events()
    today = visit.today.isoformat()
    page = EventsPage(
        today=today,
        tonight=shown_events(visit.request, by_urgency(row for row in rows if row.date == today)),
        later=tuple(ShownEvent(row) for row in reversed(rows) if row.date > today),
        earlier=shown_events(visit.request, (row for row in rows if row.date < today)),
        template=template_of(rows, visit.today),
        players=len(visit.tournament.store.players()),
        first=first_start(visit),
        club=visit.services.club,
        club_version=visit.tournament.club.version,
        is_demo=visit.services.demo is not None,
    )
    answer = visit.render("desk/events/events.html", page)
    if visit.services.demo is not None:
        visit.services.demo.begin_season()
    return answer


@router.get("/events/new")
def show_new(
    visit: VisitDep,
    copy: EventId | None = None,
    chosen: Annotated[str, Query(alias="preset", max_length=40)] = "",
    play: Annotated[str, Query(max_length=LONGEST_ADDRESS)] = "",
) -> HTMLResponse:
    """Shows the form of a new event, filled like the event to copy, as a preset says, or like the newest one with what
    the club fixed once; `play` names a sheet of the library that it is to play."""
    sheet = chosen_sheet(visit, play)
    rows = visit.tournament.events()
    if chosen:
        base = replace(_base(visit, None), date=visit.today.isoformat())
        form = _form(visit, preset(chosen).settings(base))
        page = NewEventPage(form=form, copied=None, bodies=_bodies(visit), preset=chosen)
        return visit.render("desk/events/new_event.html", page)
    copied = next((row for row in rows if row.event_id == copy), None) or template_of(rows, visit.today)
    settings = replace(_base(visit, copied), date=visit.today.isoformat())
    if copied is None or copied.event_id != copy:
        settings = with_club(settings, visit.services.club, visit.services.regulations)
    if sheet is not None:
        settings = settings_for_sheet(settings, sheet.movement)
    page = NewEventPage(form=_form(visit, settings), copied=copied, bodies=_bodies(visit), sheet=sheet)
    return visit.render("desk/events/new_event.html", page)


@router.post("/events/new")
def create(visit: VisitDep, stamp: StampDep, form: FormDep) -> Response:
    """Makes the event and leads to its second step, the entries; errors are shown next to the fields.

    An event that cannot play the sheet that was chosen in the library is made without it, and the reason is shown.
    """
    rows = visit.tournament.events()
    sheet = chosen_sheet(visit, form.get("play", ""))
    copied = next((row for row in rows if row.event_id == form.get("copied")), None)
    base = _base(visit, copied)
    try:
        typed = settings_from(form, base)
        new = new_settings(form, typed, base, _completion(visit, typed))
        if new.changes:
            Refused.check(_unstorable(visit, new.settings))
            return _shown_again(visit, new.settings, copied, new.changes, sheet)
        settings = new.settings
        if copied is None:
            event_id = visit.tournament.create(settings, stamp)
        else:
            event_id = visit.tournament.copy(copied.event_id, settings, stamp)
    except Mistake as mistake:
        blank = _form(visit, base, form.get(FILLED_FOR, ""))
        again = replace(blank, fields={**fields_of(base), **form}, errors=visit.errors(mistake))
        page = NewEventPage(form=again, copied=copied, bodies=_bodies(visit), sheet=sheet)
        return visit.render("desk/events/new_event.html", page, status=422)
    if sheet is not None:
        return choose_sheet(visit, event_id, sheet, stamp.part("sheet"))
    return redirect(f"/events/{event_id}/entries")


def _unstorable(visit: Visit, settings: Settings) -> tuple[Problem, ...]:
    return tuple(settings_problems(settings, (*visit.tournament.rulebooks.names(), settings.scoring.regulations)))


def _shown_again(
    visit: Visit,
    settings: Settings,
    copied: EventRow | None,
    changes: tuple[AnnouncedChange, ...],
    sheet: ChosenSheet | None,
) -> Response:
    """Returns the form with the values that the event would get, and which of them are not those that were sent."""
    form = _form(visit, settings)
    page = NewEventPage(form=form, copied=copied, bodies=_bodies(visit), changes=changes, sheet=sheet)
    return visit.render("desk/events/new_event.html", page)


def _bodies(visit: Visit) -> tuple[BodyPresets, ...]:
    """Returns the games by the rules of each federation, with the words that tell these rules apart."""
    rules = {name: visit.tournament.rulebooks.load(name) for name in rules_presets()}
    return tuple(
        BodyPresets(name, rules[name].scoring.boards.incomplete.value, rules[name].teams.scale, games)
        for name, games in rules_presets().items()
    )


@router.post("/events/tonight")
def tonight(visit: VisitDep, stamp: StampDep, form: FormDep) -> Response:
    """Makes tonight's event: the same settings as the one named, with today's date."""
    event_id = EventId(form.get("copied", ""))
    settings = replace(visit.tournament.state(event_id).settings, date=visit.today.isoformat())
    return redirect(f"/events/{visit.tournament.copy(event_id, settings, stamp)}/entries")


@router.post("/events/import")
def bring_in(visit: VisitDep, stamp: StampDep, file: Annotated[UploadFile, File()]) -> Response:
    """Stores the event of an event file; of a file of results shows first what it holds. The kind of another file is
    recognised by its contents. A copy of an event that is there, changed on both sides since, is first shown with what
    it would bring."""
    content = file.file.read(LARGEST_FILE + 1)
    name = (file.filename or "")[:80]
    if is_of_results(content, name):
        return hand_in_results(visit, content, name, _base(visit, None))
    contents = read_apart(event_file_contents, content, file.filename or "", visit.services.attempt)
    apart = _apart(visit, visit.tournament.as_kept(contents.ledger))
    if apart:
        return redirect(apart)
    event_id = visit.tournament.take_in(contents.ledger)
    for changed in contents.changes:
        return redirect(f"/events/{event_id}/entries", "desk.events.imported-changed", **changed.params)
    return redirect(f"/events/{event_id}/entries", "desk.events.imported")


@router.get("/events/{event_id}")
def open_event(at: EventDep) -> Response:
    """Leads to the page that the evening is at."""
    page = form_of(at.settings).play_page if at.state.is_started else "entries"
    return redirect(f"/events/{at.event_id}/{page}")


def _apart(visit: Visit, theirs: tuple[LedgerEntry, ...]) -> str:
    """Returns the page that asks what becomes of a copy, where it and the event that is there went on apart; else
    nothing."""
    event_id = state_of(theirs).event_id
    ours = visit.tournament.known_ledger(event_id) or ()
    if not ours or is_one_story(ours, theirs) or ours[0] != theirs[0]:
        return ""
    return f"/events/{event_id}/merge?copy={waiting_copies(visit.request).put(theirs)}"


def template_of(rows: tuple[EventRow, ...], today: date) -> EventRow | None:
    """Returns the newest event of the same weekday, else the newest of all: the one that tonight is like."""
    past = [row for row in rows if row.date <= today.isoformat()]
    alike = [row for row in past if row.date < today.isoformat() and _weekday(row.date) == today.weekday()]
    return next(iter([*alike, *past]), None)


def _weekday(iso: str) -> int:
    return date.fromisoformat(iso).weekday()


def _base(visit: Visit, copied: EventRow | None) -> Settings:
    if copied is not None:
        return visit.tournament.state(copied.event_id).settings
    wanted = language_of(visit.visitor.locale).regulations
    regulations_by_name = visit.services.regulations
    regulations = wanted if wanted in regulations_by_name else next(iter(regulations_by_name))
    fresh = Settings(
        "",
        visit.today.isoformat(),
        scoring=ScoringSettings(regulations=regulations),
        announcement=AnnouncementSettings(director=visit.visitor.who),
    )
    return with_club(fresh, visit.services.club, regulations_by_name)


def _form(visit: Visit, settings: Settings, filled: str = "") -> SettingsForm:
    """Returns the form with these settings in its fields; `filled` is the choice of the form that they were filled in
    for, where it is another."""
    complete = _completion(visit, settings)
    club, fills = visit.services.club, filled_for(settings, complete)
    return SettingsForm(
        fields=fields_of(settings),
        errors={},
        regulations=visit.services.regulations,
        defaults=taken_for(settings, complete),
        filled=replace(fills, choice=filled or fills.choice),
        rooms=club.rooms,
        club_tables=tuple(table.scale for table in club.scale_tables),
        has_fees=bool(club.fees),
    )


def _completion(visit: Visit, settings: Settings) -> Callable[[Settings], Settings]:
    """Returns the function that completes the settings of a new event: with the usual scale of their regulations, none
    while there are no such regulations, and with the club's fee and table of the scale."""
    try:
        rules = visit.tournament.rulebooks.load(settings.scoring.regulations)
    except Mistake:
        rules = None
    club = visit.services.club

    def complete(settings: Settings) -> Settings:
        usual = "" if rules is None else usual_scale(rules, settings)
        return with_scale_table(with_fee(complete_settings(settings, usual), club), club)

    return complete
