"""The calculator of adjusted scores, for a table without an event: weighted and split scores in a field or a match.

Guidance on Law 12C1(c), lines 9-66. The sides may have weights of their own; the sources name no sympathetic
percentages, so none are proposed. The address holds what was typed; nothing is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeVar

from fastapi import APIRouter
from fastapi.responses import HTMLResponse

from arrowswitch import regulations
from arrowswitch.core.errors import Malformed, Mistake, Problem
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.scoring.boards.matchpoints import BoardContext
from arrowswitch.core.scoring.weighing import (
    WeightedSum,
    field_top,
    read_field,
    read_score,
    read_weights,
    weighed_imps,
    weighed_matchpoints,
)
from arrowswitch.i18n.language import language_of
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.at import Visit, VisitDep
from arrowswitch.web.forms import check, whole

router = APIRouter(route_class=DirectorRoute)
FIELDS = ("board", "ns", "ew", "field", "other")
_LONGEST = 400
_Read = TypeVar("_Read")
_MOST_BOARD = 9999


@dataclass(frozen=True, slots=True)
class Reckoned:
    """What both sides score: their outcomes with North-South points, and what each side gets. `top` is None in a
    match; `is_split` where the sides have outcomes of their own."""

    ns: WeightedSum
    ew: WeightedSum
    ns_points: Fraction
    ew_points: Fraction
    top: Fraction | None
    is_split: bool


@dataclass(frozen=True, slots=True)
class CalculatorPage:
    """The fields as typed, what comes of them, and what is wrong with them by field."""

    typed: Mapping[str, str]
    reckoned: Reckoned | None
    errors: Mapping[str, tuple[str, ...]]


@router.get("/calculator")
def show(visit: VisitDep) -> HTMLResponse:
    """Shows the calculator, with the answer to what the address holds."""
    asked = visit.request.query_params
    typed = {name: asked.get(name, "").strip()[:_LONGEST] for name in FIELDS}
    reckoned, errors = None, dict[str, tuple[str, ...]]()
    if typed["ns"]:
        try:
            reckoned = _reckoned(visit, typed)
        except Mistake as mistake:
            errors = dict(visit.errors(mistake))
    return visit.render("desk/rulings/calculator.html", CalculatorPage(typed, reckoned, errors))


def _reckoned(visit: Visit, typed: Mapping[str, str]) -> Reckoned:
    """Returns what the fields make; raises Malformed, each problem at its field."""
    if bool(typed["field"]) == bool(typed["other"]):
        raise Malformed.of("desk.calculator.one-comparison", "field")
    problems: list[Problem] = []
    board = BoardNumber(whole(typed["board"], "board", problems, least=1, most=_MOST_BOARD, empty=1) or 1)
    check(problems)
    ns = _at("ns", lambda: read_weights(typed["ns"], board))
    ew = _at("ew", lambda: read_weights(typed["ew"], board)) if typed["ew"] else ns
    if typed["other"]:
        other = _at("other", lambda: read_score(typed["other"], board))
        sums, top = (weighed_imps(ns, other), weighed_imps(ew, other)), None
        against = -sums[1].scored
    else:
        field = _at("field", lambda: read_field(typed["field"], board))
        context = BoardContext(regulations.load(language_of(visit.visitor.locale).regulations).scoring)
        sums = weighed_matchpoints(ns, board, field, context), weighed_matchpoints(ew, board, field, context)
        top = field_top(board, field, context)
        against = top - sums[1].scored
    return Reckoned(
        ns=sums[0], ew=sums[1], ns_points=sums[0].scored, ew_points=against, top=top, is_split=bool(typed["ew"])
    )


def _at(name: str, read: Callable[[], _Read]) -> _Read:
    """Returns what is read of a field; raises its mistake with that field as its place."""
    try:
        return read()
    except Mistake as mistake:
        raise Malformed(*(replace(one, where=name) for one in mistake.problems)) from None
