"""Decides whether an event can be scored by a method: rounds that bring victory points need a column of the scale.

Whatever passes here can be scored at any time, so that no ranking fails during the evening.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from arrowswitch import regulations
from arrowswitch.core.errors import ParamValue, Problem, Refused
from arrowswitch.core.movements.model import Movement
from arrowswitch.core.scoring.houston import scale_of
from arrowswitch.core.scoring.methods import Method, penalty_units
from arrowswitch.core.scoring.swiss_pairs import swiss_scale
from arrowswitch.tournament.model import EventState


def method_problems(state: EventState, method: Method, rules: Mapping[str, object]) -> Iterator[Problem]:
    """Yields what keeps the event, as it stands, from being scored by a method under rules."""
    for given in state.penalties:
        if given.unit not in penalty_units(method):
            params: dict[str, ParamValue] = {
                "number": given.number,
                "unit": given.unit.value,
                "method": method.value,
            }
            yield Problem("scoring.penalty-unit", params, "method")
    sections = [section for session in state.sessions.values() for section in session.sections.values()]
    for section in sections:
        if section.movement is not None or state.results:
            yield from movement_problems(section.movement, method, rules)


def movement_problems(movement: Movement | None, method: Method, rules: Mapping[str, object]) -> Iterator[Problem]:
    """Yields what keeps a movement (None: pairs and boards are taken from the slips) from being scored by a method."""
    if method not in (Method.HOUSTON, Method.SWISS_MATCHPOINTS, Method.SWISS_IMPS):
        return
    if movement is None:
        yield Problem("method.houston-needs-movement", where="method")
        return
    boards = max((len(movement.boards_of(meeting)) for meeting in movement.meetings), default=0)
    try:
        own = regulations.from_plain(rules)
        (scale_of(own) if method is Method.HOUSTON else swiss_scale(own, method)).points(0, boards)
    except Refused as refused:
        yield from refused.problems
