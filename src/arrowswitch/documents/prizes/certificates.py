"""Certificates: one for each who is among the first of the final standing, with the place, the event and the day, to be
signed.

Manual, line 1197: who is placed stands in the ranking; how many have a certificate is the organiser's.
"""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.core.errors import Refused
from arrowswitch.core.game.seats import Side
from arrowswitch.documents.frame import Document, Model, frame
from arrowswitch.documents.job import VERSION, PrintJob, SheetInfo, SheetOption
from arrowswitch.documents.moments import PrintMoment
from arrowswitch.documents.ranking.ranked import percent_text, totals_text, with_any_results
from arrowswitch.documents.words import Words, one_line
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.prizes.awarded import without_prizes
from arrowswitch.tournament.ranking.rankings import ranking_of_event
from arrowswitch.tournament.ranking.result_lists import ResultRow, final_standing

FIRST = SheetOption("first", ("3", "1", "2", "5", "10"))
FOR = SheetOption("certificate-for", ("entry", "player"))


def winners(job: PrintJob) -> tuple[PrintJob, tuple[tuple[Side | None, ResultRow], ...]]:
    """Returns the job with the state that is shown, and the rows that get a certificate, each with its side where both
    are ranked apart; raises Refused (`print.no-results`) where nobody is ranked yet."""
    dated = with_any_results(job)
    out, most = without_prizes(dated.state), int(job.option(FIRST))
    ranked = ((one.side, row) for one in final_standing(dated.state) for row in one.rows if row.standing.is_ranked)
    rows = tuple(
        (side, row)
        for side, row in ranked
        if row.entry is not None and row.entry.entry_id not in out and row.standing.rank <= most
    )
    if not rows:
        raise Refused.of("print.no-results")
    return dated, rows


INFO = SheetInfo(
    "certificates",
    (FIRST, FOR, VERSION),
    is_of_event=True,
    needs=winners,
    moment=PrintMoment.RESULTS,
    shows_results=True,
)


def document(job: PrintJob, words: Words) -> Document:
    """Returns the certificates, the winners' first; raises Refused as `winners`."""
    dated, rows = winners(job)
    is_each = job.option(FOR) == "player"
    pages: list[Model] = []
    for side, row in rows:
        field = "" if side is None else words.side(side)
        score = _score(dated, row, words)
        pages += (_page(row, people, field, score, words) for people in _recipients(row, words, is_each=is_each))
    sheet: Model = {
        "pages": tuple(pages),
        "club": one_line(job.letterhead.name),
        "director": one_line(job.state.settings.announcement.director),
    }
    head = frame(INFO, dated, words, ranking_of_event(dated.state))
    return Document(head, words.labels("certificates", "text", "signed"), sheet)


def _recipients(row: ResultRow, words: Words, *, is_each: bool) -> Iterator[tuple[str, ...]]:
    """Yields the names on each certificate: all players of the entry, or each player."""
    people = () if row.entry is None else tuple(words.person(person) for person in row.entry.people)
    if is_each:
        yield from ((person,) for person in people)
    else:
        yield people


def _score(job: PrintJob, row: ResultRow, words: Words) -> str:
    """Returns the result in words: the percentage, or the total; empty in a knockout, where the place says all."""
    if row.standing.percent is not None:
        return percent_text(row.standing.percent, words)
    if form_of(job.state.settings).counts_wins:
        return ""
    return words("certificates.total", total=totals_text((row.standing.total,), job)[0])


def _page(row: ResultRow, people: tuple[str, ...], field: str, score: str, words: Words) -> Model:
    """Returns a certificate in words; the name of a team is above its players, and the honorific follows the team or,
    without one, each player."""
    team = one_line(row.entry.name) if row.entry is not None and row.entry.name else ""
    if team:
        team = words("certificates.to", name=team)
    else:
        people = tuple(words("certificates.to", name=person) for person in people)
    rank = row.standing.place
    place = words("certificates.first" if rank == 1 else "certificates.place", place=rank)
    return {
        "place": place,
        "field": field,
        "score": score,
        "team": team,
        "people": people,
    }
