"""Decides whether the settings of an event go with its form, and whether all that its form needs is settled.

JCBL director's manual 3.3, lines 2613-2615 (every number of boards of a match has its own table of victory points),
1525-1530 (limits of strata are published before), 2685-2715 (the conditions of a Swiss).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from arrowswitch.core.errors import ParamValue, Problem
from arrowswitch.core.movements.families.drawn import is_drawn
from arrowswitch.core.movements.model import Movement
from arrowswitch.core.pairing.swiss.conditions import Triangle, condition_problems
from arrowswitch.tournament.entries.team_numbers import boards_of_match, goes_on, team_number
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.forms import PointLimit
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.values.knockout import MOST_CARRIED
from arrowswitch.tournament.model.values.matches import EightScoring
from arrowswitch.tournament.rulebooks.scale_choice import column_problems, needs_scale, scale_problems

_LONGEST = 200
_FEWEST_STRATA = 2


def form_problems(settings: Settings) -> Iterator[Problem]:
    """Yields the settings that do not fit the event's form; `where` names the field."""
    form = settings.event_form
    if form.kind is not settings.kind:
        yield Problem("form.kind", {"form": form.value, "kind": form.kind.value}, "form")
    if settings.scoring.method not in form.methods:
        methods = ", ".join(method.value for method in form.methods)
        yield Problem("form.method", {"form": form.value, "methods": methods}, "method")
    if len(settings.announcement.eligibility) > _LONGEST:
        yield Problem("form.eligibility-too-long", {"most": _LONGEST}, "eligibility")
    yield from _limit_problems(settings.division.strata, "strata")
    yield from _limit_problems(settings.division.flights, "flights")
    yield from scale_problems(settings)
    yield from form_of(settings).setting_problems(settings)
    yield from _knockout_problems(settings)
    for name, least, most in (("rounds", 1, 99), ("rematch_number", 1, 99), ("triangle_limit", 1, 99)):
        value = getattr(settings.conditions, name)
        if value is not None and not least <= value <= most:
            yield Problem("settings.range", {"value": value, "least": least, "most": most}, name)
    parts = form_of(settings).settings_parts(form)
    if "swiss" in parts and "triangles" not in parts and settings.conditions.triangle not in (None, Triangle.NONE):
        yield Problem("form.triangle-of-pairs", where="triangle")
    if "handicap" in parts and not settings.can_take_handicaps:
        yield Problem("form.handicap-kind", {"method": settings.scoring.method.value}, "handicap_kind")
    yield from condition_problems(settings.conditions, settings.play.boards_per_round)


def missing_settings(settings: Settings) -> Iterator[Problem]:
    """Yields the settings that the event's form needs before play begins and that are not set."""
    yield from form_of(settings).open_settings(settings)


def match_problems(movement: Movement, settings: Settings) -> Iterator[Problem]:
    """Yields why the matches of a movement cannot be turned into the victory points of the event's scale."""
    if not settings.scoring.scale and not needs_scale(settings):
        return
    factor = 2 if settings.matches.eight is EightScoring.CROSS else 1
    for boards in sorted(match_boards(movement)):
        yield from column_problems(settings, factor * boards)


def match_boards(movement: Movement) -> frozenset[int]:
    """Returns how many boards the matches of a movement have: those that two teams compare with each other.

    A round robin by pairs that goes on in another session may have more of them there. In a drawn round every match has
    all boards of the round; those of a triangle within the round count together (manual, line 2704).
    """
    if is_drawn(movement):
        return frozenset({movement.boards_per_round})
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
    for higher, lower in pairwise(limits[1:]):
        if higher.most is not None and lower.most is not None and lower.most >= higher.most:
            params: dict[str, ParamValue] = {"name": lower.name, "most": lower.most, "above": higher.most}
            yield Problem("form.limits-order", params, field)


def _knockout_problems(settings: Settings) -> Iterator[Problem]:
    """Yields a limit of IMPs carried into a knockout that is out of range."""
    fixed = settings.knockout
    if fixed.most_carried is not None and not 0 <= fixed.most_carried <= MOST_CARRIED:
        params: dict[str, ParamValue] = {"value": fixed.most_carried, "least": 0, "most": MOST_CARRIED}
        yield Problem("settings.range", params, "most_carried")
