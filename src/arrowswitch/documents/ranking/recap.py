"""The recapitulation sheet, by board or by round: pairs, rank, total and the points of each column (R-011, R-012,
R-013, R-387).

JCBL director's manual 3.3, lines 555-588 (figures 3 and 4), with the event, the date, the movement and the average at
the head. An event of more than thirty boards is listed by rounds unless boards are asked for: in a large field a pair
plays few of them. More than thirty columns go on a second page, and fewer where points are long.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from arrowswitch.core.contestants import Number, number_order
from arrowswitch.documents.cards import even_parts
from arrowswitch.documents.entries.names import team_name
from arrowswitch.documents.frame import Document, Model, frame
from arrowswitch.documents.job import HALF, POINTS, VERSION, PrintJob, SheetInfo, SheetOption
from arrowswitch.documents.moments import KitName, PrintMoment
from arrowswitch.documents.ranking.ranked import (
    board_unit,
    by_boards,
    plain_number,
    points_text,
    totals_text,
    with_boards,
)
from arrowswitch.documents.slot import legend, signs_by_board
from arrowswitch.documents.words import Words
from arrowswitch.tournament.model.views import RecapRow, RecapView
from arrowswitch.tournament.ranking.rankings import recap
from arrowswitch.tournament.results.tables import cells

BY = SheetOption("by", ("auto", "boards", "rounds"))
INFO = SheetInfo(
    "recap",
    (BY, HALF, POINTS, VERSION),
    needs=with_boards,
    moment=PrintMoment.RESULTS,
    kits=(KitName.END,),
    shows_results=True,
)
MOST_COLUMNS = 30
_ROOM, _DIGIT, _GAP = 196, Fraction("1.3"), Fraction("1.2")
"""Millimetres for all columns, for a digit of nine points, and for the space around it."""


def document(job: PrintJob, words: Words) -> Document:
    """Returns the recap of a session; raises Refused as `by_boards`."""
    at, listed = by_boards(job)
    view, by = recap(at.state, at.session, is_by_round=False), job.option(BY)
    is_by_round = by == "rounds" or (by == BY.default and len(view.columns) > MOST_COLUMNS)
    if is_by_round:
        view = recap(at.state, at.session, is_by_round)
    signs = signs_by_board(cells(at.state, at.session), is_by_round)
    columns = tuple(words("recap.round", round=c) if is_by_round else str(c) for c in view.columns)
    pages: list[Model] = [
        {
            "title": words.side(side) if side is not None else "",
            "columns": columns[part],
            "lines": _lines(at, rows, view.columns, part, signs, words),
            "sums": tuple(points_text(amount, at) for amount in sums[part]),
        }
        for (side, rows), sums in zip(view.groups, view.sums, strict=True)
        for part in even_parts(len(columns), _most_columns(rows, sums, at))
    ]
    sheet: Model = {
        "heading": _heading(at, view, words),
        "pages": pages,
        "legend": legend(cells(at.state, at.session), words),
    }
    labels = words.labels("recap", "names", "rank", "total", "sum")
    labels["number"] = words(f"ranking.number-{at.opponents.name}")
    return Document(frame(INFO, at, words, listed), labels, sheet)


def _most_columns(rows: Sequence[RecapRow], sums: Sequence[Fraction], job: PrintJob) -> int:
    """Returns how many columns of the longest points go on a page in nine points."""
    every = (*sums, *(points for row in rows for points in row.points))
    longest = max((len(points_text(points, job)) for points in every), default=1)
    return min(MOST_COLUMNS, int(_ROOM / (_DIGIT * longest + _GAP)))


def _heading(job: PrintJob, view: RecapView, words: Words) -> str:
    families = {s.movement.family for s in job.state.session(job.session).sections.values() if s.movement is not None}
    movement = words.list_text(sorted(words.family(family) for family in families))
    if not view.average:
        return words("recap.unit", movement=movement or "–", unit=words(board_unit(job.state)))
    return words("recap.average", movement=movement or "–", average=points_text(view.average, job))


def _lines(
    job: PrintJob,
    rows: Sequence[RecapRow],
    columns: Sequence[int],
    part: slice,
    signs: dict[tuple[str, Number, int], str],
    words: Words,
) -> tuple[Model, ...]:
    """Returns the lines of a page: the points of each column with the signs that belong to them."""
    ordered = sorted(rows, key=lambda row: number_order(row.rank.standing.number))
    totals = totals_text((row.rank.standing.total for row in ordered), job)
    has_sections = len(job.state.session(job.session).sections) > 1
    lines: list[Model] = []
    for row, total in zip(ordered, totals, strict=True):
        number, section = plain_number(job, row.rank), row.rank.section
        written = f"{section}{number}" if has_sections else number
        cells: tuple[Model, ...] = tuple(
            {"points": points_text(points, job), "signs": signs.get((section, number, column), "")}
            for points, column in zip(row.points[part], columns[part], strict=True)
        )
        names = team_name(row.rank.entry, words)
        lines.append(
            {"number": written, "names": names, "rank": row.rank.standing.written_rank, "total": total, "cells": cells}
        )
    return tuple(lines)
