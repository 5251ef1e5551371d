"""Proposals for open settings, so that an event of every form can be played without further choices.

JCBL director's manual 3.3, lines 1728-1730 and 2613-2615 (the scales of victory points and their numbers of boards),
2685-2715 (what is fixed about a Swiss). The documents leave the choice to the organiser; what is proposed is a decision
(docs/decisions/0017): it stands in the settings like everything typed, is shown, and can be changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from arrowswitch import regulations
from arrowswitch.core.errors import Problem
from arrowswitch.core.movements.model import Movement
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.scales import ScaleUnit
from arrowswitch.tournament.forms.choices import choice_of, method_for
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.settings import Settings, value_of, with_values
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.matches import MatchSettings
from arrowswitch.tournament.rulebooks.scale_choice import has_own_table, needs_scale, scale_unit
from arrowswitch.tournament.scored.match_rules import scoring_of_form
from arrowswitch.tournament.settings.decide_forms import match_problems
from arrowswitch.tournament.settings.decide_method import movement_problems

_SCALES = {
    ScaleUnit.IMPS: ("wbf-25", "wbf-continuous"),
    ScaleUnit.POINTS: ("bam-vp",),
    ScaleUnit.PERCENT: ("ebu-swiss-pairs",),
}


def complete_settings(settings: Settings, usual_scale: str = "") -> Settings:
    """Returns the settings completed with all that their form needs.

    `usual_scale` is the one that the event's regulations have for it (`scale_choice.usual_scale`).
    """
    settings = form_of(settings).with_defaults(settings)
    boards = () if settings.play.boards_per_round is None else (settings.play.boards_per_round,)
    if not settings.scoring.scale and (needs_scale(settings) or _is_usual_too_short(settings, boards, usual_scale)):
        settings = replace(settings, scoring=replace(settings.scoring, scale=_scale_for(settings, boards, usual_scale)))
    return settings


def without_others(settings: Settings, copied: Settings) -> Settings:
    """Returns the settings without the values that the event they were copied from had for its own form: its usual
    method, strata, conditions of a Swiss, a scoring of matches or a scale that the other form does not have. Changed
    values stay."""
    blank = Settings(settings.name, settings.date)
    settings = replace(settings, matches=_match_settings(settings, copied.matches))
    if settings.scoring.method is copied.scoring.method:
        method = method_for(copied, choice_of(settings))
        settings = replace(settings, scoring=replace(settings.scoring, method=method))
    left = {
        name: value_of(blank, name)
        for name, use in _USES.items()
        if value_of(settings, name) == value_of(copied, name) and use(settings) != use(copied)
    }
    return with_values(settings, left)


_USES: Mapping[str, Callable[[Settings], object]] = {
    "strata": lambda settings: _has_part(settings, "strata"),
    "handicap_kind": lambda settings: _has_part(settings, "handicap"),
    "handicap_of": lambda settings: _has_part(settings, "handicap"),
    "flights": lambda settings: settings.kind,
    "scale": scale_unit,
    "scale_table": scale_unit,
    "conditions": lambda settings: (form_of(settings).draws_by_ranking, settings.event_form.match_tables),
    "boards_per_round": lambda settings: (form_of(settings), settings.kind),
    "matches": lambda settings: _has_part(settings, "matches"),
    "knockout": lambda settings: settings.event_form,
}
"""The settings that only some forms use, and the attribute by which forms share them."""


def _match_settings(settings: Settings, copied: MatchSettings) -> MatchSettings:
    """Returns the settings of matches without the copied scoring and size of teams that the form does not have."""
    matches, form = settings.matches, settings.event_form
    if matches.scoring is copied.scoring and scoring_of_form(form) not in (None, matches.scoring):
        matches = replace(matches, scoring=None)
    if matches.eight is copied.eight and form not in form_of(settings).forms_of_eight:
        matches = replace(matches, eight=None)
    return matches


def _has_part(settings: Settings, part: str) -> bool:
    """True if the settings page has a part for the form of the event."""
    return part in form_of(settings).settings_parts(settings.event_form)


def fitting(settings: Settings, movements: Iterable[Movement], rules: Mapping[str, object] | None = None) -> Settings:
    """Returns the settings with a scale that has a table for the matches of these movements, where theirs has none and
    is not the organiser's own; unchanged where no scale has. With the event's `rules` the rounds of pairs count too."""
    if has_own_table(settings):
        return settings
    sheets = tuple(movements)
    for name in (settings.scoring.scale, *_scale_names(settings, "")):
        tried = replace(settings, scoring=replace(settings.scoring, scale=name))
        if not any(problem for sheet in sheets for problem in _problems(sheet, tried, rules)):
            return tried
    return settings


def scale_change(state: EventState, movements: Iterable[Movement]) -> Problem | None:
    """Returns the announcement that the event changes its scale with these movements, or None if it keeps it
    (`choice.takes-scale`, `choice.takes-first-scale` for an event without one)."""
    scale = state.settings.scoring.scale
    fitted = state.settings if state.is_started else fitting(state.settings, movements, state.rules)
    if fitted.scoring.scale == scale:
        return None
    return Problem(
        "choice.takes-scale" if scale else "choice.takes-first-scale", {"was": scale, "now": fitted.scoring.scale}
    )


def _problems(sheet: Movement, settings: Settings, rules: Mapping[str, object] | None) -> Iterator[Problem]:
    yield from match_problems(sheet, settings)
    if rules is not None:
        yield from movement_problems(sheet, settings, rules)


def _is_usual_too_short(settings: Settings, boards: Iterable[int], usual: str) -> bool:
    """True if rounds of pairs or players become victory points by the scale of the regulations, and it has no table for
    this many boards."""
    if not (settings.scoring.method is Method.SWISS_IMPS or settings.scoring.method.is_of_rounds) or not usual:
        return False
    return not all(regulations.load_scale(usual).has_table(number) for number in boards)


def _scale_names(settings: Settings, usual: str) -> tuple[str, ...]:
    unit = scale_unit(settings) or (ScaleUnit.IMPS if settings.scoring.method.is_of_rounds else None)
    if unit is None:
        return ()
    of_unit = (name for name in (usual, *_SCALES[unit], *regulations.scale_names()) if name)
    return tuple(name for name in dict.fromkeys(of_unit) if regulations.load_scale(name).unit is unit)


def _scale_for(settings: Settings, boards: Iterable[int], usual: str) -> str:
    """Returns the first scale that has a table for each of these numbers of boards: the usual one, those in the
    documents for the unit, then any other."""
    needed = tuple(boards)
    candidates = _scale_names(settings, usual)
    fit = (name for name in candidates if all(regulations.load_scale(name).has_table(number) for number in needed))
    return next(fit, "")
