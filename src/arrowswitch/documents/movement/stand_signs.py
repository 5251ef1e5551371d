"""Signs for the bye stands and for the tables that share boards: the kind of place, its tables, and the boards on it
before the start.

JCBL director's manual 3.3, lines 782-784, 956-960 and 2298. Two signs to a page. Where all tables of a round play the
same boards, as in a Swiss, nothing is marked in the room.
"""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.guide.boards import BoardsKind, Relay, initial_boards, relays
from arrowswitch.core.movements.model import Movement
from arrowswitch.documents.cards import stack_cards
from arrowswitch.documents.frame import Document, Model, frame, section_mark
from arrowswitch.documents.job import SECTION, PrintJob, SheetInfo, prints
from arrowswitch.documents.moments import KitName, PrintMoment
from arrowswitch.documents.movement.master_sheet import MOST_RELAYS
from arrowswitch.documents.words import Words, board_ranges
from arrowswitch.tournament.model.state import Section

PER_PAGE = 2


def with_signs(job: PrintJob) -> tuple[tuple[Section, Movement], ...]:
    """Returns the sections to print; raises Refused (`print.no-stands`) where no movement has stands or relays."""
    planned = job.sections_with_movement()
    if not any(movement.bye_stands or signed_relays(movement) for _, movement in planned):
        raise Refused.of("print.no-stands")
    return planned


INFO = SheetInfo(
    "stand-signs",
    (SECTION,),
    is_for=prints("stand-signs"),
    needs=with_signs,
    moment=PrintMoment.START,
    kits=(KitName.START,),
)


def document(job: PrintJob, words: Words) -> Document:
    """Returns the signs; raises Refused as `with_signs`."""
    signs = [sign for section, movement in with_signs(job) for sign in signs_of(section, movement, words)]
    return Document(frame(INFO, job, words), {}, stack_cards(signs, PER_PAGE))


def signs_of(section: Section, movement: Movement, words: Words) -> Iterator[Model]:
    """Yields the signs of a section: of each bye stand, then of each relay that has one."""
    mark = section_mark(section.letter, words)
    lying = initial_boards(movement)
    for table in sorted(movement.bye_stands):
        following = table % movement.tables + 1
        here = [one.boards for one in lying if one.place.kind is BoardsKind.STAND and one.place.behind == table]
        boards = words.list_text(board_ranges(one) for one in here)
        yield {
            "section": mark,
            "title": words("stand-signs.stand"),
            "tables": f"{movement.label(table)} – {movement.label(following)}",
            "lines": (
                words("stand-signs.between", lower=movement.label(table), upper=movement.label(following)),
                words("stand-signs.boards", boards=boards) if boards else words("stand-signs.empty"),
                words("stand-signs.take"),
            ),
        }
    for relay in signed_relays(movement):
        labels = [movement.label(table) for table in relay.tables]
        rounds = () if relay.is_always else (words("stand-signs.rounds", rounds=board_ranges(relay.rounds)),)
        yield {
            "section": mark,
            "title": words("stand-signs.relay"),
            "tables": " ⇄ ".join(labels) if len(labels) <= 2 else words.list_text(labels),
            "lines": (*rounds, words("stand-signs.share")),
        }


def signed_relays(movement: Movement) -> tuple[Relay, ...]:
    """Returns the relays that have a sign: all, or where they change all the time those that stay."""
    shared = relays(movement)
    return shared if len(shared) <= MOST_RELAYS else tuple(one for one in shared if one.is_always)
