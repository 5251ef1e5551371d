"""The overall ranking on paper: everybody's total over all sessions, with the number and score of each (R-225, R-299,
R-309).

JCBL director's manual 3.3, lines 2276 and 2375-2380, 3866 (posted). For events of matches the total is the table after
the newest session.
"""

from __future__ import annotations

from arrowswitch.core.errors import Refused
from arrowswitch.core.game.seats import Side
from arrowswitch.documents.frame import Document, Model, frame
from arrowswitch.documents.job import SIZE, VERSION, PrintJob, SheetInfo
from arrowswitch.documents.ranking.ranked import at_version, percent_text, rank_text, totals_text
from arrowswitch.documents.words import Words
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.scored.match_rules import is_of_matches
from arrowswitch.tournament.scored.totals import TotalRow, TotalView, totals

INFO = SheetInfo("total", (SIZE, VERSION), is_for=lambda state: len(state.sessions) > 1)


def document(job: PrintJob, words: Words) -> Document:
    """Returns the total; raises Refused (`print.no-results`) before the first result."""
    shown = at_version(job)
    view = totals(shown.state)
    if not view.sessions:
        raise Refused.of("print.no-results")
    sheet: Model = {
        "sessions": tuple(words("total.session", n=number) for number in view.sessions),
        "has_scores": not is_of_matches(shown.state),
        "has_percent": any(row.standing.percent is not None for row in view.rows),
        "groups": tuple(_group(shown, view, side, rows, words) for side, rows in view.groups),
    }
    labels = words.labels("total", "rank", "names", "total", "percent", "placed")
    found = ranking(shown.state, view.sessions[-1])
    return Document(frame(INFO, shown, words, found), labels, sheet)


def _group(job: PrintJob, view: TotalView, side: Side | None, rows: tuple[TotalRow, ...], words: Words) -> Model:
    """Returns a field ranked by itself: everybody's numbers and scores of each session, empty where somebody did not
    play."""
    sums = totals_text((row.standing.total for row in rows), job)
    columns = [[row.in_session(number) for row in rows] for number in view.sessions]
    scores = [totals_text((one.standing.total for one in column if one is not None), job) for column in columns]
    told = [iter(column) for column in scores]
    lines: list[Model] = []
    for at, row in enumerate(rows):
        own = [column[at] for column in columns]
        lines.append(
            {
                "rank": rank_text(row.standing),
                "names": words.names((row.entry,)),
                "numbers": tuple("" if one is None else one.number for one in own),
                "scores": tuple("" if one is None else next(column) for one, column in zip(own, told, strict=True)),
                "total": sums[at],
                "percent": percent_text(row.standing.percent, words),
                "is_placed": row.standing.is_placed and not view.standings.is_provisional,
            }
        )
    return {"title": words.side(side) if side is not None else "", "lines": tuple(lines)}
