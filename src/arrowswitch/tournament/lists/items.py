"""The lists a director ticks before play and when closing, the condition of the boards, and what is still open.

Manual, lines 3840-3856 (before play; board 1 and the last board are compared with the hand record when a machine dealt
them), 594-598 (boards that hold their hands are not made again), 3898-3916 (the end of corrections is announced; the
equipment, the report to the office, the wait after the publication). Items are data (`ITEMS`); items that follow from
the event are looked up, not ticked.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from arrowswitch.core.errors import ParamValue, Problem
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.model import SessionNumber, SetNumber
from arrowswitch.tournament.model.context import is_round_deadline_over
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.lists import BoardCondition, RoundDeadline, Tick
from arrowswitch.tournament.scored.slots import late_plays, missing_slots


class ListPhase(StrEnum):
    """When a list is gone through."""

    BEFORE = "before"
    CLOSING = "closing"


@dataclass(frozen=True, slots=True)
class ListItem:
    """An item to tick. `choices` are the ways in which it can be settled, where there are several; `needs_record` when
    it makes sense only for boards with a hand record; `source` is where it comes from."""

    name: str
    phase: ListPhase
    source: str
    choices: tuple[str, ...] = ()
    needs_record: bool = False

    @property
    def code(self) -> str:
        return f"list.{self.name}"


class _Unit(NamedTuple):
    """A unit of the time left, used from two of it on: its seconds and its words."""

    seconds: int
    left: str
    open: str


_MINUTES = _Unit(60, "deadline.minutes-left", "list.deadline-open")
_UNITS = (
    _Unit(86_400, "deadline.days-left", "list.deadline-open-days"),
    _Unit(3_600, "deadline.hours-left", "list.deadline-open-hours"),
)

ITEMS = (
    ListItem(name="tables-laid", phase=ListPhase.BEFORE, source="manual, line 3840"),
    ListItem(name="first-board", phase=ListPhase.BEFORE, source="manual, line 3848", needs_record=True),
    ListItem(name="last-board", phase=ListPhase.BEFORE, source="manual, line 3848", needs_record=True),
    ListItem(name="boards-placed", phase=ListPhase.BEFORE, source="manual, line 3850"),
    ListItem(name="conditions-told", phase=ListPhase.BEFORE, source="manual, line 3856"),
    ListItem(name="equipment", phase=ListPhase.CLOSING, source="manual, line 3912"),
    ListItem(name="report", phase=ListPhase.CLOSING, source="manual, line 3914", choices=("sent", "postponed")),
)
"""Everything that is ticked by hand, in the order of doing."""


@dataclass(frozen=True, slots=True)
class ListLine:
    """An item of a list with its state: its words (a code with parameters), and its tick.

    A line without an `item` follows from the event; its words name the open points, or report that there are none.
    """

    phase: ListPhase
    words: Problem
    item: ListItem | None
    tick: Tick | None
    is_done: bool


@dataclass(frozen=True, slots=True)
class DeadlineView:
    """An end of corrections: a time, or the end of a round. `words` is what is announced now."""

    words: Problem
    at: datetime | None
    by_round: RoundDeadline | None
    is_over: bool


@dataclass(frozen=True, slots=True)
class BoardSetView:
    """A board set and its condition (None: its boards differ). `making` is the warning when it is to be made."""

    set: SetNumber
    boards: tuple[BoardNumber, ...]
    condition: BoardCondition | None
    making: Problem | None


def checklist(state: EventState, now: datetime, session: SessionNumber = 1) -> tuple[ListLine, ...]:
    """Returns all lines of a session's lists, in the order of doing."""
    ticked = tuple(_ticked_lines(state, session))
    automatic = tuple(_known_lines(state, now))
    return (
        *(line for line in ticked if line.phase is ListPhase.BEFORE),
        *automatic,
        *(line for line in ticked if line.phase is ListPhase.CLOSING),
    )


def deadlines(state: EventState, now: datetime) -> tuple[DeadlineView, ...]:
    """Returns the ends of corrections that are announced now, and that they are over (R-129)."""
    views = []
    for session in state.sessions.values():
        by_round = session.deadline
        if by_round is not None and state.session(by_round.in_session).started_at is not None:
            is_over = is_round_deadline_over(state, session.number)
            params: dict[str, ParamValue] = {
                "session": by_round.session,
                "in_session": by_round.in_session,
                "round": by_round.round,
            }
            code = "deadline.round-over" if is_over else "deadline.until-round"
            views.append(DeadlineView(Problem(code, params), None, by_round, is_over))
    if state.deadline is not None:
        is_over = now > state.deadline
        unit, left = _time_until(state.deadline, now)
        words = Problem("deadline.over") if is_over else Problem(unit.left, {"n": left})
        views.append(DeadlineView(words, state.deadline, None, is_over))
    return tuple(views)


def board_sets(state: EventState, place: Place) -> tuple[BoardSetView, ...]:
    """Returns the board sets of a section with their condition; none without a master sheet."""
    section = state.section(place)
    sets = section.movement.board_sets if section.movement is not None else ()
    views = []
    for number, boards in enumerate(sets, start=1):
        conditions = {section.conditions.get(board, BoardCondition.UNMADE) for board in boards}
        problems = (making_problem(state, place, board) for board in boards)
        making = next((problem for problem in problems if problem is not None), None)
        views.append(BoardSetView(number, boards, conditions.pop() if len(conditions) == 1 else None, making))
    return tuple(views)


def making_problem(state: EventState, place: Place, board: BoardNumber) -> Problem | None:
    """Returns why a board is not to be made (again), or None (manual, lines 594-598)."""
    condition = state.section(place).conditions.get(board, BoardCondition.UNMADE)
    played = any((s.session, s.section, s.board) == (place.session, place.section, board) for s in state.results)
    if played:
        return Problem("boards.played", {"board": board})
    if condition is BoardCondition.MACHINE_DEALT:
        return Problem("boards.machine-dealt", {"board": board})
    return Problem("boards.already-made", {"board": board}) if condition is BoardCondition.MADE else None


def _ticked_lines(state: EventState, session: SessionNumber) -> Iterator[ListLine]:
    state_of_session = state.session(session)
    dealt = sorted(
        board
        for section in state_of_session.sections.values()
        for board, condition in section.conditions.items()
        if condition is BoardCondition.MACHINE_DEALT
    )
    for item in ITEMS:
        if item.needs_record and not dealt:
            continue
        params: dict[str, ParamValue] = {"first": dealt[0], "last": dealt[-1]} if item.needs_record else {}
        tick = state_of_session.ticks.get(item.name)
        yield ListLine(
            phase=item.phase, words=Problem(item.code, params), item=item, tick=tick, is_done=tick is not None
        )


def _known_lines(state: EventState, now: datetime) -> Iterator[ListLine]:
    missing = sum(len(missing_slots(state, number)) for number in state.sessions)
    late = sum(len(late_plays(state, number)) for number in state.sessions)
    pending = sum(note.is_pending for note in state.rulings.notes.values())
    deadline = state.deadline
    yield _automatic_line("list.results", not missing and state.is_scored, {"n": missing})
    if late:
        yield _automatic_line("list.late-plays", False, {"n": late})
    yield _automatic_line("list.rulings", not pending, {"n": pending})
    yield _automatic_line("list.published", deadline is not None, {})
    unit, left = (_MINUTES, 0) if deadline is None else _time_until(deadline, now)
    is_over = state.publication.finalised_at is not None or (deadline is not None and now > deadline)
    words = Problem("list.deadline") if is_over else Problem(unit.open, {"n": left})
    yield ListLine(phase=ListPhase.CLOSING, words=words, item=None, tick=None, is_done=is_over)


def _automatic_line(code: str, is_done: bool, params: dict[str, ParamValue]) -> ListLine:
    words = Problem(code) if is_done else Problem(f"{code}-open", params)
    return ListLine(phase=ListPhase.CLOSING, words=words, item=None, tick=None, is_done=is_done)


def _time_until(moment: datetime, now: datetime) -> tuple[_Unit, int]:
    """Returns the time left in its usual unit, rounded up: minutes up to two hours, hours up to two days, then days.
    Returns 0 minutes if the moment has passed."""
    seconds = max(0, int((moment - now).total_seconds()))
    unit = next((unit for unit in _UNITS if seconds > 2 * unit.seconds), _MINUTES)
    return unit, -(-seconds // unit.seconds)
