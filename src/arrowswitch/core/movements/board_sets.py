"""How boards are laid out in sets: their numbers, and how many boards a round usually has.

JCBL director's manual 3.3, lines 800-806 and 942-948: a session is 20 to 30 boards, 26 is the standard.
"""

from __future__ import annotations

from arrowswitch.core.game.boards import BoardNumber

_SESSION = 27
_FEWEST = 2
_MOST = 6


def numbered_sets(
    sets: int, boards_per_round: int, first_board: BoardNumber = 1
) -> tuple[tuple[BoardNumber, ...], ...]:
    """Returns `sets` board sets of `boards_per_round` boards each, numbered through from `first_board`.

    >>> numbered_sets(3, 2)
    ((1, 2), (3, 4), (5, 6))
    """
    starts = range(first_board, first_board + sets * boards_per_round, boards_per_round)
    return tuple(tuple(range(start, start + boards_per_round)) for start in starts)


def usual_boards_per_round(rounds: int) -> int:
    """Returns the boards of a round when nobody says otherwise: as many as fit into 27 boards, from two to six.

    These are the numbers of the manual's figures: 3 boards for 7 to 9 rounds, 2 for 10 to 13.

    >>> [usual_boards_per_round(rounds) for rounds in (5, 7, 9, 11, 13)]
    [5, 3, 3, 2, 2]
    """
    return min(_MOST, max(_FEWEST, _SESSION // rounds))
