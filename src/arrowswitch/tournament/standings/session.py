"""The standings of a session, as the form of the event ranks it."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.core.scoring.standings import Standing, Standings
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.shared_making import made_once
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.scored.session import session_places


@lru_cache(maxsize=32)
@made_once
def standings(state: EventState, session: SessionNumber = 1) -> Standings:
    """Returns the standings of a session by the event's method, as far as it has results.

    Matches (of teams, and of Swiss pairs by victory points) are ranked over this session and all before it; a knockout
    has places. Places that come before are counted where the session is the whole event.
    """
    ranked = form_of(state.settings).standings(state, session)
    return replace(ranked, ranking=session_places(state, ranked.ranking))


def has_result(state: EventState, row: Standing) -> bool:
    """True if anyone is ranked by a result: a score of their own or, once there are results, the places of a
    knockout."""
    return form_of(state.settings).has_result(state, row)
