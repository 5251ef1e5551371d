"""The prizes: who gets one, read out from the lowest place to the winner; the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Query, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import Mistake
from arrowswitch.tournament.finals.counterparts import consolation_of, final_of
from arrowswitch.tournament.model.slices.prizes import SetPrizes
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.prizes.awarded import PrizeGroup, PrizesView, prizes
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.at import PlaceAt, PlaceDep
from arrowswitch.web.desk.prizes.form import choices, fields_of, lines_of, plan_from
from arrowswitch.web.forms import FormDep, StampDep

router = APIRouter(prefix="/events/{event_id}/prizes", route_class=DirectorRoute)


@dataclass(frozen=True, slots=True)
class PrizesPage:
    """The prizes; `groups` in the order that was asked for (`is_first_up`: the winner first), and the table's form.
    Of a consolation `final` is the event in whose list its prizes are."""

    view: PrizesView
    groups: tuple[PrizeGroup, ...]
    is_first_up: bool
    fields: Mapping[str, str]
    lines: Sequence[int]
    choices: tuple[str, ...]
    errors: Mapping[str, tuple[str, ...]]
    final: EventState | None


@router.get("")
def show(at: PlaceDep, up: Annotated[bool, Query()] = False) -> HTMLResponse:
    """Shows the prizes from the lowest place to the first; with `up` the first on top."""
    if not at.state.is_started:
        return at.show("desk/results/before.html", None, tab="ranking")
    if at.blind.is_ranking_hidden:
        return at.show("desk/ranking/hidden.html", None, tab="ranking")
    return _render_page(at, is_first_up=up)


@router.post("")
def keep(at: PlaceDep, stamp: StampDep, form: FormDep) -> Response:
    """Keeps the table; the button `proposed` goes back to the one that the program proposes."""
    to = f"{at.base}/prizes"
    if form.get("proposed"):
        return at.carry_out(SetPrizes(None), stamp, to, "desk.prizes.proposed-again")
    try:
        return at.carry_out(SetPrizes(plan_from(form)), stamp, to, "desk.prizes.kept")
    except Mistake as mistake:
        return _render_page(at, is_first_up=False, fields=form, errors=at.errors(mistake))


def _render_page(
    at: PlaceAt,
    *,
    is_first_up: bool,
    fields: Mapping[str, str] | None = None,
    errors: Mapping[str, tuple[str, ...]] | None = None,
) -> HTMLResponse:
    view = prizes(at.state, consolation_of(at.tournament, at.state))
    fields = fields_of(view.plan) if fields is None else fields
    page = PrizesPage(
        view=view,
        groups=view.groups if is_first_up else view.aloud,
        is_first_up=is_first_up,
        fields=fields,
        lines=lines_of(fields),
        choices=_choices(at.state),
        errors=errors or {},
        final=final_of(at.tournament, at.state),
    )
    return at.show("desk/prizes/prizes.html", page, tab="ranking", status=422 if errors else 200)


def _choices(state: EventState) -> tuple[str, ...]:
    has_sections = any(len(session.sections) > 1 for session in state.sessions.values())
    return choices(
        has_sessions=len(state.sessions) > 1,
        has_sections=has_sections,
        has_strata=len(state.settings.division.strata) > 1,
    )
