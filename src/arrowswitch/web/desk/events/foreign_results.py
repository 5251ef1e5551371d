"""Results of another program: what a file holds is shown with all that was assumed, left and differs, before an event
is made of it. Nothing is stored until then."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import PurePath

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from arrowswitch import regulations
from arrowswitch.core.errors import Mistake, Problem
from arrowswitch.core.scoring.foreign import ForeignResults, holdings
from arrowswitch.formats.detect import DEALS_ALONE, JANNERSTEN, LIN, READ_ENDINGS, format_of, read_results
from arrowswitch.formats.kinds import FileKind, kind_of
from arrowswitch.formats.results.foreign import FileContents, file_contents, foreign_results
from arrowswitch.formats.results.results import ResultsFile
from arrowswitch.tournament.files import event_file
from arrowswitch.tournament.importing.events import MadeEvent, event_of
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.settings.decide import rules_for
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import Visit, VisitDep
from arrowswitch.web.desk.events.event_files import event_file_contents
from arrowswitch.web.desk.waiting import WaitingRoom, waiting_room
from arrowswitch.web.forms import FormDep
from arrowswitch.web.serving.reading_apart import read_apart

router = APIRouter(route_class=DirectorRoute)
_LOOK = "look"
_KINDS = frozenset(
    (
        FileKind.ACCESS,
        FileKind.XML,
        FileKind.PBN,
        FileKind.DEALS,
        FileKind.TABLE,
        FileKind.JSON,
        FileKind.RESULTS_PAGE,
        FileKind.BOARDS_ZIP,
    )
)


@dataclass(frozen=True, slots=True)
class WaitingResults:
    """A file that waits for its event to be made: the results read, and the event under `rules`; `problems` if these
    rules do not allow it."""

    name: str
    file: ResultsFile
    results: ForeignResults
    settings: Settings
    rules: str
    made: MadeEvent | None = None
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class ForeignResultsPage:
    """The contents of a file. `choices` are the regulations that it can be scored by, those of the program that made it
    first; `rules` are those that it is scored by here."""

    key: str
    name: str
    settings: Settings
    program: str
    holds: tuple[tuple[str, int], ...]
    rules: str
    choices: Mapping[str, str]
    contents: FileContents | None
    problems: tuple[Problem, ...] = ()


def waiting_results(request: Request) -> WaitingRoom[WaitingResults]:
    """Returns the files that wait in this program for their events to be made."""
    return waiting_room(request, "foreign_results", "elsewhere.hand-in-again")


def is_of_results(content: bytes, name: str) -> bool:
    """True if a file contains results of another program: lines of text do if they, or the name, show it. A file of
    deals is read as results too, so that it is refused by what it is."""
    kind, ending = kind_of(content), PurePath(name).suffix.lower()
    if kind in (FileKind.TEXT, FileKind.OTHER) and ending in DEALS_ALONE:
        return True
    if kind is FileKind.TEXT:
        return ending in READ_ENDINGS or format_of(content, name) in (LIN, JANNERSTEN)
    return kind in _KINDS


def hand_in_results(visit: Visit, content: bytes, name: str, base: Settings) -> Response:
    """Reads a file and leads to the page that shows what it holds. Raises Malformed with everything that is wrong."""
    file = read_apart(read_results, content, name)
    results = foreign_results(file)
    settings = replace(
        base,
        name=results.name or PurePath(name).stem,
        date=results.day or base.date,
        announcement=replace(base.announcement, venue=results.venue or base.announcement.venue),
    )
    usual = regulations.for_program(results.program) if results.program else None
    waiting = WaitingResults(
        name=name, file=file, results=results, settings=settings, rules=usual or base.scoring.regulations
    )
    return redirect(f"/events/import/{waiting_results(visit.request).put(_make_event(visit, waiting))}")


@router.get("/events/import/{key}")
def show(visit: VisitDep, key: str) -> HTMLResponse:
    """Shows the contents of a file of results, the assumptions, the parts not imported, and the differences."""
    return _render_page(visit, key, waiting_results(visit.request).get(key))


@router.post("/events/import/{key}")
def make(visit: VisitDep, key: str, form: FormDep) -> Response:
    """Stores the event and leads to its scores; or looks again, by other regulations."""
    room = waiting_results(visit.request)
    waiting = room.get(key)
    rules = form.get("rules", waiting.rules)
    if rules != waiting.rules and rules in _choices(visit, waiting):
        waiting = _make_event(visit, replace(waiting, rules=rules))
        room.put(waiting, key)
    if form.get("act") == _LOOK:
        return redirect(f"/events/import/{key}")
    if waiting.made is None:
        return _render_page(visit, key, waiting, 422)
    text = event_file.dump(waiting.made.ledger).encode()
    contents = read_apart(event_file_contents, text, waiting.name, visit.services.attempt)
    stored = visit.tournament.take_in(contents.ledger)
    return redirect(f"/events/{stored}/scores", "desk.events.made", n=len(waiting.results.played))


def _make_event(visit: Visit, waiting: WaitingResults) -> WaitingResults:
    """Returns a file with the event that it makes by its regulations, or with why it makes none."""
    settings = replace(waiting.settings, scoring=replace(waiting.settings.scoring, regulations=waiting.rules))
    event_id = EventId(visit.tournament.chance.new_id())
    try:
        made = event_of(waiting.results, settings, rules_for(settings, visit.tournament.rulebooks), event_id, visit.now)
    except Mistake as mistake:
        return replace(waiting, made=None, problems=mistake.problems)
    return replace(waiting, made=made, problems=())


def _choices(visit: Visit, waiting: WaitingResults) -> Mapping[str, str]:
    """Returns the regulations by name with their titles: those of the program that made the file, then our own."""
    own = regulations.for_program(waiting.results.program) if waiting.results.program else None
    return {**({own: own} if own else {}), **visit.services.regulations}


def _render_page(visit: Visit, key: str, waiting: WaitingResults, status: int = 200) -> HTMLResponse:
    contents = None
    if waiting.made is not None:
        notes = (*waiting.results.notes, *waiting.made.notes)
        contents = file_contents(waiting.file, notes, waiting.made.numbers, waiting.made.standings)
    page = ForeignResultsPage(
        key=key,
        name=waiting.name,
        settings=waiting.settings if waiting.made is None else waiting.made.state.settings,
        program=waiting.results.program,
        holds=tuple((what, count) for what, count in holdings(waiting.results) if count),
        rules=waiting.rules,
        choices=_choices(visit, waiting),
        contents=contents,
        problems=waiting.problems,
    )
    return visit.render("desk/events/foreign_results.html", page, status=status)
