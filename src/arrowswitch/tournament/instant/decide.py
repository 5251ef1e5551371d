"""Decides on datums and tables that are given, and whether instant matchpoints have a table for every board.

An event that passes here can be scored at any time: no board that can be played is without a table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from fractions import Fraction

from arrowswitch.core.errors import ParamValue, Problem, Refused
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.possible import is_possible
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.core.scoring.amounts import plain_string
from arrowswitch.core.scoring.methods import Method
from arrowswitch.tournament.model.context import Context, Rules, need_approver, need_reason
from arrowswitch.tournament.model.ledger import Fact
from arrowswitch.tournament.model.slices.instant import DatumsGiven, GiveDatums, GiveTables, TablesGiven
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.instant import BoardTables

_LONGEST_NAME = 200
_MOST_RESULTS = 1_000_000
MOST_DATUM = 7600
"""The most that a board can bring: 1NT redoubled with six vulnerable overtricks brings less."""


def give_tables(state: EventState, command: GiveTables, context: Context) -> tuple[Fact, ...]:
    """Decides on the tables of a session."""
    session = state.session(command.session)
    if command.tables == state.instant.tables.get(session.number):
        return ()
    if command.tables is not None:
        Refused.check(_problems(command.tables))
    if session.started_at is not None:
        if state.settings.scoring.method is Method.INSTANT:
            Refused.check(_without(command.tables, boards_in_play(state, session.number)))
        need_reason(context, "instant.needs-reason")
    need_approver(state, command.approver, context.now, session.number)
    return (TablesGiven(session.number, command.tables),)


def give_datums(state: EventState, command: GiveDatums, context: Context) -> tuple[Fact, ...]:
    """Decides on datums of boards that are in play; only methods that compare with one take them."""
    session = state.session(command.session)
    present = state.instant.datums.get(session.number, {})
    new = {board: datum for board, datum in sorted(command.datums.items()) if present.get(board) != datum}
    if not new:
        return ()
    if any(datum is not None for datum in new.values()) and not compares_with_datum(state):
        raise Refused.of("datum.method")
    Refused.check(_datum_problems(new, boards_in_play(state, session.number)))
    need_approver(state, command.approver, context.now, session.number)
    return (DatumsGiven(session.number, new),)


def compares_with_datum(state: EventState) -> bool:
    """True if the boards of an event are compared with a datum."""
    return state.settings.scoring.method.boards in (Method.BUTLER, Method.HOUSTON)


def table_problems(
    state: EventState, session: SessionNumber, boards: Iterable[BoardNumber], method: Method
) -> Iterator[Problem]:
    """Yields the boards without a table, where a method needs one for each."""
    if method is Method.INSTANT:
        yield from _without(state.instant.tables.get(session), boards)


def boards_in_play(state: EventState, session: SessionNumber) -> tuple[BoardNumber, ...]:
    """Returns the boards that a session's movements plan, and those with a result."""
    movements = [section.movement for section in state.session(session).sections.values()]
    planned = {board for one in movements if one is not None for boards in one.board_sets for board in boards}
    return tuple(sorted(planned | {slot.board for slot in state.results if slot.session == session}))


def boards_without_table(state: EventState, session: SessionNumber) -> tuple[BoardNumber, ...]:
    """Returns the boards of a session without a table."""
    tables = state.instant.tables.get(session)
    by_board = {} if tables is None else tables.boards
    return tuple(board for board in boards_in_play(state, session) if not by_board.get(board))


def _without(tables: BoardTables | None, boards: Iterable[BoardNumber]) -> Iterator[Problem]:
    by_board = {} if tables is None else tables.boards
    for board in boards:
        if not by_board.get(board):
            yield Problem("instant.no-table", {"board": board})


def _datum_problems(
    datums: Mapping[BoardNumber, Fraction | None], boards: Collection[BoardNumber]
) -> Iterator[Problem]:
    for board, datum in datums.items():
        if datum is not None and board not in boards:
            yield Problem("datum.board", {"board": board}, f"datum-{board}")
        elif datum is not None and abs(datum) > MOST_DATUM:
            params: dict[str, ParamValue] = {"datum": plain_string(datum), "most": MOST_DATUM, "board": board}
            yield Problem("datum.range", params, f"datum-{board}")


def _problems(tables: BoardTables) -> Iterator[Problem]:
    if len(tables.name) > _LONGEST_NAME:
        yield Problem("instant.name", {"most": _LONGEST_NAME}, "name")
    if not tables.boards:
        yield Problem("frequencies.none")
    for board, table in tables.boards.items():
        total = sum(count for _, count in table)
        if total > _MOST_RESULTS or any(count < 1 for _, count in table):
            yield Problem("instant.count", {"board": board, "most": _MOST_RESULTS})
        for score, _ in table:
            if not is_possible(score, board):
                yield Problem("instant.score", {"board": board, "score": score})


RULES: Rules = {
    GiveTables: give_tables,
    GiveDatums: give_datums,
}
