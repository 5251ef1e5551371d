"""The ranking of the event over its sessions, live or as it was published: everybody's total and what each session
brought (R-225, R-299)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import Problem
from arrowswitch.tournament.publication.values import Publication
from arrowswitch.tournament.ranking.cut import ties_at_total_cut
from arrowswitch.tournament.ranking.event_total import event_total
from arrowswitch.tournament.ranking.total_lists import TotalList, total_lists
from arrowswitch.tournament.scored.match_rules import is_of_matches
from arrowswitch.tournament.scored.totals import TotalView
from arrowswitch.web.desk.at import PlaceDep

router = APIRouter()


@dataclass(frozen=True, slots=True)
class TotalPage:
    """The total; `through` when it ends with an earlier session, `shown` when it is that of a published version.
    `lists` are the strata, by the total."""

    view: TotalView
    through: int | None
    shown: Publication | None
    is_of_matches: bool
    cut_ties: tuple[Problem, ...]
    lists: tuple[TotalList, ...] = ()

    @property
    def has_points(self) -> bool:
        """Tells whether masterpoints are given."""
        rows = (*self.view.rows, *self.view.together)
        return any(row.master_points is not None for row in rows)


@router.get("/events/{event_id}/total")
def show(
    at: PlaceDep,
    through: Annotated[int | None, Query(ge=1, le=99)] = None,
    version: Annotated[int | None, Query(alias="at", ge=1)] = None,
) -> HTMLResponse:
    """Shows the total of all sessions, or up to one of them; `at` shows that of a published version."""
    if not at.state.is_started:
        return at.show("desk/results/before.html", None, tab="ranking")
    if at.blind.is_ranking_hidden:
        return at.show("desk/ranking/hidden.html", None, tab="ranking")
    old = at.state if version is None else at.tournament.state_at(at.event_id, version)
    shown = next((one for one in at.state.publications if one.seq == version), None)
    view = event_total(old, through)
    page = TotalPage(
        view=view,
        lists=tuple(total_lists(old, view)),
        through=through,
        shown=shown,
        is_of_matches=is_of_matches(at.state),
        cut_ties=ties_at_total_cut(old),
    )
    return at.show("desk/ranking/total.html", page, tab="ranking")
