"""Simultaneous events at the organiser's desk: the field, its clubs and links, what they sent, the ranking."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import tzinfo
from functools import partial
from itertools import islice
from typing import Annotated

from fastapi import APIRouter, Depends, File, Response, UploadFile
from fastapi.responses import HTMLResponse

from arrowswitch import __version__
from arrowswitch.core.awards.masterpoints import TiedAwards
from arrowswitch.core.errors import Malformed, Mistake, Problem
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.core.scoring.foreign import ForeignResults
from arrowswitch.core.scoring.methods import Method
from arrowswitch.documents.simultaneous.sheets import commentary_sheet, field_ranking_sheet
from arrowswitch.formats.csv_text import csv_text
from arrowswitch.formats.deals.formats import DEAL_FORMATS, deal_format
from arrowswitch.formats.detect import READ_ENDINGS, read_results
from arrowswitch.formats.federation.json_report import write_report
from arrowswitch.formats.results.foreign import foreign_results
from arrowswitch.formats.results.frequencies import read_frequencies
from arrowswitch.i18n.language import language_of
from arrowswitch.tournament.model.club_values.simultaneous import ClubUpload, FieldClub, SimultaneousField, UploadTaken
from arrowswitch.tournament.model.values.deals import PlacedDeals
from arrowswitch.tournament.reporting.field_report import report_of_field
from arrowswitch.tournament.reporting.report import Letter
from arrowswitch.tournament.simultaneous.fields import METHODS, MOST_BOARDS, FieldPaper, Simultaneous, closing_time
from arrowswitch.tournament.simultaneous.rows import FieldRow, ScoreCount
from arrowswitch.tournament.simultaneous.scored import ScoredSimultaneous, how_field_awarded, scored_club
from arrowswitch.web.access.holders import link_address
from arrowswitch.web.access.roles import OrganiserRoute
from arrowswitch.web.concurrent_edits import join_edits
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import Visit, VisitDep
from arrowswitch.web.desk.settings.form import NO_CLASS, POINT_CLASSES
from arrowswitch.web.files import file_answer
from arrowswitch.web.forms import FormDep, choice, only_whole, whole
from arrowswitch.web.json_api.answers import JsonAnswer, declare
from arrowswitch.web.serving.reading_apart import read_apart

router = APIRouter(prefix="/simultaneous", route_class=OrganiserRoute)
USUAL_BOARDS = 28
FIRST_ROWS = 200
"""This many pairs of the ranking are shown at once; the file has all of them, and any can be searched for."""
CLUB_PAGE = "/simultaneous"
_CSV = ("rank", "number", "names", "club", "boards", "total", "percent", "masterpoints")


def fields_at(visit: VisitDep) -> Simultaneous:
    """Returns the simultaneous events of the club."""
    services = visit.services
    return services.simultaneous


FieldsDep = Annotated[Simultaneous, Depends(fields_at)]


def read_elsewhere(data: bytes, name: str) -> ForeignResults:
    """Returns the results of a file of any format."""
    return foreign_results(read_results(data, name))


RESULTS_ACCEPTED = ",".join(sorted(READ_ENDINGS))
DEALS_ACCEPTED = ",".join(f".{form.name}" for form in DEAL_FORMATS)


@dataclass(frozen=True, slots=True)
class SimultaneousList:
    """All fields, and the form of a new one."""

    fields: tuple[FieldPaper, ...]
    typed: Mapping[str, str]
    regulations: Mapping[str, str]
    errors: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    methods: tuple[str, ...] = tuple(method.value for method in METHODS)
    deals_accepted: str = DEALS_ACCEPTED
    classes: tuple[str, ...] = POINT_CLASSES
    tied_awards: tuple[TiedAwards, ...] = tuple(TiedAwards)


def settings_of(of: SimultaneousField, zone: tzinfo) -> Mapping[str, str]:
    """Returns the values in the form of a field's settings, its end at the organiser's time."""
    end = "" if of.closes_at is None else of.closes_at.astimezone(zone).strftime("%Y-%m-%dT%H:%M")
    released = {"are_released": "yes" if of.are_released else ""} if of.deals else {}
    awarded = {
        "game_class": NO_CLASS if of.game_class is None else str(of.game_class),
        "tied_awards": of.tied_awards.value,
    }
    return {"closes_at": end, **awarded, **released}


@dataclass(frozen=True, slots=True)
class SimultaneousPage:
    """A field: its clubs with what they sent, the first of its ranking, links that were just made, what was refused."""

    paper: FieldPaper
    uploads: Mapping[int, ClubUpload]
    scored: ScoredSimultaneous
    rows: tuple[FieldRow, ...]
    zone: tzinfo
    typed: str = ""
    links: Mapping[int, str] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    names: str = ""
    accepted: str = RESULTS_ACCEPTED
    classes: tuple[str, ...] = POINT_CLASSES
    tied_awards: tuple[TiedAwards, ...] = tuple(TiedAwards)

    @property
    def standing(self) -> Mapping[str, str]:
        """Returns the current values of the settings' form."""
        return settings_of(self.field, self.zone)

    @property
    def award_method(self) -> tuple[Problem, ...]:
        """Returns the method by which masterpoints were awarded; empty if there are none."""
        return how_field_awarded(self.scored)

    @property
    def field(self) -> SimultaneousField:
        return self.paper.value

    @property
    def base(self) -> str:
        return f"/simultaneous/{self.paper.paper_id}"

    def last(self, club: FieldClub) -> UploadTaken | None:
        """Returns the upload of a club that counts."""
        upload = self.uploads[club.number]
        return None if upload.results is None else upload.history[-1]


@dataclass(frozen=True, slots=True)
class SimultaneousClubPage:
    """A club of a field: what it sent, its own ranking, and the places of its pairs in the field. `secret` is that of
    the link by which it was opened, empty at the organiser's desk."""

    paper: FieldPaper
    club: FieldClub
    upload: ClubUpload
    rows: tuple[FieldRow, ...]
    places: Mapping[str, FieldRow]
    size: int
    clubs: int
    is_closed: bool
    base: str
    link: str = ""
    problems: tuple[Problem, ...] = ()
    receipt: UploadTaken | None = None
    accepted: str = RESULTS_ACCEPTED

    @property
    def has_points(self) -> bool:
        return any(row.master_points is not None for row in self.places.values())

    @property
    def field(self) -> SimultaneousField:
        return self.paper.value


@dataclass(frozen=True, slots=True)
class ScoresOfBoard:
    """How often each score of a board was made over the whole field."""

    paper: FieldPaper
    board: BoardNumber
    counts: tuple[ScoreCount, ...]

    @property
    def comment(self) -> str:
        """Returns the organiser's comment on the board."""
        return self.paper.value.comments.get(self.board, "")

    @property
    def base(self) -> str:
        return f"/simultaneous/{self.paper.paper_id}"


@router.get("")
def show_all(visit: VisitDep, fields: FieldsDep) -> HTMLResponse:
    """Shows all simultaneous events and the form of a new one."""
    return _show_list(visit, fields)


@router.post("")
def make(
    visit: VisitDep,
    fields: FieldsDep,
    form: FormDep,
    deals: Annotated[UploadFile | None, File()] = None,
    tables: Annotated[UploadFile | None, File()] = None,
) -> Response:
    """Makes a field; errors are shown next to its fields, and nothing is made then."""
    try:
        made = fields.make(_field_from(visit, form, deals, tables))
    except Mistake as mistake:
        return _show_list(visit, fields, form, visit.errors(mistake))
    return redirect(f"/simultaneous/{made.paper_id}", "desk.simultaneous.made")


@router.get("/{field_id}")
def show(visit: VisitDep, fields: FieldsDep, field_id: str, q: str = "") -> HTMLResponse:
    """Shows a field."""
    return _show(visit, fields, field_id, typed=q[:80])


@router.post("/{field_id}/clubs")
def add_clubs(visit: VisitDep, fields: FieldsDep, field_id: str, form: FormDep) -> Response:
    """Adds clubs, one a line, and shows the link of each, once."""
    names = form.get("names", "")
    try:
        secrets = fields.add_clubs(field_id, names.splitlines())
    except Mistake as mistake:
        return _show(visit, fields, field_id, problems=mistake.problems, names=names, status=422)
    links = {number: link_address(visit.request, secret, CLUB_PAGE) for number, secret in secrets.items()}
    return _show(visit, fields, field_id, links=links)


@router.post("/{field_id}/files")
def take_files(
    visit: VisitDep, fields: FieldsDep, field_id: str, form: FormDep, file: Annotated[UploadFile, File()]
) -> Response:
    """Takes a club's file that was handed in: whole, or nothing of it."""
    try:
        number = only_whole(form.get("club", ""), "club", least=1, most=9999)
        data, name = file.file.read(), file.filename or ""
        fields.take(
            field_id,
            number,
            data,
            name,
            partial(read_apart, read_elsewhere),
            nonetheless=form.get("nonetheless") == "yes",
        )
    except (Malformed, Mistake) as mistake:
        return _show(visit, fields, field_id, problems=mistake.problems, status=422)
    return redirect(f"/simultaneous/{field_id}/clubs/{number}", "desk.simultaneous.taken")


@router.post("/{field_id}/settings")
def change(visit: VisitDep, fields: FieldsDep, field_id: str, form: FormDep) -> Response:
    """Changes when clubs can send and how masterpoints are given, and releases the deals. A field that only another
    organiser changed stays; if both changed it, the stored value is shown, and nothing is stored."""
    edits = join_edits(form, settings_of(fields.get(field_id).value, visit.services.zone))
    if edits.theirs:
        both = Problem("desk.meanwhile.both", {"n": len(edits.theirs)})
        return _show(visit, fields, field_id, problems=(both,), status=409)
    try:
        closes_at = closing_time(edits.fields.get("closes_at", ""), visit.services.zone)
        is_released = edits.fields.get("are_released") == "yes"
        fields.settle(
            field_id,
            closes_at,
            are_released=is_released,
            game_class=_class(edits.fields),
            tied_awards=_tied_awards(edits.fields),
        )
    except Mistake as mistake:
        return _show(visit, fields, field_id, problems=mistake.problems, status=422)
    return redirect(f"/simultaneous/{field_id}", edits.note("desk.simultaneous.kept"), n=len(edits.adopted))


@router.post("/{field_id}/delete")
def delete(fields: FieldsDep, field_id: str) -> Response:
    """Removes a field with everything that was sent."""
    fields.delete(field_id)
    return redirect("/simultaneous", "desk.simultaneous.deleted")


@router.get("/{field_id}/ranking.csv")
def ranking_file(visit: VisitDep, fields: FieldsDep, field_id: str) -> Response:
    """Returns the whole ranking as a file."""
    language = language_of(visit.visitor.locale)
    scored = fields.score_now(field_id)
    rows = (
        (
            row.standing.written_rank,
            row.standing.number,
            language.partners(row.pair.people),
            row.club.name,
            str(row.standing.boards),
            decimal_string(row.standing.total),
            "" if row.standing.percent is None else decimal_string(row.standing.percent),
            "" if row.master_points is None else decimal_string(row.master_points),
        )
        for row in scored.rows
    )
    return file_answer(csv_text(_CSV, rows), scored.of.name, "csv")


@router.get("/{field_id}/report.json", openapi_extra=declare(JsonAnswer.REPORT))
def report_file(visit: VisitDep, fields: FieldsDep, field_id: str) -> Response:
    """Returns the report of the whole field to the federation as a JSON file."""
    paper, letter = fields.get(field_id), Letter(visit.services.club.name, f"Arrowswitch {__version__}")
    made = report_of_field(
        field_id, paper.version, fields.score_now(field_id), fields.uploads(field_id).values(), letter
    )
    return file_answer(write_report(made), f"{paper.value.name} report {made.version}", "json")


@router.get("/{field_id}/boards/{board}")
def show_board(visit: VisitDep, fields: FieldsDep, field_id: str, board: int) -> HTMLResponse:
    """Shows how often each score of a board was made."""
    counts = dict(fields.score_now(field_id).counts())
    page = ScoresOfBoard(fields.get(field_id), board, counts.get(board, ()))
    return visit.render("desk/simultaneous/board.html", page)


@router.post("/{field_id}/boards/{board}")
def comment(fields: FieldsDep, form: FormDep, field_id: str, board: int) -> Response:
    """Stores the organiser's comment on a board."""
    fields.comment(field_id, board, form.get("comment", ""))
    return redirect(f"/simultaneous/{field_id}/boards/{board}", "desk.simultaneous.kept")


@router.get("/{field_id}/ranking.pdf")
def ranking_on_paper(visit: VisitDep, fields: FieldsDep, field_id: str) -> Response:
    """Returns the whole ranking as a PDF."""
    services, scored = visit.services, fields.score_now(field_id)
    content = field_ranking_sheet(scored, visit.visitor.locale, services.now(), services.letterhead)
    return file_answer(content, scored.of.name, "pdf", is_shown=True)


@router.get("/{field_id}/commentary.pdf")
def commentary_on_paper(visit: VisitDep, fields: FieldsDep, field_id: str) -> Response:
    """Returns the hands with the frequencies of the field and the organiser's words; raises NotFound
    (`simultaneous.no-deals`) where the organiser has no deals."""
    return commentary_answer(visit, fields.score_now(field_id))


@router.get("/{field_id}/clubs/{number}")
def show_club(visit: VisitDep, fields: FieldsDep, field_id: str, number: int) -> HTMLResponse:
    """Shows a club of a field."""
    return _show_club(visit, fields, field_id, number)


@router.post("/{field_id}/clubs/{number}/link")
def new_link(visit: VisitDep, fields: FieldsDep, field_id: str, number: int) -> HTMLResponse:
    """Gives a club another link and shows it, once."""
    fields.by_subject(f"{field_id}.{number}")
    link = link_address(visit.request, fields.new_link(field_id, number), CLUB_PAGE)
    return _show_club(visit, fields, field_id, number, link=link)


@router.post("/{field_id}/clubs/{number}/out")
def take_out(visit: VisitDep, fields: FieldsDep, field_id: str, number: int, form: FormDep) -> Response:
    """Takes a club out whole."""
    return _change_club(field_id, number, lambda: fields.take_out(field_id, number, form.get("why", "")))


@router.post("/{field_id}/clubs/{number}/back")
def bring_back(fields: FieldsDep, field_id: str, number: int) -> Response:
    """Brings a club back with all that it sent."""
    return _change_club(field_id, number, lambda: fields.bring_back(field_id, number))


@router.post("/{field_id}/clubs/{number}/undo")
def take_back(fields: FieldsDep, field_id: str, number: int) -> Response:
    """Takes back what a club sent."""
    return _change_club(field_id, number, lambda: fields.take_back(field_id, number))


@router.post("/{field_id}/clubs/{number}/fouled")
def mark_fouled(visit: VisitDep, fields: FieldsDep, field_id: str, number: int, form: FormDep) -> Response:
    """Marks the boards that a club played with other cards."""
    try:
        problems: list[Problem] = []
        texts = form.get("boards", "").replace("、", ",").replace(",", " ").split()
        boards = [whole(text, "boards", problems, least=1, most=MOST_BOARDS) for text in texts]
        Malformed.check(problems)
        fields.mark_fouled(field_id, number, [board for board in boards if board is not None])
    except Mistake as mistake:
        return _show_club(visit, fields, field_id, number, problems=mistake.problems, status=422)
    return redirect(f"/simultaneous/{field_id}/clubs/{number}", "desk.simultaneous.kept")


def commentary_answer(visit: Visit, scored: ScoredSimultaneous) -> Response:
    """Returns the commentary of a field as a PDF."""
    content = commentary_sheet(scored, visit.visitor.locale, visit.services.now(), visit.services.letterhead)
    return file_answer(content, f"{scored.of.name} commentary", "pdf", is_shown=True)


def club_page(
    fields: Simultaneous, number: int, scored: ScoredSimultaneous, *, field_id: str, base: str, is_closed: bool
) -> SimultaneousClubPage:
    """Returns a club's page: what it sent and how its pairs stand, in the whole field as it is `scored`."""
    paper, club = fields.by_subject(f"{field_id}.{number}")
    upload = fields.upload(field_id, number)
    return SimultaneousClubPage(
        paper=paper,
        club=club,
        upload=upload,
        rows=() if upload.results is None else scored_club(paper.value, club, upload.results),
        places={row.standing.number: row for row in scored.of_club(number)},
        size=len(scored.rows),
        clubs=len(scored.sent),
        is_closed=is_closed,
        base=base,
    )


def _change_club(field_id: str, number: int, change: Callable[[], None]) -> Response:
    change()
    return redirect(f"/simultaneous/{field_id}/clubs/{number}", "desk.simultaneous.kept")


def _show_club(
    visit: Visit,
    fields: Simultaneous,
    field_id: str,
    number: int,
    *,
    link: str = "",
    problems: tuple[Problem, ...] = (),
    status: int = 200,
) -> HTMLResponse:
    page = club_page(
        fields, number, fields.score_now(field_id), field_id=field_id, base=f"/simultaneous/{field_id}", is_closed=False
    )
    return visit.render("desk/simultaneous/club.html", replace(page, link=link, problems=problems), status=status)


def _show(
    visit: Visit,
    fields: Simultaneous,
    field_id: str,
    *,
    typed: str = "",
    links: Mapping[int, str] | None = None,
    problems: tuple[Problem, ...] = (),
    names: str = "",
    status: int = 200,
) -> HTMLResponse:
    paper, scored = fields.get(field_id), fields.score_now(field_id)
    page = SimultaneousPage(
        paper=paper,
        uploads=fields.uploads(field_id),
        scored=scored,
        rows=tuple(islice((row for row in scored.rows if _is_found(row, typed)), FIRST_ROWS)),
        zone=visit.services.zone,
        typed=typed,
        links=links or {},
        problems=problems,
        names=names,
    )
    return visit.render("desk/simultaneous/field.html", page, status=status)


def _is_found(row: FieldRow, typed: str) -> bool:
    wanted = typed.strip().casefold()
    texts = (row.club.name, row.standing.number, *(person.name for person in row.pair.people))
    return not wanted or any(wanted in text.casefold() for text in texts)


def _show_list(
    visit: Visit,
    fields: Simultaneous,
    typed: Mapping[str, str] | None = None,
    errors: Mapping[str, tuple[str, ...]] | None = None,
) -> HTMLResponse:
    usual = {
        "date": visit.today.isoformat(),
        "boards": str(USUAL_BOARDS),
        "regulations": visit.services.club.regulations or language_of(visit.visitor.locale).regulations,
    }
    page = SimultaneousList(
        fields=fields.all(),
        typed={**usual, **(typed or {})},
        regulations=visit.services.regulations,
        errors=errors or {},
    )
    return visit.render("desk/simultaneous/fields.html", page, status=422 if errors else 200)


def _field_from(
    visit: Visit, form: Mapping[str, str], deals: UploadFile | None, tables: UploadFile | None
) -> SimultaneousField:
    """Returns the field that a form describes; raises Malformed with the fields that cannot be read."""
    problems: list[Problem] = []
    boards = whole(form.get("boards", ""), "boards", problems, least=1, most=MOST_BOARDS)
    method = form.get("method", "")
    if method not in set(Method):
        problems.append(Problem("simultaneous.method", {}, "method"))
    if form.get("regulations", "") not in visit.services.regulations:
        problems.append(Problem("desk.field.choice", {"text": form.get("regulations", "")[:40]}, "regulations"))
    Malformed.check(problems)
    placed = _place_deals(deals, boards or 0)
    return SimultaneousField(
        name=" ".join(form.get("name", "").split()),
        date=form.get("date", "").strip(),
        boards=boards or 0,
        method=Method(method),
        regulations=form.get("regulations", ""),
        last_date=form.get("last_date", "").strip(),
        closes_at=closing_time(form.get("closes_at", ""), visit.services.zone),
        fingerprint="".join(form.get("fingerprint", "").split())[:64] or ("" if placed is None else placed.fingerprint),
        deals=placed,
        game_class=_class(form),
        tied_awards=_tied_awards(form),
        tables=read_apart(read_frequencies, tables.file.read()) if tables is not None and tables.filename else {},
    )


def _class(form: Mapping[str, str]) -> int | None:
    """Returns the class of masterpoints of a form; raises Malformed (`desk.field.choice`)."""
    typed = form.get("game_class", NO_CLASS)
    if typed not in POINT_CLASSES:
        raise Malformed.of("desk.field.choice", "game_class", text=typed[:40])
    return None if typed == NO_CLASS else int(typed)


def _tied_awards(form: Mapping[str, str]) -> TiedAwards:
    """Returns the awards for tied ranks of a form; raises Malformed (`desk.field.choice`)."""
    problems: list[Problem] = []
    tied_awards = choice(form.get("tied_awards", TiedAwards.MEAN), "tied_awards", TiedAwards, problems)
    Malformed.check(problems)
    return tied_awards or TiedAwards.MEAN


def _place_deals(deals: UploadFile | None, boards: int) -> PlacedDeals | None:
    if deals is None or not deals.filename:
        return None
    deals_ = read_apart(deal_format(deals.filename).read, deals.file.read()).deals
    texts = {board: deal.pbn for board, deal in deals_.deals.items() if board <= boards}
    return PlacedDeals(texts, source=deals.filename[:200])
