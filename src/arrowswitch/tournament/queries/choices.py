"""The movements an event could play, best first: the chooser, asked with the event's settings and wishes."""

from __future__ import annotations

from functools import lru_cache

from arrowswitch.core.movements.choices import Choice, ClubRule, Pace
from arrowswitch.core.movements.chooser import choose
from arrowswitch.tournament.director.entries import complete_entries
from arrowswitch.tournament.model import EventState
from arrowswitch.tournament.queries.scored import rules_of

__all__ = ["Choice", "movement_choices"]


def movement_choices(state: EventState, pairs: int | None = None) -> tuple[Choice, ...]:
    """Returns the choices for the pairs that have come, or for an expected number of them, best first.

    Pairs who asked for a stationary seat count as a wish. Raises Refused with the reason when nothing can be played.
    """
    settings = state.settings
    here = complete_entries(state)
    return _choices(
        len(here) if pairs is None else pairs,
        settings.minutes,
        settings.boards_per_round,
        settings.boards_wanted,
        settings.pace,
        settings.club_rule,
        sum(entry.wants_stationary for entry in here),
        rules_of(state).grades.least_boards(settings.event_class, is_team_event=False),
        settings.first_board,
    )


@lru_cache(maxsize=128)
def _choices(
    pairs: int,
    minutes: int,
    boards_per_round: int | None,
    boards_wanted: int | None,
    pace: Pace,
    club_rule: ClubRule,
    stationary: int,
    least_boards: int | None,
    first_board: int,
) -> tuple[Choice, ...]:
    return choose(
        pairs,
        minutes,
        boards_per_round,
        boards_wanted,
        pace=pace,
        club_rule=club_rule,
        stationary_wanted=stationary,
        least_boards=least_boards,
        first_board=first_board,
    )
