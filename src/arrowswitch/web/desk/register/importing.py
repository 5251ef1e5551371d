"""Imports a list of players whose columns are not certain: the page shows each column and asks for its meaning.

Nothing is stored before the meanings are chosen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.web.access.roles import OrganiserRoute
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import Visit, VisitDep
from arrowswitch.web.desk.register.columns import CHOICES, ColumnLayout, column_numbers, samples_of
from arrowswitch.web.desk.register.csv import apply_rows, read_players
from arrowswitch.web.desk.waiting import WaitingRoom, waiting_room
from arrowswitch.web.forms import FormDep, whole

router = APIRouter(route_class=OrganiserRoute)


@dataclass(frozen=True, slots=True)
class WaitingList:
    """A list of players that waits for the meanings of its columns."""

    name: str
    lines: Sequence[Sequence[str]]
    layout: ColumnLayout


@dataclass(frozen=True, slots=True)
class AskedColumn:
    """A column of the list. `heading` is its text in the row before the first player."""

    place: int
    heading: str
    samples: tuple[str, ...]
    meaning: str


@dataclass(frozen=True, slots=True)
class ColumnsPage:
    """The page. `first` is the line of the first player, counted from 1; `problems` are those of the last answer."""

    key: str
    name: str
    first: int
    columns: tuple[AskedColumn, ...]
    choices: tuple[str, ...] = CHOICES
    problems: tuple[Problem, ...] = ()


def waiting_lists(request: Request) -> WaitingRoom[WaitingList]:
    """Returns the lists of players that wait for the meanings of their columns."""
    return waiting_room(request, "player_lists", "desk.players.hand-in-again")


def ask_for_columns(visit: Visit, name: str, lines: Sequence[Sequence[str]], layout: ColumnLayout) -> Response:
    """Stores a list for now and redirects to the page that asks for its columns."""
    return redirect(f"/players/import/{waiting_lists(visit.request).put(WaitingList(name, lines, layout))}")


def import_players(visit: Visit, name: str, lines: Sequence[Sequence[str]], layout: ColumnLayout) -> Response:
    """Adds and corrects the players of a list, and names the columns that were not taken. Raises Malformed."""
    tournament = visit.tournament
    change = apply_rows(tournament.store.players(), read_players(lines, layout, name), tournament.chance)
    tournament.store.save_players(change.stored_players)
    counts = {"added": len(change.added), "replaced": len(change.replaced), "unchanged": change.unchanged}
    if layout.left_out:
        names = ", ".join(layout.left_out)[:200]
        return redirect("/players", "desk.players.imported-without", **counts, names=names)
    return redirect("/players", "desk.players.imported", **counts)


@router.get("/players/import/{key}")
def show_columns(visit: VisitDep, key: str) -> HTMLResponse:
    """Shows the columns of a list with sample cells."""
    waiting = waiting_lists(visit.request).get(key)
    return _show(visit, key, waiting, waiting.layout)


@router.post("/players/import/{key}")
def choose_columns(visit: VisitDep, key: str, form: FormDep) -> Response:
    """Imports the list with the chosen columns; a list with a fault is shown again, and nothing is stored."""
    waiting = waiting_lists(visit.request).get(key)
    problems: list[Problem] = []
    layout = _chosen_layout(waiting, form, problems)
    try:
        Malformed.check(problems)
        return import_players(visit, waiting.name, waiting.lines, layout)
    except Malformed as mistake:
        return _show(visit, key, waiting, layout, mistake.problems)


def _chosen_layout(waiting: WaitingList, form: Mapping[str, str], problems: list[Problem]) -> ColumnLayout:
    width = max((len(cells) for cells in waiting.lines), default=0)
    chosen = tuple(form.get(f"column-{place}", "") for place in range(width))
    columns = tuple(column if column in CHOICES else "" for column in chosen)
    if any(columns.count(column) > 1 for column in CHOICES):
        problems.append(Problem("desk.players.meaning-twice"))
    first = whole(form.get("first", ""), "first", problems, least=1, most=len(waiting.lines)) or 1
    headings = tuple(waiting.lines[first - 2]) if first > 1 else ()
    layout = ColumnLayout(columns, first - 1, is_certain=True, headings=headings)
    if not layout.has_names:
        problems.append(Problem("desk.players.meaning-no-name"))
    return layout


def _show(
    visit: Visit, key: str, waiting: WaitingList, layout: ColumnLayout, problems: tuple[Problem, ...] = ()
) -> HTMLResponse:
    above = waiting.lines[layout.first - 1] if layout.first else ()
    columns = tuple(
        AskedColumn(
            place=place,
            heading=above[place].strip() if place < len(above) else "",
            samples=samples_of(waiting.lines, layout.first, place),
            meaning=layout.columns[place] if place < len(layout.columns) else "",
        )
        for place in column_numbers(waiting.lines)
    )
    page = ColumnsPage(key=key, name=waiting.name, first=layout.first + 1, columns=columns, problems=problems)
    return visit.render("desk/register/columns.html", page, status=422 if problems else 200)
