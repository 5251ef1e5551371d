"""The league: the season by dates, the table, what is overdue; its dates, venues and wishes; its schedule; calendars.

JCBL director's manual 3.3, lines 2623 and 4237; regulations summary, lines 228-250. Results are entered on the pages of
the matches, to which every line leads.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from datetime import date, time
from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Depends, Form, Query, Response
from fastapi.responses import HTMLResponse, JSONResponse

from arrowswitch.core.contestants import Number
from arrowswitch.core.digits import whole_of
from arrowswitch.core.errors import Malformed, Mistake, NotFound, Problem
from arrowswitch.formats.pairing.icalendar import write_calendar
from arrowswitch.formats.pairing.league_calendar import season_events
from arrowswitch.i18n import Locale, language_of
from arrowswitch.tournament.entries.entrants import complete_entries
from arrowswitch.tournament.league.searches import search_of, searching
from arrowswitch.tournament.league.season import (
    division_of,
    is_dated,
    plan_of,
    proposed_schedule,
    settled_matches,
)
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.league import PostponeMatch, SetLeague, TakeSchedule
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.league import Team
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.settings.decide_forms import missing_settings
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.context import redirect, words_for
from arrowswitch.web.desk.at import PlaceAt, has_page, only
from arrowswitch.web.desk.blind import Blind
from arrowswitch.web.desk.league.form import (
    STEPS,
    LeagueForm,
    conditions_from,
    fields_of,
    filled_dates,
    parse_dates,
    schedule_from,
    schedule_text,
    typed_form,
    with_weekly_dates,
)
from arrowswitch.web.desk.league.page import FixtureRow, ProposalView, SeasonView, proposal_view, season_view
from arrowswitch.web.desk.swiss.routes import SeedRow, seed_rows
from arrowswitch.web.forms import FormDep, StampDep
from arrowswitch.web.json_api.answers import JsonAnswer, ScheduleSearch, declare

router = APIRouter(prefix="/events/{event_id}/league", route_class=DirectorRoute)
LeagueDep = Annotated[PlaceAt, Depends(only(has_page("league"), Problem("desk.league.none")))]
WORKS = (2, 20, 120)
"""How long a schedule may be looked for, in about seconds: the first at once, the others when asked for."""
_PATIENCE = 15
"""Seconds that the first search may take on a slow machine; the others end when they are over."""
_ON = "yes"


@dataclass(frozen=True, slots=True)
class LeaguePage:
    """The season. `postponing` is the match whose new date is asked for."""

    season: SeasonView
    today: date
    until: date | None
    postponing: FixtureRow | None
    blind: Blind


@dataclass(frozen=True, slots=True)
class PlanPage:
    """The conditions with which the season is planned. `entries` are the teams in the order of their numbers, `settled`
    how many matches a new schedule leaves as they are; `proposal` is there when it was asked for, `refused` says why
    not. `ended_after` are the seconds after which the search ended before it was through."""

    form: LeagueForm
    entries: tuple[tuple[Entry, Number], ...]
    dates: tuple[date, ...]
    needed: int
    seeds: tuple[SeedRow, ...]
    can_number: bool
    unsettled: tuple[Problem, ...]
    has_schedule: bool
    schedule: str
    settled: int
    proposal: ProposalView | None
    refused: tuple[Problem, ...]
    work: int
    ended_after: int | None = None
    steps: tuple[str, ...] = STEPS
    works: tuple[int, ...] = WORKS


@router.get("")
def show_league(
    at: LeagueDep, until: Annotated[str, Query(max_length=20)] = "", postpone: Annotated[str, Query(max_length=40)] = ""
) -> Response:
    """Shows the season: its table (`until` a date), the matches that wait, all matches by date."""
    if not is_dated(at.state, at.place):
        return redirect(f"{at.base}/league/plan")
    last = _day(until, at.today) if until else None
    season = season_view(at.state, at.place, at.today, last)
    postponed = next((row for one in season.dates for row in one.rows if _key(row) == postpone), None)
    page = LeaguePage(season=season, today=at.today, until=last, postponing=postponed, blind=at.blind)
    return at.show("desk/league/league.html", page, tab="league")


@router.get("/plan")
def show_plan(
    at: LeagueDep,
    propose: Annotated[int, Query(ge=0, le=1)] = 0,
    work: Annotated[int, Query(ge=1, le=WORKS[-1])] = WORKS[0],
) -> HTMLResponse:
    """Shows the conditions of the season; with `propose` also the schedule that they give, or the reason if there is
    none."""
    conditions = plan_of(at.state, at.place).conditions
    form = fields_of(conditions, _team_numbers(at.state, at.place))
    page = _plan(at.state, at.place, form, work)
    if page.needed and not conditions.dates:
        weekly = with_weekly_dates(form, date.fromisoformat(at.settings.date), page.needed)
        page = _plan(at.state, at.place, weekly, work)
    if propose:
        page = _with_proposal(at.state, at.place, page, at.today)
    return at.show("desk/league/plan.html", page, tab="league")


@router.post("/plan")
def keep_plan(at: LeagueDep, stamp: StampDep, form: FormDep) -> Response:
    """Keeps the conditions; with `fill` only fills in the dates. Errors are shown next to the fields."""
    numbers = _team_numbers(at.state, at.place)
    base = date.fromisoformat(at.settings.date)
    try:
        if form.get("fill"):
            listed = "\n".join(day.isoformat() for day in filled_dates(form, base))
            edited = typed_form({**form, "dates": listed}, numbers, {})
            return at.show("desk/league/plan.html", _plan(at.state, at.place, edited), tab="league")
        command = SetLeague(at.place, conditions_from(form, numbers, base))
        at.execute(command, stamp)
    except Mistake as mistake:
        edited = typed_form(form, numbers, at.errors(mistake))
        page = _plan(at.state, at.place, edited)
        return at.show("desk/league/plan.html", page, tab="league", status=422)
    if form.get("propose"):
        return redirect(f"{at.base}/league/plan?propose=1", "desk.league.kept")
    return redirect(f"{at.base}/league/plan", "desk.league.kept")


@router.get(
    "/search",
    responses={204: {"description": "No search is running."}},
    openapi_extra=declare(JsonAnswer.SCHEDULE_SEARCH),
)
def show_search(at: LeagueDep) -> Response:
    """Shows the progress of the search for a schedule; nothing if none is running."""
    search = search_of(at.state, at.place)
    if search is None:
        return Response(status_code=204)
    seconds, most, breaks = int(search.seconds_so_far), int(search.seconds), search.breaks
    code = "desk.league.searching" if breaks is None else "desk.league.searching-found"
    text = words_for(at.visitor.locale)(code, seconds=seconds, most=most, n=breaks or 0)
    return JSONResponse(asdict(ScheduleSearch(seconds, most, breaks, text)))


@router.post("/search/stop")
def stop_search(at: LeagueDep) -> Response:
    """Ends a search that a visitor waits for: the page shows the best schedule so far."""
    search = search_of(at.state, at.place)
    if search is not None:
        search.stop()
    return Response(status_code=204)


@router.post("/schedule")
def take_schedule(at: LeagueDep, stamp: StampDep, form: FormDep) -> Response:
    """Takes a schedule: the proposed one, or as it was changed by hand."""
    matches = schedule_from(form.get("schedule", ""), date.fromisoformat(at.settings.date))
    is_proposed = form.get("schedule", "").split() == form.get("proposed", "").split()
    command = TakeSchedule(
        at.place,
        matches,
        has_fewest_breaks=is_proposed and form.get("fewest") == _ON,
        may_break_conditions=form.get("force") == _ON,
    )
    return at.carry_out(command, stamp, f"{at.base}/league", "desk.league.taken")


@router.post("/start")
def start(at: LeagueDep, stamp: StampDep) -> Response:
    """Begins the season: from now on results are entered."""
    return at.carry_out(StartPlay(at.session), stamp, f"{at.base}/league", "desk.league.started")


@router.post("/postpone")
def postpone_match(
    at: LeagueDep, stamp: StampDep, form: FormDep, match: Annotated[str, Form(max_length=40)]
) -> Response:
    """Puts a match on another date, on one still to be found, or to another venue; or back on its own."""
    number, home, away = _match(match)
    plan = plan_of(at.state, at.place)
    text = form.get("day", "").strip()
    own = plan.days.get(number)
    day = own if form.get("back") == _ON else _day(text, own or at.today) if text else None
    venue = None if form.get("back") == _ON else form.get("venue")
    is_accepted = form.get("clash") == _ON
    command = PostponeMatch(at=at.place.at(number), home=home, away=away, day=day, venue=venue, may_clash=is_accepted)
    return at.carry_out(command, stamp, f"{at.base}/league#m{match}", "desk.league.postponed")


@router.get("/calendar.ics")
def calendar(at: LeagueDep, team: Annotated[str, Query(max_length=10)] = "") -> Response:
    """Returns the matches for a calendar program: all, or those of a team."""
    t = words_for(at.visitor.locale)
    section = at.state.section_or_empty(at.place)
    if team and Number(team) not in section.numbers:
        raise NotFound.of("desk.league.no-team", number=team)
    division = division_of(at.state, at.place, at.today, lambda entry: _team_label(entry, at.visitor.locale))
    settings = at.settings
    begins = time.fromisoformat(settings.announcement.starts_at)
    only = Number(team) if team else None
    key = f"{at.event_id}-{at.letter}"
    events = season_events(
        division, key, begins, settings.play.minutes, lambda home, away: t("league.match", home=home, away=away), only
    )
    name = f"{settings.name} {division.team(only)}" if only else settings.name
    content = write_calendar(name, events, at.now, at.services.zone)
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{quote(name)}.ics", "Cache-Control": "no-store"}
    return Response(content, media_type="text/calendar; charset=utf-8", headers=headers)


def _team_label(entry: Entry | None, locale: Locale) -> str:
    """Returns how a team is called in a calendar: by its own name, else by its captain's."""
    if entry is None or not entry.people:
        return ""
    captain = language_of(locale).person(entry.people[0])
    return entry.name or words_for(locale)("desk.team.of", name=captain)


def _plan(state: EventState, place: Place, form: LeagueForm, work: int = WORKS[0]) -> PlanPage:
    section, plan = state.section_or_empty(place), plan_of(state, place)
    entries = complete_entries(state)
    numbers = {entry_id: number for number, entry_id in section.numbers.items()}
    listed = [(state.entries[EntryId(who)], number) for who, number in _team_numbers(state, place).items()]
    teams = len(listed)
    problems: list[Problem] = []
    dates = parse_dates(form.fields.get("dates", ""), date.fromisoformat(state.settings.date), "dates", problems)
    every = settled_matches(state, place, with_open=True)
    return PlanPage(
        form=form,
        entries=tuple(listed),
        dates=dates,
        needed=(teams - 1 + teams % 2) * plan.conditions.legs if teams > 1 else 0,
        seeds=seed_rows(entries, numbers),
        can_number=not section.draws,
        unsettled=tuple(missing_settings(state.settings)),
        has_schedule=is_dated(state, place),
        schedule=schedule_text([one.as_match for one in every]) if plan.days else "",
        settled=len(settled_matches(state, place)),
        proposal=None,
        refused=(),
        work=work,
    )


def _with_proposal(state: EventState, place: Place, page: PlanPage, today: date) -> PlanPage:
    """Returns the page with the proposed schedule; in a season that has begun nothing is put on a date that is over."""
    since = today if page.settled else None
    with searching(state, place, max(page.work, _PATIENCE)) as search:
        try:
            league, scheduling = proposed_schedule(state, place, page.work, since, search)
        except Mistake as mistake:
            return replace(page, refused=mistake.problems)
        ended_after = round(search.seconds_so_far) if search.is_over else None
    return replace(page, proposal=proposal_view(state, place, league, scheduling), ended_after=ended_after)


def _team_numbers(state: EventState, place: Place) -> dict[Team, Number]:
    section = state.section_or_empty(place)
    listed = {who: number for number, who in section.numbers.items() if who in state.entries}
    return dict(sorted(listed.items(), key=lambda one: (len(one[1]), one[1])))


def _key(row: FixtureRow) -> str:
    return f"{row.round}-{row.match.home}-{row.match.away}"


def _match(key: str) -> tuple[int, Number, Number]:
    written, _, rest = key.partition("-")
    home, _, away = rest.partition("-")
    number = whole_of(written)
    if number is None or not (home and away):
        raise Malformed.of("desk.league.no-match", text=key[:80])
    return number, Number(home), Number(away)


def _day(text: str, base: date) -> date:
    problems: list[Problem] = []
    days = parse_dates(text, base, "day", problems)
    if problems or not days:
        raise Malformed(*(problems or [Problem("desk.field.missing", {}, "day")]))
    return days[0]
