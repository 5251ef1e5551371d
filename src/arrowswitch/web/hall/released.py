"""Which ranking everybody may see: the newest that was published, or the live one where the director lets the hall show
that (R-388)."""

from __future__ import annotations

from dataclasses import dataclass, replace

from arrowswitch.core.game.seats import Side
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.publication import Publication
from arrowswitch.tournament.model.views import RankRow
from arrowswitch.tournament.ranking.event_total import event_total, has_carry
from arrowswitch.tournament.ranking.rankings import ranking
from arrowswitch.tournament.standings.header import current_session
from arrowswitch.web.desk.at import EventAt
from arrowswitch.web.desk.play.hall_choice import Shows, hall_shows


@dataclass(frozen=True, slots=True)
class Released:
    """The event as its ranking is shown. `publication` is None for the live one."""

    state: EventState
    publication: Publication | None


def released(at: EventAt) -> Released | None:
    """Returns the event as everybody may see it ranked, or None before there is anything to see."""
    if hall_shows(at.request, at.event_id) is Shows.LIVE and at.state.is_started:
        return Released(at.state, None)
    if not at.state.publications:
        return None
    newest = at.state.publications[-1]
    return Released(at.tournament.state_at(at.event_id, newest.seq), newest)


def ranked_rows(shown: EventState) -> tuple[tuple[Side | None, tuple[RankRow, ...]], ...]:
    """Returns the lines of the ranking, field by field: of all sessions with what is carried over, where there are
    several; of whoever has played nothing yet there is none. A knockout counts no boards: its places are shown."""
    session = current_session(shown)
    is_total = not form_of(shown.settings).ranks_matches(shown) and (session > 1 or has_carry(shown))
    groups = _totals(shown) if is_total else ranking(shown, session).groups
    if form_of(shown.settings).counts_wins:
        return groups
    return tuple((side, tuple(row for row in rows if row.standing.has_score)) for side, rows in groups)


def _totals(shown: EventState) -> tuple[tuple[Side | None, tuple[RankRow, ...]], ...]:
    """Returns the total, everybody with the number of the newest session; of a final with a carry-over both sides as
    one field."""
    view = event_total(shown)
    lists = ((None, view.together),) if view.has_carry and view.together else view.groups
    return tuple(
        (
            side,
            tuple(RankRow(replace(row.standing, number=row.sessions[-1].number), "", row.entry) for row in rows),
        )
        for side, rows in lists
    )
