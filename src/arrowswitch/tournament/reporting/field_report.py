"""The report of a simultaneous event to its federation: everybody over all clubs, with ranks, totals, masterpoints.

The boards stay in the clubs' files, which the organiser has: a field of two hundred clubs has more than a hundred
thousand results. So a total stands whole in what was added to the results that the report has, which are none.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import Refused
from arrowswitch.core.reporting.report import (
    NumberInSession,
    Report,
    ReportedContestant,
    ReportedEvent,
    ReportedField,
    ReportedPlayer,
)
from arrowswitch.tournament.reporting.report import Letter
from arrowswitch.tournament.simultaneous.scored import FieldRow, ScoredSimultaneous, rates_of_field, rules_of_field
from arrowswitch.tournament.simultaneous.values import ClubUpload

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
    everybody = ReportedField(tuple(map(_contestant, scored.rows)), "percent" if has_percent else "total")
    return Report(
        event=event,
        fields=(everybody,),
        version=version + sent,
        club=letter.club,
        program=letter.program,
        made_at=letter.made_at,
        is_provisional=scored.standings.is_provisional,
    )


def _contestant(row: FieldRow) -> ReportedContestant:
    standing = row.standing
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
        sessions=(NumberInSession(1, standing.number),),
        rank=standing.place if standing.is_ranked else 0,
        is_tied=standing.is_tied,
        total=standing.total,
        results=Fraction(0),
        adjustment=standing.total,
        section=row.club.name,
        percent=standing.percent,
    )
