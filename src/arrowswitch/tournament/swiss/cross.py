"""The cross table of a Swiss, round by round: whom everybody met, who sat out, and the ranks after each round.

JCBL director's manual 3.3, lines 2664-2675. The matches are those of `matches.views.cross_table`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.model import RoundNumber, SectionLetter
from arrowswitch.tournament.event.model import EventState
from arrowswitch.tournament.matches.views import CrossCell, CrossRow, CrossTable
from arrowswitch.tournament.scored.session import tables_of
from arrowswitch.tournament.swiss.rounds import drawn_rounds, session_of_round


@dataclass(frozen=True, slots=True)
class RoundCell:
    """What a contestant did in a round: the matches (two in a triangle), or it sat out; its rank then."""

    matches: tuple[CrossCell, ...]
    is_out: bool
    rank: int | None


RoundRow = tuple[CrossRow, tuple[RoundCell, ...]]


def rows_by_round(
    state: EventState, table: CrossTable, rounds: Sequence[RoundNumber], after: RoundNumber | None = None
) -> tuple[RoundRow, ...]:
    """Returns the rows of a cross table with a cell for each of these rounds, in the order of the ranking: the present
    one, or that `after` an earlier round."""
    ranks = {number: _ranks(state, table.section, number) for number in rounds}
    out = {(number, drawn.sit_out) for number, drawn in drawn_rounds(state, table.section)}
    found = [
        (
            row,
            tuple(
                RoundCell(
                    tuple(cell for met in row.cells for cell in met if cell.round == number),
                    (number, row.number) in out,
                    ranks[number].get(row.number),
                )
                for number in rounds
            ),
        )
        for row in table.rows
    ]
    if after is not None:
        found.sort(key=lambda row: ranks[after].get(row[0].number) or len(found) + 1)
    return tuple(found)


def _ranks(state: EventState, letter: SectionLetter, round_number: RoundNumber) -> dict[Number, int]:
    """Returns everybody's rank after a round; nobody's where no match of it or before has ended."""
    session, own = session_of_round(state, round_number)
    table = next(table for table in tables_of(state, session, own) if table.section == letter)
    return {line.number: line.rank for line in table.scored.ranking if line.row.matches or line.row.carried}
