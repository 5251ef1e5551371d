"""The ranking of the event over its sessions, live or as it was published: everybody's total and what each session
brought (R-225, R-299)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated

from fastapi import APIRouter, Form, Query, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.core.scoring.rules import SessionsBy
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.slices.settings import ChangeSettings
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.publication import Publication
from arrowswitch.tournament.ranking.cut import ties_at_total_cut
from arrowswitch.tournament.ranking.event_total import event_total, has_session_choice, session_basis
from arrowswitch.tournament.ranking.how_awarded import how_awarded
from arrowswitch.tournament.ranking.total_lists import TotalList, total_lists
from arrowswitch.tournament.rulebooks.event_rules import kept_rules
from arrowswitch.tournament.scored.lines import section_number
from arrowswitch.tournament.standings.totals import TotalView
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.at import PlaceDep
from arrowswitch.web.desk.place import DeskPlace
from arrowswitch.web.forms import StampDep

router = APIRouter(route_class=DirectorRoute)


@dataclass(frozen=True, slots=True)
class TotalPage:
    """The total; `through` when it ends with an earlier session, `shown` when it is that of a published version.
    `lists` are the strata and the ranking after handicaps, by the total. `by` is what makes it, `chosen` what the
    organiser chose (empty: the `usual` of the regulations); it can be chosen where `can_choose`. `ways` lead to why
    everybody's total is what it is, `awarded` says how masterpoints were given."""

    view: TotalView
    through: int | None
    publication: Publication | None
    adds_sessions: bool
    cut_ties: tuple[Problem, ...]
    lists: tuple[TotalList, ...] = ()
    by: SessionsBy = SessionsBy.POINTS
    chosen: str = ""
    usual: SessionsBy = SessionsBy.POINTS
    can_choose: bool = False
    ways: Mapping[Number, str] = field(default_factory=dict)
    awarded: tuple[Problem, ...] = ()

    @property
    def has_points(self) -> bool:
        """True if masterpoints are awarded."""
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
    publication = next((one for one in at.state.publication.versions if one.seq == version), None)
    view = event_total(old, through)
    has_choice = has_session_choice(old, view)
    page = TotalPage(
        view=view,
        lists=tuple(total_lists(old, view)),
        through=through,
        publication=publication,
        adds_sessions=not form_of(at.state.settings).ranks_matches(at.state),
        cut_ties=ties_at_total_cut(old),
        by=session_basis(old, view),
        chosen="" if at.settings.scoring.total_by is None else at.settings.scoring.total_by.value,
        usual=kept_rules(at.state).scoring.totals.sessions_by,
        can_choose=has_choice and version is None,
        awarded=how_awarded(old) if through is None else (),
        ways={} if version is not None or form_of(old.settings).ranks_matches(old) else _ways(old, view),
    )
    return at.show("desk/ranking/total.html", page, tab="ranking")


@router.post("/events/{event_id}/total/by")
def choose(at: PlaceDep, stamp: StampDep, by: Annotated[str, Form()] = "") -> Response:
    """Chooses how the sessions are totalled: points, percentages, or (empty) as in the regulations."""
    if by not in ("", *SessionsBy):
        raise Malformed.of("desk.total.by-unknown", text=by[:40])
    chosen = SessionsBy(by) if by else None
    command = ChangeSettings(replace(at.settings, scoring=replace(at.settings.scoring, total_by=chosen)))
    return at.carry_out(command, stamp, f"{at.base}/total", "desk.total.by-done")


def _ways(state: EventState, view: TotalView) -> dict[Number, str]:
    """Returns where everybody's total is explained: at the place of the newest session that was played."""
    ways = {}
    for row in view.rows:
        if row.sessions:
            newest = row.sessions[-1]
            letter, number = section_number(state.session(newest.session), newest.number)
            base = DeskPlace(state.event_id, Place(newest.session, letter), is_named=True).base
            ways[row.standing.number] = f"{base}/ranking/why/{number}?of=total"
    return ways
