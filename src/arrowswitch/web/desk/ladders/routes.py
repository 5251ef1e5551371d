"""Ladders at the desk: all of them, the rules of each with its events, the ladder as page, file and paper."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from fastapi import APIRouter, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.awards.ladder import JoinBy, LadderBy
from arrowswitch.core.errors import Mistake
from arrowswitch.core.scoring.rules import EventClass
from arrowswitch.documents.ladders.sheets import ladder_sheet
from arrowswitch.formats.csv_text import csv_text
from arrowswitch.i18n import language_of, translate
from arrowswitch.tournament.ladders.counting import Ladder, is_wanted
from arrowswitch.tournament.ladders.ladders import LadderPaper
from arrowswitch.tournament.ladders.published_events import LadderEvent
from arrowswitch.tournament.model.club_values.ladders import LadderOf, LadderRules
from arrowswitch.web.access.roles import OrganiserRoute
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import Visit, VisitDep
from arrowswitch.web.desk.ladders.form import rules_from, typed_of, usual
from arrowswitch.web.files import file_answer
from arrowswitch.web.forms import FormDep, only_whole
from arrowswitch.web.results.opened_lines import OpenedLines, opened_lines

router = APIRouter(prefix="/ladders", route_class=OrganiserRoute)
_COLUMNS = ("rank", "name", "played", "counted")
_EVENT = "event-"
_NOT = "off"


@dataclass(frozen=True, slots=True)
class LadderForm:
    """The form of a ladder: what is typed, what is wrong, and what can be chosen."""

    typed: Mapping[str, str]
    errors: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    of: tuple[LadderOf, ...] = tuple(LadderOf)
    by: tuple[LadderBy, ...] = tuple(LadderBy)
    join: tuple[JoinBy, ...] = tuple(JoinBy)
    classes: tuple[EventClass, ...] = tuple(EventClass)


@dataclass(frozen=True, slots=True)
class LadderList:
    """All ladders, and the form of a new one."""

    ladders: tuple[LadderPaper, ...]
    form: LadderForm


@dataclass(frozen=True, slots=True)
class LadderPage:
    """A ladder, and the codes of everybody's own page by key."""

    paper: LadderPaper
    ladder: Ladder
    pages: Mapping[str, str]
    open_lines: OpenedLines


@dataclass(frozen=True, slots=True)
class LadderRulesPage:
    """The rules of a ladder, and every event of its period with whether the rules take it."""

    paper: LadderPaper
    form: LadderForm
    events: tuple[tuple[LadderEvent, bool], ...]


@router.get("")
def show_all(visit: VisitDep) -> HTMLResponse:
    """Shows all ladders and the form of a new one."""
    return _show_list(visit, LadderForm(typed_of(usual(visit.today))))


@router.post("")
def make(visit: VisitDep, form: FormDep) -> Response:
    """Makes a ladder; errors are shown next to their fields, and nothing is made then."""
    try:
        made = visit.services.ladders.make(rules_from(form))
    except Mistake as mistake:
        return _show_list(visit, LadderForm(form, visit.errors(mistake)), status=422)
    return redirect(f"/ladders/{made.paper_id}", "ladder.made")


@router.get("/{ladder_id}")
def show(visit: VisitDep, ladder_id: str, line: str = "") -> HTMLResponse:
    """Shows a ladder; a long one with the results of one line."""
    ladders = visit.services.ladders
    paper = ladders.get(ladder_id)
    counted = ladders.ladder_on(paper, visit.today)
    people = ladders.people(visit.today)
    pages = people.pages(one for line in counted.lines for one in line.who)
    opened = opened_lines(counted.results, line)
    return visit.render("desk/ladders/ladder.html", LadderPage(paper, counted, pages, opened))


@router.get("/{ladder_id}/rules")
def show_rules(visit: VisitDep, ladder_id: str) -> HTMLResponse:
    """Shows the rules of a ladder."""
    paper = visit.services.ladders.get(ladder_id)
    return _show_rules(visit, paper, LadderForm(typed_of(paper.value)))


@router.post("/{ladder_id}/rules")
def change(visit: VisitDep, form: FormDep, ladder_id: str) -> Response:
    """Changes the rules of a ladder; events whose mark was taken away do not count."""
    ladders = visit.services.ladders
    paper = ladders.get(ladder_id)
    try:
        chosen = [one.event_id for one in ladders.candidates(paper.value) if f"{_EVENT}{one.event_id}" in form]
        still_out = tuple(one for one in paper.value.left_out if one not in chosen)
        off = tuple(one for one in chosen if form[f"{_EVENT}{one}"] == _NOT)
        version = only_whole(form.get("version", ""), "", least=1, most=10**8)
        ladders.change(ladder_id, rules_from(form, (*still_out, *off)), version)
    except Mistake as mistake:
        return _show_rules(visit, paper, LadderForm(form, visit.errors(mistake)), status=422)
    return redirect(f"/ladders/{ladder_id}", "ladder.kept")


@router.post("/{ladder_id}/delete")
def delete(visit: VisitDep, ladder_id: str) -> Response:
    """Removes a ladder."""
    visit.services.ladders.delete(ladder_id)
    return redirect("/ladders", "ladder.deleted")


@router.get("/{ladder_id}/ladder.csv")
def as_csv(visit: VisitDep, ladder_id: str) -> Response:
    """Returns a ladder as a file for spreadsheets."""
    counted = visit.services.ladders.ladder_on(visit.services.ladders.get(ladder_id), visit.today)
    locale, rules = visit.visitor.locale, counted.rules
    language = language_of(locale)
    columns = [translate(f"ladder.column.{name}", {}, locale) for name in _COLUMNS]
    columns.append(translate(f"ladder.column.value-{rules.by}", {}, locale))
    rows = (line.cells(language.partners(line.people)) for line in counted.lines)
    return file_answer(csv_text(columns, rows).encode("utf-8-sig"), rules.name, "csv")


@router.get("/{ladder_id}/ladder.pdf")
def on_paper(visit: VisitDep, ladder_id: str) -> Response:
    """Returns a ladder as a PDF."""
    counted = visit.services.ladders.ladder_on(visit.services.ladders.get(ladder_id), visit.today)
    content = ladder_sheet(counted, visit.visitor.locale, visit.services.now(), visit.services.letterhead)
    return file_answer(content, counted.rules.name, "pdf", is_shown=True)


def _show_list(visit: Visit, form: LadderForm, status: int = 200) -> HTMLResponse:
    return visit.render("desk/ladders/ladders.html", LadderList(visit.services.ladders.all(), form), status=status)


def _show_rules(visit: Visit, paper: LadderPaper, form: LadderForm, status: int = 200) -> HTMLResponse:
    rules: LadderRules = paper.value
    events = tuple((one, is_wanted(rules, one)) for one in visit.services.ladders.candidates(rules))
    page = LadderRulesPage(paper, form, events)
    return visit.render("desk/ladders/rules.html", page, status=status)
