"""Pick-up slips: one for each table and round, with section, table, round, boards and the pairs expected (R-009, R-010,
R-024, R-395).

JCBL director's manual 3.3, lines 538-553 (photo 7) for the columns and the three warnings, 3840 for the number of
slips; regulations summary, lines 129-131, for the confirmation by East-West. Four to a page (A6), or two in large
print. Where the director plays too, the boards' numbers belong on the back (line 543): `reverse` prints it.
"""

from __future__ import annotations

from arrowswitch.core.contestants import Number, side_text
from arrowswitch.core.movements.model import Meeting, Movement
from arrowswitch.documents.cards import stack_cards
from arrowswitch.documents.entries.names import side_names
from arrowswitch.documents.frame import Document, Model, frame, section_mark
from arrowswitch.documents.job import ROUND, SECTION, SIZE, TABLE, PrintJob, SheetInfo, SheetOption
from arrowswitch.documents.moments import KitName, PrintMoment
from arrowswitch.documents.words import Words, board_ranges
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import Section

LAYOUT = SheetOption("layout", ("filled", "blank"))
REVERSE = SheetOption("reverse", ("settings", "yes", "no"))
INFO = SheetInfo(
    "pickup-slips",
    (LAYOUT, SIZE, REVERSE, SECTION, TABLE, ROUND),
    needs=PrintJob.sections_with_movement,
    moment=PrintMoment.DURING,
    kits=(
        KitName.START,
        KitName.ROUND,
    ),
)
BLANK_LINES = 3
MOST_BOARDS = 7
"""The number of lines on a slip that can be written on. A longer round is shared over several slips."""


def document(job: PrintJob, words: Words) -> Document:
    """Returns the requested slips, filled from the movement, or one page of blank ones for each section."""
    is_blank = job.option(LAYOUT) == "blank"
    columns = 1 if job.is_large else 2
    back = job.option(REVERSE)
    has_reverse = not is_blank and (
        job.state.settings.play.is_director_playing if back == "settings" else back == "yes"
    )
    if is_blank:
        slips = [blank_slip(section, words) for section in job.sections_to_fill() for _ in range(columns * 2)]
    else:
        slips = [
            slip
            for section, movement in job.sections_with_movement()
            for slip in _filled_pages(job, section, movement, words)
        ]
    warnings = tuple(words(f"pickup.warning-{place}") for place in (1, 2, 3))
    labels = words.labels(
        "pickup", "section", "table", "round", "board", "score", "made", "down", "contract", "by", "check"
    )
    pages = stack_cards(slips, columns * 2)
    sheet: Model = {"columns": columns, "has_reverse": has_reverse, "warnings": warnings, "pages": pages}
    return Document(frame(INFO, job, words), labels, sheet)


def blank_slip(section: Section, words: Words) -> Model:
    """Returns a slip on which everything but the section is written by hand."""
    nobody = {"number": "", "names": ""}
    return {
        "section": section_mark(section.letter, words),
        "table": "",
        "round": "",
        "ns": nobody,
        "ew": nobody,
        "boards": ("",) * BLANK_LINES,
        "boards_text": "",
    }


def filled_slips(
    job: PrintJob, section: Section, movement: Movement, meeting: Meeting, words: Words
) -> tuple[Model, ...]:
    """Returns the slips of one table in one round, with what the movement plans: one, or of a long round several with
    an equal share of the boards."""

    def side(numbers: tuple[Number, ...]) -> Model:
        entries = [job.state.entry_at(Place(job.session, section.letter), number) for number in numbers]
        return {"number": side_text(numbers), "names": side_names(entries, words)}

    boards = movement.boards_of(meeting)
    slips = max(1, -(-len(boards) // MOST_BOARDS))
    shares = (boards[at * len(boards) // slips : (at + 1) * len(boards) // slips] for at in range(slips))
    return tuple(
        {
            "section": section_mark(section.letter, words),
            "table": movement.label(meeting.table),
            "round": str(meeting.round),
            "ns": side(meeting.ns),
            "ew": side(meeting.ew),
            "boards": tuple(str(board) for board in share),
            "boards_text": board_ranges(share),
        }
        for share in shares
    )


def _filled_pages(job: PrintJob, section: Section, movement: Movement, words: Words) -> list[Model]:
    tables, rounds = set(job.tables(movement)), set(job.rounds(movement))
    due = [m for m in movement.meetings if m.table in tables and m.round in rounds and movement.is_played(m)]
    return [
        slip
        for meeting in sorted(due, key=lambda m: (m.table, m.round))
        for slip in filled_slips(job, section, movement, meeting, words)
    ]
