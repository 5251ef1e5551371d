"""The club's equipment: the printed list of guide cards with a tick for each set, bidding boxes and sheets, boards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated

from fastapi import APIRouter, Form, Response
from fastapi.responses import HTMLResponse

from arrowswitch.core.errors import Malformed, Mistake, Problem
from arrowswitch.core.movements.listed.guide_card_sets import GuideCardSet, card_set_list
from arrowswitch.tournament.club.equipment import MOST_OWNED
from arrowswitch.tournament.model.club_values.club import Equipment
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.context import redirect
from arrowswitch.web.desk.at import VisitDep
from arrowswitch.web.forms import FormDep, whole

router = APIRouter(prefix="/club/equipment", route_class=DirectorRoute)
_COUNTS = ("bidding_boxes", "bidding_sheets", "board_sets")


@dataclass(frozen=True, slots=True)
class EquipmentPage:
    """The form: the printed list, the ticks of the sets, the values of the counts."""

    owned: frozenset[str]
    fields: Mapping[str, str]
    version: int
    errors: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    counts: tuple[str, ...] = _COUNTS

    @property
    def lists(self) -> tuple[tuple[str, tuple[GuideCardSet, ...]], ...]:
        """Returns the two lists: of pairs, and of individuals."""
        every = card_set_list()
        return (
            ("pairs", tuple(one for one in every if not one.is_individual)),
            ("individual", tuple(one for one in every if one.is_individual)),
        )


@router.get("")
def show(visit: VisitDep) -> HTMLResponse:
    """Shows the club's equipment."""
    stored = visit.services.equipment.paper
    counts = {name: str(getattr(stored.value, name) or "") for name in _COUNTS}
    return visit.render(
        "desk/club/equipment.html",
        EquipmentPage(owned=frozenset(stored.value.guide_cards), fields=counts, version=stored.version),
    )


@router.post("")
def change(visit: VisitDep, form: FormDep, sheets: Annotated[Sequence[str], Form(max_length=200)] = ()) -> Response:
    """Stores the ticks and the counts; an empty field is none."""
    problems: list[Problem] = []
    try:
        counts = {
            name: whole(form.get(name, ""), name, problems, least=0, most=MOST_OWNED, empty=0) or 0 for name in _COUNTS
        }
        version = whole(form.get("version", ""), "", problems, least=0, most=10**8)
        Malformed.check(problems)
        visit.services.equipment.change(Equipment(tuple(sheets), **counts), version or 0)
    except Mistake as mistake:
        version = visit.services.equipment.paper.version
        page = EquipmentPage(owned=frozenset(sheets), fields=form, version=version, errors=visit.errors(mistake))
        return visit.render("desk/club/equipment.html", page, status=422)
    return redirect("/club/equipment", "desk.equipment.kept")
