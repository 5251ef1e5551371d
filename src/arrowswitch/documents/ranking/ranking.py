"""The ranking on paper: by rank or by number, with its state, version and time (R-013, R-017, R-228, R-378, R-387).

JCBL director's manual 3.3, lines 1501 (both orders), 1309-1311 (shared ranks), 3866 (posted). Every page states at its
foot that the ranking is provisional, after a number of corrections, or final.
"""

from __future__ import annotations

from collections.abc import Sequence

from arrowswitch.core.contestants import sides_order
from arrowswitch.core.errors import Problem
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.amounts import decimal_string, plain_string
from arrowswitch.documents.codes import with_code
from arrowswitch.documents.entries.names import team_name, team_players
from arrowswitch.documents.frame import Document, Model, frame
from arrowswitch.documents.job import HALF, SIZE, VERSION, PrintJob, SheetInfo, SheetOption
from arrowswitch.documents.moments import KitName, PrintMoment
from arrowswitch.documents.ranking.ranked import (
    percent_text,
    places_for,
    plain_number,
    told_start,
    totals_text,
    with_note,
    with_ranking,
    with_results,
)
from arrowswitch.documents.slot import legend
from arrowswitch.documents.words import Words, one_line
from arrowswitch.tournament.forms.bracket.decided import DecidingMatch, deciding_matches
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.views import RankingView, RankRow
from arrowswitch.tournament.ranking.cut import ties_at_cut
from arrowswitch.tournament.ranking.further import FurtherKind, FurtherRanking, further_rankings
from arrowswitch.tournament.ranking.how_awarded import how_awarded
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.results.tables import cells

ORDER = SheetOption("order", ("rank", "number"))
LISTS = SheetOption("lists", ("all", "main"))
INFO = SheetInfo(
    "ranking",
    (ORDER, LISTS, SIZE, HALF, VERSION),
    needs=with_results,
    moment=PrintMoment.RESULTS,
    kits=(KitName.END,),
    shows_results=True,
)


def document(job: PrintJob, words: Words) -> Document:
    """Returns the ranking of a session; raises Refused (`print.no-results`) before the first result.

    Columns without information (one section, no penalties, everybody all boards) are left out.
    """
    at, view = with_ranking(job)
    standings = [row.standing for _, rows in view.groups for row in rows]
    groups = [_group(_title(view, side, rows, words), _lines(at, rows, words)) for side, rows in view.groups]
    if job.option(LISTS) == "all":
        groups += [_further(at, further, words) for further in further_rankings(at.state, at.session)]
    sheet: Model = {
        "has_percent": any(standing.percent is not None for standing in standings),
        "order": words(f"ranking.order-{job.option(ORDER)}"),
        "has_sections": len(at.state.session(at.session).sections) > 1,
        "has_boards": any(standing.boards != standing.boards_due for standing in standings),
        "has_penalties": any(standing.penalty for standing in standings),
        "has_points": any(row.master_points is not None for _, rows in view.groups for row in rows),
        "has_placed": any(standing.is_placed for standing in standings),
        "groups": groups,
        "legend": legend(cells(at.state, at.session), words),
        "notes": _notes(at, view.standings.is_informal, words),
    }
    columns = ("rank", "section", "names", "total", "percent", "boards", "penalty", "points")
    labels = words.labels("ranking", *columns, "placed", "legend")
    if form_of(at.state.settings).counts_wins:
        labels["total"] = words("ranking.won")
    labels["number"] = words(f"ranking.number-{at.opponents.name}")
    head = with_code(frame(INFO, at, words, view), job.reachable.results, words("frame.code-results"))
    return Document(head, labels, sheet)


def _lines(
    job: PrintJob, rows: Sequence[RankRow], words: Words, further: FurtherRanking | None = None
) -> tuple[Model, ...]:
    """Returns the lines of a field; a further list is by rank, with the stratum or the handicap of each behind the
    names."""
    totals = dict(
        zip((row.standing.number for row in rows), totals_text((r.standing.total for r in rows), job), strict=True)
    )
    places = places_for(row.standing.penalty for row in rows)
    notes = {} if further is None else further.notes
    deciding = deciding_matches(job.state, job.session) if further is None else {}
    ordered = rows
    if job.option(ORDER) == "number" and further is None:
        ordered = sorted(rows, key=lambda row: sides_order(row.standing.number))
    return tuple(
        {
            "rank": row.standing.written_rank,
            "number": plain_number(job, row),
            "section": row.section,
            "names": with_note(team_name(row.entry, words), notes.get(row.standing.number)),
            "players": team_players(row.entry, words),
            "total": totals[row.standing.number],
            "percent": percent_text(row.standing.percent, words),
            "boards": f"{row.standing.boards}/{row.standing.boards_due}",
            "penalty": decimal_string(-row.standing.penalty, places) if row.standing.penalty else "",
            "points": decimal_string(row.master_points) if row.master_points else "",
            "is_placed": row.standing.is_placed,
            "decided": _deciding_match(deciding.get(row.standing.number), words),
        }
        for row in ordered
    )


def _deciding_match(last: DecidingMatch | None, words: Words) -> tuple[str, ...]:
    """Returns the decision of a team's last match of a knockout: its round, its outcome and score, and why, of which
    each stays whole where it fits a line. Returns nothing for all others."""
    if last is None:
        return ()
    outcome = Problem(f"desk.decided.{'won' if last.is_won else 'lost'}", {"numbers": words.numbers(last.opponents)})
    score = ""
    if last.own is not None and last.other is not None:
        score = f" {plain_string(last.own.total)}–{plain_string(last.other.total)}"
    by = words.phrase(Problem(f"desk.decided.by-{last.by.value}"))
    why = f"{by}: {one_line(last.reason)}" if last.reason else by
    return words.phrase(last.stage), f"{words.phrase(outcome)}{score}", why


def _group(title: str, lines: tuple[Model, ...], *, is_further: bool = False) -> Model:
    """Returns a field ranked by itself; further lists rank the same results again."""
    return {"title": title, "lines": lines, "is_further": is_further}


def _title(view: RankingView, side: Side | None, rows: Sequence[RankRow], words: Words) -> str:
    """Returns the side of a field; of an event of matches its section, where there are several; else nothing."""
    if side is not None:
        return words.side(side)
    is_by_section = len(view.groups) > 1 and all(side is None for side, _ in view.groups)
    return words("ranking.further-section", name=rows[0].section) if is_by_section and rows else ""


def _further(job: PrintJob, ranking: FurtherRanking, words: Words) -> Model:
    kind = ranking.kind.value
    if ranking.kind is FurtherKind.HANDICAP:
        kind = f"{kind}-{job.state.settings.scoring.handicap_kind.value}"
    title = words(f"ranking.further-{kind}", name=ranking.name)
    side = "" if ranking.side is None else f"　{words.side(ranking.side)}"
    return _group(f"{title}{side}", _lines(job, ranking.rows, words, ranking), is_further=True)


def _notes(job: PrintJob, is_informal: bool, words: Words) -> tuple[str, ...]:
    ties = tuple(words.phrase(tie) for tie in ties_at_cut(job.state, job.session))
    gives = any(row.master_points is not None for _, rows in ranking(job.state, job.session).groups for row in rows)
    awarded = tuple(map(words.phrase, how_awarded(job.state))) if gives else ()
    return (*told_start(job, words), *ties, *awarded, *((words("ranking.informal"),) if is_informal else ()))
