"""The plan of a session by the clock: when each round ends as things stand, and how late the session is.

Manual, line 878: minutes a board and a change. Extensions and pauses move the clock of the round that is played, and
with it every later round (R-391).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.tournament.entries.entrants import round_seconds, rounds_of
from arrowswitch.tournament.model.state import EventState


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """A round that is being played or still to come: when it starts and ends as things stand."""

    round: int
    starts_at: datetime
    ends_at: datetime


@dataclass(frozen=True, slots=True)
class PlanView:
    """When the session ends. `planned_end` is what the start and the pace promised, `end` what is to be expected now;
    `delay` is the difference in whole minutes (negative when play is ahead)."""

    round_minutes: int
    rounds: tuple[PlannedRound, ...]
    planned_end: datetime
    end: datetime
    delay: int


def plan(state: EventState, now: datetime, session: SessionNumber = 1) -> PlanView | None:
    """Returns the plan as things stand at `now`, or None before play or without a movement."""
    planned = state.session(session)
    count = rounds_of(planned)
    if planned.started_at is None or not count:
        return None
    length = timedelta(seconds=round_seconds(state, planned))
    promised = planned.started_at + count * length
    clock = planned.clock
    if clock is None:
        number, ends = 1, planned.started_at + length
    elif clock.ends_at is not None:
        number, ends = clock.round, clock.ends_at
    else:
        number, ends = clock.round, now + timedelta(seconds=clock.left_seconds)
    rounds = [PlannedRound(number, ends - length, ends)]
    for later in range(number + 1, count + 1):
        start = max(rounds[-1].ends_at, now)
        rounds.append(PlannedRound(later, start, start + length))
    end = rounds[-1].ends_at
    delay = round((end - promised).total_seconds() / 60)
    return PlanView(
        round_minutes=int(length.total_seconds()) // 60,
        rounds=tuple(rounds),
        planned_end=promised,
        end=end,
        delay=delay,
    )
