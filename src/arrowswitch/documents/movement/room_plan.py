"""The room plan: the tables in a ring, clockwise, the last next to the first, with bye stands, relays and North
(R-028).

The plan is that of the screen (`core.movements.guide.room`), on a grid as near to the page's shape as gives the largest
places; a section is one page. Where the places of a ring would be too small to read, they stand in rows, each in the
other direction than the one before, on as many pages as they need.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from arrowswitch.core.contestants import side_text
from arrowswitch.core.movements.guide.room import RoomPlace, RoomPlan, room_plan
from arrowswitch.core.movements.model import Movement
from arrowswitch.documents.cards import even_parts
from arrowswitch.documents.frame import Document, Model, frame, section_mark
from arrowswitch.documents.job import SECTION, PrintJob, SheetInfo
from arrowswitch.documents.moments import PrintMoment
from arrowswitch.documents.movement.master_sheet import placing_phrases
from arrowswitch.documents.movement.room_needs import room_needs
from arrowswitch.documents.words import Words, board_ranges, tables_shared
from arrowswitch.tournament.model.state import Section

INFO = SheetInfo("room-plan", (SECTION,), needs=PrintJob.sections_with_movement, moment=PrintMoment.BEFORE)
WIDTH = 277
HEIGHT = 142
LEAST_PLACE = 27
"""Millimetres of a place in which four lines of nine points can be read."""


def document(job: PrintJob, words: Words) -> Document:
    """Returns the plans of the sections asked for."""
    plans = tuple(
        page
        for section, movement in job.sections_with_movement()
        for page in room_pages(section, _in_use(job, section, movement), words)
    )
    return Document(frame(INFO, job, words), words.labels("room", "north", "stand", "empty"), plans)


def _in_use(job: PrintJob, section: Section, movement: Movement) -> Movement:
    """Returns the sheet with the tables that are used in any round."""
    return replace(movement, tables=max(room_needs(job, section.letter, movement).numbers))


def room_pages(section: Section, movement: Movement, words: Words) -> Iterator[Model]:
    """Yields the pages of a section's plan in words."""
    place_count = movement.tables + len(movement.bye_stands)
    plan = room_plan(movement, columns_on_page(place_count))
    notes = tuple(words.phrase(phrase) for phrase in placing_phrases(movement))
    for columns, rows, places in _pages(plan):
        yield {
            "section": section_mark(section.letter, words),
            "columns": columns,
            "rows": rows,
            "stations": tuple(_station(place, words) for place in places),
            "notes": notes,
        }


def _pages(plan: RoomPlan) -> Iterator[tuple[int, int, tuple[RoomPlace, ...]]]:
    """Yields the columns and the rows of each page with its places: the ring on one, or rows on several."""
    if min(WIDTH / plan.columns, HEIGHT / plan.rows) >= LEAST_PLACE:
        yield plan.columns, plan.rows, plan.places
        return
    for part in even_parts(len(plan.places), (WIDTH // LEAST_PLACE) * (HEIGHT // LEAST_PLACE)):
        yield _in_rows(plan.places[part])


def _in_rows(places: Sequence[RoomPlace]) -> tuple[int, int, tuple[RoomPlace, ...]]:
    """Returns the places in rows there and back, each next to the one before, as large as fits on the page."""
    columns = max(
        range(1, len(places) + 1), key=lambda wide: (min(WIDTH / wide, HEIGHT / -(-len(places) // wide)), -wide)
    )
    arranged = []
    for at, place in enumerate(places):
        row, along = divmod(at, columns)
        arranged.append(replace(place, row=row, column=columns - 1 - along if row % 2 else along))
    return columns, -(-len(places) // columns), tuple(arranged)


def columns_on_page(places: int) -> int:
    """Returns the width of the ring whose places are largest on the page, the wider one of two alike.

    >>> [columns_on_page(places) for places in (4, 9, 20, 40)]
    [2, 5, 8, 15]
    """
    half = (places + 1) // 2
    return max(range(1, half + 1), key=lambda columns: (min(WIDTH / columns, HEIGHT / (half - columns + 2)), columns))


def _station(place: RoomPlace, words: Words) -> Model:
    """Returns a place of the ring on the grid: a table, or a bye stand (without pairs)."""
    return {
        "is_table": not place.is_stand,
        "label": place.label,
        "column": place.column,
        "row": place.row,
        "ns": side_text(place.ns),
        "ew": side_text(place.ew),
        "boards": board_ranges(place.boards),
        "relay": words("guide.shared", tables=tables_shared(place.shares, words)) if place.shares else "",
    }
