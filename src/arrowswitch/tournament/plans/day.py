"""When the sessions of an event begin and end that are played on one day (R-038).

JCBL director's manual 3.3, lines 2457 and 3865. The first begins when the event does, the others after the break.
"""

from __future__ import annotations

from collections.abc import Sequence

from arrowswitch.core.movements.sessions.day_plan import DayPlan, plan_day
from arrowswitch.tournament.model.state import EventState, Session

_MIDNIGHT = 24 * 60


def day_of(state: EventState, minutes: Sequence[int], break_minutes: int | None = None) -> DayPlan | None:
    """Returns the day of sessions with these minutes, with the event's break unless another is passed. Returns None for
    a single session, and for sessions past midnight, which are played on several days."""
    if len(minutes) < 2:
        return None
    hour, _, minute = state.settings.announcement.starts_at.partition(":")
    pause = state.settings.play.break_minutes if break_minutes is None else break_minutes
    day = plan_day(int(hour) * 60 + int(minute), minutes, pause)
    return day if day.sessions[-1].end <= _MIDNIGHT else None


def session_minutes(state: EventState) -> tuple[int, ...]:
    """Returns how long each session takes: its longest movement at the event's pace, or the time that there is while
    it has none."""
    return tuple(
        max(_section_minutes(state, state.sessions.get(number)), default=state.settings.play.minutes)
        for number in range(1, state.settings.sessions + 1)
    )


def _section_minutes(state: EventState, session: Session | None) -> list[int]:
    sections = () if session is None else session.sections.values()
    movements = [section.movement for section in sections if section.movement is not None]
    return [sheet.rounds * state.settings.play.pace.round_minutes(sheet.boards_per_round) for sheet in movements]
