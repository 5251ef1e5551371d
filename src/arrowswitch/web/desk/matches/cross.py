"""The cross table: who brought what against whom; of a Swiss who met whom in each round, with the ranking after it.

JCBL director's manual 3.3, lines 1746-1760, and 2664-2675 for the Swiss. Forfeits are marked; provisional matches are
listed (regulations summary, lines 228-250).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import NotFound
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.matches.views import CrossTable, cross_table
from arrowswitch.tournament.swiss.cross import RoundRow, rows_by_round
from arrowswitch.tournament.swiss.rounds import drawn_rounds
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.at import EventDep
from arrowswitch.web.desk.blind import Blind

router = APIRouter(prefix="/events/{event_id}/cross", route_class=DirectorRoute)


@dataclass(frozen=True, slots=True)
class SectionTable:
    """The table of a section: against every other, or (`by_round` is set) round by round."""

    table: CrossTable
    by_round: tuple[RoundRow, ...]


@dataclass(frozen=True, slots=True)
class CrossTablePage:
    """The page; `rounds` are those that are drawn, of a Swiss."""

    tables: tuple[SectionTable, ...]
    rounds: tuple[int, ...]
    is_swiss: bool
    after: int | None
    blind: Blind

    @property
    def has_rows(self) -> bool:
        return bool(self.tables) and bool(self.tables[0].table.rows)


@router.get("")
def show_cross(at: EventDep, after: Annotated[int | None, Query(ge=1, le=99)] = None) -> HTMLResponse:
    """Shows the cross table; `after` shows a Swiss with the ranks after an earlier round."""
    if "cross" not in form_of(at.settings).pages(at.state):
        raise NotFound.of("desk.match.none-here")
    is_swiss = form_of(at.settings).draws_by_ranking
    tables = cross_table(at.state) if any(session.sections for session in at.state.sessions.values()) else ()
    rounds = tuple(sorted({number for table in tables for number, _ in drawn_rounds(at.state, table.section)}))
    if after is not None and after not in rounds:
        raise NotFound.of("desk.cross.no-round", round=after)
    page = CrossTablePage(
        tables=tuple(
            SectionTable(table, rows_by_round(at.state, table, rounds, after) if is_swiss else ()) for table in tables
        ),
        rounds=rounds,
        is_swiss=is_swiss,
        after=after,
        blind=at.blind,
    )
    return at.show("desk/matches/cross.html", page, tab="cross")
