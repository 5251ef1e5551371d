"""Mitchell of an even number of tables without a relay or a skip: all pairs of both sides meet on all boards.

An even number of tables cannot do so with boards and pairs that move one place each round. Two orthogonal Latin squares
can: one gives the visitors of each table in each round, the other its boards, so that every table meets every visitor
once and both play every set once. The JCBL director's manual 3.3 prints such a sheet for 8 tables only (lines
2243-2255). There is none for 6 tables (Euler's officers); those of 4, 8, 10 and 12 tables are in `appendix_squares`.
Boards and pairs move irregularly, so guide cards are needed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Unpack

from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.families.candidate import Candidate, Request, with_two_rankings
from arrowswitch.core.movements.families.common.two_fields import TwoFields, numbering_problems, two_fields
from arrowswitch.core.movements.model import Movement, RoundNumber
from arrowswitch.core.movements.rules.mitchell_rules import MitchellSheet, Seats
from arrowswitch.core.movements.searched.appendix_squares import opponents, orthogonal_sizes

FAMILY = "latin-mitchell"
TABLES = orthogonal_sizes()


def latin_mitchell(
    tables: int, rounds: RoundNumber | None = None, phantom: str = "none", **common: Unpack[TwoFields]
) -> Movement:
    """Returns the Mitchell of as many rounds as tables; `phantom` is the side whose last pair is missing."""
    Refused.check(numbering_problems(tables, common))
    seats = tuple(
        Seats(round=r, table=table, ns=table, ew=visitor, board_set=board_set)
        for r, row in enumerate(opponents(tables), start=1)
        for table, (visitor, board_set) in enumerate(row, start=1)
    )
    return two_fields(
        FAMILY,
        MitchellSheet(tables=tables, rounds=tables, sets=tables, seats=seats),
        {"tables": tables, "rounds": rounds or tables, "phantom": phantom, "relays": "none"},
        common,
        phantom=phantom,
    )


def latin_rounds(tables: int) -> tuple[RoundNumber, ...]:
    """Returns the only number of rounds."""
    return (tables,)


def latin_candidates(request: Request) -> Iterator[Candidate]:
    """Yields the movement for a director who asks for as many rounds as tables."""
    if request.tables in TABLES and request.rounds == request.tables:
        yield with_two_rankings(FAMILY, request.tables, request.tables)
