"""The ranking that everybody may see: the newest that was published, or the live one if the director lets the hall show
it (R-388)."""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.core.game.seats import Side
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.publication import Publication
from arrowswitch.tournament.model.views import RankRow
from arrowswitch.tournament.ranking.result_lists import final_standing
from arrowswitch.web.desk.at import EventAt
from arrowswitch.web.desk.play.hall_choice import Shows, hall_shows


@dataclass(frozen=True, slots=True)
class Released:
    """The event as its ranking is shown. `publication` is None for the live one."""

    state: EventState
    publication: Publication | None


def released_ranking(at: EventAt) -> Released | None:
    """Returns the event as everybody may see it ranked, or None before there is anything to see."""
    if hall_shows(at.request, at.event_id) is Shows.LIVE and at.state.is_started:
        return Released(at.state, None)
    if not at.state.publication.versions:
        return None
    newest = at.state.publication.versions[-1]
    return Released(at.tournament.state_at(at.event_id, newest.seq), newest)


def ranked_rows(ranked: EventState) -> tuple[tuple[Side | None, tuple[RankRow, ...]], ...]:
    """Returns the lines of the final standing, field by field, as far as it is played; those who have played nothing
    yet have none. A knockout counts no boards: its places are shown."""
    groups = tuple((one.side, tuple(row.rank_row for row in one.rows)) for one in final_standing(ranked))
    if form_of(ranked.settings).counts_wins:
        return groups
    return tuple((side, tuple(row for row in rows if row.standing.has_score)) for side, rows in groups)
