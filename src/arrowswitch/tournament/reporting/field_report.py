"""The report of a simultaneous event to its federation: everybody over all clubs, with ranks, totals, masterpoints,
and the boards of all clubs' tables.

The clubs' files have scores, but no contracts, rounds or tables; so does the report. A field with more results than a
report may have leaves its boards in the clubs' files and states their number: each total is then an addition to the
results of the report, which are none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import Refused
from arrowswitch.core.game.contracts import RawScore
from arrowswitch.core.game.notation import format_result
from arrowswitch.core.reporting.report import (
    MOST_RESULTS,
    NumberInSession,
    Report,
    ReportedContestant,
    ReportedEvent,
    ReportedField,
    ReportedPlayer,
    ReportedResult,
)
from arrowswitch.core.reporting.sums import Sums, sums_of, total_of_sessions
from arrowswitch.core.scoring.outcomes import Line, TableScore
from arrowswitch.tournament.model.club_values.simultaneous import ClubUpload
from arrowswitch.tournament.reporting.report import Letter, text_of_sides
from arrowswitch.tournament.simultaneous.rows import FieldRow
from arrowswitch.tournament.simultaneous.scored import ScoredSimultaneous, rates_of_field, rules_of_field

FORM = "simultaneous"


def report_of_field(
    field_id: str, version: int, scored: ScoredSimultaneous, uploads: Iterable[ClubUpload], letter: Letter
) -> Report:
    """Returns the report of a field, whose paper has a `version`; what was sent to it since makes a later one.

    Raises Refused (`prizes.no-results`) before the first result.
    """
    if not scored.rows:
        raise Refused.of("prizes.no-results")
    of = scored.of
    sent = sum(one.times for upload in uploads for one in upload.history)
    event = ReportedEvent(
        event_id=field_id,
        name=of.name,
        date=of.date,
        grade=of.event_class,
        form=FORM,
        kind=ContestantKind.PAIR,
        method=of.method.value,
        regulations=of.regulations,
        game_class=of.game_class,
        is_office_points=rules_of_field(of).grades.has_office_points(of.event_class),
        tied_awards=of.tied_awards,
        rates=rates_of_field(of),
    )
    has_percent = all(row.standing.percent is not None for row in scored.rows)
    left_out = scored.results if scored.results > MOST_RESULTS else 0
    results = () if left_out else tuple(_results(scored))
    sums = sums_of(results, ())
    everybody = ReportedField(
        tuple(_contestant(row, sums) for row in scored.rows), "percent" if has_percent else "total"
    )
    return Report(
        event=event,
        fields=(everybody,),
        version=version + sent,
        club=letter.club,
        program=letter.program,
        made_at=letter.made_at,
        is_provisional=scored.is_provisional,
        results=results,
        results_left_out=left_out,
    )


def _results(scored: ScoredSimultaneous) -> Iterator[ReportedResult]:
    """Yields the results of all clubs by board, under the numbers of the whole field."""
    for board in scored.standings.shown_boards():
        for row in board.rows:
            yield ReportedResult(
                session=1,
                board=board.board,
                ns=row.line.ns,
                ew=row.line.ew,
                text=_text(row.line),
                ns_points=row.ns.points,
                ew_points=row.ew.points,
            )


def _text(line: Line) -> str:
    ns, ew = line.ns_outcome, line.ew_outcome
    return format_result(RawScore(ns.ns)) if isinstance(ns, TableScore) and ns == ew else text_of_sides(ns, ew)


def _contestant(row: FieldRow, sums: Sums) -> ReportedContestant:
    standing = row.standing
    sessions = (NumberInSession(1, standing.number),)
    results = total_of_sessions(sessions, sums)
    return ReportedContestant(
        number=standing.number,
        players=tuple(
            ReportedPlayer(
                name=person.name,
                number=person.number,
                kana=person.kana,
                roman=person.roman,
                points=row.master_points,
            )
            for person in row.pair.people
        ),
        sessions=sessions,
        rank=standing.place if standing.is_ranked else 0,
        is_tied=standing.is_tied,
        total=standing.total,
        results=results,
        adjustment=standing.total - results,
        section=row.club.name,
        percent=standing.percent,
    )
