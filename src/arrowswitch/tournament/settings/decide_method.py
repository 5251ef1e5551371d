"""Decides whether an event can be scored by a method: rounds that bring victory points need a column of the scale.

Settings that pass here can be scored at any time, so that no ranking fails during the evening.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from arrowswitch import regulations
from arrowswitch.core.errors import ParamValue, Problem, Refused
from arrowswitch.core.movements.families.drawn import is_drawn
from arrowswitch.core.movements.model import Movement
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.totals.carry_over import has_tops, needs_tops
from arrowswitch.core.scoring.totals.pair_matches import pair_scale
from arrowswitch.tournament.instant.decide import boards_in_play, table_problems
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.rulebooks.event_rules import with_scale
from arrowswitch.tournament.scored.match_rules import match_rules, penalty_units_of
from arrowswitch.tournament.scored.planned_matches import PlannedMatch, planned_matches
from arrowswitch.tournament.settings.decide_forms import match_problems


def method_problems(state: EventState, settings: Settings, rules: Mapping[str, object]) -> Iterator[Problem]:
    """Yields the reasons why the present event cannot be scored by the method of the settings under the rules."""
    method = settings.scoring.method
    if state.finals.carry_over is not None and needs_tops(state.finals.carry_over.rules) and not has_tops(method):
        yield Problem("carry.needs-tops", {"method": method.value}, "method")
    for number, session in state.sessions.items():
        if session.started_at is not None:
            for missing_table in table_problems(state, number, boards_in_play(state, number), method):
                yield Problem(missing_table.code, missing_table.params, "method")
    units = penalty_units_of(replace(state, settings=settings))
    for penalty in state.rulings.penalties:
        if penalty.unit not in units:
            params: dict[str, ParamValue] = {
                "number": penalty.number,
                "unit": penalty.unit.value,
                "method": method.value,
            }
            yield Problem("scoring.penalty-unit", params, "method")
    sections = [section for session in state.sessions.values() for section in session.sections.values()]
    for section in sections:
        if section.movement is not None or state.is_scored:
            yield from movement_problems(section.movement, settings, rules)
        if section.movement is not None and settings.event_form.compares_tables:
            yield from match_problems(section.movement, settings)
    yield from _shortened_problems(replace(state, settings=settings), planned_matches(state))


def _shortened_problems(changed: EventState, matches: Iterable[PlannedMatch]) -> Iterator[Problem]:
    """Yields that the scale has no table for a match that is scored on the boards played."""
    for boards in sorted({match.length for match in matches if match.cancelled}):
        try:
            match_rules(changed, boards).check()
        except Refused as refused:
            yield from (Problem(one.code, one.params, "scale") for one in refused.problems)


def set_up_problems(state: EventState, places: Collection[Place] | None = None) -> Iterator[Problem]:
    """Yields the reasons why the sections at `places` (None: all) cannot be scored as they are set up.

    Every command that sets a movement or changes settings passes this check, whichever way leads to it.
    """
    for number, session in state.sessions.items():
        for letter, section in session.sections.items():
            if section.movement is not None and (places is None or Place(number, letter) in places):
                yield from match_problems(section.movement, state.settings)
                yield from movement_problems(section.movement, state.settings, state.rules)


def round_problems(settings: Settings, rules: Mapping[str, object]) -> Iterator[Problem]:
    """Yields the reasons why rounds with the number of boards in the settings cannot be scored by their method; nothing
    while that number is open."""
    if settings.scoring.method in _BY_ROUNDS and settings.play.boards_per_round is not None:
        yield from _scale_problems(settings.play.boards_per_round, settings, rules)


def movement_problems(movement: Movement | None, settings: Settings, rules: Mapping[str, object]) -> Iterator[Problem]:
    """Yields the reasons why a movement (None: pairs and boards come from the slips) cannot be scored by the method of
    the settings."""
    if settings.scoring.method not in _BY_ROUNDS:
        return
    if movement is None:
        yield Problem("method.houston-needs-movement", where="method")
        return
    if movement.meetings or not is_drawn(movement):
        boards = max((len(movement.boards_of(meeting)) for meeting in movement.meetings), default=0)
        yield from _scale_problems(boards, settings, rules)


def _scale_problems(boards: int, settings: Settings, rules: Mapping[str, object]) -> Iterator[Problem]:
    method = settings.scoring.method
    try:
        own = with_scale(regulations.from_plain(rules), settings)
        pair_scale(own, method).points(0, boards)
    except Refused as refused:
        yield from (replace(problem, where="scale") for problem in refused.problems)


_BY_ROUNDS = (Method.HOUSTON, Method.ROUND_IMPS, Method.SWISS_MATCHPOINTS, Method.SWISS_IMPS)
"""The methods by which the boards of a round become victory points."""
