"""The club's own sheets, and the ways to make a new one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated

from fastapi import APIRouter, File, Form, Response, UploadFile
from fastapi.responses import HTMLResponse

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import Malformed, Mistake, NotFound, ParamValue, Problem, Refused
from arrowswitch.core.movements.families.registry import FAMILIES, Family, family_named
from arrowswitch.core.movements.model import Movement
from arrowswitch.formats.movement.drafts import BOARDS_ASSUMED, ImportedMovement
from arrowswitch.formats.movement.foreign import read_movements
from arrowswitch.i18n import Locale, has_code, problem_text, translate
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.sheets.workbench import SheetId, SheetRow, alike_sheets
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import Visit, VisitDep
from arrowswitch.web.desk.movement.routes import movement_from
from arrowswitch.web.desk.place import place_named
from arrowswitch.web.desk.workbench.asking import SheetAnswer, answer_to, question_from, sheets_of
from arrowswitch.web.desk.workbench.making import (
    ASK,
    EMPTY,
    FAMILY,
    ROW,
    TEXT,
    WAYS,
    OptionField,
    boards_per_set,
    imported_from,
    movements_from,
)
from arrowswitch.web.forms import FormDep, StampDep, check, line
from arrowswitch.web.serving.reading_apart import read_apart

router = APIRouter(prefix="/workbench", route_class=DirectorRoute)
LONGEST_NAME = 80
LARGEST_TEXT = 400_000
_STARTS: Mapping[str, Mapping[str, str]] = {
    ROW: {"kind": "pair", "rounds": "11", "step": "1", "board_step": "1", "boards_per_round": "2", "first_board": "1"},
    EMPTY: {"kind": "pair", "boards_per_round": "2", "first_board": "1"},
    FAMILY: {"family": "howell", "tables": "7"},
}


_SENT_TO = {"file": TEXT, "plan": ASK}


@dataclass(frozen=True, slots=True)
class SheetsPage:
    """The list of sheets, the one changed last first."""

    rows: tuple[SheetRow, ...]
    event: str

    @property
    def alike(self) -> frozenset[SheetId]:
        """Returns the sheets that share their name with another: they are shown with the time of their last change."""
        return alike_sheets(self.rows)


@dataclass(frozen=True, slots=True)
class NewSheetPage:
    """One way to make a sheet: the values of its fields, their errors, and the sheets that a question offers."""

    way: str
    fields: Mapping[str, str]
    errors: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
    family: Family | None = None
    answer: SheetAnswer | None = None

    @property
    def ways(self) -> tuple[str, ...]:
        return WAYS

    @property
    def families(self) -> tuple[tuple[ContestantKind, tuple[Family, ...]], ...]:
        """Returns the families of each kind: pairs, teams and single players."""
        return tuple((kind, tuple(family for family in FAMILIES if family.kind is kind)) for kind in ContestantKind)

    @property
    def options(self) -> tuple[OptionField, ...]:
        """Returns the fields of the chosen family; empty if none is chosen."""
        return tuple(OptionField(option, self.family) for option in self.family.options) if self.family else ()

    @property
    def kinds(self) -> tuple[str, ...]:
        return tuple(kind.value for kind in ContestantKind)


@router.get("")
def show_sheets(visit: VisitDep, event: str = "") -> HTMLResponse:
    """Lists the club's own sheets; `event` is the event that one is looked for."""
    return visit.render("desk/workbench/sheets.html", SheetsPage(visit.workbench.sheets(), event[:40]))


@router.get("/new")
def show_new(visit: VisitDep, way: str = ASK) -> HTMLResponse:
    """Shows one way to make a sheet; asked with tables, the plans for them as well."""
    wanted = way if way in WAYS else ASK
    typed = {name: value[:200] for name, value in visit.request.query_params.items() if name != "lang"}
    fields = {**_STARTS.get(wanted, {}), **typed}
    page = NewSheetPage(wanted, fields, family=_family(wanted, fields))
    if wanted == ASK and typed.get("tables"):
        try:
            page = NewSheetPage(wanted, fields, answer=answer_to(question_from(fields)))
        except Mistake as mistake:
            page = NewSheetPage(way=wanted, fields=fields, errors=visit.errors(mistake))
            return visit.render("desk/workbench/new.html", page, status=422)
    return visit.render("desk/workbench/new.html", page)


@router.get("/new/{way}")
def show_way(way: str) -> Response:
    """Leads to the form of a way, for a visitor who returns to the address of the sent form."""
    return redirect(f"/workbench/new?way={_SENT_TO.get(way, way if way in WAYS else ASK)}")


@router.post("/new/plan")
def create_plan(visit: VisitDep, stamp: StampDep, form: FormDep) -> Response:
    """Makes the sheets of a plan that was found by asking, one for each section and session."""
    return _store(visit, "", sheets_of(question_from(form), form.get("place", "")), stamp)


@router.post("/new/file")
def bring_in(
    visit: VisitDep,
    stamp: StampDep,
    file: Annotated[UploadFile, File()],
    name: Annotated[str, Form()] = "",
    boards_per_round: Annotated[str, Form()] = "",
) -> Response:
    """Makes the sheets of a file of any program; one that cannot be read is shown with what is wrong on which line."""
    content = file.file.read(LARGEST_TEXT + 1)
    if len(content) > LARGEST_TEXT:
        raise Malformed.of("desk.workbench.file-large", most=LARGEST_TEXT // 1000)
    if not content:
        raise Malformed.of("desk.file.empty", name=(file.filename or "")[:80])
    stem = (file.filename or "").rsplit("/", 1)[-1].rsplit(".", 1)[0][:LONGEST_NAME].strip()
    form = {"name": name.strip()[:LONGEST_NAME], "boards_per_round": boards_per_round}
    try:
        imported = read_apart(read_movements, content, boards_per_set(form))
        return _store_imported(visit, form["name"], stem, imported, stamp)
    except Mistake as mistake:
        text = content.decode("utf-8-sig", errors="replace")
        return _page_of_problems(visit, TEXT, {**form, "name": form["name"] or stem, "text": text}, mistake)


@router.post("/new/event")
def take_over(visit: VisitDep, stamp: StampDep, form: FormDep) -> Response:
    """Makes a sheet of the movement that an event plays, or of the one that is looked at there."""
    event_id = EventId(form.get("event_id", ""))
    state = visit.tournament.state(event_id)
    section = state.find_section(place_named(state, form.get("place", "")).place)
    movement = movement_from(form["family"], form.get("options", "")) if form.get("family") else None
    movement = movement or (section.movement if section is not None else None)
    if movement is None:
        raise Refused.of("desk.workbench.no-movement")
    name = f"{state.settings.name} {state.settings.date}"[:LONGEST_NAME]
    sheet_id = visit.workbench.create(name, movement, stamp)
    return redirect(f"/workbench/{sheet_id}?event={event_id}", "desk.workbench.made")


@router.post("/new/{way}")
def create(visit: VisitDep, way: str, stamp: StampDep, form: FormDep) -> Response:
    """Makes a sheet in one of the ways and leads to it; errors are shown next to the fields, and the typed values
    stay."""
    if way not in WAYS:
        raise NotFound.of("desk.workbench.no-way", way=way[:20])
    return _make_sheet(visit, stamp, way, form)


def _make_sheet(visit: Visit, stamp: Stamp, way: str, form: Mapping[str, str]) -> Response:
    try:
        problems: list[Problem] = []
        name = line(form.get("name", ""), "name", problems, most=LONGEST_NAME)
        check(problems)
        if way == TEXT:
            return _store_imported(visit, name, "", imported_from(form), stamp)
        made = tuple((str(i), movement) for i, movement in enumerate(movements_from(way, form), start=1))
        return _store(visit, name, made, stamp)
    except Mistake as mistake:
        return _page_of_problems(visit, way, form, mistake)


def _page_of_problems(visit: Visit, way: str, form: Mapping[str, str], mistake: Mistake) -> Response:
    """Returns the page of a way with what is wrong, and with what was typed."""
    places = {problem.where for problem in mistake.problems}
    in_form = places <= ({"name", "boards_per_round"} if way == TEXT else {*form, "", "tables", "registered"})
    texts = () if in_form else tuple(problem_text(problem, visit.visitor.locale) for problem in mistake.problems)
    page = NewSheetPage(
        way=way,
        fields={**_STARTS.get(way, {}), **form},
        errors=visit.errors(mistake) if in_form else {},
        problems=texts,
        family=_family(way, form),
    )
    return visit.render("desk/workbench/new.html", page, status=422)


def _store_imported(
    visit: Visit, name: str, stem: str, imported: tuple[ImportedMovement, ...], stamp: Stamp
) -> Response:
    """Stores the movements of a file as sheets, under the typed name or their own, and leads to the one or to the list.

    The page that follows reports the boards that the reader assumed.
    """
    stored: list[SheetId] = []
    for place, movement in enumerate(imported):
        own = _name(name or movement.name or stem, movement.movement, visit.visitor.locale)
        is_numbered = len(imported) > 1 and (name or not movement.name)
        full = f"{own[: LONGEST_NAME - 4]} {place + 1}" if is_numbered else own
        stored.append(visit.workbench.create(full, movement.movement, stamp.part(place)))
    if len(stored) > 1:
        return redirect("/workbench", "desk.workbench.made-many", n=len(stored))
    assumed = next((note for note in imported[0].notes if note.code == BOARDS_ASSUMED), None)
    if assumed is not None:
        return redirect(f"/workbench/{stored[0]}", "desk.workbench.made-with-boards", **assumed.params)
    return redirect(f"/workbench/{stored[0]}", "desk.workbench.made")


def _store(visit: Visit, name: str, made: tuple[tuple[str, Movement], ...], stamp: Stamp) -> Response:
    """Stores movements as sheets, several with their part in the name, and leads to the one or to the list."""
    stored: list[SheetId] = []
    for place, (part, movement) in enumerate(made):
        own = _name(name, movement, visit.visitor.locale)
        single = stamp.part(place)
        full = own if len(made) == 1 else f"{own[: LONGEST_NAME - 4]} {part}"
        stored.append(visit.workbench.create(full, movement, single))
    if len(stored) == 1:
        return redirect(f"/workbench/{stored[0]}", "desk.workbench.made")
    return redirect("/workbench", "desk.workbench.made-many", n=len(stored))


def _family(way: str, fields: Mapping[str, str]) -> Family | None:
    if way != FAMILY:
        return None
    try:
        return family_named(fields.get("family", ""))
    except NotFound:
        return family_named(_STARTS[FAMILY]["family"])


def _name(name: str, movement: Movement, locale: Locale) -> str:
    """Returns the name of a new sheet: as typed, else its family and size."""
    if name:
        return name
    code = f"movement.family.{movement.family}"
    family = translate(code, {}, locale) if has_code(code) else movement.family
    params: dict[str, ParamValue] = {"family": family[:40], "tables": movement.tables, "rounds": movement.rounds}
    return translate("desk.workbench.name-of", params, locale)
