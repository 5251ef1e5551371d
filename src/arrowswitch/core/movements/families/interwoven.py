"""The interwoven Howell: two groups each play a Howell among themselves, in the same board sets.

JCBL director's manual 3.3, lines 2178-2217, 2257-2266 and 2476-2478: the second (or first) session of a two-session
game in one section, whose other session is a Mitchell of group A (numbers 1 to T) against group B (T + 1 to 2T). B
plays the sets that rest in group A's Howell; sets that are missing are shared. With an odd number of tables the pairs
left over, i and i + T, meet; the Mitchell must leave their meeting out (`two_session_mitchell`). One field.
"""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.movements.board_sets import numbered_sets, usual_boards_per_round
from arrowswitch.core.movements.families.ab_tables import format_relays
from arrowswitch.core.movements.families.howell import with_phantom
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber
from arrowswitch.core.movements.searched.interwoven_starters import interwoven_library


def interwoven_howell(
    tables: int,
    rounds: RoundNumber | None = None,
    boards_per_round: int | None = None,
    first_board: int = 1,
    phantom: str = "none",
) -> Movement:
    """Returns the interwoven Howell; by default with as many rounds as there are up to 13.

    `phantom` is `none`, `last` or a number. Raises Refused (`interwoven.tables`, `interwoven.rounds`, `howell.phantom`)
    with what there is instead.
    """
    Refused.check(interwoven_problems_of(tables, rounds))
    played = rounds if rounds is not None else max(interwoven_rounds(tables))
    starter = interwoven_library()[tables, played]
    boards = boards_per_round or usual_boards_per_round(played)
    numbers = tuple(Number(f"{number}") for number in range(1, 2 * tables + 1))
    meetings = tuple(
        Meeting(round=round_number, table=table, ns=(Number(f"{ns}"),), ew=(Number(f"{ew}"),), board_set=board_set)
        for round_number, table, ns, ew, board_set in starter.meetings()
    )
    movement = Movement(
        family="interwoven-howell",
        kind=ContestantKind.PAIR,
        contestants=numbers,
        tables=tables,
        rounds=played,
        board_sets=numbered_sets(played, boards, first_board),
        meetings=meetings,
        fields=(numbers,),
        options={
            "tables": tables,
            "rounds": played,
            "boards_per_round": boards,
            "first_board": first_board,
            "relays": format_relays(meetings),
        },
        stationary=tuple(Number(f"{number}") for number in starter.stationary),
        bye_stands=starter.bye_stands,
    )
    return with_phantom(movement, phantom)


def interwoven_rounds(tables: int) -> tuple[RoundNumber, ...]:
    """Returns the numbers of rounds for which there is an interwoven Howell of this many tables.

    >>> interwoven_rounds(9)
    (7, 8, 9)
    """
    return tuple(sorted(rounds for size, rounds in interwoven_library() if size == tables))


def interwoven_problems_of(tables: int, rounds: RoundNumber | None) -> Iterator[Problem]:
    """Yields why there is no interwoven Howell of this size."""
    possible = interwoven_rounds(tables)
    if not possible:
        sizes = [size for size, _ in interwoven_library()]
        yield Problem("interwoven.tables", {"tables": tables, "least": min(sizes), "most": max(sizes)}, "tables")
    elif rounds is not None and rounds not in possible:
        written = ", ".join(map(str, possible))
        yield Problem("interwoven.rounds", {"tables": tables, "rounds": rounds, "possible": written}, "rounds")
