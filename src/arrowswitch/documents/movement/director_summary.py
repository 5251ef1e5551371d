"""The director's page for a session: each round with its times by the plan, who sits out, who shares boards, where the
arrow turns; and what the movements are in numbers.

JCBL director's manual 3.3, lines 878 (minutes a board and a change), 2298 (relays) and 3865 (when sessions begin).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.families.drawn import is_drawn
from arrowswitch.core.movements.guide.sharing import tables_sharing
from arrowswitch.core.movements.model import Movement, RoundNumber, SectionLetter
from arrowswitch.documents.entries.names import team_name
from arrowswitch.documents.frame import Document, Model, frame, section_mark
from arrowswitch.documents.job import SECTION, PrintJob, SheetInfo, prints
from arrowswitch.documents.moments import KitName, PrintMoment
from arrowswitch.documents.movement.master_sheet import notes_of
from arrowswitch.documents.movement.room_needs import room_needs
from arrowswitch.documents.words import Words, tables_shared
from arrowswitch.tournament.entries.entrants import round_seconds
from arrowswitch.tournament.entries.team_numbers import team_numbers
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import Section
from arrowswitch.tournament.plans.day import day_of, session_minutes
from arrowswitch.tournament.results.tables import resting

_DAY = 24 * 60


INFO = SheetInfo(
    "director-summary",
    (SECTION,),
    is_for=prints("director-summary"),
    needs=PrintJob.sections_with_movement,
    moment=PrintMoment.START,
    kits=(KitName.START,),
)


def document(job: PrintJob, words: Words) -> Document:
    """Returns the page of each section; raises Refused (`print.no-movement`) while there is no movement."""
    parts = tuple(_part(job, section, movement, words) for section, movement in job.sections_with_movement())
    labels = words.labels("director-summary", "round", "time", "sit-out", "relay", "drawn-later", "remarks")
    return Document(frame(INFO, job, words), labels, parts)


def _part(job: PrintJob, section: Section, movement: Movement, words: Words) -> Model:
    """Returns a section's page; without sit-outs or relays their columns are left out."""
    start, minutes = first_minute(job), round_seconds(job.state, job.state.session(job.session)) // 60
    rounds = tuple(
        _round(job, section, movement, number, (start + (number - 1) * minutes, start + number * minutes), words)
        for number in range(1, movement.rounds + 1)
    )
    return {
        "section": section_mark(section.letter, words),
        "facts": tuple(_facts(job, section.letter, movement, minutes, words)),
        "rounds": rounds,
        "has_sit_outs": any(one["sit_outs"] for one in rounds),
        "has_relays": any(one["relays"] for one in rounds),
        "notes": notes_of(movement, words),
    }


def first_minute(job: PrintJob) -> int:
    """Returns when the session begins, in minutes after midnight: when it began, else as it was posted or planned."""
    session = job.state.session(job.session)
    begun = session.started_at or session.posted_start
    if begun is not None:
        here = begun.astimezone(job.printed_at.tzinfo)
        return here.hour * 60 + here.minute
    day = day_of(job.state, session_minutes(job.state))
    if day is not None and job.session <= len(day.sessions):
        return day.sessions[job.session - 1].start
    hour, _, minute = job.state.settings.announcement.starts_at.partition(":")
    return int(hour) * 60 + int(minute)


def clock(minutes: int) -> str:
    """Returns minutes after midnight as a clock shows them.

    >>> clock(13 * 60 + 5), clock(24 * 60 + 30)
    ('13:05', '0:30')
    """
    hours, rest = divmod(minutes % _DAY, 60)
    return f"{hours}:{rest:02}"


def _facts(job: PrintJob, letter: SectionLetter, movement: Movement, minutes: int, words: Words) -> Iterator[Model]:
    """Yields the section's numbers, by name."""
    entered = len(team_numbers(movement)) - (movement.phantom is not None)
    values = {
        "movement": words.sheet(movement),
        f"entered-{job.entrants.name}": str(entered),
        "tables": str(room_needs(job, letter, movement).tables),
        "rounds": str(movement.rounds),
        "boards": str(movement.boards_per_round),
        "boards-in-play": str(movement.boards_total),
        "minutes": str(minutes),
        "director": job.state.settings.announcement.director,
    }
    for name, value in values.items():
        if value:
            yield {"name": words(f"director-summary.{name}"), "value": value}


def _round(
    job: PrintJob,
    section: Section,
    movement: Movement,
    number: RoundNumber,
    times: tuple[int, int],
    words: Words,
) -> Mapping[str, str | int | bool]:
    shared = (
        tables_shared([movement.label(table) for table in tables], words)
        for tables in (() if is_drawn(movement) else tables_sharing(movement, number))
    )
    is_known = movement.is_drawn(number)
    waiting = resting(job.state, Place(job.session, section.letter), movement, number)
    return {
        "round": f"{number}*" if number in movement.arrow_switched else str(number),
        "time": "-".join(map(clock, times)),
        "sit_outs": words.list_text(_who(job, section, who, words) for who in waiting) if is_known else "",
        "relays": "　".join(words("guide.shared", tables=tables) for tables in shared),
        "is_known": is_known,
    }


def _who(job: PrintJob, section: Section, number: Number, words: Words) -> str:
    """Returns a number with its players."""
    entry_id: EntryId | None = section.numbers.get(number)
    names = "" if entry_id is None else team_name(job.state.entry(entry_id), words)
    return f"{number} {names}".strip()
