"""The list of advance entry for the desk: who comes, who waits, what is paid and what is still open (R-094, R-108).

JCBL director's manual 3.3, lines 772 (fee) and 4238 (a list of the entries that came before the day). A column is left
free to tick who has arrived.
"""

from __future__ import annotations

from fractions import Fraction

from arrowswitch.core.errors import Refused
from arrowswitch.core.scoring.amounts import money_string, plain_string
from arrowswitch.documents.entries.names import team_name, team_players
from arrowswitch.documents.frame import Document, Model, frame
from arrowswitch.documents.job import SIZE, PrintJob, SheetInfo
from arrowswitch.documents.moments import PrintMoment
from arrowswitch.documents.words import Words, one_line
from arrowswitch.tournament.advance.listed import ListedAdvance, listed_entries, lot_text
from arrowswitch.tournament.division.seeds import seed_points
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.advance import AdvanceStanding


def has_advance_entry(state: EventState) -> bool:
    """True if an event has advance entry."""
    return state.advance.terms is not None


def rows_to_print(job: PrintJob) -> tuple[ListedAdvance, ...]:
    """Returns the rows of the list. Raises Refused (`print.no-entries`) if nobody has entered."""
    rows = listed_entries(job.state)
    if not rows:
        raise Refused.of("print.no-entries")
    return rows


INFO = SheetInfo("advance-list", (SIZE,), has_advance_entry, needs=rows_to_print, moment=PrintMoment.BEFORE)


def document(job: PrintJob, words: Words) -> Document:
    """Returns the list; raises Refused as `rows_to_print`."""
    rows = rows_to_print(job)
    terms = job.state.advance.terms
    has_fee = terms is not None and terms.fee is not None
    groups = (
        ("", tuple(row for row in rows if row.standing is not AdvanceStanding.WAITING)),
        (words("advance-list.waiting"), tuple(row for row in rows if row.standing is AdvanceStanding.WAITING)),
    )
    sheet: Model = {
        "has_fee": has_fee,
        "lot": words("advance-list.lot", number=lot_text(job.state)),
        "has_points": any(seed_points(row.entry) for row in rows),
        "groups": tuple(
            {"title": title, "lines": tuple(_line(row, words) for row in them)} for title, them in groups if them
        ),
    }
    labels = dict(words.labels("advance-list", "number", "who", "points", "paid", "left", "reference", "here"))
    if terms is not None and terms.currency:
        for name in ("paid", "left"):
            labels[name] = words("advance-list.in-currency", what=labels[name], currency=one_line(terms.currency))
    return Document(frame(INFO, job, words), labels, sheet)


def _line(row: ListedAdvance, words: Words) -> Model:
    players = team_players(row.entry, words)
    single = words("advance-list.single") if row.standing is AdvanceStanding.SINGLE else ""
    flight = words("entry-list.flight-of", name=row.entry.flight) if row.entry.flight else ""
    below = " ".join(text for text in (players, single, flight, row.entry.note) if text)
    points = seed_points(row.entry)
    return {
        "number": str(row.place),
        "who": team_name(row.entry, words),
        "below": below,
        "points": plain_string(Fraction(points, 100)) if points else "",
        "paid": money_string(row.fee.total_paid) if row.fee.total_paid else "",
        "left": money_string(row.fee.left) if row.fee.left else "",
        "reference": row.reference,
    }
