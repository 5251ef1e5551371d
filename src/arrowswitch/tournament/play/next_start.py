"""The start of the next session: the proposal in the last round of this one, and the announced time (R-125).

JCBL director's manual 3.3, line 3865: in the last round the start of the second session is fixed from the break (30 to
60 minutes) and posted. Proposed is the end that the clock promises and the break, on the next five minutes.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from arrowswitch.core.errors import Problem
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.core.movements.sessions.day_plan import BREAKS, next_start
from arrowswitch.tournament.entries.entrants import rounds_of
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.play.timetable import plan
from arrowswitch.tournament.settings.ranges import MOST_BREAK
from arrowswitch.tournament.standings.header import current_round

_MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class NextStart:
    """The start of the session after one that is in its last round or over. `end` is the expected end of that session,
    `proposed` the start after a break of `break_minutes`, `posted` the announced time."""

    session: SessionNumber
    end: datetime
    break_minutes: int
    proposed: datetime
    posted: datetime | None

    @property
    def break_left(self) -> int | None:
        """Returns the minutes between the end and the posted start; None if none was posted."""
        return None if self.posted is None else (self.posted - self.end) // _MINUTE

    @property
    def unusual_break(self) -> Problem | None:
        """Returns that the break is shorter or longer than is usual; None for a usual one, and for sessions on two
        days."""
        minutes = self.break_minutes if self.break_left is None else self.break_left
        if minutes in BREAKS or minutes > MOST_BREAK:
            return None
        return Problem("day.break", {"minutes": minutes, "least": BREAKS[0], "most": BREAKS[-1]})


def next_session(
    state: EventState, session: SessionNumber, now: datetime, break_minutes: int | None = None
) -> NextStart | None:
    """Returns the start of the session after this one, with the event's break where no other is given; None before the
    last round, after the last session, and once the next one has begun.

    Where the break after the end has passed already (sessions on two days), it is counted from `now`.
    """
    following = state.sessions.get(SessionNumber(session + 1))
    timetable = plan(state, now, session)
    if following is None or following.is_started or timetable is None:
        return None
    if current_round(state, session) < rounds_of(state.session(session)):
        return None
    pause = state.settings.play.break_minutes if break_minutes is None else break_minutes
    proposed = _after(timetable.end, pause)
    return NextStart(
        session=following.number,
        end=timetable.end,
        break_minutes=pause,
        proposed=proposed if proposed > now else _after(now, pause),
        posted=following.posted_start,
    )


def _after(end: datetime, break_minutes: int) -> datetime:
    """Returns the start after a break, on the next five minutes of the clock."""
    midnight = end.replace(hour=0, minute=0, second=0, microsecond=0)
    minutes = -((midnight - end) // _MINUTE)
    return midnight + next_start(minutes, break_minutes) * _MINUTE
