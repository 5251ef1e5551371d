"""The recapitulation sheet, by board or by round: pairs, rank, total and the points of each column (R-011, R-012,
R-013, R-387).

JCBL director's manual 3.3, lines 555-588 (figures 3 and 4), with the event, the date, the movement and the average at
the head. More than thirty columns go on a second page.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.core.contestants import Number, number_order
from arrowswitch.core.game.seats import Side
from arrowswitch.documents.frame import Document, frame
from arrowswitch.documents.job import HALF, VERSION, PrintJob, SheetInfo, SheetOption
from arrowswitch.documents.ranked import plain_number, points_text, rank_text, ranked, totals_text
from arrowswitch.documents.results import legend, signs_by_board
from arrowswitch.documents.words import Words
from arrowswitch.tournament.queries.rankings import recap
from arrowswitch.tournament.queries.tables import cells
from arrowswitch.tournament.queries.views import RecapRow, RecapView

BY = SheetOption("by", ("boards", "rounds"))
POINTS = SheetOption("points", ("single", "doubled"))
INFO = SheetInfo("recap", (BY, HALF, POINTS, VERSION))
MOST_COLUMNS = 30


@dataclass(frozen=True, slots=True)
class RecapCell:
    """The points of a pair on a board or in a round, with the signs that belong to it."""

    points: str
    signs: str


@dataclass(frozen=True, slots=True)
class RecapLine:
    """A pair's line."""

    number: str
    names: str
    rank: str
    total: str
    cells: tuple[RecapCell, ...]


@dataclass(frozen=True, slots=True)
class RecapPage:
    """A page: some of the columns of one field, and the columns' sums."""

    title: str
    columns: tuple[str, ...]
    lines: tuple[RecapLine, ...]
    sums: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Recap:
    """The sheet."""

    heading: str
    pages: tuple[RecapPage, ...]
    legend: tuple[str, ...]


def document(job: PrintJob, words: Words) -> Document:
    """Returns the recap of a session; raises Refused (`print.no-results`) before the first result."""
    found = ranked(job)
    shown = found.job
    is_by_round = job.option(BY) == "rounds"
    view = recap(shown.state, shown.session, is_by_round)
    signs = signs_by_board(cells(shown.state, shown.session), is_by_round)
    pages: list[RecapPage] = []
    for (side, rows), sums in zip(view.groups, view.sums, strict=True):
        pages += _pages(shown, view, side, rows, sums, signs, words)
    model = Recap(_heading(shown, view, words), tuple(pages), legend(cells(shown.state, shown.session), words))
    labels = words.labels("recap", "number", "names", "rank", "total", "sum")
    return Document(frame(INFO, shown, words, found.view), labels, model)


def _heading(job: PrintJob, view: RecapView, words: Words) -> str:
    families = {s.movement.family for s in job.state.session(job.session).sections.values() if s.movement is not None}
    movement = words.listed(sorted(words.family(family) for family in families))
    average = points_text(view.average * _factor(job), job)
    text = words("recap.average", movement=movement or "–", average=average)
    return words("recap.doubled", text=text) if _factor(job) > 1 else text


def _factor(job: PrintJob) -> int:
    return 2 if job.option(POINTS) == "doubled" else 1


def _pages(
    job: PrintJob,
    view: RecapView,
    side: Side | None,
    rows: Sequence[RecapRow],
    sums: Sequence[Fraction],
    signs: dict[tuple[str, Number, int], str],
    words: Words,
) -> list[RecapPage]:
    parts = -(-len(view.columns) // MOST_COLUMNS)
    each = -(-len(view.columns) // max(parts, 1))
    ordered = sorted(rows, key=lambda row: number_order(row.rank.standing.number))
    totals = totals_text((row.rank.standing.total * _factor(job) for row in ordered), job)
    pages = []
    for start in range(0, len(view.columns), max(each, 1)):
        part = slice(start, start + each)
        lines = tuple(
            RecapLine(
                plain_number(job, row.rank),
                words.names((row.rank.entry,)),
                rank_text(row.rank.standing),
                total,
                tuple(_cell(job, row, at, view.columns[at], signs) for at in range(*part.indices(len(view.columns)))),
            )
            for row, total in zip(ordered, totals, strict=True)
        )
        columns = tuple(_column(column, view.is_by_round, words) for column in view.columns[part])
        shown = tuple(points_text(amount * _factor(job), job) for amount in sums[part])
        pages.append(RecapPage(words.side(side) if side is not None else "", columns, lines, shown))
    return pages


def _column(column: int, is_by_round: bool, words: Words) -> str:
    return words("recap.round", round=column) if is_by_round else str(column)


def _cell(job: PrintJob, row: RecapRow, at: int, column: int, signs: dict[tuple[str, Number, int], str]) -> RecapCell:
    points = row.points[at]
    text = points_text(points * _factor(job), job) if points is not None else ""
    return RecapCell(text, signs.get((row.rank.section, plain_number(job, row.rank), column), ""))
