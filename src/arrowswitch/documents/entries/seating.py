"""The seating list for the wall: who has which number and where it begins, by number or by name (R-394).

Manual, lines 841 and 4231: numbers are given before the start. Names are sorted by their reading (kana), where there is
none by the name; by name each player has a line, with the partner or the team next to it. A team sits at a table on
each side; where its pairs have numbers of their own, each has a line with its two. In a later session the number of the
session before is next to it, so that the sheet is the list of number changes as well (lines 3888-3890, R-296).
"""

from __future__ import annotations

from dataclasses import dataclass
from operator import itemgetter

from arrowswitch.core.contestants import Number, number_order
from arrowswitch.core.errors import Refused
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.guide.cards import starting_places
from arrowswitch.core.movements.model import Movement, RoundNumber
from arrowswitch.documents.codes import with_code
from arrowswitch.documents.entries.names import team_name
from arrowswitch.documents.frame import Document, Model, frame
from arrowswitch.documents.job import SECTION, SIZE, PrintJob, SheetInfo, SheetOption
from arrowswitch.documents.moments import KitName, PrintMoment
from arrowswitch.documents.words import Words
from arrowswitch.i18n import language_of
from arrowswitch.tournament.entries.team_numbers import under_number
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.state import Section
from arrowswitch.tournament.model.values.people import Entry, Person

ORDER = SheetOption("order", ("number", "name"))


def numbered_sections(job: PrintJob) -> tuple[Section, ...]:
    """Returns the sections to print; raises Refused (`print.no-numbers`) before any of them has numbers."""
    sections = job.sections()
    if not any(section.numbers for section in sections):
        raise Refused.of("print.no-numbers")
    return sections


INFO = SheetInfo(
    "seating", (ORDER, SIZE, SECTION), needs=numbered_sections, moment=PrintMoment.START, kits=(KitName.START,)
)
PARTNERS = 2


def document(job: PrintJob, words: Words) -> Document:
    """Returns the seating of a session; raises Refused as `numbered_sections`."""
    sorted_lines: list[tuple[tuple[object, ...], Model]] = []
    sections = numbered_sections(job)
    before = _numbers_before(job)
    for section in sections:
        sorted_lines += _lines(job, section, before, words)
    lines = tuple(line for _, line in sorted(sorted_lines, key=itemgetter(0)))
    notes = tuple(
        words("seating.draw", section=section.letter, seed=section.draw_seed)
        for section in sections
        if section.draw_seed is not None
    )
    labels = words.labels("seating", "section", "names", "table", "seat", "before")
    labels["number"] = words(f"slip.{job.opponents.name}")
    is_by_name = job.option(ORDER) == "name"
    sheet: Model = {
        "has_sections": len(sections) > 1,
        "lines": lines,
        "notes": notes,
        "has_before": bool(before),
        "is_by_name": is_by_name,
    }
    head = with_code(frame(INFO, job, words), job.reachable.players, words("frame.code-players"))
    return Document(head, labels, sheet)


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
    places = first_seats(section.movement, words) if section.movement is not None else {}
    order = section.movement.contestants if section.movement is not None else sorted(section.numbers, key=number_order)
    is_by_name = job.option(ORDER) == "name"
    has_name = job.entrants.has_name
    is_bracket = form_of(job.state.settings).counts_wins
    lines: list[tuple[tuple[object, ...], Model]] = []
    for number, entry_id in section.numbers.items():
        entry = job.state.entry(entry_id)
        here = under_number(section.movement, number, entry)
        place = places.get(number, FirstSeats())
        table, seat, waits = words.numbers(place.tables), words.numbers(place.seats), place.round
        note = words("seating.seeded" if is_bracket else "seating.waits", round=waits) if waits > 1 else ""
        line: Model = {
            "section": section.letter,
            "number": number,
            "names": team_name(entry, words) if has_name else words.names((entry,)),
            "people": tuple(map(words.person, here.people)) if has_name else (),
            "table": table,
            "seat": seat,
            "note": note,
            "before": before.get(entry_id, ""),
        }
        if not is_by_name:
            lines.append(((section.letter, order.index(number) if number in order else len(order)), line))
            continue
        for person in here.people:
            others = with_whom(here, person, words)
            places_and_names: Model = {
                "names": words.person(person),
                "people": (),
                "note": " ".join(one for one in (others, note) if one),
            }
            key = (language_of(words.locale).reading(person).casefold(), section.letter, number_order(number))
            lines.append((key, {**line, **places_and_names}))
    return lines


@dataclass(frozen=True, slots=True)
class FirstSeats:
    """Where a number begins: its tables (a team has two) with the seat or side at each, and in which round."""

    tables: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    round: RoundNumber = 0


def first_seats(movement: Movement, words: Words) -> dict[Number, FirstSeats]:
    """Returns the first seat of each number; N-S first of a team's two sides. Numbers that never have a table are left
    out."""
    first: dict[Number, FirstSeats] = {}
    for (number, _), place in sorted(starting_places(movement).items(), key=lambda one: one[0][1] is Side.EW):
        if place.side is None or place.round is None:
            continue
        had = first.get(number, FirstSeats(round=place.round))
        seat = place.seat.value if place.seat is not None else words.side(place.side)
        first[number] = FirstSeats((*had.tables, place.label), (*had.seats, seat), min(had.round, place.round))
    return first


def with_whom(entry: Entry, person: Person, words: Words) -> str:
    """Returns with whom a person plays: the partner, or the team."""
    if len(entry.people) == PARTNERS:
        return next(words.person(other) for other in entry.people if other is not person)
    return team_name(entry, words) if len(entry.people) > PARTNERS else ""
