"""Guide slips: for each pair its own evening, round by round (R-005, R-024, R-400).

JCBL director's manual 3.3, lines 2304, 3152, 3842: slips are given to each pair, coloured by section; lines 3888-3890:
those of a later session are printed with the new numbers, and say what each pair was before. Four to a page (A6), or
two in large print.
"""

from __future__ import annotations

from arrowswitch.core.contestants import Number, side_text
from arrowswitch.core.movements.guide.cards import SlipLine
from arrowswitch.core.movements.guide.cards import guide_slip as planned_slip
from arrowswitch.core.movements.model import Movement
from arrowswitch.documents.cards import stacked
from arrowswitch.documents.frame import Document, Model, frame, section_mark
from arrowswitch.documents.job import NUMBER, SECTION, SIZE, PrintJob, SheetInfo
from arrowswitch.documents.words import Words, board_ranges
from arrowswitch.tournament.event.model import Section
from arrowswitch.tournament.event.places import Place

INFO = SheetInfo("guide-slips", (SIZE, SECTION, NUMBER))


def document(job: PrintJob, words: Words) -> Document:
    """Returns the guide slips of the pairs asked for; the phantom gets none."""
    slips = [
        guide_slip(job, section, movement, number, words)
        for section, movement in job.planned()
        for number in job.numbers(n for n in movement.contestants if n != movement.phantom)
    ]
    columns = 1 if job.is_large else 2
    labels = words.labels("slip", "pair", "round", "table", "seat", "opponents", "boards", "sit-out", "stationary")
    return Document(frame(INFO, job, words), labels, {"columns": columns, "pages": stacked(slips, columns * 2)})


def guide_slip(job: PrintJob, section: Section, movement: Movement, number: Number, words: Words) -> Model:
    """Returns the slip of one pair."""
    entry = job.state.entry_at(Place(job.session, section.letter), number)
    rows = tuple(_row(line, words) for line in planned_slip(movement, number))
    is_stationary = number in movement.stationary
    return {
        "section": section_mark(section.letter, words),
        "number": number,
        "names": words.names((entry,)),
        "before": _before(job, section, number, words),
        "rows": rows,
        "is_stationary": is_stationary,
    }


def _before(job: PrintJob, section: Section, number: Number, words: Words) -> str:
    """Returns the section and number that a contestant had in the session before, empty where they are the same."""
    entry_id = section.numbers.get(number)
    earlier = job.state.sessions.get(job.session - 1)
    if entry_id is None or earlier is None:
        return ""
    had = [(one.letter, n) for one in earlier.sections.values() for n, who in one.numbers.items() if who == entry_id]
    if not had or (section.letter, number) in had:
        return ""
    letter, old = had[0]
    return words("slip.before", session=earlier.number, section=letter, number=old)


def _row(line: SlipLine, words: Words) -> Model:
    """Returns a round of the pair's evening; without play the pair sits out, and may have no table."""
    if line.side is None:
        return {"round": line.round, "table": "", "seat": "", "opponents": "", "boards": "", "is_played": False}
    seat = line.seat.value if line.seat is not None else words.side(line.side)
    return {
        "round": line.round,
        "table": line.label,
        "seat": seat,
        "opponents": side_text(line.opponents) if line.is_played else "",
        "boards": board_ranges(line.boards) if line.is_played else "",
        "is_played": line.is_played,
    }
