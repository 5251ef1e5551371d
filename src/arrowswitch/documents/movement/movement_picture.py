"""The picture of a movement on paper: where each contestant sits in each round, and how evenly each two are compared.

The tables have the same contents as the page of a movement in the library (`guide.walks`, `checking.evenness`); the
JCBL director's manual 3.3, lines 826-831 and 843-866, has the measures and the guide sheets behind them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.checking.evenness import ComparisonRow, comparison_rows
from arrowswitch.core.movements.guide.walks import Stop, walk_of
from arrowswitch.core.movements.model import Movement
from arrowswitch.documents.frame import Document, Model, SectionMark, frame, section_mark
from arrowswitch.documents.job import SECTION, PrintJob, SheetInfo
from arrowswitch.documents.moments import PrintMoment
from arrowswitch.documents.words import Words
from arrowswitch.tournament.model.state import EventState

Item = TypeVar("Item")
ROUNDS_ACROSS, TWOS_ACROSS, PATHS_DOWN, TWOS_DOWN = 15, 26, 20, 24
"""The columns and the rows of a page, with at least nine points everywhere."""


def in_the_library(_: EventState) -> bool:
    """Returns False: the sheet belongs to a movement of the library or the workbench, and to no event."""
    return False


INFO = SheetInfo(
    "movement-picture",
    (SECTION,),
    is_for=in_the_library,
    needs=PrintJob.sections_with_movement,
    moment=PrintMoment.BEFORE,
)


def document(job: PrintJob, words: Words) -> Document:
    """Returns the pages of the sections asked for: the paths of all contestants, then the comparisons."""
    parts: list[Model] = []
    for section, movement in job.sections_with_movement():
        mark = section_mark(section.letter, words)
        parts += _paths(movement, mark, words)
        parts += _comparisons(movement, mark, words)
    labels = words.labels("movement-picture", "number", "spread", "paths-about", "comparisons-about")
    return Document(frame(INFO, job, words), labels, tuple(parts))


def _paths(movement: Movement, mark: SectionMark, words: Words) -> list[Model]:
    """Returns the pages of the paths: a row for each contestant, a column for each round."""
    real = [number for number in movement.contestants if number != movement.phantom]
    rounds = range(1, movement.rounds + 1)
    walks = {number: walk_of(movement, number) for number in real}
    pages: list[Model] = []
    for numbers in _chunks(real, PATHS_DOWN):
        for some in _chunks(rounds, ROUNDS_ACROSS):
            rows: tuple[Model, ...] = tuple(
                {"head": number, "cells": tuple(_stop(movement, walks[number][at - 1], words) for at in some)}
                for number in numbers
            )
            pages.append(
                {
                    "section": mark,
                    "title": words("movement-picture.paths"),
                    "is_matrix": False,
                    "columns": tuple(map(str, some)),
                    "rows": rows,
                }
            )
    return pages


def _stop(movement: Movement, stop: Stop, words: Words) -> Model:
    if stop.table is None or not stop.is_played:
        return {"text": words("movement-picture.rests"), "note": "", "level": 0}
    seat = words("movement-picture.seat", table=movement.label(stop.table), side=stop.side)
    return {"text": seat, "note": "-".join(stop.opponents), "level": 0}


def _comparisons(movement: Movement, mark: SectionMark, words: Words) -> list[Model]:
    """Returns the pages of the comparisons, each row with the contestant's own spread; none for teams."""
    rows = comparison_rows(movement)
    numbers = [row.number for row in rows]
    return [
        {
            "section": mark,
            "title": words("movement-picture.comparisons"),
            "is_matrix": True,
            "columns": tuple(some),
            "rows": tuple(_matrix_row(row, numbers, some) for row in page),
        }
        for page in _chunks(rows, TWOS_DOWN)
        for some in _chunks(numbers, TWOS_ACROSS)
    ]


def _matrix_row(row: ComparisonRow, numbers: Sequence[Number], columns: Sequence[Number]) -> Model:
    cells: list[Model] = []
    for number in columns:
        place = numbers.index(number)
        count = row.counts[place]
        cells.append({"text": "" if count is None else f"{count}".replace("-", "−"), "level": row.levels[place]})
    return {"head": row.number, "cells": tuple(cells), "spread": str(row.spread), "is_outlier": row.is_outlier}


def _chunks(items: Sequence[Item], size: int) -> list[Sequence[Item]]:
    """Returns items in parts of nearly the same length, none longer than `size`.

    >>> [len(part) for part in _chunks(range(25), 24)]
    [13, 12]
    """
    if not items:
        return []
    parts = -(-len(items) // size)
    least, longer = divmod(len(items), parts)
    lengths = [least + (place < longer) for place in range(parts)]
    starts = [sum(lengths[:place]) for place in range(parts)]
    return [items[start : start + length] for start, length in zip(starts, lengths, strict=True)]
