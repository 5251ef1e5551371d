"""The cross table: team by team the points of their matches, totals and ranks; of a Swiss round by round (R-022).

JCBL director's manual 3.3, lines 1754-1760; forfeits are marked and provisional points in brackets (regulations
summary, lines 228-250).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from arrowswitch.core.contestants import Number, number_order
from arrowswitch.core.errors import Refused
from arrowswitch.documents.entries.names import team_name
from arrowswitch.documents.frame import Document, SectionMark, frame, section_mark
from arrowswitch.documents.job import SECTION, VERSION, PrintJob, SheetInfo
from arrowswitch.documents.matches.jobs import points_text, vp_places
from arrowswitch.documents.ranking.ranked import at_version, rank_text
from arrowswitch.documents.words import Words
from arrowswitch.tournament.matches.views import CrossCell, CrossRow, CrossTable, cross_table
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.scored.match_rules import is_of_matches

INFO = SheetInfo("cross-table", (VERSION, SECTION), is_for=is_of_matches)


@dataclass(frozen=True, slots=True)
class CrossCellText:
    """What stands in a cell: the points, and small below them whom they were won against (of a Swiss)."""

    points: str
    below: str
    is_self: bool


@dataclass(frozen=True, slots=True)
class CrossLine:
    """A team's line."""

    number: str
    name: str
    rank: str
    total: str
    cells: tuple[CrossCellText, ...]


@dataclass(frozen=True, slots=True)
class CrossPage:
    """The table of a section."""

    section: SectionMark
    columns: tuple[str, ...]
    lines: tuple[CrossLine, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cross:
    """All sections."""

    pages: tuple[CrossPage, ...]


def document(job: PrintJob, words: Words) -> Document:
    """Returns the cross tables; raises Refused (`print.no-matches`) where there is none."""
    shown = at_version(job)
    if not is_of_matches(shown.state) or not shown.state.session(shown.session).sections:
        raise Refused.of("print.no-matches")
    letters = {section.letter for section in shown.sections()}
    is_swiss = shown.state.settings.event_form.is_drawn
    places = vp_places(shown.state)
    tables = [one for one in cross_table(shown.state, shown.session) if one.section in letters]
    pages = tuple(cross_page(one, words, places, by_round=is_swiss) for one in tables if one.rows)
    if not pages:
        raise Refused.of("print.no-matches")
    labels = words.labels("cross", "team", "rank", "total")
    return Document(frame(INFO, shown, words, ranking(shown.state, shown.session)), labels, Cross(pages))


def cross_page(table: CrossTable, words: Words, places: int = 0, *, by_round: bool = False) -> CrossPage:
    """Returns the page of a section: against every other team, or round by round. Teams stand in the order of numbers;
    those of a Swiss in the order of the ranking."""
    every = [cell for row in table.rows for cells in row.cells for cell in cells]
    rounds = tuple(sorted({cell.round for cell in every}))
    rows = table.rows if by_round else tuple(sorted(table.rows, key=lambda row: number_order(_number(row, table))))
    columns = tuple(words("cross.round", round=r) for r in rounds) if by_round else tuple(map(str, table.numbers))
    lines = tuple(
        CrossLine(
            _number(row, table),
            team_name(row.row.entry, words),
            rank_text(row.row.standing),
            points_text(row.row.standing.total, places),
            _round_cells(row, rounds, words, places) if by_round else _team_cells(row, table, words, places),
        )
        for row in rows
    )
    notes = []
    if any(cell.is_forfeit for cell in every):
        notes.append(words("cross.legend"))
    if any(cell.is_provisional for cell in every):
        notes.append(words("cross.provisional"))
    return CrossPage(section_mark(table.section, words), columns, lines, tuple(notes))


def _number(row: CrossRow, table: CrossTable) -> Number:
    number = row.row.standing.number
    return number if number in table.numbers else Number(number.removeprefix(table.section))


def _team_cells(row: CrossRow, table: CrossTable, words: Words, places: int) -> tuple[CrossCellText, ...]:
    own = _number(row, table)
    return tuple(
        CrossCellText(_points(cells, words, places), "", other == own)
        for other, cells in zip(table.numbers, row.cells, strict=True)
    )


def _round_cells(row: CrossRow, rounds: Iterable[int], words: Words, places: int) -> tuple[CrossCellText, ...]:
    found = []
    for number in rounds:
        cells = [cell for every in row.cells for cell in every if cell.round == number]
        found.append(CrossCellText(_points(cells, words, places), words.listed(c.opponent for c in cells), False))
    return tuple(found)


def _points(cells: Iterable[CrossCell], words: Words, places: int) -> str:
    return " / ".join(_cell(cell, words, places) for cell in cells if cell.points is not None)


def _cell(cell: CrossCell, words: Words, places: int) -> str:
    text = points_text(cell.points or 0, places)
    text = f"{text} {words('cross.forfeit')}" if cell.is_forfeit else text
    return f"({text})" if cell.is_provisional else text
