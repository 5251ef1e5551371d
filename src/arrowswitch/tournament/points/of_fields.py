"""The masterpoints of players in simultaneous events: by the list over all clubs."""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.points.awarded import EventAwards, PlayerAward, WithoutPoints
from arrowswitch.tournament.points.per_event import Period
from arrowswitch.tournament.simultaneous.fields import Simultaneous
from arrowswitch.tournament.simultaneous.scored import ScoredSimultaneous


def awards_of_fields(fields: Simultaneous, period: Period) -> tuple[EventAwards, ...]:
    """Returns the awards of each simultaneous event with a class in a period, oldest first."""
    papers = (paper for paper in reversed(fields.all()) if period.has(paper.value.date))
    return tuple(
        awards_of_field(paper.paper_id, fields.score_now(paper.paper_id))
        for paper in papers
        if paper.value.game_class is not None
    )


def awards_of_field(field_id: str, scored: ScoredSimultaneous) -> EventAwards:
    """Returns the masterpoints of everybody who earned some in a field, by rank."""
    of = scored.of
    without = None
    if not scored.rows:
        without = WithoutPoints.NOT_PLAYED
    elif scored.is_provisional:
        without = WithoutPoints.INCOMPLETE
    return EventAwards(
        event_id=EventId(field_id),
        name=of.name,
        date=of.date,
        event_class=of.event_class,
        game_class=of.game_class,
        awards=tuple(_awards(scored)),
        without=without,
        is_field=True,
    )


def _awards(scored: ScoredSimultaneous) -> Iterator[PlayerAward]:
    for row in scored.rows:
        if not row.master_points:
            continue
        for person in row.pair.people:
            yield PlayerAward(
                person=person,
                rank=row.standing.place,
                is_tied=row.standing.is_tied,
                competitors=len(scored.rows),
                amount=row.master_points,
            )
