"""Houston pairs: everybody meets everybody over two or four sessions, all tables on the same boards in every round.

JCBL director's manual 3.3, lines 1444, 3369-3374 and 3449: 5 to 7 tables in two sessions and 6 to 11 in four, each
session a movement of its own; the barometer form (line 1519) has as many board sets as rounds and all tables share
each. Pairs follow each other as in a Howell, the last number sitting still; they change sides from table to table, so
that each sits as often North-South as East-West, give or take one round.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Unpack

from arrowswitch.core.contestants import Number
from arrowswitch.core.digits import whole_of
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.movements.families.common.sheets import (
    BoardOptions,
    Options,
    board_options,
    made_sheet,
    numbers_from,
    seat_contestants,
)
from arrowswitch.core.movements.families.teams import parts
from arrowswitch.core.movements.model import Movement, RoundNumber
from arrowswitch.core.movements.rules.mitchell_rules import Seats, wrap

TABLES = {2: range(5, 8), 4: range(6, 12)}
"""The numbers of tables by the number of sessions (line 3449)."""
ALL_TABLES = range(5, 12)
LISTED_BOARDS = {5: 7, 6: 6, 7: 5}
"""The boards of a round in the list of two sessions, by the number of tables (lines 3372-3374)."""
_MANY_TABLES_BOARDS = 4


def houston(
    tables: int,
    sessions: int | None = None,
    session: int = 1,
    phantom: str = "none",
    **common: Unpack[BoardOptions],
) -> Movement:
    """Returns the movement of one session of Houston pairs.

    - `sessions` is 2 or 4, by default 2 where there is that, and `session` which of them.
    - `boards_per_round` is that of the list by default (lines 3372-3374), 4 from eight tables on (line 1444).
    - `phantom` is `none`, `last` or a number.

    Raises Refused (`houston.tables`, `houston.sessions`, `houston.session`, `houston.phantom`).
    """
    count = sessions if sessions is not None else (2 if tables in TABLES[2] else 4)
    Refused.check(houston_problems(tables, count, session, phantom))
    rounds = houston_rounds(tables, count)
    before, played = sum(rounds[: session - 1]), rounds[session - 1]
    numbers = numbers_from(1, 2 * tables)
    seats = [
        Seats(r, table, ns, ew, r)
        for r in range(1, played + 1)
        for table, (ns, ew) in enumerate(_round(tables, before + r), start=1)
    ]
    options: Options = {"tables": tables, "sessions": count, "session": session, "phantom": phantom}
    boards = board_options(common, LISTED_BOARDS.get(tables, _MANY_TABLES_BOARDS))
    made = made_sheet(
        "houston", seat_contestants(seats, numbers), (numbers,), options | boards, stationary=numbers[-1:]
    )
    missing = {"none": None, "last": numbers[-1]}.get(phantom, Number(phantom))
    return made.with_phantom(missing)


def houston_rounds(tables: int, sessions: int) -> tuple[RoundNumber, ...]:
    """Returns the rounds of each session: one fewer than pairs in all, the later sessions one more where they differ.

    >>> houston_rounds(7, 2), houston_rounds(11, 4)
    ((6, 7), (5, 5, 5, 6))
    """
    return tuple(map(len, parts(2 * tables - 1, sessions)))


def houston_problems(tables: int, sessions: int, session: int, phantom: str = "none") -> Iterator[Problem]:
    """Yields why there is no such session of Houston pairs."""
    if sessions not in TABLES:
        yield Problem("houston.sessions", {"sessions": sessions}, "sessions")
        return
    if tables not in TABLES[sessions]:
        least, most = TABLES[sessions][0], TABLES[sessions][-1]
        where = {"tables": tables, "sessions": sessions, "least": least, "most": most}
        yield Problem("houston.tables", {**where}, "tables")
    if not 1 <= session <= sessions:
        yield Problem("houston.session", {"session": session, "sessions": sessions}, "session")
    if phantom not in ("none", "last") and not 1 <= (whole_of(phantom) or 0) <= 2 * tables:
        yield Problem("houston.phantom", {"phantom": phantom, "most": 2 * tables}, "phantom")


def _round(tables: int, round_number: RoundNumber) -> Iterator[tuple[int, int]]:
    """Yields the pairs North-South and East-West at each table: r against the last number, then r + k against r - k."""
    most = 2 * tables - 1
    still = (2 * tables, wrap(round_number, most))
    yield still if round_number % 2 else still[::-1]
    for k in range(1, tables):
        two = wrap(round_number + k, most), wrap(round_number - k, most)
        yield two if k % 2 else two[::-1]
