"""The list of qualifiers for the wall: each ranking as far as the cut, with entries that declined and moved up (R-106,
R-223, R-224).

JCBL director's manual 3.3, lines 1981-1991. Ties at the cut are noted at the foot of their list.
"""

from __future__ import annotations

from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.documents.entries.names import team_name
from arrowswitch.documents.frame import Document, Model, frame
from arrowswitch.documents.job import SIZE, PrintJob, SheetInfo
from arrowswitch.documents.moments import PrintMoment
from arrowswitch.documents.ranking.ranked import percent_text
from arrowswitch.documents.words import Words
from arrowswitch.tournament.finals.qualifiers import (
    QualifierGroup,
    QualifierRow,
    QualifierStatus,
    QualifiersView,
    qualifiers,
)


def qualifiers_of_event(job: PrintJob) -> QualifiersView:
    """Returns the qualifiers. Raises Refused (`final.no-plan`, `qualifying.too-few`)."""
    return qualifiers(job.state)


INFO = SheetInfo(
    "qualifiers",
    (SIZE,),
    is_for=lambda state: state.finals.plan is not None,
    is_of_event=True,
    needs=qualifiers_of_event,
    moment=PrintMoment.RESULTS,
    shows_results=True,
)


def document(job: PrintJob, words: Words) -> Document:
    """Returns the qualifiers of an event; raises Refused as `qualifiers_of_event`."""
    view = qualifiers_of_event(job)
    sheet: Model = {
        "heading": words("qualifiers.heading", entrants=view.entrants, n=len(view.qualified_rows)),
        "has_percent": view.by_percent,
        "has_carry": view.has_carry,
        "sessions": tuple(words("total.session", n=n) for n in view.sessions) if len(view.sessions) > 1 else (),
        "lists": tuple(_list(group, view, words) for group in view.groups),
        "notes": (words("qualifiers.provisional"),) if view.is_provisional else (),
    }
    labels = words.labels("qualifiers", "rank", "number", "names", "carry", "total", "percent", "note")
    return Document(frame(INFO, job, words), labels, sheet)


def _title(group: QualifierGroup, view: QualifiersView, words: Words) -> str:
    """Returns the heading of a list: its section if there are several, its side if sides qualify separately."""
    letter = group.section if len({one.section for one in view.groups}) > 1 else ""
    return "　".join(part for part in (letter, "" if group.side is None else words.side(group.side)) if part)


def _list(group: QualifierGroup, view: QualifiersView, words: Words) -> Model:
    """Returns a list as far as entries qualified, declined or share the rank at the cut; without a title if there is
    one list."""
    places = [place for place, row in enumerate(group.rows) if row.status is not QualifierStatus.OUT]
    places += [place for place, row in enumerate(group.rows) if row.standing.number in group.ties]
    last = max(places, default=-1)
    tie = words("qualifiers.tie", numbers=words.list_text(group.ties)) if group.ties else ""
    lines = tuple(_line(row, view, words) for row in group.rows[: last + 1])
    return {"title": _title(group, view, words), "lines": lines, "tie": tie}


def _line(row: QualifierRow, view: QualifiersView, words: Words) -> Model:
    """Returns a line of a list, with the result of each session; `is_in` for a qualifier."""
    note = ""
    if row.status is QualifierStatus.MOVED_UP:
        note = words("qualifiers.moved-up", number=row.instead_of or "")
    elif row.status in (QualifierStatus.DECLINED, QualifierStatus.WITHDRAWN):
        note = words(f"qualifiers.{row.status.value}")
    own = {one.session: decimal_string(one.standing.total) for one in row.sessions}
    return {
        "rank": row.standing.written_rank,
        "number": row.number,
        "names": team_name(row.entry, words),
        "scores": tuple(own.get(n, "–") for n in view.sessions) if len(view.sessions) > 1 else (),
        "carry": "" if row.carry_over is None else decimal_string(row.carry_over),
        "total": decimal_string(row.standing.total),
        "percent": percent_text(row.standing.percent, words),
        "note": note,
        "is_in": row.status in (QualifierStatus.IN, QualifierStatus.MOVED_UP),
    }
