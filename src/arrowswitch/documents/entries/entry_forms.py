"""Entry forms: for each table the names, membership numbers and pair numbers of both sides, to be filled in and
collected in the first round, or filled beforehand (R-016, R-024).

JCBL director's manual 3.3, lines 764-768 and 3805, 3842, 3857: the forms are dealt to the tables. Two tables to a page.
"""

from __future__ import annotations

from collections.abc import Sequence

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.model import Meeting
from arrowswitch.documents.cards import stacked
from arrowswitch.documents.frame import Document, Model, frame, section_mark
from arrowswitch.documents.job import SECTION, TABLE, PrintJob, SheetInfo, SheetOption
from arrowswitch.documents.words import Words, one_line
from arrowswitch.tournament.event.model import Person, Section
from arrowswitch.tournament.event.places import Place

LAYOUT = SheetOption("layout", ("filled", "blank"))
INFO = SheetInfo("entry-forms", (LAYOUT, SECTION, TABLE))
FIRST_ROUND = 1
PER_PAGE = 2
PEOPLE = 2


def document(job: PrintJob, words: Words) -> Document:
    """Returns the forms of the tables asked for, with who starts there, or a page of blank ones for each section."""
    if job.option(LAYOUT) == "blank":
        forms = [blank_form(section, words) for section in job.sections() for _ in range(PER_PAGE)]
    else:
        forms = [
            entry_form(job, section, meeting, words)
            for section, movement in job.planned()
            for table in job.tables(movement)
            if (meeting := movement.at(FIRST_ROUND, table)) is not None
        ]
    labels = words.labels("form", "section", "table", "pair", "name", "member", "phantom", "hint")
    return Document(frame(INFO, job, words), labels, stacked(forms, PER_PAGE))


def blank_form(section: Section, words: Words) -> Model:
    """Returns a form without anything filled in but the section."""
    sides = tuple(_side(side, "", [], words) for side in Side)
    return {"section": section_mark(section.letter, words), "table": "", "sides": sides}


def entry_form(job: PrintJob, section: Section, meeting: Meeting, words: Words) -> Model:
    """Returns the form of a table, with the numbers that begin there and who has them."""
    movement = section.movement

    def side(side: Side, numbers: tuple[Number, ...]) -> Model:
        entries = [job.state.entry_at(Place(job.session, section.letter), number) for number in numbers]
        people = [person for entry in entries if entry is not None for person in entry.people]
        is_phantom = movement is not None and numbers == (movement.phantom,)
        return _side(side, "+".join(numbers), people, words, is_phantom=is_phantom)

    sides = (side(Side.NS, meeting.ns), side(Side.EW, meeting.ew))
    return {"section": section_mark(section.letter, words), "table": section.label(meeting.table), "sides": sides}


def _side(side: Side, number: str, people: Sequence[Person], words: Words, *, is_phantom: bool = False) -> Model:
    """Returns a side of the table: its pair number and its players, empty where they are to be written. A phantom has
    nobody to enter."""
    lines: list[Model] = [{"name": words.person(person), "number": one_line(person.number)} for person in people]
    lines += [{"name": "", "number": ""}] * (PEOPLE - len(lines))
    return {"side": words.side(side), "number": number, "people": lines, "is_phantom": is_phantom}
