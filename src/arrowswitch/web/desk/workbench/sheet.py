"""The page of a sheet: shown, checked while a cell is being typed, edited cell by cell or by the toolbar, undone.

Manual, lines 843-866 (the sheet), 1129-1135 and 4228-4231 (the editor of sheets). Every change is one edit with the
version it was made on; if another computer was first, the page reports it (R-390).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated, Any
from urllib.parse import urlencode

from fastapi import APIRouter, Form, Response
from fastapi.responses import HTMLResponse, JSONResponse

from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.core.movements.cells import parse_cell
from arrowswitch.core.movements.editing import Edit, apply
from arrowswitch.core.movements.editing.cells import ClearCell, SetCell
from arrowswitch.core.movements.editing.fill import FillCells
from arrowswitch.core.movements.guide.master_sheet import Columns
from arrowswitch.core.movements.model import Movement, RoundNumber
from arrowswitch.i18n import problem_text
from arrowswitch.tournament.model.club_values.sheets import SheetRecord
from arrowswitch.tournament.sheets.workbench import SheetId
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.concurrent_edits import join_edits
from arrowswitch.web.context import fragment, redirect
from arrowswitch.web.desk.at import Visit, VisitDep
from arrowswitch.web.desk.workbench.operations import edit_from, operation_named
from arrowswitch.web.desk.workbench.page import PicturesPage, SheetPage, pictures_of, sheet_page, trying_of
from arrowswitch.web.desk.workbench.room_arrows import room_svg
from arrowswitch.web.desk.workbench.who_meets import row_text, who_meets_svg
from arrowswitch.web.forms import FormDep, StampDep, check, line, whole

router = APIRouter(prefix="/workbench/{sheet_id}", route_class=DirectorRoute)
LONGEST_NAME = 80
LONGEST_NOTE = 400
_MOST = 9_999
_LONGEST_CELL = 60
_MOST_CELLS = 999
_DRAWING: Mapping[str, Any] = {"who_meets_svg": who_meets_svg, "room_svg": room_svg, "row_text": row_text}


@router.get("")
def show_sheet(
    visit: VisitDep, sheet_id: SheetId, by: str = "", after: str = "1", look: str = "", event: str = ""
) -> HTMLResponse:
    """Shows a sheet; `look` names an operation that is previewed before it is done, with its fields."""
    sheet = visit.workbench.sheet(sheet_id)
    fields = dict(visit.request.query_params)
    preview, trying = None, None
    if look:
        operation = operation_named(look)
        edit = edit_from(operation, fields, sheet.movement)
        preview, trying = trying_of(sheet.movement, operation, fields, edit)
    page = sheet_page(
        sheet,
        columns=_columns(by),
        after=_round(after),
        preview=preview,
        before=sheet.movement if preview is not None else None,
        trying=trying,
        events=visit.tournament.events(),
        others=visit.workbench.sheets(),
        chosen_event=event,
    )
    return visit.render("desk/workbench/sheet.html", page, **_DRAWING)


@router.post("/check")
def check_cell(
    visit: VisitDep, sheet_id: SheetId, place: Annotated[str, Form()] = "", text: Annotated[str, Form()] = ""
) -> JSONResponse:
    """Returns the effect of a cell on the sheet as it is being typed, as JSON: faults, figures and marks; nothing is
    stored."""
    sheet = visit.workbench.sheet(sheet_id)
    edit = _cell_edit(sheet.movement, place, text)
    draft = sheet.movement if edit is None else apply(sheet.movement, edit)
    page = sheet_page(sheet, preview=draft, before=sheet.movement, has_pictures=False)
    return JSONResponse(_plain(visit, page, ("panel",)))


@router.post("/cell")
def set_cell(
    visit: VisitDep,
    sheet_id: SheetId,
    stamp: StampDep,
    place: Annotated[str, Form()] = "",
    text: Annotated[str, Form()] = "",
    version: Annotated[str, Form()] = "",
    by: Annotated[str, Form()] = "",
) -> Response:
    """Puts into a cell what was typed; answers with the changed parts of the page as JSON, or leads back to it."""
    before = visit.workbench.sheet(sheet_id)
    edit = _cell_edit(before.movement, place, text)
    sheet = before if edit is None else visit.workbench.apply(sheet_id, edit, _version(version), stamp)
    return _answer_changed(visit, sheet, before.movement, by)


@router.post("/paste")
def paste_cells(
    visit: VisitDep,
    sheet_id: SheetId,
    stamp: StampDep,
    place: Annotated[str, Form()] = "",
    text: Annotated[str, Form()] = "",
    version: Annotated[str, Form()] = "",
) -> Response:
    """Fills the block of cells from `place` on with rows of a spreadsheet, as one step; an empty cell empties.

    Raises Malformed (`desk.workbench.paste-outside`) for a block beyond the last round or table.
    """
    before = visit.workbench.sheet(sheet_id)
    edit = FillCells(_block(before.movement, place, text))
    sheet = visit.workbench.apply(sheet_id, edit, _version(version), stamp)
    return _answer_changed(visit, sheet, before.movement)


@router.post("/fill")
def fill_cells(
    visit: VisitDep,
    sheet_id: SheetId,
    stamp: StampDep,
    cells: Annotated[str, Form()] = "",
    version: Annotated[str, Form()] = "",
    by: Annotated[str, Form()] = "",
) -> Response:
    """Fills the listed cells as one step, one a line as `3-2 7-13 3`; a place alone empties its cell."""
    before = visit.workbench.sheet(sheet_id)
    lines = [line for line in cells.splitlines() if line.strip()][:_MOST_CELLS]
    edit = FillCells(tuple(" ".join(line.split())[:_LONGEST_CELL] for line in lines))
    sheet = visit.workbench.apply(sheet_id, edit, _version(version), stamp)
    return _answer_changed(visit, sheet, before.movement, by)


@router.get("/pictures")
def show_pictures(visit: VisitDep, sheet_id: SheetId, after: str = "1") -> HTMLResponse:
    """Returns the pictures of a sheet alone, for the page to put in place after an edit."""
    sheet = visit.workbench.sheet(sheet_id)
    page = PicturesPage(sheet, sheet.movement, pictures_of(sheet.movement, _round(after)))
    return visit.render("desk/workbench/pictures.html", page, **_DRAWING)


@router.post("/do/{operation}")
def do(
    visit: VisitDep, sheet_id: SheetId, operation: str, stamp: StampDep, form: FormDep
) -> Response:  # fmt: skip
    """Performs one operation of the toolbar; an unreadable value is reported next to its field."""
    wanted = operation_named(operation)
    sheet = visit.workbench.sheet(sheet_id)
    try:
        edit: Edit = edit_from(wanted, form, sheet.movement)
        visit.workbench.apply(sheet_id, edit, _version(form.get("version", "")), stamp)
    except Malformed as mistake:
        if visit.visitor.wants_json:
            raise
        page = sheet_page(sheet, columns=_columns(form.get("by", "")), others=visit.workbench.sheets())
        page = replace(page, errors=visit.errors(mistake), typed=form, failed=wanted.name)
        return visit.render("desk/workbench/sheet.html", page, status=422, **_DRAWING)
    return _back(sheet_id, form.get("by", ""))


@router.post("/undo")
def undo(visit: VisitDep, sheet_id: SheetId, stamp: StampDep, by: Annotated[str, Form()] = "") -> Response:
    """Takes back the last edit."""
    visit.workbench.undo(sheet_id, stamp)
    return _back(sheet_id, by)


@router.post("/redo")
def redo(visit: VisitDep, sheet_id: SheetId, stamp: StampDep, by: Annotated[str, Form()] = "") -> Response:
    """Does again what was taken back last."""
    visit.workbench.redo(sheet_id, stamp)
    return _back(sheet_id, by)


@router.post("/rename")
def rename(visit: VisitDep, sheet_id: SheetId, stamp: StampDep, form: FormDep) -> Response:
    """Gives a sheet another name and note; what another desk gave it meanwhile in the same field is asked about."""
    sheet = visit.workbench.sheet(sheet_id)
    edits = join_edits(form, {"name": sheet.name, "note": sheet.note})
    if edits.theirs:
        page = sheet_page(sheet, others=visit.workbench.sheets())
        page = replace(page, errors=visit.theirs(edits), typed=edits.fields, failed="rename")
        return visit.render("desk/workbench/sheet.html", page, status=409, **_DRAWING)
    problems: list[Problem] = []
    wanted = line(edits.fields.get("name", ""), "name", problems, is_needed=True, most=LONGEST_NAME)
    note = line(edits.fields.get("note", ""), "note", problems, most=LONGEST_NOTE)
    check(problems)
    visit.workbench.rename(sheet_id, wanted, note, stamp)
    return _back(sheet_id, "", "desk.workbench.renamed")


@router.post("/copy")
def copy(visit: VisitDep, sheet_id: SheetId, stamp: StampDep, name: Annotated[str, Form()] = "") -> Response:
    """Makes another sheet like this one and leads to it."""
    problems: list[Problem] = []
    wanted = line(name, "name", problems, most=LONGEST_NAME)
    check(problems)
    fallback = f"{visit.workbench.sheet(sheet_id).name[: LONGEST_NAME - 2]} 2"
    return _back(visit.workbench.copy(sheet_id, wanted or fallback, stamp), "", "desk.workbench.copied")


@router.post("/delete")
def delete(visit: VisitDep, sheet_id: SheetId) -> Response:
    """Deletes a sheet; the page has asked before."""
    name = visit.workbench.sheet(sheet_id).name
    visit.workbench.delete(sheet_id)
    return redirect("/workbench", "desk.workbench.deleted", name=name)


def _cell_edit(movement: Movement, place: str, text: str) -> Edit | None:
    """Returns the edit that a typed cell stands for; None when it would change nothing."""
    parts = place.split("-")
    problems: list[Problem] = []
    if len(parts) != 2:
        raise Malformed.of("desk.workbench.place", place=place[:20])
    round_number = whole(parts[0], "place", problems, least=1, most=max(1, movement.rounds)) or 0
    table = whole(parts[1], "place", problems, least=1, most=max(1, movement.tables)) or 0
    check(problems)
    now = movement.at(round_number, table)
    cell = parse_cell(text, movement, now)
    if cell is None:
        return None if now is None else ClearCell(round_number, table)
    if now is not None and (now.ns, now.ew, now.board_set) == (cell.ns, cell.ew, cell.board_set):
        return None
    return SetCell(round=round_number, table=table, ns=cell.ns, ew=cell.ew, board_set=cell.board_set)


def _block(movement: Movement, place: str, text: str) -> tuple[str, ...]:
    """Returns the cells of a pasted block with their places, as `FillCells` has them."""
    problems: list[Problem] = []
    first, _, column = place.partition("-")
    top = whole(first, "place", problems, least=1, most=max(1, movement.rounds)) or 1
    left = whole(column, "place", problems, least=1, most=max(1, movement.tables)) or 1
    check(problems)
    rows = [row.split("\t") for row in text.replace("\r\n", "\n").removesuffix("\n").split("\n")]
    high, wide = len(rows), max(map(len, rows))
    if top + high - 1 > movement.rounds or left + wide - 1 > movement.tables:
        raise Malformed.of(
            "desk.workbench.paste-outside",
            rounds=high,
            tables=wide,
            most_rounds=movement.rounds - top + 1,
            most_tables=movement.tables - left + 1,
        )
    return tuple(
        f"{top + down}-{left + across} {' '.join(cell.split())[:_LONGEST_CELL]}".strip()
        for down, row in enumerate(rows)
        for across, cell in enumerate(row)
    )


def _plain(visit: Visit, page: SheetPage, regions: tuple[str, ...]) -> dict[str, object]:
    """Returns the changes of the page: as values for any program, and as pieces of the page for its script."""
    locale = visit.visitor.locale
    live = page.live
    return {
        "version": page.sheet.version,
        "marks": dict(live.marks),
        "faults": [
            {
                "code": row.problem.code,
                "text": problem_text(row.problem, locale),
                "cells": list(row.cells),
                "is_new": row.is_new,
            }
            for row in live.faults
        ],
        "figures": [
            {"name": row.name, "value": row.first, "was": row.other, "better": row.verdict} for row in live.figures
        ],
        "regions": {name: fragment(visit.request, f"desk/workbench/{name}.html", page) for name in regions},
    }


def _round(typed: str) -> RoundNumber:
    """Returns the round that an address names; the first where it names none."""
    return int(typed) if typed.isdecimal() and len(typed) < 4 else 1


def _columns(by: str) -> Columns:
    return Columns.SETS if by == Columns.SETS else Columns.TABLES


def _version(typed: str) -> int:
    problems: list[Problem] = []
    version = whole(typed, "version", problems, least=0, most=_MOST * _MOST) or 0
    check(problems)
    return version


def _answer_changed(visit: Visit, sheet: SheetRecord, before: Movement, by: str = "") -> Response:
    """Returns the changed parts of the page as JSON, or the way back to it."""
    if not visit.visitor.wants_json:
        return _back(sheet.sheet_id, by)
    page = sheet_page(sheet, columns=_columns(by), before=before, has_pictures=False)
    return JSONResponse(_plain(visit, page, ("panel", "head", "grid")))


def _back(sheet_id: SheetId, by: str, note: str = "") -> Response:
    query = f"?{urlencode({'by': by})}" if _columns(by) is Columns.SETS else ""
    return redirect(f"/workbench/{sheet_id}{query}", note)
