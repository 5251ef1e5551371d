"""The matches of a season as events of a calendar: those of a whole league or of one team (R-279)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import date, time

from arrowswitch.core.contestants import Number
from arrowswitch.core.pairing.league.season import DivisionState
from arrowswitch.formats.pairing.icalendar import CalendarEvent


def season_events(
    state: DivisionState,
    name: str,
    begins: time | None,
    minutes: int,
    title_of: Callable[[str, str], str],
    only: Number | None = None,
) -> tuple[CalendarEvent, ...]:
    """Returns the matches of a division, `only` those of one team; `title_of` joins the names of home and away team.

    `name` distinguishes the calendar from others. A match is identified by its teams and the number of their meeting,
    so that another schedule moves it and does not duplicate it. A postponed match without a date is on its first date,
    as tentative.
    """
    met: Counter[tuple[Number, ...]] = Counter()
    keys = []
    for match in state.season.matches:
        two = tuple(sorted(match.fixture.teams))
        met[two] += 1
        keys.append(f"{name}-{met[two]}-{'-'.join(two)}".replace(" ", "-"))
    return tuple(
        CalendarEvent(
            key=key,
            day=date.fromordinal((match.day or match.fixture.day).toordinal()),
            begins=begins,
            minutes=minutes,
            title=title_of(*(state.team(number) for number in match.fixture.teams)),
            place=match.fixture.venue,
            is_tentative=match.day is None,
        )
        for key, match in zip(keys, state.season.matches, strict=True)
        if only is None or only in match.fixture.teams
    )
