"""Certificates: one for each who is among the first, with the place, the event and the day, to be signed.

Manual, line 1197: who is placed stands in the ranking; how many have a certificate is the organiser's.
"""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.core.errors import Refused
from arrowswitch.documents.frame import Document, Model, frame
from arrowswitch.documents.job import VERSION, PrintJob, SheetInfo, SheetOption
from arrowswitch.documents.ranking.ranked import ranked, with_results
from arrowswitch.documents.words import Words, one_line
from arrowswitch.tournament.model.views import RankRow

FIRST = SheetOption("first", ("3", "1", "2", "5", "10"))
FOR = SheetOption("certificate-for", ("entry", "player"))
INFO = SheetInfo("certificates", (FIRST, FOR, VERSION), needs=with_results)


def document(job: PrintJob, words: Words) -> Document:
    """Returns the certificates, the winners' first; raises Refused (`print.no-results`) before the first result."""
    shown, view = ranked(job)
    most, is_each = int(job.option(FIRST)), job.option(FOR) == "player"
    pages: list[Model] = []
    for side, rows in view.groups:
        field = "" if side is None else words.side(side)
        for row in rows:
            if row.entry is not None and row.standing.rank <= most:
                pages += (_page(row, people, field, words) for people in _recipients(row, words, is_each=is_each))
    if not pages:
        raise Refused.of("print.no-results")
    sheet: Model = {
        "pages": tuple(pages),
        "club": one_line(job.letterhead.name),
        "director": one_line(job.state.settings.director),
    }
    return Document(frame(INFO, shown, words, view), words.labels("certificates", "text", "signed"), sheet)


def _recipients(row: RankRow, words: Words, *, is_each: bool) -> Iterator[tuple[str, ...]]:
    """Yields whose names stand on a certificate: everybody's of the entry, or each player's."""
    people = () if row.entry is None else tuple(words.person(person) for person in row.entry.people)
    if is_each:
        yield from ((person,) for person in people)
    else:
        yield people


def _page(row: RankRow, people: tuple[str, ...], field: str, words: Words) -> Model:
    """Returns a certificate in words; the name of a team stands over its players."""
    team = one_line(row.entry.name) if row.entry is not None and row.entry.name else ""
    place = words("certificates.first" if row.standing.rank == 1 else "certificates.place", place=row.standing.rank)
    return {
        "place": place,
        "field": field,
        "team": team,
        "people": people,
    }
