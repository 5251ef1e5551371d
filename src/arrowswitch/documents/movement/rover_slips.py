"""Rover slips: where the rover pair goes round by round and whom it displaces, and for each displaced pair when it sits
out (R-005).

JCBL director's manual 3.3, lines 1098-1121 (figure 13): the rover sits out in the first round and takes the seat of one
North-South pair after the other, which sits out and comes back. The rover follows from the sheet: the pair that has no
table of its own but takes the seats of others.
"""

from __future__ import annotations

from collections import Counter, defaultdict

from arrowswitch.core.contestants import Number, bare, side_text
from arrowswitch.core.errors import Refused
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.guide.cards import guide_slip
from arrowswitch.core.movements.model import Meeting, Movement
from arrowswitch.documents.frame import Document, Model, SectionMark, frame, section_mark
from arrowswitch.documents.job import SECTION, SIZE, PrintJob, SheetInfo
from arrowswitch.documents.moments import KitName, PrintMoment
from arrowswitch.documents.words import Words, board_ranges
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState, Section


def roving(job: PrintJob) -> tuple[tuple[Section, Movement, Number], ...]:
    """Returns the rovers of the sections to print. Raises Refused (`print.no-rover`) if there is none."""
    with_rover = tuple(
        (section, movement, rover) for section, movement in job.sections_with_movement() for rover in rovers(movement)
    )
    if not with_rover:
        raise Refused.of("print.no-rover")
    return with_rover


def _can_rove(state: EventState) -> bool:
    return form_of(state.settings).entrants(state.settings).can_rove


INFO = SheetInfo(
    "rover-slips", (SIZE, SECTION), is_for=_can_rove, needs=roving, moment=PrintMoment.START, kits=(KitName.START,)
)
_ROVES = ("table", "seat", "displaced", "opponents", "boards")


def document(job: PrintJob, words: Words) -> Document:
    """Returns the slips of all rovers; raises Refused as `roving`."""
    slips = []
    for section, movement, rover in roving(job):
        entry = job.state.entry_at(Place(job.session, section.letter), rover)
        mark = section_mark(section.letter, words)
        slips.append(_slip(movement, rover, mark, words.names((entry,)), words))
    labels = words.labels(
        "rover", "rover", "round", "table", "seat", "displaced", "opponents", "boards", "sit-out", "list"
    )
    return Document(frame(INFO, job, words), labels, tuple(slips))


def rovers(movement: Movement) -> tuple[Number, ...]:
    """Returns the rovers: pairs that take, in different rounds, the seats of pairs that sit out then and never leave
    them otherwise."""
    owners = _owners(movement)
    seats: dict[Number, list[Number]] = defaultdict(list)
    for meeting in movement.meetings:
        for side, numbers in ((Side.NS, meeting.ns), (Side.EW, meeting.ew)):
            owner = owners.get((meeting.table, side))
            if owner is not None and owner not in numbers and _sits_out(movement, owner, meeting):
                for number in numbers:
                    seats[number].append(owner)
    own = set(owners.values())
    return tuple(n for n in movement.contestants if n not in own and len(set(seats.get(n, ()))) > 1)


def _owners(movement: Movement) -> dict[tuple[int, Side], Number]:
    """Returns the pair that sits on a side of a table in all rounds but a few, where there is one."""
    sitting: dict[tuple[int, Side], Counter[Number]] = defaultdict(Counter)
    for meeting in movement.meetings:
        sitting[meeting.table, Side.NS].update(meeting.ns)
        sitting[meeting.table, Side.EW].update(meeting.ew)
    return {
        seat: number
        for seat, counts in sitting.items()
        for number, count in counts.most_common(1)
        if count > 1 and 2 * count >= sum(counts.values())
    }


def _slip(movement: Movement, rover: Number, mark: SectionMark, names: str, words: Words) -> Model:
    """Returns the slip of a rover: the seat it takes in each round, the pair of that seat and the boards (without
    boards it sits out); and the pairs it displaces, with the rounds in which they sit out."""
    owners = _owners(movement)
    rows: list[Model] = []
    rounds: dict[tuple[Number, int], list[int]] = defaultdict(list)
    for line in guide_slip(movement, rover):
        meeting = None if line.table is None else movement.at(line.round, line.table)
        if line.side is None or meeting is None:
            rows.append(dict.fromkeys(_ROVES, "") | {"round": line.round, "is_played": False})
            continue
        owner = owners.get((meeting.table, line.side))
        if owner is not None and owner != rover and _sits_out(movement, owner, meeting):
            rounds[owner, meeting.table].append(line.round)
        owner_text = bare(owner) if owner is not None and owner != rover else ""
        rows.append(
            {
                "round": line.round,
                "table": line.label,
                "seat": words.side(line.side),
                "displaced": owner_text,
                "opponents": side_text(line.opponents) if line.is_played else "",
                "boards": board_ranges(line.boards) if line.is_played else "",
                "is_played": line.is_played,
            }
        )
    displaced: tuple[Model, ...] = tuple(
        {"number": bare(number), "table": movement.label(table), "rounds": ", ".join(map(str, out))}
        for (number, table), out in sorted(rounds.items(), key=lambda item: item[0][1])
    )
    return {"section": mark, "number": rover, "names": names, "rows": tuple(rows), "displaced": displaced}


def _sits_out(movement: Movement, number: Number, meeting: Meeting) -> bool:
    return number in movement.sit_outs(meeting.round)
