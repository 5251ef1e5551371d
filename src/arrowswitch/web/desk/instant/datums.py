"""Given datums, with which IMPs against a datum compare: typed board by board, or read from a file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from fastapi import APIRouter, File, Response, UploadFile
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import Malformed, Mistake, Problem
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.notation import quote_text
from arrowswitch.core.scoring.amounts import plain_string
from arrowswitch.formats.reading import exact_number
from arrowswitch.formats.results.datums import read_datums
from arrowswitch.tournament.instant.decide import boards_in_play, compares_with_datum
from arrowswitch.tournament.model.slices.instant import GiveDatums
from arrowswitch.tournament.standings.session import standings
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.at import PlaceAt, PlaceDep
from arrowswitch.web.forms import FormDep, StampDep
from arrowswitch.web.serving.reading_apart import read_apart

router = APIRouter(prefix="/events/{event_id}/datums", route_class=DirectorRoute)
_FIELD = "datum-"


@dataclass(frozen=True, slots=True)
class DatumsPage:
    """The datums of a session: for each board in play the value of its field, and the datum of its own results where
    none was given (`own`). `is_used` whether the method compares with one."""

    fields: Mapping[BoardNumber, str]
    own: Mapping[BoardNumber, Fraction]
    is_used: bool
    needs_approver: bool
    errors: Mapping[str, tuple[str, ...]]
    problems: tuple[Problem, ...] = ()


@router.get("")
def show_datums(at: PlaceDep) -> HTMLResponse:
    """Shows the datums of the session."""
    return _render_page(at)


@router.post("")
def give_datums(at: PlaceDep, stamp: StampDep, form: FormDep) -> Response:
    """Keeps the datums as they stand in the fields; an empty one is that of the board's own results again."""
    typed = {board: form.get(f"{_FIELD}{board}", "").strip() for board in boards_in_play(at.state, at.session)}
    read = {board: exact_number(text) for board, text in typed.items()}
    unread = [board for board, text in typed.items() if text and read[board] is None]
    try:
        Malformed.check(Problem("datum.text", {"text": quote_text(typed[n])}, f"{_FIELD}{n}") for n in unread)
        command = GiveDatums(at.session, read, form.get("approver", "").strip()[:60])
        return at.carry_out(command, stamp, f"{at.base}/datums", "desk.datums.kept")
    except Mistake as mistake:
        return _render_page(at, typed, at.errors(mistake))


@router.post("/file")
def read_file(at: PlaceDep, stamp: StampDep, file: Annotated[UploadFile, File()], form: FormDep) -> Response:
    """Reads the datums of a file; a malformed file is reported line by line and changes nothing."""
    try:
        command = GiveDatums(
            at.session, {**read_apart(read_datums, file.file.read())}, form.get("approver", "").strip()[:60]
        )
        return at.carry_out(command, stamp, f"{at.base}/datums", "desk.datums.kept")
    except Mistake as mistake:
        return _render_page(at, problems=mistake.problems)


def _render_page(
    at: PlaceAt,
    typed: Mapping[BoardNumber, str] | None = None,
    errors: Mapping[str, tuple[str, ...]] | None = None,
    problems: tuple[Problem, ...] = (),
) -> HTMLResponse:
    datums = at.state.instant.datums.get(at.session, {})
    is_used = compares_with_datum(at.state)
    boards = boards_in_play(at.state, at.session)
    is_shown = is_used and at.is_started and not at.blind.is_ranking_hidden
    scored = standings(at.state, at.session).boards if is_shown else {}
    own_datums = {board: one.datum for board, one in scored.items()}
    page = DatumsPage(
        fields={board: plain_string(datums[board]) if board in datums else "" for board in boards} | dict(typed or {}),
        own={board: datum for board, datum in own_datums.items() if datum is not None and board not in datums},
        is_used=is_used,
        needs_approver=at.needs_approver,
        errors=errors or {},
        problems=problems,
    )
    return at.show("desk/instant/datums.html", page, tab="ranking", status=422 if errors or problems else 200)
