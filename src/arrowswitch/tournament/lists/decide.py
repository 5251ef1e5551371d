"""Decides on what is ticked and announced: items of the lists, the condition of boards, ends of corrections.

Manual, lines 594-598 (made boards are not made again), 3846-3850 (the hand records are compared), 3898-3916 (the end of
corrections is announced; closing).
"""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.core.errors import NotFound, Problem, Refused
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.tournament.entries.entrants import rounds_of
from arrowswitch.tournament.lists.items import ITEMS, making_problem
from arrowswitch.tournament.model.context import Context, Rules
from arrowswitch.tournament.model.ledger import Fact
from arrowswitch.tournament.model.slices.lists import (
    AnnounceDeadline,
    BoardsMarked,
    DeadlineAnnounced,
    ItemTicked,
    MarkBoards,
    TickItem,
)
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.lists import BoardCondition, RoundDeadline

_LONGEST_NAME = 80


def tick(state: EventState, command: TickItem, context: Context) -> tuple[Fact, ...]:
    """Decides on a tick, with the name of the person who did the item, and the way if it has several."""
    session = state.session(command.session)
    item = next((item for item in ITEMS if item.name == command.item), None)
    if item is None:
        raise NotFound.of("list.unknown-item", item=command.item)
    tick = session.ticks.get(item.name)
    name, choice = " ".join(command.name.split()), command.choice.strip()
    if not command.is_done:
        return () if tick is None else (ItemTicked(session=session.number, item=item.name, name=name, is_done=False),)
    if not name:
        raise Refused.of("list.needs-name")
    if len(name) > _LONGEST_NAME:
        raise Refused.of("list.name-too-long", most=_LONGEST_NAME)
    if choice not in (item.choices or ("",)):
        raise Refused.of("list.choice", choices=", ".join(item.choices))
    if tick is not None and (tick.name, tick.choice) == (name, choice):
        return ()
    return (ItemTicked(session=session.number, item=item.name, name=name, choice=choice),)


def mark_boards(state: EventState, command: MarkBoards, context: Context) -> tuple[Fact, ...]:
    """Decides on the condition of board sets; boards that hold their hands are not made again without a reason."""
    section = state.section(command.place)
    if section.movement is None:
        raise Refused.of("boards.no-sheet", section=section.letter)
    sets = section.movement.board_sets
    unknown = [number for number in command.sets if not 1 <= number <= len(sets)]
    Refused.check(Problem("boards.no-such-set", {"set": number, "sets": len(sets)}) for number in unknown)
    chosen = command.sets or tuple(range(1, len(sets) + 1))
    boards = tuple(sorted({board for number in chosen for board in sets[number - 1]}))
    if command.condition is BoardCondition.MADE and not command.force.strip():
        Refused.check(_making_problems(state, command, boards))
    if all(section.conditions.get(board, BoardCondition.UNMADE) is command.condition for board in boards):
        return ()
    return (BoardsMarked(command.place, boards, command.condition),)


def announce_deadline(state: EventState, command: AnnounceDeadline, context: Context) -> tuple[Fact, ...]:
    """Decides on announcing the end of a round as the end of corrections of a session."""
    session, later = state.session(command.session), state.session(command.in_session)
    rounds = rounds_of(later)
    if command.round < 0 or (rounds and command.round > rounds):
        raise Refused.of("clock.no-such-round", round=command.round, rounds=rounds)
    if command.in_session < command.session:
        raise Refused.of("deadline.earlier-session", session=command.session)
    announced = RoundDeadline(session.number, later.number, command.round) if command.round else None
    if announced == session.deadline:
        return ()
    return (DeadlineAnnounced(session.number, later.number, command.round),)


def _making_problems(state: EventState, command: MarkBoards, boards: tuple[BoardNumber, ...]) -> Iterator[Problem]:
    making = (making_problem(state, command.place, board) for board in boards)
    seen: set[str] = set()
    for problem in making:
        if problem is not None and problem.code not in seen:
            seen.add(problem.code)
            yield problem


RULES: Rules = {
    TickItem: tick,
    MarkBoards: mark_boards,
    AnnounceDeadline: announce_deadline,
}
