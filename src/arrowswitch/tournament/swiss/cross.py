"""The cross table of a Swiss, round by round: whom everybody met, who sat out, and the ranks after each round.

JCBL director's manual 3.3, lines 2664-2675. The matches are those of `matches.views.cross_table`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.model import RoundNumber, SectionLetter
from arrowswitch.tournament.matches.views import CrossCell, CrossRow, CrossTable
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.draws import DrawnRound
from arrowswitch.tournament.scored.match_standings import MatchTable
from arrowswitch.tournament.scored.session import tables_of
from arrowswitch.tournament.swiss.rounds import drawn_rounds, session_of_round


@dataclass(frozen=True, slots=True)
class RoundCell:
    """A contestant's round: the matches (two in a triangle over two rounds), or the sit-out; its rank afterwards.

    `triangle` are the two others of a triangle within the round, whose halves are one match. `shared` are the points of
    that triangle, of the sit-out, or of a round missed by a late entry; None while it is open.
    """

    matches: tuple[CrossCell, ...]
    is_out: bool
    rank: int | None
    triangle: tuple[Number, ...] = ()
    shared: Fraction | None = None
    is_missed: bool = False


RoundRow = tuple[CrossRow, tuple[RoundCell, ...]]


def rows_by_round(
    state: EventState, table: CrossTable, rounds: Sequence[RoundNumber], after: RoundNumber | None = None
) -> tuple[RoundRow, ...]:
    """Returns the rows of a cross table with a cell for each of these rounds, in the order of the ranking: the present
    one, or that `after` an earlier round."""
    ranks = {number: _ranks(state, table.section, number) for number in rounds}
    drawn = dict(drawn_rounds(state, table.section))
    rows = [
        (row, tuple(_cell(state, table, row, drawn.get(number), number, ranks[number]) for number in rounds))
        for row in table.rows
    ]
    if after is not None:
        rows.sort(key=lambda row: ranks[after].get(row[0].number) or len(rows) + 1)
    return tuple(rows)


def _cell(
    state: EventState,
    table: CrossTable,
    row: CrossRow,
    drawn: DrawnRound | None,
    number: RoundNumber,
    ranks: Mapping[Number, int],
) -> RoundCell:
    matches = tuple(cell for met in row.cells for cell in met if cell.round == number)
    is_out = drawn is not None and drawn.sit_out == row.number
    is_of_three = drawn is not None and not matches and not drawn.goes_on and row.number in drawn.triangle
    three = drawn.triangle if drawn is not None and is_of_three else ()
    is_absent = drawn is not None and row.number not in drawn.numbers
    shared = _table_after(state, table.section, number).shared if is_out or three or is_absent else {}
    brings = shared.get((*session_of_round(state, number), row.number))
    return RoundCell(
        matches=matches,
        is_out=is_out,
        rank=ranks.get(row.number),
        triangle=tuple(other for other in three if other != row.number),
        shared=brings,
        is_missed=is_absent and brings is not None,
    )


def _table_after(state: EventState, letter: SectionLetter, round_number: RoundNumber) -> MatchTable:
    session, own = session_of_round(state, round_number)
    return next(table for table in tables_of(state, session, own) if table.section == letter)


def _ranks(state: EventState, letter: SectionLetter, round_number: RoundNumber) -> dict[Number, int]:
    """Returns everybody's rank after a round; nobody's where no match of it or before has ended."""
    table = _table_after(state, letter, round_number)
    return {line.number: line.rank for line in table.scored.ranking if line.row.matches or line.row.carried}
