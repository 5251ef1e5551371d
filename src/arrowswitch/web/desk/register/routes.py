"""The register of players: found by typing, added, edited, brought in and given out as CSV.

Only what a tournament needs is kept: number, names and reading, master points, club. Removing a person from it, and
from all events, is in `forgetting` (R-393).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Annotated

from fastapi import APIRouter, File, Form, Response, UploadFile
from fastapi.responses import HTMLResponse, JSONResponse

from arrowswitch.core.errors import Malformed, Mistake, NotFound, Problem
from arrowswitch.core.membership import is_same_number
from arrowswitch.i18n import Locale, language_of
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import Person, Player, PlayerId
from arrowswitch.tournament.register.search import find_players
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.web.access.roles import DirectorRoute, OrganiserRoute
from arrowswitch.web.concurrent_edits import join_edits
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import Visit, VisitDep
from arrowswitch.web.desk.register.columns import COLUMNS, find_layout
from arrowswitch.web.desk.register.csv import (
    LONGEST_NAME,
    amounts_of,
    cells_of,
    points_text,
    read_rows,
    write_csv,
)
from arrowswitch.web.desk.register.importing import ask_for_columns, import_players
from arrowswitch.web.files import file_answer
from arrowswitch.web.forms import FormDep, check, line
from arrowswitch.web.json_api.answers import FoundPlayer, JsonAnswer, declare
from arrowswitch.web.serving.reading_apart import read_apart

router = APIRouter(route_class=OrganiserRoute)
read = APIRouter(route_class=DirectorRoute)
MOST_SHOWN = 300
MOST_FOUND = 8


@dataclass(frozen=True, slots=True)
class PlayersPage:
    """The register, or those of it that hold what was typed; `problems` are those of a file that was refused."""

    players: tuple[Player, ...]
    total: int
    typed: str
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """One player's form; `player` is None for a new one. `was` are the fields as they are stored."""

    player: Player | None
    fields: Mapping[str, str]
    errors: Mapping[str, tuple[str, ...]]

    @property
    def was(self) -> Mapping[str, str]:
        """Returns the values now in the register."""
        return _fields(self.player)


@read.get("/players")
def show_players(visit: VisitDep, q: str = "") -> HTMLResponse:
    """Shows the register in the order of the reading, or those whom the typed text finds."""
    return _list_page(visit, q[:LONGEST_NAME])


@read.get("/players/find", openapi_extra=declare(JsonAnswer.PLAYERS))
def find(visit: VisitDep, q: str = "", event: EventId | None = None) -> JSONResponse:
    """Returns the players that a few typed characters find, for the completion; `entered` is in the event already."""
    state = visit.tournament.state(event) if event else None
    players = find_players(visit.tournament.store.players(), q[:LONGEST_NAME], MOST_FOUND)
    return JSONResponse([asdict(_player_row(player, state, visit.visitor.locale)) for player in players])


@router.get("/players/export")
def export(visit: VisitDep, encoding: str = "utf-8") -> Response:
    """Returns the register as CSV: UTF-8 with a mark that spreadsheets know, or cp932."""
    text = write_csv(visit.tournament.store.players())
    content = text.encode("cp932", errors="replace") if encoding == "cp932" else text.encode("utf-8-sig")
    return file_answer(content, "players", "csv")


@router.post("/players/import")
def bring_in(
    visit: VisitDep, file: Annotated[UploadFile, File()], sheet: Annotated[str, Form(max_length=80)] = ""
) -> Response:
    """Adds and corrects players from a CSV file or a workbook. A file with a fault changes nothing, and every faulty
    line is named; a file whose columns are not certain leads to a page that asks."""
    name = (file.filename or "")[:LONGEST_NAME]
    try:
        lines = read_apart(read_rows, file.file.read(), name, sheet)
        layout = find_layout(lines)
        if not layout.is_certain:
            return ask_for_columns(visit, name, lines, layout)
        return import_players(visit, name, lines, layout)
    except Malformed as mistake:
        return _list_page(visit, "", mistake.problems)


@router.get("/players/new")
def show_new(visit: VisitDep, name: str = "") -> HTMLResponse:
    """Shows an empty form."""
    page = PlayerPage(None, {**_fields(None), "name": name[:LONGEST_NAME]}, {})
    return visit.render("desk/register/player.html", page)


@router.post("/players/new")
def add(visit: VisitDep, form: FormDep) -> Response:
    """Adds a player."""
    player_id = PlayerId(visit.tournament.chance.new_id())
    return _save_player(visit, form, None, player_id)


@read.get("/players/{player_id}")
def show_player(visit: VisitDep, player_id: PlayerId) -> HTMLResponse:
    """Shows a player's form."""
    player = _player(visit.tournament, player_id)
    page = PlayerPage(player, _fields(player), {})
    return visit.render("desk/register/player.html", page)


@router.post("/players/{player_id}")
def change(visit: VisitDep, player_id: PlayerId, form: FormDep) -> Response:
    """Corrects a player."""
    return _save_player(visit, form, _player(visit.tournament, player_id), player_id)


def _list_page(visit: Visit, typed: str, problems: tuple[Problem, ...] = ()) -> HTMLResponse:
    players = visit.tournament.store.players()
    listed = find_players(players, typed, MOST_SHOWN) if typed.strip() else players[:MOST_SHOWN]
    page = PlayersPage(listed, len(players), typed, problems)
    return visit.render("desk/register/players.html", page, status=422 if problems else 200, points_text=points_text)


def _player_row(player: Player, state: EventState | None, locale: Locale) -> FoundPlayer:
    person = player.person
    language = language_of(locale)
    entries = state.entries.values() if state is not None else ()
    return FoundPlayer(
        id=player.player_id,
        name=language.person(person),
        reading=language.second_form(person),
        number=person.number,
        club=player.club,
        entered=any(_is_of(other, player) for entry in entries for other in entry.people),
    )


def _save_player(visit: Visit, form: Mapping[str, str], stored_player: Player | None, player_id: PlayerId) -> Response:
    edits = join_edits(form, _fields(stored_player))
    fields = {**_fields(stored_player), **edits.fields}
    if edits.theirs:
        page = PlayerPage(stored_player, fields, visit.theirs(edits))
        return visit.render("desk/register/player.html", page, status=409)
    try:
        player = _player_from(visit.tournament, edits.fields, player_id)
    except Mistake as mistake:
        page = PlayerPage(stored_player, fields, visit.errors(mistake))
        return visit.render("desk/register/player.html", page, status=422)
    if player == stored_player:
        return redirect("/players", edits.note("desk.players.same"), name=player.person.name, n=len(edits.adopted))
    visit.tournament.store.save_players((player,))
    return redirect("/players", edits.note("desk.players.kept"), name=player.person.name, n=len(edits.adopted))


def _player_from(tournament: Tournament, form: Mapping[str, str], player_id: PlayerId) -> Player:
    problems: list[Problem] = []
    text = {
        field: line(form.get(field, ""), field, problems, is_needed=field == "name", most=LONGEST_NAME)
        for field in ("name", "number", "kana", "roman", "club")
    }
    typed = {**dict.fromkeys(COLUMNS, ""), **form}
    points, handicap = amounts_of(typed, {column: column for column in COLUMNS}, problems)
    for other in tournament.store.players():
        if is_same_number(other.person.number, text["number"]) and other.player_id != player_id:
            params = {"number": text["number"], "name": other.person.name}
            problems.append(Problem("desk.players.number-taken", {**params}, "number"))
    check(problems)
    person = Person(
        name=text["name"],
        number=text["number"],
        kana=text["kana"],
        roman=text["roman"],
        master_points=points,
        player_id=player_id,
        handicap=handicap,
    )
    return Player(player_id, person, text["club"])


def _player(tournament: Tournament, player_id: PlayerId) -> Player:
    player = tournament.store.player(player_id)
    if player is None:
        raise NotFound.of("desk.players.unknown")
    return player


def _fields(player: Player | None) -> Mapping[str, str]:
    return dict.fromkeys(COLUMNS, "") if player is None else cells_of(player)


def _is_of(person: Person, player: Player) -> bool:
    if person.player_id is not None:
        return person.player_id == player.player_id
    return is_same_number(person.number, player.person.number)
