"""How many copies of its boards a round needs where many tables play the same set at once, and how fewer are relayed.

JCBL director's manual 3.3, lines 1511-1517: in a Swiss all tables play the same boards in a round, and these must be
prepared each time. With a copy for every table nobody waits. Fewer copies go round: as many tables as a set has boards
can share one, each beginning with another board and handing it down (decision: the manual names no relay for it).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.model import Movement, RoundNumber, TableNumber


@dataclass(frozen=True, slots=True)
class BoardSupply:
    """A set that is played in a round, and at which tables at once, in ascending order; `later` are those that play it
    in the second half of a triangle."""

    boards: tuple[BoardNumber, ...]
    tables: tuple[TableNumber, ...]
    later: tuple[TableNumber, ...] = ()

    @property
    def copies(self) -> int:
        """Returns the number of copies needed so that no table waits for boards: one for each table."""
        return len(self.tables)

    @property
    def least(self) -> int:
        """Returns the fewest copies needed: each table has one of the boards in play at a time.

        >>> BoardSupply(tuple(range(1, 9)), tuple(range(1, 17))).least
        2
        """
        return -(-len(self.tables) // len(self.boards))

    @property
    def relay(self) -> tuple[tuple[TableNumber, ...], ...]:
        """Returns the tables that share a copy with the fewest copies: neighbours, in groups as even as possible.

        >>> BoardSupply((1, 2, 3), (1, 2, 3, 4, 5)).relay
        ((1, 2), (3, 4, 5))
        """
        ends = [len(self.tables) * at // self.least for at in range(self.least + 1)]
        return tuple(self.tables[start:end] for start, end in pairwise(ends))

    def order_at(self, table: TableNumber) -> tuple[BoardNumber, ...]:
        """Returns in which order a table plays the boards of a shared copy: the next table of its group is always one
        board ahead, so that what a table has finished goes to the table before it.

        >>> BoardSupply((1, 2, 3), (5, 6, 7)).order_at(6)
        (2, 3, 1)
        """
        place = next(group.index(table) for group in self.relay if table in group)
        return self.boards[place:] + self.boards[:place]


def board_supply(movement: Movement, round_number: RoundNumber) -> tuple[BoardSupply, ...]:
    """Returns the sets that are played in a round, by their numbers; nothing for what nobody plays."""
    tables: dict[int, tuple[list[TableNumber], list[TableNumber]]] = {}
    seated: set[tuple[str, bool]] = set()
    for meeting in sorted(movement.in_round(round_number), key=lambda one: one.table):
        if movement.is_played(meeting):
            sides = {(number, is_ns) for is_ns in (True, False) for number in (meeting.ns if is_ns else meeting.ew)}
            tables.setdefault(meeting.board_set, ([], []))[not seated.isdisjoint(sides)].append(meeting.table)
            seated |= sides
    return tuple(_supply(movement.board_sets[number - 1], *tables[number]) for number in sorted(tables))


def _supply(boards: tuple[BoardNumber, ...], first: list[TableNumber], second: list[TableNumber]) -> BoardSupply:
    """Returns the use of a set. Contestants that sit on a side for the second time come after their first half."""
    return BoardSupply(boards, tuple(first), tuple(second)) if first else BoardSupply(boards, tuple(second))
