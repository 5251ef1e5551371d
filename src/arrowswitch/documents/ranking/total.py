"""The overall ranking on paper: everybody's total over all sessions, with the number and score of each (R-225, R-299,
R-309).

JCBL director's manual 3.3, lines 2276 and 2375-2380, 3866 (posted). For events of matches the total is the table after
the newest session.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.core.scoring.amounts import decimal_string
from arrowswitch.core.scoring.rules import SessionsBy
from arrowswitch.documents.codes import with_code
from arrowswitch.documents.entries.names import team_name
from arrowswitch.documents.frame import Document, Model, frame
from arrowswitch.documents.job import SIZE, VERSION, PrintJob, SheetInfo
from arrowswitch.documents.moments import KitName, PrintMoment
from arrowswitch.documents.ranking.ranked import percent_text, told_start, totals_text, with_any_results, with_note
from arrowswitch.documents.words import Words
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.ranking.cut import ties_at_total_cut
from arrowswitch.tournament.ranking.event_total import event_total, has_event_total, session_basis
from arrowswitch.tournament.ranking.further import FurtherKind
from arrowswitch.tournament.ranking.how_awarded import how_awarded
from arrowswitch.tournament.ranking.rankings import ranking_of_event
from arrowswitch.tournament.ranking.total_lists import TotalList, total_lists
from arrowswitch.tournament.standings.totals import TotalRow, TotalView

INFO = SheetInfo(
    "total",
    (SIZE, VERSION),
    is_for=has_event_total,
    is_of_event=True,
    needs=with_any_results,
    moment=PrintMoment.RESULTS,
    kits=(KitName.END,),
    shows_results=True,
)


def document(job: PrintJob, words: Words) -> Document:
    """Returns the total; raises Refused as `with_any_results`."""
    at = with_any_results(job)
    view = event_total(at.state)
    groups = tuple(
        _group(at, view, "" if side is None else words.side(side), rows, words) for side, rows in view.groups
    )
    lists = tuple(_list(at, view, one, words) for one in total_lists(at.state, view))
    together = (_group(at, view, words("total.together"), view.together, words),) if view.together else ()
    sheet: Model = {
        "sessions": tuple(words("total.session", n=number) for number in _columns(at, view)),
        "has_percent": any(row.standing.percent is not None for row in view.rows),
        "has_carry": view.has_carry,
        "has_points": any(row.master_points is not None for row in (*view.rows, *view.together)),
        "groups": (*together, *groups, *lists),
        "notes": (
            *told_start(at, words),
            *_basis(at, view, words),
            *(words.phrase(told) for told in (*ties_at_total_cut(at.state), *how_awarded(at.state))),
        ),
    }
    labels = words.labels("total", "rank", "names", "carry", "total", "percent", "points", "placed")
    ranking = ranking_of_event(at.state)
    head = with_code(frame(INFO, at, words, ranking), job.reachable.results, words("frame.code-results"))
    return Document(head, labels, sheet)


def _columns(job: PrintJob, view: TotalView) -> tuple[SessionNumber, ...]:
    """Returns the sessions with a column of their own; none in an event of matches, whose matches may take two
    sessions."""
    return () if form_of(job.state.settings).ranks_matches(job.state) else view.sessions


def _basis(job: PrintJob, view: TotalView, words: Words) -> tuple[str, ...]:
    """Returns the note on the basis of the total if it is made from percentages, unlike the column of totals."""
    return (words("total.by-percent"),) if session_basis(job.state, view) is SessionsBy.PERCENT else ()


def _list(job: PrintJob, view: TotalView, further: TotalList, words: Words) -> Model:
    """Returns a list in addition to the total, of a stratum or with handicaps, which follow the names."""
    kind = further.kind.value
    if further.kind is FurtherKind.HANDICAP:
        kind = f"{kind}-{job.state.settings.scoring.handicap_kind.value}"
    side = "" if further.side is None else f"　{words.side(further.side)}"
    title = words(f"ranking.further-{kind}", name=further.name)
    return _group(job, view, f"{title}{side}", further.rows, words, further.notes)


def _group(
    job: PrintJob,
    view: TotalView,
    title: str,
    rows: tuple[TotalRow, ...],
    words: Words,
    notes: Mapping[Number, Fraction] | None = None,
) -> Model:
    """Returns a field ranked by itself: everybody's numbers and scores of each session, empty for a session not played;
    a handicap (`notes`) after the names."""
    sums = totals_text((row.standing.total for row in rows), job)
    columns = [[row.in_session(number) for row in rows] for number in _columns(job, view)]
    scores = [totals_text((one.standing.total for one in column if one is not None), job) for column in columns]
    score_columns = [iter(column) for column in scores]
    lines: list[Model] = []
    for at, row in enumerate(rows):
        own = [column[at] for column in columns]
        lines.append(
            {
                "rank": row.standing.written_rank,
                "names": with_note(team_name(row.entry, words), (notes or {}).get(row.standing.number)),
                "numbers": tuple("" if one is None else one.number for one in own),
                "scores": tuple(
                    "" if one is None else next(column) for one, column in zip(own, score_columns, strict=True)
                ),
                "carry": "" if row.carry_over is None else decimal_string(row.carry_over),
                "points": decimal_string(row.master_points) if row.master_points else "",
                "total": sums[at],
                "percent": percent_text(row.standing.percent, words),
                "is_placed": row.standing.is_placed and not view.standings.is_provisional,
            }
        )
    return {"title": title, "lines": tuple(lines)}
