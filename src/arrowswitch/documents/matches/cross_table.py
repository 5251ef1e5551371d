"""The cross table: team by team the points of their matches, totals and ranks; of a Swiss round by round (R-022).

JCBL director's manual 3.3, lines 1754-1760; forfeits are marked and provisional points in brackets (regulations
summary, lines 228-250).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from arrowswitch.core.contestants import number_order
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.model import SectionLetter
from arrowswitch.documents.entries.names import team_name
from arrowswitch.documents.frame import Document, Model, frame, section_mark
from arrowswitch.documents.job import PAPER, SECTION, VERSION, PrintJob, SheetInfo, prints
from arrowswitch.documents.matches.jobs import points_text
from arrowswitch.documents.moments import KitName, PrintMoment
from arrowswitch.documents.ranking.ranked import at_version
from arrowswitch.documents.slot import SIGNS, adjusted_lines
from arrowswitch.documents.words import Words
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.matches.views import CrossCell, CrossRow, CrossTable, cross_table, matches
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.views import CellView, Flag
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.scored.match_rules import vp_places
from arrowswitch.tournament.swiss.cross import RoundCell, rows_by_round


def ranked_sections(job: PrintJob) -> tuple[PrintJob, frozenset[SectionLetter]]:
    """Returns the job with the state that is shown, and the sections with a ranking. Raises Refused
    (`print.no-matches`) if there is none."""
    at = at_version(job)
    if not INFO.is_for(at.state) or not at.state.session(at.session).sections:
        raise Refused.of("print.no-matches")
    letters = {section.letter for section in at.sections()}
    rows = (row for _, group in ranking(at.state, at.session).groups for row in group)
    ranked_letters = frozenset(row.section for row in rows if row.section in letters)
    if not ranked_letters:
        raise Refused.of("print.no-matches")
    return at, ranked_letters


INFO = SheetInfo(
    "cross-table",
    (PAPER, VERSION, SECTION),
    is_for=prints("cross-table"),
    needs=ranked_sections,
    moment=PrintMoment.RESULTS,
    kits=(KitName.END,),
    shows_results=True,
)


def document(job: PrintJob, words: Words) -> Document:
    """Returns the cross tables; raises as `ranked_sections`."""
    at, letters = ranked_sections(job)
    tables = [table for table in cross_table(at.state, at.session) if table.section in letters]
    places = vp_places(at.state)
    if form_of(at.state.settings).draws_by_ranking:
        pages = tuple(swiss_page(at.state, table, words, places) for table in tables)
    else:
        pages = tuple(cross_page(table, words, places) for table in tables)
    pages = tuple(
        {**page, "rulings": adjusted_lines(_slots(at, table), words, at.ledger)}
        for page, table in zip(pages, tables, strict=True)
    )
    labels = words.labels("cross", "team", "rank", "total")
    sheet: Model = {"pages": pages, "paper": job.option(PAPER)}
    return Document(frame(INFO, at, words, ranking(at.state, at.session)), labels, sheet)


def cross_page(table: CrossTable, words: Words, places: int = 0) -> Model:
    """Returns the page of a section, against every other team, in the order of numbers."""
    lines = tuple(
        _line(
            row,
            tuple(
                {"points": _points(cells, words, places), "below": "", "is_self": other == row.number}
                for other, cells in zip(table.numbers, row.cells, strict=True)
            ),
            words,
            places,
        )
        for row in sorted(table.rows, key=lambda row: number_order(row.number))
    )
    return _page(table, tuple(map(str, table.numbers)), lines, words)


def swiss_page(state: EventState, table: CrossTable, words: Words, places: int = 0) -> Model:
    """Returns the page of a section of a Swiss round by round, in the order of the ranking."""
    rounds = sorted({cell.round for cell in _cells(table)})
    lines = tuple(
        _line(
            row,
            tuple(
                {"points": _round_points(cell, words, places), "below": _opponents(cell, words), "is_self": False}
                for cell in cells
            ),
            words,
            places,
        )
        for row, cells in rows_by_round(state, table, rounds)
    )
    return _page(table, tuple(words("cross.round", round=number) for number in rounds), lines, words)


def _round_points(cell: RoundCell, words: Words, places: int) -> str:
    """Returns the points of a round: of its match, the triangle, or the sit-out."""
    return _points(cell.matches, words, places) if cell.shared is None else points_text(cell.shared, places)


def _opponents(cell: RoundCell, words: Words) -> str:
    if cell.is_out:
        return words("cross.sits-out")
    if cell.is_missed:
        return words("cross.missed")
    return words.list_text(cell.triangle or (match.opponent for match in cell.matches))


def _page(table: CrossTable, columns: tuple[str, ...], lines: tuple[Model, ...], words: Words) -> Model:
    """Returns a section's page; a cell has the points, and of a Swiss small below them whom they were won against."""
    notes = []
    if any(cell.is_forfeit for cell in _cells(table)):
        notes.append(words("cross.legend"))
    if any(cell.is_shortened for cell in _cells(table)):
        notes.append(words("cross.shortened-legend"))
    if any(cell.is_provisional for cell in _cells(table)):
        notes.append(words("cross.provisional"))
    return {"section": section_mark(table.section, words), "columns": columns, "lines": lines, "notes": tuple(notes)}


def _slots(job: PrintJob, table: CrossTable) -> Iterator[CellView]:
    """Yields the slots of the matches in a section's table that have a ruling."""
    for match in matches(job.state):
        if match.place.section == table.section and match.place.session <= job.session:
            yield from (cell for board in match.boards for cell in board.cells if Flag.ADJUSTED in cell.flags)


def _line(row: CrossRow, cells: tuple[Model, ...], words: Words, places: int) -> Model:
    return {
        "number": row.number,
        "name": team_name(row.row.entry, words),
        "rank": row.row.standing.written_rank,
        "total": points_text(row.row.standing.total, places),
        "cells": cells,
    }


def _cells(table: CrossTable) -> list[CrossCell]:
    return [cell for row in table.rows for cells in row.cells for cell in cells]


def _points(cells: Iterable[CrossCell], words: Words, places: int) -> str:
    return " / ".join(_cell(cell, words, places) for cell in cells if cell.points is not None)


def _cell(cell: CrossCell, words: Words, places: int) -> str:
    text = points_text(cell.points or 0, places)
    text = f"{text} {words('cross.forfeit')}" if cell.is_forfeit else text
    text = f"{text} {words('cross.shortened')}" if cell.is_shortened else text
    text = f"({text})" if cell.is_provisional else text
    return f"{text} {SIGNS[Flag.ADJUSTED]}" if cell.is_ruled else text
