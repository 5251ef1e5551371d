"""When the sessions of a day begin and end.

JCBL director's manual 3.3, lines 2457 (sessions of 3:00 to 3:15, a break of 40 to 60 minutes, about seven hours in all)
and 3865 (30 to 60 minutes; the start of the second session is posted in the last round of the first). Times are minutes
after midnight.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.movements.phrases import hours

USUAL_BREAK = 45
"""Within both documents' spans."""
BREAKS = range(30, 61)
SESSION_MINUTES = range(180, 196)
DAY_MINUTES = 420
_DAY = 24 * 60
_STEP = 5
_ABOUT = 30


@dataclass(frozen=True, slots=True)
class DaySession:
    """One session of a day: when it starts and ends, in minutes after midnight."""

    start: int
    end: int

    @property
    def time_span(self) -> str:
        return f"{clock(self.start)}-{clock(self.end)}"


@dataclass(frozen=True, slots=True)
class DayPlan:
    """The sessions of a day, how long it is from the first card to the last, and what is unusual about it."""

    sessions: tuple[DaySession, ...]
    warnings: tuple[Problem, ...] = ()

    @property
    def minutes(self) -> int:
        """Returns the minutes from the start of the first session to the end of the last."""
        return self.sessions[-1].end - self.sessions[0].start


def plan_day(start: int, minutes: Sequence[int], break_minutes: int = USUAL_BREAK) -> DayPlan:
    """Returns the start and end of sessions of these minutes, each start on the next five minutes after the break.

    A break outside 30 to 60 minutes, a session shorter than 3:00 or longer than 3:15 and a day far from seven hours
    give warnings (`day.break`, `day.session`, `day.long`). Raises Refused (`day.sessions`, `day.start`, `day.minutes`)
    for impossible days.

    >>> [session.time_span for session in plan_day(570, (195, 180)).sessions]
    ['9:30-12:45', '13:30-16:30']
    """
    Refused.check(_problems(start, minutes, break_minutes))
    sessions = []
    begins = start
    for length in minutes:
        sessions.append(DaySession(begins, begins + length))
        begins = next_start(begins + length, break_minutes)
    plan = DayPlan(tuple(sessions))
    return DayPlan(plan.sessions, tuple(_warnings(plan, minutes, break_minutes)))


def next_start(end: int, break_minutes: int) -> int:
    """Returns when a session begins after one that ends: on the next five minutes after the break.

    >>> clock(next_start(13 * 60 + 5, 45)), clock(next_start(13 * 60 + 4, 30))
    ('13:50', '13:35')
    """
    return -(-(end + break_minutes) // _STEP) * _STEP


def clock(minutes: int) -> str:
    """Returns minutes after midnight as a clock time.

    >>> clock(570), clock(1445)
    ('9:30', '0:05')
    """
    return f"{minutes % _DAY // 60}:{minutes % 60:02}"


def break_problems(minutes: int) -> Iterator[Problem]:
    """Yields that a break between two sessions is shorter or longer than is usual (`day.break`).

    >>> [one.params["minutes"] for length in (30, 60, 20, 90) for one in break_problems(length)]
    [20, 90]
    """
    if minutes not in BREAKS:
        yield Problem("day.break", {"minutes": minutes, "least": BREAKS[0], "most": BREAKS[-1]})


def _problems(start: int, minutes: Sequence[int], break_minutes: int) -> Iterator[Problem]:
    if not minutes:
        yield Problem("day.sessions")
    if not 0 <= start < _DAY:
        yield Problem("day.start", {"minutes": start})
    if any(length < 1 for length in minutes) or break_minutes < 0:
        yield Problem("day.minutes")


def _warnings(plan: DayPlan, minutes: Sequence[int], break_minutes: int) -> Iterator[Problem]:
    if len(minutes) > 1:
        yield from break_problems(break_minutes)
    for number, length in enumerate(minutes, start=1):
        if len(minutes) > 1 and length not in SESSION_MINUTES:
            written = {"least": hours(SESSION_MINUTES[0]), "most": hours(SESSION_MINUTES[-1])}
            yield Problem("day.session", {"session": number, "time": hours(length), **written})
    if len(minutes) > 1 and plan.minutes > DAY_MINUTES + _ABOUT:
        yield Problem("day.long", {"time": hours(plan.minutes), "usual": hours(DAY_MINUTES)})
