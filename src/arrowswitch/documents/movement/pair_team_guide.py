"""Guide sheets of a team of pairs: each table's rounds, and after each round comparing and the exchange of seats
(R-021).

JCBL director's manual 3.3, lines 1534-1566. With four pairs the East-West pairs change tables to compare and stay
there; at the second table both pairs then exchange their seats. With five pairs, the next table is printed for
everybody.
"""

from __future__ import annotations

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.model import Meeting, Movement
from arrowswitch.documents.frame import Document, Model, SectionMark, frame, section_mark
from arrowswitch.documents.job import SECTION, PrintJob, SheetInfo, prints
from arrowswitch.documents.moments import KitName, PrintMoment
from arrowswitch.documents.words import Words, board_ranges
from arrowswitch.tournament.model.state import Section

FAMILY = "team-of-pairs"
_FOUR = 4


def teams_of_pairs(job: PrintJob) -> tuple[tuple[Section, Movement], ...]:
    """Returns the sections to print; raises Refused (`print.no-team-of-pairs`) for another movement."""
    with_teams = tuple(
        (section, movement) for section, movement in job.sections_with_movement() if movement.family == FAMILY
    )
    if not with_teams:
        raise Refused.of("print.no-team-of-pairs")
    return with_teams


INFO = SheetInfo(
    "pair-team-guide",
    (SECTION,),
    is_for=prints("pair-team-guide"),
    needs=teams_of_pairs,
    moment=PrintMoment.START,
    kits=(KitName.START,),
)


def document(job: PrintJob, words: Words) -> Document:
    """Returns the guide sheets; raises Refused as `teams_of_pairs`."""
    sections = teams_of_pairs(job)
    cards = tuple(
        _card(section_mark(section.letter, words), movement, table, words)
        for section, movement in sections
        for table in range(1, movement.tables + 1)
    )
    labels = words.labels("pair-team", "round", "boards", "next")
    return Document(frame(INFO, job, words), labels, {"cards": cards})


def _card(mark: SectionMark, movement: Movement, table: int, words: Words) -> Model:
    """Returns the sheet of a table: every round, and the next tables of both pairs (none after the last round)."""
    rows: tuple[Model, ...] = tuple(
        {
            "round": meeting.round,
            "ns": meeting.ns[0],
            "ew": meeting.ew[0],
            "boards": board_ranges(movement.boards_of(meeting)),
            "next": _next(movement, meeting, words),
        }
        for meeting in sorted(movement.meetings, key=lambda one: one.round)
        if meeting.table == table
    )
    steps = [words("pair-team.compare")]
    if len(movement.contestants) == _FOUR:
        steps.append(words("pair-team.exchange"))
    return {
        "section": mark,
        "title": words("pair-team.table", table=movement.label(table)),
        "rows": rows,
        "instructions": tuple(steps),
    }


def _next(movement: Movement, meeting: Meeting, words: Words) -> str:
    if meeting.round == movement.rounds:
        return ""
    pairs = (meeting.ns[0], meeting.ew[0])
    return words.list_text(
        words("pair-team.goes", number=n, to=_place(movement, n, meeting.round + 1, words)) for n in pairs
    )


def _place(movement: Movement, number: Number, round_number: int, words: Words) -> str:
    there = next((one for one in movement.in_round(round_number) if number in one.contestants), None)
    if there is None:
        return words("pair-team.rests")
    side = Side.NS if number in there.ns else Side.EW
    return words("pair-team.seat", table=movement.label(there.table), side=words.side(side))
