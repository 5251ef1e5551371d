"""Entry forms: for each table the names, membership numbers and pair numbers of both sides, to be filled in and
collected in the first round, or filled beforehand (R-016, R-024).

JCBL director's manual 3.3, lines 764-768 and 3805, 3842, 3857: the forms are dealt to the tables. Two tables to a page.
A team has one form for all its players, which lies at its first table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.model import Meeting, Movement
from arrowswitch.documents.cards import stack_cards
from arrowswitch.documents.entries.seating import first_seats
from arrowswitch.documents.frame import Document, Model, frame, section_mark
from arrowswitch.documents.job import SECTION, TABLE, PrintJob, SheetInfo, SheetOption
from arrowswitch.documents.moments import KitName, PrintMoment
from arrowswitch.documents.words import Words, one_line
from arrowswitch.tournament.entries.team_numbers import team_number, team_numbers
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import Section
from arrowswitch.tournament.model.values.people import Person

LAYOUT = SheetOption("layout", ("filled", "blank"))
INFO = SheetInfo(
    "entry-forms",
    (LAYOUT, SECTION, TABLE),
    needs=PrintJob.sections_with_movement,
    moment=PrintMoment.START,
    kits=(KitName.START,),
)
FIRST_ROUND = 1
PER_PAGE = 2
PEOPLE = 2
PLAYERS_OF_TEAM = 6


def document(job: PrintJob, words: Words) -> Document:
    """Returns the forms of the requested tables, with the players who start there, or a page of blank ones for each
    section."""
    if job.option(LAYOUT) == "blank":
        forms = [blank_form(job, section, words) for section in job.sections_to_fill() for _ in range(PER_PAGE)]
    else:
        forms = [
            form
            for section, movement in job.sections_with_movement()
            for form in (_team_forms if job.opponents.has_own_form else _table_forms)(job, section, movement, words)
        ]
    labels = words.labels("form", "section", "table", "name", "member", "phantom", "hint")
    labels["pair"] = words(f"form.{job.opponents.name}")
    return Document(frame(INFO, job, words), labels, stack_cards(forms, PER_PAGE))


def forms_needed(job: PrintJob, movement: Movement) -> int:
    """Returns how many forms there are for everybody: one a team, or one a table of the first round and for two pairs
    (four players) who sit out."""
    if job.opponents.has_own_form:
        return len(team_numbers(movement))
    return len(movement.in_round(FIRST_ROUND)) + len(_without_table(movement))


def _without_table(movement: Movement) -> list[tuple[Number, ...]]:
    """Returns the numbers without a table in the first round, in groups of as many as fit on a form."""
    seated = {number for meeting in movement.in_round(FIRST_ROUND) for number in meeting.contestants}
    waiting = [number for number in movement.contestants if number not in seated]
    return _in_parts(waiting, PEOPLE * (PEOPLE if movement.kind is ContestantKind.PLAYER else 1))


def _in_parts(numbers: Sequence[Number], size: int) -> list[tuple[Number, ...]]:
    return [tuple(numbers[at : at + size]) for at in range(0, len(numbers), size)]


def _table_forms(job: PrintJob, section: Section, movement: Movement, words: Words) -> Iterator[Model]:
    """Yields the form of each table asked for, and of those who sit out first, whom no table has."""
    for table in job.tables(movement):
        meeting = movement.at(FIRST_ROUND, table)
        if meeting is not None:
            yield entry_form(job, section, meeting, words)
    if not job.option(TABLE):
        for waiting in _without_table(movement):
            yield _waiting_form(job, section, waiting, words)


def _waiting_form(job: PrintJob, section: Section, waiting: Sequence[Number], words: Words) -> Model:
    """Returns the form of those who sit out in the first round: a side for each pair, or for each two players."""
    size = job.entrants.numbers_at_side
    parts = [*_in_parts(waiting, size), ()][:PEOPLE]
    sides = [_side(words("form.waits"), "+".join(part), _people(job, section, part), words) for part in parts]
    return {"section": section_mark(section.letter, words), "table": "", "sides": tuple(sides)}


def _people(job: PrintJob, section: Section, numbers: Sequence[Number]) -> list[Person]:
    """Returns the people with these numbers."""
    entries = [job.state.entry_at(Place(job.session, section.letter), number) for number in numbers]
    return [person for entry in entries if entry is not None for person in entry.people]


def blank_form(job: PrintJob, section: Section, words: Words) -> Model:
    """Returns a form without anything filled in but the section."""
    if job.entrants.has_own_form:
        sides: tuple[Model, ...] = (_team("", "", [], words),)
    else:
        sides = tuple(_side(words.side(side), "", [], words) for side in Side)
    return {"section": section_mark(section.letter, words), "table": "", "sides": sides}


def _team_forms(job: PrintJob, section: Section, movement: Movement, words: Words) -> Iterator[Model]:
    """Yields the form of each team that sits at one of the requested tables."""
    seats, printed = first_seats(movement, words), set()
    wanted = {movement.label(table) for table in job.tables(movement)}
    for number in movement.contestants:
        team, entry = team_number(movement, number), job.state.entry_at(Place(job.session, section.letter), number)
        table = seats[number].tables if number in seats else ()
        if entry is None or team in printed or not (wanted & set(table) or not table):
            continue
        printed.add(team)
        side = _team(team, entry.name, entry.people, words)
        yield {"section": section_mark(section.letter, words), "table": table[0] if table else "", "sides": (side,)}


def _team(number: str, name: str, people: Sequence[Person], words: Words) -> Model:
    """Returns the part of a team: its number, its own name and its players, with lines for some more."""
    lines: list[Model] = [{"name": words.person(person), "number": one_line(person.number)} for person in people]
    lines += [{"name": "", "number": ""}] * (PLAYERS_OF_TEAM - len(lines))
    return {"side": one_line(name), "number": number, "people": lines, "is_phantom": False}


def entry_form(job: PrintJob, section: Section, meeting: Meeting, words: Words) -> Model:
    """Returns the form of a table, with the numbers that begin there and their players."""
    movement = section.movement

    def side(side: Side, numbers: tuple[Number, ...]) -> Model:
        is_phantom = movement is not None and numbers == (movement.phantom,)
        people = _people(job, section, numbers)
        return _side(words.side(side), "+".join(numbers), people, words, is_phantom=is_phantom)

    sides = (side(Side.NS, meeting.ns), side(Side.EW, meeting.ew))
    return {"section": section_mark(section.letter, words), "table": section.label(meeting.table), "sides": sides}


def _side(side: str, number: str, people: Sequence[Person], words: Words, *, is_phantom: bool = False) -> Model:
    """Returns a side of the table: its pair number and its players, empty where they are to be written. A phantom has
    nobody to enter."""
    lines: list[Model] = [{"name": words.person(person), "number": one_line(person.number)} for person in people]
    lines += [{"name": "", "number": ""}] * (PEOPLE - len(lines))
    return {"side": side, "number": number, "people": lines, "is_phantom": is_phantom}
