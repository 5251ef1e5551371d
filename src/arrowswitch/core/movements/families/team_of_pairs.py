"""Team of pairs: four or five pairs at two tables, with new team-mates in every round.

JCBL director's manual 3.3, lines 1534-1566. Both tables play the same boards in a round; then the East-West pairs
change tables and compare: team-mates are North-South of one table and East-West of the other. For four pairs the sheet
is printed; every pair is everybody's team-mate once. For five pairs the manual names a Howell of three tables but
prints no sheet: here pair r sits out in round r and the others are seated round it, so that everybody meets everybody
once and sits as often North-South as East-West.
"""

from __future__ import annotations

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.board_sets import numbered_sets
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber
from arrowswitch.core.movements.rules.mitchell_rules import wrap

TABLES = 2
_FOUR = (((4, 1), (3, 2)), ((4, 2), (1, 3)), ((4, 3), (2, 1)))
"""For each round the two tables, North-South first (lines 1550-1564)."""
_USUAL_BOARDS = {3: 8, 5: 5}
"""Eight boards a round for four pairs (lines 1552-1564); 25 boards in all for five (line 1546: four to eight)."""


def team_of_pairs(
    tables: int = TABLES,
    rounds: RoundNumber | None = None,
    waiting: int = 0,
    boards_per_round: int | None = None,
    first_board: int = 1,
) -> Movement:
    """Returns the movement of four pairs in three rounds or, with one pair `waiting`, of five pairs in five.

    Raises Refused (`families.team-of-pairs-tables`, `families.team-of-pairs-rounds`) for other sizes.
    """
    sheet = _five() if waiting else _FOUR
    if tables != TABLES:
        raise Refused.of("families.team-of-pairs-tables", "tables", tables=tables)
    if rounds not in (None, len(sheet)):
        raise Refused.of("families.team-of-pairs-rounds", "rounds", rounds=rounds or 0, full=len(sheet))
    numbers = tuple(Number(f"{i}") for i in range(1, 5 + (1 if waiting else 0)))
    boards = boards_per_round or _USUAL_BOARDS[len(sheet)]
    meetings = tuple(
        Meeting(round=r, table=table, ns=(numbers[ns - 1],), ew=(numbers[ew - 1],), board_set=r)
        for r, row in enumerate(sheet, start=1)
        for table, (ns, ew) in enumerate(row, start=1)
    )
    return Movement(
        family="team-of-pairs",
        kind=ContestantKind.PAIR,
        contestants=numbers,
        tables=TABLES,
        rounds=len(sheet),
        board_sets=numbered_sets(len(sheet), boards, first_board),
        meetings=meetings,
        fields=(numbers,),
        options={
            "tables": TABLES,
            "rounds": len(sheet),
            "waiting": waiting,
            "boards_per_round": boards,
            "first_board": first_board,
            "relays": "1+2",
        },
        stationary=() if waiting else numbers[-1:],
    )


def team_mates(movement: Movement, round_number: RoundNumber) -> tuple[tuple[Number, Number], tuple[Number, Number]]:
    """Returns the two teams of a round: North-South of one table and East-West of the other."""
    first, second = movement.in_round(round_number)
    return (first.ns[0], second.ew[0]), (second.ns[0], first.ew[0])


def _five() -> tuple[tuple[tuple[int, int], tuple[int, int]], ...]:
    """Returns the sheet of five pairs: around the one who sits out, the neighbours meet, and those beyond them."""
    return tuple(((wrap(r + 1, 5), wrap(r - 1, 5)), (wrap(r + 2, 5), wrap(r - 2, 5))) for r in range(1, 6))
