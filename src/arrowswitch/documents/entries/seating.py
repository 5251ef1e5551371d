"""The seating list for the wall: who has which number and where it begins, by number or by name (R-394).

Manual, lines 841 and 4231: numbers are given before the start. Names are sorted by their reading (kana), where there
is none by the name. In a later session the number of the session before stands beside, so that the sheet is the list of
number changes as well (lines 3888-3890, R-296).
"""

from __future__ import annotations

from arrowswitch.core.contestants import number_order
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.guide.cards import starting_places
from arrowswitch.documents.frame import Document, Model, frame
from arrowswitch.documents.job import SECTION, SIZE, PrintJob, SheetInfo, SheetOption
from arrowswitch.documents.words import Words
from arrowswitch.i18n import Language, language_of
from arrowswitch.tournament.event.ids import EntryId
from arrowswitch.tournament.event.model import Entry, Section

ORDER = SheetOption("order", ("number", "name"))
INFO = SheetInfo("seating", (ORDER, SIZE, SECTION))


def document(job: PrintJob, words: Words) -> Document:
    """Returns the seating of a session; raises Refused (`print.no-numbers`) before numbers were given."""
    found: list[tuple[tuple[object, ...], Model]] = []
    sections = job.sections()
    before = _numbers_before(job)
    for section in sections:
        found += _lines(job, section, before, words)
    if not found:
        raise Refused.of("print.no-numbers")
    lines = tuple(line for _, line in sorted(found, key=lambda one: one[0]))
    notes = tuple(
        words("seating.draw", section=section.letter, seed=section.draw_seed)
        for section in sections
        if section.draw_seed is not None
    )
    labels = words.labels("seating", "section", "number", "names", "table", "seat", "before")
    return Document(
        frame(INFO, job, words),
        labels,
        {"has_sections": len(sections) > 1, "lines": lines, "notes": notes, "has_before": bool(before)},
    )


def _numbers_before(job: PrintJob) -> dict[EntryId, str]:
    """Returns the number of each entry in the session before, with the section's letter where there were several."""
    before = job.state.sessions.get(job.session - 1)
    if before is None:
        return {}
    return {
        entry_id: f"{letter}{number}" if len(before.sections) > 1 else number
        for letter, section in before.sections.items()
        for number, entry_id in section.numbers.items()
    }


def _lines(
    job: PrintJob, section: Section, before: dict[EntryId, str], words: Words
) -> list[tuple[tuple[object, ...], Model]]:
    places = starting_places(section.movement) if section.movement is not None else {}
    order = section.movement.contestants if section.movement is not None else sorted(section.numbers, key=number_order)
    is_by_name = job.option(ORDER) == "name"
    lines: list[tuple[tuple[object, ...], Model]] = []
    for number, entry_id in section.numbers.items():
        entry = job.state.entry(entry_id)
        place = places.get((number, None))
        table = place.label if place is not None else ""
        side = words.side(place.side) if place is not None and place.side is not None else ""
        waits = place is not None and (place.round or 0) > 1
        note = words("seating.waits", round=place.round or 0) if place is not None and waits else ""
        key = (
            (reading(entry, language_of(words.locale)), section.letter)
            if is_by_name
            else (section.letter, order.index(number) if number in order else len(order))
        )
        line: Model = {
            "section": section.letter,
            "number": number,
            "names": words.names((entry,)),
            "table": table,
            "side": side,
            "note": note,
            "before": before.get(entry_id, ""),
        }
        lines.append((key, line))
    return lines


def reading(entry: Entry, language: Language) -> str:
    """Returns what an entry is sorted by: its first player's reading in that language, or the name."""
    return language.reading(entry.people[0]).casefold() if entry.people else ""
