"""The room plan: the tables in a ring, clockwise, the last next to the first, with bye stands, relays and North
(R-028).

The plan is that of the screen (`core.movements.guide.room`), on a grid as near to the page's shape as gives the largest
places; a section is one page.
"""

from __future__ import annotations

from arrowswitch.core.contestants import side_text
from arrowswitch.core.movements.guide.room import RoomPlace, room_plan
from arrowswitch.core.movements.model import Movement
from arrowswitch.documents.frame import Document, Model, frame, section_mark
from arrowswitch.documents.job import SECTION, PrintJob, SheetInfo
from arrowswitch.documents.movement.master_sheet import placing_phrases
from arrowswitch.documents.words import Words, board_ranges
from arrowswitch.tournament.event.model import Section

INFO = SheetInfo("room-plan", (SECTION,))
WIDTH = 277
HEIGHT = 142


def document(job: PrintJob, words: Words) -> Document:
    """Returns the plans of the sections asked for."""
    plans = tuple(room_sheet(section, movement, words) for section, movement in job.planned())
    return Document(frame(INFO, job, words), words.labels("room", "north", "stand", "empty"), plans)


def room_sheet(section: Section, movement: Movement, words: Words) -> Model:
    """Returns a section's plan in words."""
    plan = room_plan(movement, columns_on_page(movement.tables + len(movement.bye_stands)))
    return {
        "section": section_mark(section.letter, words),
        "columns": plan.columns,
        "rows": plan.rows,
        "stations": tuple(_station(place, words) for place in plan.places),
        "notes": tuple(words.phrase(phrase) for phrase in placing_phrases(movement)),
    }


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
        "relay": words("guide.shared", tables=words.listed(place.shares)) if place.shares else "",
    }
