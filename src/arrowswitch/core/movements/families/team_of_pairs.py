"""Team of pairs: four or five pairs at two tables, with new team-mates in every round.

JCBL director's manual 3.3, lines 1534-1566. Both tables play the same boards in a round; then the East-West pairs
change tables and compare: team-mates are North-South of one table and East-West of the other. For four pairs the sheet
is printed; every pair is everybody's team-mate once. For five pairs the manual names a Howell of three tables but
prints no sheet: here pair r sits out in round r and the others are seated round it, so that everybody meets everybody
once and sits as often North-South as East-West.
"""

from __future__ import annotations

from typing import Unpack

from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.families.common.sheets import (
    BoardOptions,
    Options,
    board_options,
    made_sheet,
    numbers_from,
    seat_contestants,
)
from arrowswitch.core.movements.model import Movement, RoundNumber
from arrowswitch.core.movements.rules.mitchell_rules import Seats, wrap

TABLES = 2
_FOUR = (((4, 1), (3, 2)), ((4, 2), (1, 3)), ((4, 3), (2, 1)))
"""For each round the two tables, North-South first (lines 1550-1564)."""
_USUAL_BOARDS = {3: 8, 5: 5}
"""Eight boards a round for four pairs (lines 1552-1564); 25 boards in all for five (line 1546: four to eight)."""


def team_of_pairs(
    tables: int = TABLES,
    rounds: RoundNumber | None = None,
    waiting: int = 0,
    **common: Unpack[BoardOptions],
) -> Movement:
    """Returns the movement of four pairs in three rounds or, with one pair `waiting`, of five pairs in five.

    Raises Refused (`families.team-of-pairs-rounds`) for other rounds.
    """
    sheet = _five() if waiting else _FOUR
    if rounds not in (None, len(sheet)):
        raise Refused.of("families.team-of-pairs-rounds", "rounds", rounds=rounds or 0, full=len(sheet))
    numbers = numbers_from(1, 5 if waiting else 4)
    seats = [
        Seats(r, table, ns, ew, r)
        for r, row in enumerate(sheet, start=1)
        for table, (ns, ew) in enumerate(row, start=1)
    ]
    options: Options = {"tables": tables, "rounds": len(sheet), "waiting": waiting}
    return made_sheet(
        "team-of-pairs",
        seat_contestants(seats, numbers),
        (numbers,),
        options | board_options(common, _USUAL_BOARDS[len(sheet)]),
        stationary=() if waiting else numbers[-1:],
    )


def _five() -> tuple[tuple[tuple[int, int], tuple[int, int]], ...]:
    """Returns the sheet of five pairs: around the one who sits out, the neighbours meet, and those beyond them."""
    return tuple(((wrap(r + 1, 5), wrap(r - 1, 5)), (wrap(r + 2, 5), wrap(r - 2, 5))) for r in range(1, 6))
