"""The regulations of an event: those that it keeps its own copy of, with the scale that it chose for pairs' matches.

JCBL director's manual 3.3, lines 1513 and 2595: the scale of Swiss pairs is the organiser's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from arrowswitch import regulations
from arrowswitch.core.errors import NotFound
from arrowswitch.core.regulations import Regulations
from arrowswitch.core.scoring.method_rules import Divisor
from arrowswitch.core.scoring.methods import Method
from arrowswitch.regulations.comparing import Difference, differences
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.rulebooks.scale_choice import ranks_matches, scale_chosen
from arrowswitch.tournament.rulebooks.shelf import Rulebooks


@lru_cache(maxsize=64)
def rules_of(state: EventState) -> Regulations:
    """Returns the event's own copy of its regulations."""
    return rules_by(kept_rules(state), state.settings)


def rules_by(rules: Regulations, settings: Settings) -> Regulations:
    """Returns an event's copy of regulations with its organiser's own choices."""
    return with_total(by_comparison(with_scale(rules, settings), settings), settings)


def kept_rules(state: EventState) -> Regulations:
    """Returns the regulations of an event without its organiser's own choices."""
    return _read(_Copy(state.rules))


class _Copy:
    """An event's copy of regulations, which is the same one from command to command: read once, not for every state."""

    __slots__ = ("plain",)

    def __init__(self, plain: Mapping[str, object]) -> None:
        self.plain = plain

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Copy) and self.plain is other.plain

    def __hash__(self) -> int:
        return id(self.plain)


@lru_cache(maxsize=16)
def _read(copy: _Copy) -> Regulations:
    """Returns the regulations of a copy. The copy is stored with them, so that no other copy gets its address in
    memory."""
    return regulations.from_plain(copy.plain)


def by_comparison(rules: Regulations, settings: Settings) -> Regulations:
    """Returns regulations in which the IMPs of Swiss pairs against the field are divided by the comparisons of a board,
    where they become victory points: scales are made for one comparison a board (decision; manual, line 2595)."""
    is_by_field = settings.scoring.method is Method.IMPS and not settings.event_form.compares_tables
    own = rules.scoring.imps
    if not is_by_field or not ranks_matches(settings) or own.divide_by is not Divisor.NONE:
        return rules
    return replace(rules, scoring=replace(rules.scoring, imps=replace(own, divide_by=Divisor.COMPARISONS)))


def with_total(rules: Regulations, settings: Settings) -> Regulations:
    """Returns regulations that make the total of several sessions as the organiser has chosen (manual, lines 1315-1320
    and 2219), where something was chosen."""
    if settings.scoring.total_by is None or settings.scoring.total_by is rules.scoring.totals.sessions_by:
        return rules
    totals = replace(rules.scoring.totals, sessions_by=settings.scoring.total_by)
    return replace(rules, scoring=replace(rules.scoring, totals=totals))


def with_scale(rules: Regulations, settings: Settings) -> Regulations:
    """Returns regulations whose scale of Swiss pairs or of a Houston trial is the one that the event chose, where it
    chose one. In a game of teams and pairs the pairs of a Houston trial take that of the matches."""
    if (
        settings.scoring.method not in (Method.SWISS_MATCHPOINTS, Method.SWISS_IMPS)
        and not settings.scoring.method.is_of_rounds
    ):
        return rules
    if not settings.event_form.uses_method:
        return rules
    chosen = scale_chosen(settings)
    if chosen is None:
        return rules
    others = tuple(one for one in rules.scales if one.name != chosen.name)
    if settings.scoring.method.is_of_rounds:
        houston = replace(rules.scoring.houston, scale=chosen.name)
        return replace(rules, scoring=replace(rules.scoring, houston=houston), scales=(chosen, *others))
    is_percent = settings.scoring.method is Method.SWISS_MATCHPOINTS
    own = rules.swiss_pairs
    swiss = replace(own, percent_scale=chosen.name) if is_percent else replace(own, imps_scale=chosen.name)
    return replace(rules, swiss_pairs=swiss, scales=(chosen, *others))


def least_boards(state: EventState) -> int | None:
    """Returns the fewest boards of a session in an event of this grade and level. None if there is no minimum."""
    settings = state.settings
    is_team_event = settings.event_form.entry.has_substitutes
    grades, level = rules_of(state).grades, settings.play.level
    return grades.least_boards(settings.event_class, is_team_event=is_team_event, master_points=level)


def departures_of(state: EventState, rulebooks: Rulebooks, other: str = "") -> tuple[Difference, ...] | None:
    """Returns the differences of the event's copy from the present edition, or from `other` regulations (`before` is
    the copy's). Returns None if there are none of the name. A value added by a later program has its default in the
    copy.
    """
    try:
        present = rulebooks.load(other or state.settings.scoring.regulations)
    except NotFound:
        return None
    return differences(regulations.to_plain(regulations.from_plain(state.rules)), regulations.to_plain(present))
