"""The ranking on paper: by rank or by number, with its state, version and time (R-013, R-017, R-228, R-378, R-387).

JCBL director's manual 3.3, lines 1501 (both orders), 1309-1311 (shared ranks), 3866 (posted). Every page tells at its
foot whether the ranking is provisional, after how many corrections, or final.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from arrowswitch.core.contestants import number_order
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.amounts import decimal_string, plain_string
from arrowswitch.documents.frame import Document, frame
from arrowswitch.documents.job import HALF, SIZE, VERSION, PrintJob, SheetInfo, SheetOption
from arrowswitch.documents.ranking.ranked import percent_text, places_for, plain_number, rank_text, ranked, totals_text
from arrowswitch.documents.results.slot import legend
from arrowswitch.documents.words import Words
from arrowswitch.tournament.event.views import RankRow
from arrowswitch.tournament.ranking.cut import ties_at_cut
from arrowswitch.tournament.ranking.further import FurtherKind, FurtherRanking, further_rankings
from arrowswitch.tournament.results.tables import cells

ORDER = SheetOption("order", ("rank", "number"))
LISTS = SheetOption("lists", ("all", "main"))
INFO = SheetInfo("ranking", (ORDER, LISTS, SIZE, HALF, VERSION))


@dataclass(frozen=True, slots=True)
class RankLine:
    """A line of the ranking, in words."""

    rank: str
    number: str
    section: str
    names: str
    total: str
    percent: str
    boards: str
    penalty: str
    points: str
    is_placed: bool


@dataclass(frozen=True, slots=True)
class RankGroup:
    """A field ranked by itself; `title` is empty where there is one. Further lists rank the same results again."""

    title: str
    lines: tuple[RankLine, ...]
    is_further: bool = False


@dataclass(frozen=True, slots=True)
class Ranking:
    """The sheet. Columns that say nothing (one section, no penalties, everybody all boards) are left out."""

    order: str
    has_sections: bool
    has_boards: bool
    has_penalties: bool
    has_points: bool
    has_placed: bool
    groups: tuple[RankGroup, ...]
    legend: tuple[str, ...]
    notes: tuple[str, ...]


def document(job: PrintJob, words: Words) -> Document:
    """Returns the ranking of a session; raises Refused (`print.no-results`) before the first result."""
    found = ranked(job)
    view, shown = found.view, found.job
    standings = [row.standing for _, rows in view.groups for row in rows]
    groups = _titled(tuple(_group(shown, side, rows, words) for side, rows in view.groups), words)
    if job.option(LISTS) == "all":
        groups += tuple(_further(shown, one, words) for one in further_rankings(shown.state, shown.session))
    model = Ranking(
        order=words(f"ranking.order-{job.option(ORDER)}"),
        has_sections=len(shown.state.session(shown.session).sections) > 1,
        has_boards=any(standing.boards != standing.boards_due for standing in standings),
        has_penalties=any(standing.penalty for standing in standings),
        has_points=any(row.master_points is not None for _, rows in view.groups for row in rows),
        has_placed=any(standing.is_placed for standing in standings),
        groups=groups,
        legend=legend(cells(shown.state, shown.session), words),
        notes=_notes(shown, view.standings.is_informal, words),
    )
    labels = words.labels(
        "ranking",
        "rank",
        "number",
        "section",
        "names",
        "total",
        "percent",
        "boards",
        "penalty",
        "points",
        "placed",
        "legend",
    )
    return Document(frame(INFO, shown, words, view), labels, model)


def _group(
    job: PrintJob, side: Side | None, rows: Sequence[RankRow], words: Words, *, is_by_rank: bool = False
) -> RankGroup:
    totals = dict(
        zip((row.standing.number for row in rows), totals_text((r.standing.total for r in rows), job), strict=True)
    )
    places = places_for(row.standing.penalty for row in rows)
    ordered = rows
    if job.option(ORDER) == "number" and not is_by_rank:
        ordered = sorted(rows, key=lambda row: number_order(row.standing.number))
    lines = tuple(
        RankLine(
            rank=rank_text(row.standing),
            number=plain_number(job, row),
            section=row.section,
            names=words.names((row.entry,)),
            total=totals[row.standing.number],
            percent=percent_text(row.standing.percent, words),
            boards=f"{row.standing.boards}/{row.standing.boards_due}",
            penalty=decimal_string(-row.standing.penalty, places) if row.standing.penalty else "",
            points=decimal_string(row.master_points) if row.master_points else "",
            is_placed=row.standing.is_placed,
        )
        for row in ordered
    )
    return RankGroup(words.side(side) if side is not None else "", lines)


def _titled(groups: tuple[RankGroup, ...], words: Words) -> tuple[RankGroup, ...]:
    """Returns the groups of an event of matches under the names of their sections, where there are several."""
    if len(groups) < 2 or any(group.title for group in groups):
        return groups
    return tuple(
        replace(group, title=words("ranking.further-section", name=group.lines[0].section) if group.lines else "")
        for group in groups
    )


def _further(job: PrintJob, ranking: FurtherRanking, words: Words) -> RankGroup:
    """Returns a further list by rank; behind the names stands the stratum or the handicap of each."""
    found = _group(job, None, ranking.rows, words, is_by_rank=True)
    kind = ranking.kind.value
    if ranking.kind is FurtherKind.HANDICAP:
        kind = f"{kind}-{job.state.settings.handicap_kind.value}"
    title = words(f"ranking.further-{kind}", name=ranking.name)
    side = "" if ranking.side is None else f"　{words.side(ranking.side)}"
    lines = tuple(
        replace(line, names=_noted(line.names, ranking.notes.get(row.standing.number)))
        for line, row in zip(found.lines, ranking.rows, strict=True)
    )
    return RankGroup(f"{title}{side}", lines, is_further=True)


def _noted(names: str, note: str | Fraction | None) -> str:
    if note is None or not note:
        return names
    if isinstance(note, Fraction) and 100 % note.denominator:
        note = Fraction(decimal_string(note))
    text = note if isinstance(note, str) else f"{'+' if note > 0 else ''}{plain_string(note)}"
    return f"{names}　[{text}]"


def _notes(job: PrintJob, is_informal: bool, words: Words) -> tuple[str, ...]:
    ties = tuple(words.phrase(tie) for tie in ties_at_cut(job.state, job.session))
    return (*ties, words("ranking.informal")) if is_informal else ties
