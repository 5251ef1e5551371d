"""The calculator of adjusted scores, for a table without an event: weighted and split scores in a field or a match, and
averages by the responsibility of both sides.

Guidance on Law 12C1(c), lines 9-66; averages by the regulations, Law 12C2. The sides may have weights of their own; the
sources name no sympathetic percentages, so none are proposed. The address holds what was typed; nothing is stored.
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
from arrowswitch.core.regulations import Regulations
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
from arrowswitch.formats.reading import exact_number
from arrowswitch.i18n.language import language_of
from arrowswitch.tournament.model.values.rulings import Blame
from arrowswitch.tournament.rulings.withdrawal import award_for
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.at import Visit, VisitDep
from arrowswitch.web.forms import check, whole

router = APIRouter(route_class=DirectorRoute)
FIELDS = ("board", "ns", "ew", "field", "other", "ns_blame", "ew_blame", "ns_session", "ew_session", "top")
_LONGEST = 400
_Read = TypeVar("_Read")
_MOST_BOARD = 9999
_MOST_TOP = 10_000
_SIDES = ("ns", "ew")


@dataclass(frozen=True, slots=True)
class Reckoned:
    """The scores of both sides: their outcomes with North-South points, and the points of each side. `top` is None in a
    match; `is_split` where the sides have outcomes of their own."""

    ns: WeightedSum
    ew: WeightedSum
    ns_points: Fraction
    ew_points: Fraction
    top: Fraction | None
    is_split: bool


@dataclass(frozen=True, slots=True)
class SideAverage:
    """The average of a side by its responsibility: the adjusted score, its percentage of a top with the side's own
    session taken into account, its points of that top, and its value in a match of teams by IMPs and by boards."""

    award: str
    percent: Fraction
    points: Fraction | None
    imps: Fraction
    boards: Fraction


@dataclass(frozen=True, slots=True)
class CalculatorPage:
    """The fields as typed, what comes of them, and what is wrong with them by field. `averages` are those of both
    sides, North-South first, by the regulations of this name."""

    typed: Mapping[str, str]
    reckoned: Reckoned | None
    averages: tuple[SideAverage, ...]
    regulations: str
    errors: Mapping[str, tuple[str, ...]]

    @property
    def blames(self) -> tuple[str, ...]:
        return tuple(one.value for one in Blame)


@router.get("/calculator")
def show(visit: VisitDep) -> HTMLResponse:
    """Shows the calculator, with the answer to what the address holds."""
    params = visit.request.query_params
    typed = {name: params.get(name, "").strip()[:_LONGEST] for name in FIELDS}
    name = language_of(visit.visitor.locale).regulations
    reckoned, averages, errors = None, tuple[SideAverage, ...](), dict[str, tuple[str, ...]]()
    try:
        if typed["ns"]:
            reckoned = _reckon_score(visit, typed)
        if typed["ns_blame"] or typed["ew_blame"]:
            averages = _averages(regulations.load(name), typed)
    except Mistake as mistake:
        errors = dict(visit.errors(mistake))
    page = CalculatorPage(typed=typed, reckoned=reckoned, averages=averages, regulations=name, errors=errors)
    return visit.render("desk/rulings/calculator.html", page)


def _averages(rules: Regulations, typed: Mapping[str, str]) -> tuple[SideAverage, ...]:
    """Returns the averages of both sides by their responsibility; raises Malformed, each problem at its field."""
    problems: list[Problem] = []
    blames = [_blame(typed, f"{side}_blame", problems) for side in _SIDES]
    sessions = [_amount(typed, f"{side}_session", 100, problems) for side in _SIDES]
    top = _amount(typed, "top", _MOST_TOP, problems)
    check(problems)
    averages = []
    for blame, session in zip(blames, sessions, strict=True):
        kind = award_for(blame, rules).kind
        percent = rules.scoring.averages.percent(kind, session)
        averages.append(
            SideAverage(
                award=kind.value,
                percent=percent,
                points=None if top is None else percent * top / 100,
                imps=rules.teams.award(kind),
                boards=rules.board_a_match.award(kind, 1, None),
            )
        )
    return tuple(averages)


def _blame(typed: Mapping[str, str], name: str, problems: list[Problem]) -> Blame:
    if typed[name] in set(Blame):
        return Blame(typed[name])
    problems.append(Problem("desk.procedure.blame-missing", {}, name))
    return Blame.NONE


def _amount(typed: Mapping[str, str], name: str, most: int, problems: list[Problem]) -> Fraction | None:
    """Returns a number typed with a point or comma, with or without a percent sign; None for none."""
    if not typed[name]:
        return None
    number = exact_number(typed[name])
    if number is None or not 0 <= number <= most:
        problems.append(Problem("desk.calculator.amount", {"most": most}, name))
    return number


def _reckon_score(visit: Visit, typed: Mapping[str, str]) -> Reckoned:
    """Returns the score that the fields make; raises Malformed, each problem at its field."""
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
    """Returns the value read from a field; raises its mistake with that field as its place."""
    try:
        return read()
    except Mistake as mistake:
        raise Malformed(*(replace(one, where=name) for one in mistake.problems)) from None
