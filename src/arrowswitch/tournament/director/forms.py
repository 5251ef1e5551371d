"""Decides whether the settings of an event go with its form, and whether all that its form needs is settled.

JCBL director's manual 3.3, lines 2613-2615 (every number of boards of a match has its own table of victory points),
1525-1530 (limits of strata are published before), 2685-2715 (the conditions of a Swiss).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from arrowswitch import regulations
from arrowswitch.core.errors import ParamValue, Problem
from arrowswitch.core.movements.model import Movement
from arrowswitch.core.pairing.conditions import Triangle, condition_problems
from arrowswitch.core.scoring.handicap import HandicapKind
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.scales import ScaleKind, ScaleUnit
from arrowswitch.tournament.forms import Arrangement, EventForm, PointLimit
from arrowswitch.tournament.model import Settings
from arrowswitch.tournament.teams import boards_of_match, goes_on, team_number

_LONGEST = 200
_FEWEST_STRATA = 2


def form_problems(settings: Settings) -> Iterator[Problem]:
    """Yields what in the settings does not go with the event's form; `where` names the field."""
    form = settings.event_form
    if form.kind is not settings.kind:
        yield Problem("form.kind", {"form": form.value, "kind": form.kind.value}, "form")
    if settings.method not in form.methods:
        methods = ", ".join(method.value for method in form.methods)
        yield Problem("form.method", {"form": form.value, "methods": methods}, "method")
    if len(settings.eligibility) > _LONGEST:
        yield Problem("form.eligibility-too-long", {"most": _LONGEST}, "eligibility")
    yield from _limit_problems(settings.strata, "strata")
    yield from _limit_problems(settings.flights, "flights")
    yield from _scale_problems(settings)
    for name, least, most in (("rounds", 1, 99), ("rematch_number", 1, 99), ("triangle_limit", 1, 99)):
        value = getattr(settings.conditions, name)
        if value is not None and not least <= value <= most:
            yield Problem("settings.range", {"value": value, "least": least, "most": most}, name)
    if form is EventForm.SWISS_PAIRS and settings.conditions.triangle not in (None, Triangle.NONE):
        yield Problem("form.triangle-of-pairs", where="triangle")
    if form is EventForm.HANDICAP_PAIRS and not has_handicaps(settings):
        yield Problem("form.handicap-kind", {"method": settings.method.value}, "handicap_kind")
    yield from condition_problems(settings.conditions, settings.boards_per_round)


def has_handicaps(settings: Settings) -> bool:
    """Tells whether the results of the event's method can be given handicaps of its kind: percent and boards take a
    board that has a top."""
    return settings.handicap_kind is HandicapKind.POINTS or settings.method is Method.MATCHPOINTS


def unsettled(settings: Settings) -> Iterator[Problem]:
    """Yields what the event's form needs before play begins and the settings do not have."""
    form = settings.event_form
    if form.arrangement in (Arrangement.BRACKET, Arrangement.SCHEDULE) and settings.boards_per_round is None:
        yield Problem("form.unsettled-boards")
    if form.is_drawn:
        for name in settings.conditions.missing:
            yield Problem(f"form.unsettled-{name.replace('_', '-')}")
        if settings.boards_per_round is None:
            yield Problem("form.unsettled-boards")
    if form is EventForm.STRATIFIED_PAIRS and not settings.strata:
        yield Problem("form.unsettled-strata")


def match_problems(movement: Movement, settings: Settings) -> Iterator[Problem]:
    """Yields why the matches of a movement cannot be turned into the victory points of the event's scale."""
    unit = settings.event_form.scale_unit(settings.method)
    if settings.form is None or unit is None:
        return
    for boards in sorted(match_boards(movement)):
        yield from _column_problems(settings.scale, boards, unit)


def match_boards(movement: Movement) -> frozenset[int]:
    """Returns how many boards the matches of a movement have: those that two teams compare with each other.

    A round robin by pairs that goes on in another session may have more of them there.
    """
    if goes_on(movement):
        return frozenset(boards_of_match(movement, meeting) for meeting in movement.meetings)
    boards: dict[frozenset[str], set[int]] = {}
    for meeting in movement.meetings:
        two = frozenset(team_number(movement, number) for number in (meeting.ns[0], meeting.ew[0]))
        boards.setdefault(two, set()).update(movement.boards_of(meeting))
    return frozenset(map(len, boards.values()))


def _limit_problems(limits: tuple[PointLimit, ...], field: str) -> Iterator[Problem]:
    if not limits:
        return
    if len(limits) < _FEWEST_STRATA:
        yield Problem("form.limits-one", where=field)
    names = [limit.name for limit in limits]
    if len(set(names)) < len(names) or not all(names):
        yield Problem("form.limits-names", {"names": ", ".join(names)}, field)
    if limits[0].most is not None or any(limit.most is None for limit in limits[1:]):
        yield Problem("form.limits-open", {"name": names[0]}, field)
    for one, other in pairwise(limits[1:]):
        if one.most is not None and other.most is not None and other.most >= one.most:
            params: dict[str, ParamValue] = {"name": other.name, "most": other.most, "above": one.most}
            yield Problem("form.limits-order", params, field)


def _scale_problems(settings: Settings) -> Iterator[Problem]:
    """A match is turned into victory points only where there is a table for its boards (R-057)."""
    if settings.scale and settings.scale not in regulations.scale_names():
        known = ", ".join(regulations.scale_names())
        yield Problem("form.scale-unknown", {"name": settings.scale, "known": known}, "scale")
        return
    unit = settings.event_form.scale_unit(settings.method)
    if settings.form is None or unit is None:
        return
    if not settings.scale:
        yield Problem("form.scale-missing", {"known": ", ".join(_scales_for(settings.boards_per_round, unit))}, "scale")
    elif regulations.load_scale(settings.scale).unit is not unit:
        known = ", ".join(_scales_for(settings.boards_per_round, unit))
        yield Problem(f"form.scale-of-{unit.value}", {"name": settings.scale, "known": known}, "scale")
    elif settings.boards_per_round is not None:
        yield from _column_problems(settings.scale, settings.boards_per_round, unit)


def _column_problems(name: str, boards: int, unit: ScaleUnit) -> Iterator[Problem]:
    scale = regulations.load_scale(name)
    if scale.has_table(boards):
        return
    others = ", ".join(_scales_for(boards, unit)) or "-"
    if scale.kind is ScaleKind.NAMED:
        yield Problem("form.scale-no-table", {"name": name, "others": others}, "scale")
        return
    nearest = min(scale.columns, key=lambda column: min(abs(column.least - boards), abs((column.most or 99) - boards)))
    params: dict[str, ParamValue] = {"name": name, "boards": boards, "nearest": nearest.boards, "others": others}
    yield Problem("form.scale-boards", params, "scale")


def _scales_for(boards: int | None, unit: ScaleUnit) -> list[str]:
    """Returns the scales of a unit that have a table for so many boards (None: for any number)."""
    scales = [regulations.load_scale(name) for name in regulations.scale_names()]
    fit = [scale for scale in scales if scale.unit is unit and scale.kind is not ScaleKind.NAMED]
    return [scale.name for scale in fit if boards is None or scale.has_table(boards)]
