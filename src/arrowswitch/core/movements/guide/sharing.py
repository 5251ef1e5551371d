"""Groups of tables that share boards in a round.

JCBL director's manual 3.3, lines 782 and 1291 (relays). In a round that is drawn all tables play the same boards (lines
1511-1517): each match has boards of its own, and its two tables share them.
"""

from __future__ import annotations

from collections import defaultdict

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.model import Movement, RoundNumber, SetNumber, TableNumber


def tables_sharing(movement: Movement, round_number: RoundNumber) -> tuple[tuple[TableNumber, ...], ...]:
    """Returns the groups of tables that share boards in a round, each in the order of its tables."""
    if not movement.is_played_by_draws:
        return tuple(movement.sharing(round_number).values())
    matches: dict[tuple[SetNumber, frozenset[Number]], list[TableNumber]] = defaultdict(list)
    for meeting in movement.in_round(round_number):
        if movement.is_played(meeting):
            matches[meeting.board_set, frozenset(meeting.contestants)].append(meeting.table)
    return tuple(tuple(sorted(tables)) for tables in matches.values() if len(tables) > 1)
