"""Table number sheets: the table's number and the four compass points, in the section's colour (R-001, R-024).

JCBL director's manual 3.3, lines 732-734 (figure 5) and 2300-2304. One table to a page (A4) or two (A5 each).
"""

from __future__ import annotations

from collections.abc import Sequence

from arrowswitch.core.movements.model import Movement, TableNumber
from arrowswitch.documents.cards import stack_cards
from arrowswitch.documents.frame import Document, Model, frame, section_mark
from arrowswitch.documents.job import SECTION, TABLE, PrintJob, SheetInfo, SheetOption
from arrowswitch.documents.moments import KitName, PrintMoment
from arrowswitch.documents.movement.room_needs import room_needs
from arrowswitch.documents.words import Words
from arrowswitch.tournament.model.state import Section

LAYOUT = SheetOption("layout", ("a4", "a5"))
INFO = SheetInfo(
    "table-numbers",
    (LAYOUT, SECTION, TABLE),
    needs=PrintJob.sections_with_movement,
    moment=PrintMoment.START,
    kits=(KitName.START,),
)


def document(job: PrintJob, words: Words) -> Document:
    """Returns the table numbers of the sections asked for."""
    cards: list[Model] = [
        {"section": section_mark(section.letter, words), "label": movement.label(table)}
        for section, movement in job.sections_with_movement()
        for table in _tables(job, section, movement)
    ]
    per_page = 1 if job.option(LAYOUT) == "a4" else 2
    return Document(frame(INFO, job, words), {}, {"per_page": per_page, "pages": stack_cards(cards, per_page)})


def _tables(job: PrintJob, section: Section, movement: Movement) -> Sequence[TableNumber]:
    """Returns the requested table, or all that are used in any round."""
    return job.tables(movement) if job.option(TABLE) else room_needs(job, section.letter, movement).numbers
