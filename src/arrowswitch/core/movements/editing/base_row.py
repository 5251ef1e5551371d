"""New sheets from nothing: an empty grid, and a base row that is developed cyclically.

JCBL director's manual 3.3, lines 810-826: round r is round 1 with every moving number and every board set raised by
r - 1, modulo the length of the cycle; numbers above it never move.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.digits import whole_of
from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.core.movements.board_sets import numbered_sets
from arrowswitch.core.movements.cells import words_of
from arrowswitch.core.movements.editing.settle import CUSTOM
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber, SetNumber
from arrowswitch.core.movements.rules.mitchell_rules import wrap

_TABLES = re.compile(r"[,;\n、；]+")
_AT_A_TABLE = {ContestantKind.PAIR: 2, ContestantKind.TEAM: 2, ContestantKind.PLAYER: 4}


@dataclass(frozen=True, slots=True)
class BaseMeeting:
    """One table of the base row: who sits North-South and East-West, and the set."""

    ns: tuple[int, ...]
    ew: tuple[int, ...]
    board_set: SetNumber


@dataclass(frozen=True, slots=True)
class Cycle:
    """How a base row is developed.

    Numbers 1 to `length` move, by `step` a round; the sets, of which there are `sets` (as many as `length` where it is
    None), go on by `board_step`.
    """

    rounds: RoundNumber
    length: int
    step: int = 1
    board_step: int = 1
    sets: int | None = None


def parse_base_row(text: str, kind: ContestantKind) -> tuple[BaseMeeting, ...]:
    """Returns the tables of a base row as typed, `14-1 1, 6-9 2, 11-4 3`: numbers and set, tables between commas.

    Raises Malformed with a problem for each table that cannot be read (`base-row.table`), or `base-row.empty`.
    """
    size = _AT_A_TABLE[kind]
    problems: list[Problem] = []
    tables: list[BaseMeeting] = []
    for place, part in enumerate((part for part in _TABLES.split(text) if part.strip()), start=1):
        words = words_of(part)
        if len(words) != size + 1 or any(not 0 < (whole_of(word) or 0) < 1000 for word in words):
            example = "8-1-6-2 1" if size == 4 else "14-1 1"
            problems.append(Problem("base-row.table", {"table": place, "text": part.strip()[:40], "example": example}))
            continue
        numbers = tuple(map(int, words[:size]))
        tables.append(BaseMeeting(numbers[: size // 2], numbers[size // 2 :], int(words[-1])))
    if not tables and not problems:
        problems.append(Problem("base-row.empty"))
    Malformed.check(problems)
    return tuple(tables)


def develop_row(
    row: tuple[BaseMeeting, ...],
    cycle: Cycle,
    kind: ContestantKind = ContestantKind.PAIR,
    boards_per_round: int = 2,
    first_board: int = 1,
) -> Movement:
    """Returns the sheet of `cycle.rounds` rounds that `row` develops to; the checker judges it.

    Everybody up to the highest number takes part. Raises Malformed `base-row.set` for a set beyond the number of sets.
    """
    sets = cycle.length if cycle.sets is None else cycle.sets
    beyond = [table for table, base in enumerate(row, start=1) if base.board_set > sets]
    Malformed.check(
        Problem("base-row.set", {"table": table, "set": row[table - 1].board_set, "most": sets}) for table in beyond
    )
    most = max(max(*base.ns, *base.ew) for base in row)
    numbers = tuple(Number(str(number)) for number in range(1, max(most, cycle.length) + 1))

    def at(number: int, done: int) -> Number:
        return Number(str(number if number > cycle.length else wrap(number + done * cycle.step, cycle.length)))

    meetings = tuple(
        Meeting(
            round=done + 1,
            table=table,
            ns=tuple(at(number, done) for number in base.ns),
            ew=tuple(at(number, done) for number in base.ew),
            board_set=wrap(base.board_set + done * cycle.board_step, sets),
        )
        for done in range(cycle.rounds)
        for table, base in enumerate(row, start=1)
    )
    return Movement(
        family=CUSTOM,
        kind=kind,
        contestants=numbers,
        tables=len(row),
        rounds=cycle.rounds,
        board_sets=numbered_sets(sets, boards_per_round, first_board),
        meetings=meetings,
        fields=(numbers,),
        stationary=numbers[cycle.length :] if kind is not ContestantKind.TEAM else (),
    )


def empty_grid(
    kind: ContestantKind,
    contestants: int,
    tables: int,
    rounds: RoundNumber,
    boards_per_round: int = 2,
    first_board: int = 1,
    sets: int | None = None,
) -> Movement:
    """Returns a sheet without a single meeting, with as many sets as rounds where none are said."""
    numbers = tuple(Number(str(number)) for number in range(1, contestants + 1))
    return Movement(
        family=CUSTOM,
        kind=kind,
        contestants=numbers,
        tables=tables,
        rounds=rounds,
        board_sets=numbered_sets(rounds if sets is None else sets, boards_per_round, first_board),
        meetings=(),
        fields=(numbers,),
    )
