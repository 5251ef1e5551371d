"""The draw of a round for the wall: table numbers, who is at home and away, the boards (R-271).

JCBL director's manual 3.3, lines 2664-2670 and 1790-1792 (triangles). Reasons are not printed: they are on the desk's
page of the draw.
"""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound, Refused
from arrowswitch.core.movements.guide.board_supply import BoardSupply
from arrowswitch.documents.entries.names import team_name
from arrowswitch.documents.frame import Document, Model, frame
from arrowswitch.documents.job import PAPER, ROUND, SECTION, SIZE, PrintJob, SheetInfo, prints
from arrowswitch.documents.moments import KitName, PrintMoment
from arrowswitch.documents.words import Words, board_ranges
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import Section
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.swiss.rounds import draw_view
from arrowswitch.tournament.swiss.triangle import TriangleSeats


def drawn_section(job: PrintJob) -> Section:
    """Returns the section to print; raises Refused (`print.no-draw`) before the first draw."""
    sections = [section for section in job.sections() if section.draws]
    if not sections:
        raise Refused.of("print.no-draw")
    return sections[0]


INFO = SheetInfo(
    "draw-sheet",
    (ROUND, SIZE, PAPER, SECTION),
    is_for=prints("draw-sheet"),
    needs=drawn_section,
    moment=PrintMoment.DURING,
    kits=(
        KitName.START,
        KitName.ROUND,
    ),
)


def document(job: PrintJob, words: Words) -> Document:
    """Returns the requested drawn round, or the newest. Raises as `drawn_section`, and NotFound (`print.no-round`)."""
    section = drawn_section(job)
    view = draw_view(job.state, Place(job.session, section.letter).at(_round(job, section)))
    lines: tuple[Model, ...] = tuple(
        {
            "tables": words.numbers(row.tables),
            "home": row.home,
            "home_name": team_name(row.home_entry, words),
            "away": row.away,
            "away_name": team_name(row.away_entry, words),
            "boards": board_ranges(row.boards),
        }
        for row in view.rows
    )
    odd = []
    if view.triangle:
        odd.append(words("draw-sheet.triangle", who=words.list_text(_who(one, words) for one in view.triangle)))
    if view.sit_out is not None:
        odd.append(words("draw-sheet.sits-out", who=_who(view.sit_out, words)))
    if view.stands_by is not None:
        odd.append(words("draw-sheet.stands-by", who=_who(view.stands_by, words)))
    if view.waiting:
        odd.append(words("draw-sheet.waiting", who=words.list_text(_who(one, words) for one in view.waiting)))
    three = tuple(_seats(view.seats, words))
    labels = words.labels("draw-sheet", "tables", "home", "away", "boards")
    heading = words("draw-sheet.round", round=view.round)
    return Document(
        frame(INFO, job, words),
        labels,
        {
            "heading": heading,
            "lines": lines,
            "odd": tuple(odd),
            "three": three,
            "supply": _supply(view.supply, words),
            "paper": job.option(PAPER),
        },
    )


def _seats(seats: TriangleSeats, words: Words) -> Iterator[str]:
    """Yields the tables of a triangle: the team that stays, the opponents in each half, and the time of the change."""
    for seat in seats.tables:
        first, *later = seat.parts
        params = {"table": seat.table, "ns": seat.ns, "first": first.ew, "boards": board_ranges(first.boards)}
        if later:
            params |= {"second": later[0].ew, "more": board_ranges(later[0].boards), "slips": later[0].table}
        yield words("draw-sheet.triangle-halves" if later else "draw-sheet.triangle-table", **params)
    if seats.minutes:
        yield words("draw-sheet.triangle-change", n=seats.minutes)


def _supply(supply: tuple[BoardSupply, ...], words: Words) -> tuple[str, ...]:
    """Returns the copies of each set: one for every table, or by relay as few as its boards allow."""
    return tuple(
        words(
            "draw-sheet.supply-one" if one.copies == one.least else "draw-sheet.supply",
            boards=board_ranges(one.boards),
            n=one.copies,
            least=one.least,
            groups=words.list_text(board_ranges(group) for group in one.relay),
            tables=board_ranges((*one.tables, *one.later)),
        )
        for one in supply
    )


def _round(job: PrintJob, section: Section) -> int:
    wanted = job.option(ROUND).strip()
    drawn = {str(one.round): one.round for one in section.draws}
    if wanted and wanted not in drawn:
        raise NotFound.of("print.no-round", round=wanted, last=section.draws[-1].round)
    return drawn[wanted] if wanted else section.draws[-1].round


def _who(ranked: tuple[Number, Entry | None], words: Words) -> str:
    return f"{ranked[0]} {team_name(ranked[1], words)}".strip()
