"""The list of entries: who takes part, teams with all their members, seed points; by flights and groups where there are
any (R-094, R-098, R-105).

JCBL director's manual 3.3, lines 1527, 2571-2587, 2636 and 2675: flights and seeds are published. Before numbers are
given the list is in the order of the seeds where points are known, else in the order of entry.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from arrowswitch.core.contestants import Number, sides_order
from arrowswitch.core.errors import Refused
from arrowswitch.core.scoring.amounts import plain_string
from arrowswitch.documents.entries.names import team_name
from arrowswitch.documents.frame import Document, Model, frame
from arrowswitch.documents.job import SIZE, PrintJob, SheetInfo
from arrowswitch.documents.moments import PrintMoment
from arrowswitch.documents.words import Words, number_ranges
from arrowswitch.tournament.division.groups import flight_place, groups_of, limits_of
from arrowswitch.tournament.division.seeds import by_seed, seed_points
from arrowswitch.tournament.entries.entrants import complete_entries
from arrowswitch.tournament.entries.team_numbers import team_number
from arrowswitch.tournament.forms.pages import FieldDivision
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.values.people import Entry


def entries_to_print(job: PrintJob) -> tuple[Entry, ...]:
    """Returns the entries of the list. Raises Refused (`print.no-entries`) if nobody has entered."""
    entries = complete_entries(job.state)
    if not entries:
        raise Refused.of("print.no-entries")
    return entries


INFO = SheetInfo("entry-list", (SIZE,), needs=entries_to_print, moment=PrintMoment.BEFORE)
_FEWEST_OF_TEAM = 3


def document(job: PrintJob, words: Words) -> Document:
    """Returns the list of entries; raises Refused as `entries_to_print`."""
    entries = entries_to_print(job)
    groups = tuple(_groups(job, entries, words))
    lines = [line for _, listed in groups for line in listed]
    sheet: Model = {
        "count": words("entry-list.count", n=len(entries)),
        "has_flights": any(line["flight"] for line in lines),
        "has_points": any(line["points"] for line in lines),
        "groups": tuple({"title": title, "lines": listed} for title, listed in groups),
    }
    labels = words.labels("entry-list", "number", "who", "flight", "points")
    return Document(frame(INFO, job, words), labels, sheet)


def _groups(job: PrintJob, entries: Sequence[Entry], words: Words) -> Iterator[tuple[str, tuple[Model, ...]]]:
    """Yields the sections of teams, the groups of pairs, or one list without a title while numbers are missing."""
    sections = [section for section in job.sections() if section.numbers]
    placed = {who for section in sections for who in section.numbers.values()}
    if len(sections) < 2 or not placed.issuperset(entry.entry_id for entry in entries):
        yield "", tuple(_line(job, at, one, words) for at, one in _in_order(job, entries))
        return
    if not job.opponents.has_groups:
        for section in sections:
            teams = {who: team_number(section.movement, number) for number, who in section.numbers.items()}
            named = sorted(((str(n), job.state.entry(who)) for who, n in teams.items()), key=_by_number)
            title = words("entry-list.flight-of", name=section.letter)
            yield title, tuple(_line(job, number, one, words) for number, one in named)
        return
    numbers = {who: number for section in sections for number, who in section.numbers.items()}
    for group in groups_of(job.state, job.session):
        title = words("entry-list.group", section=group.section, numbers=number_ranges(group.numbers))
        yield title, tuple(_line(job, numbers[one.entry_id], one, words) for one in group.entries)


def _in_order(job: PrintJob, entries: Sequence[Entry]) -> list[tuple[str, Entry]]:
    numbers = {
        who: team_number(section.movement, number)
        for section in job.sections()
        for number, who in section.numbers.items()
    }
    if numbers and all(entry.entry_id in numbers for entry in entries):
        return sorted(((str(numbers[entry.entry_id]), entry) for entry in entries), key=_by_number)
    return [(str(at), entry) for at, entry in enumerate(by_seed(entries), start=1)]


def _by_number(line: tuple[str, Entry]) -> tuple[tuple[int, int | str], ...]:
    return sides_order(Number(line[0]))


def _line(job: PrintJob, number: str, entry: Entry, words: Words) -> Model:
    """Returns an entry: a team has a name and people, a pair only people; flight and points are empty if not known."""
    limits = limits_of(job.state)
    points = seed_points(entry)
    is_team = len(entry.people) >= _FEWEST_OF_TEAM
    shows_flight = limits and form_of(job.state.settings).division(job.state.settings) is not FieldDivision.FLIGHTS
    return {
        "number": number,
        "team": team_name(entry, words) if is_team else "",
        "people": words.list_text(words.person(person) for person in entry.people)
        if is_team
        else words.names((entry,)),
        "flight": limits[flight_place(job.state, entry)].name if shows_flight else "",
        "points": plain_string(Fraction(points, 100)) if points else "",
    }
