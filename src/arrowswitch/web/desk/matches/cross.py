"""The cross table: who brought what against whom; of a Swiss who met whom in each round, with the ranking after it.

JCBL director's manual 3.3, lines 1746-1760, and 2664-2675 for the Swiss. Forfeits are marked; what is still provisional
is told (regulations summary, lines 228-250).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound
from arrowswitch.tournament.event.model import EventState
from arrowswitch.tournament.matches.views import CrossCell, CrossRow, CrossTable, cross_table
from arrowswitch.tournament.scored.match_rules import is_of_matches
from arrowswitch.tournament.scored.session import tables_of
from arrowswitch.tournament.swiss.rounds import drawn_rounds, session_of_round
from arrowswitch.web.desk.at import EventDep
from arrowswitch.web.desk.results.blind import Blind

router = APIRouter(prefix="/events/{event_id}/cross")


@dataclass(frozen=True, slots=True)
class RoundCell:
    """What a contestant did in a round of a Swiss: the matches (two in a triangle), or it sat out; its rank then."""

    matches: tuple[CrossCell, ...]
    is_out: bool
    rank: int | None


@dataclass(frozen=True, slots=True)
class SectionTable:
    """The table of a section: against every other, or (`by_round` is set) round by round."""

    table: CrossTable
    by_round: tuple[tuple[CrossRow, tuple[RoundCell, ...]], ...]


@dataclass(frozen=True, slots=True)
class CrossPage:
    """The page; `rounds` are those that are drawn, of a Swiss."""

    tables: tuple[SectionTable, ...]
    rounds: tuple[int, ...]
    is_swiss: bool
    after: int | None
    blind: Blind


@router.get("")
def show_cross(at: EventDep, after: Annotated[int | None, Query(ge=1, le=99)] = None) -> HTMLResponse:
    """Shows the cross table; `after` shows a Swiss with the ranks after an earlier round."""
    if not is_of_matches(at.state):
        raise NotFound.of("desk.match.none-here")
    is_swiss = at.settings.event_form.is_drawn
    tables = cross_table(at.state) if any(session.sections for session in at.state.sessions.values()) else ()
    rounds = tuple(sorted({number for one in tables for number, _ in drawn_rounds(at.state, one.section)}))
    if after is not None and after not in rounds:
        raise NotFound.of("desk.cross.no-round", round=after)
    found = tuple(SectionTable(one, _by_round(at.state, one, rounds, after) if is_swiss else ()) for one in tables)
    page = CrossPage(found, rounds, is_swiss, after, at.blind)
    return at.show("desk/matches/cross.html", page, tab="cross")


def _by_round(
    state: EventState, table: CrossTable, rounds: tuple[int, ...], after: int | None
) -> tuple[tuple[CrossRow, tuple[RoundCell, ...]], ...]:
    ranks = {number: _ranks(state, table.section, number) for number in rounds}
    out = {(number, drawn.sit_out) for number, drawn in drawn_rounds(state, table.section)}
    found = []
    for row in table.rows:
        own = Number(row.row.standing.number)
        played = [cell for cells in row.cells for cell in cells]
        cells = tuple(
            RoundCell(
                tuple(cell for cell in played if cell.round == number), (number, own) in out, ranks[number].get(own)
            )
            for number in rounds
        )
        found.append((row, cells))
    if after is not None:
        found.sort(key=lambda one: ranks[after].get(Number(one[0].row.standing.number)) or len(found) + 1)
    return tuple(found)


def _ranks(state: EventState, letter: str, round_number: int) -> dict[Number, int]:
    """Returns everybody's rank after a round; nobody's where no match of it or before has ended."""
    session, own = session_of_round(state, round_number)
    table = next(one for one in tables_of(state, session, own) if one.section == letter)
    return {one.number: one.rank for one in table.scored.ranking if one.row.matches or one.row.carried}
