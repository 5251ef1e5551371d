"""The part of the settings form about the form of the event: what is played, victory points, conditions of a Swiss,
who may take part. A field that a page does not send stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from arrowswitch import regulations
from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.core.pairing.swiss.conditions import LastRound, RankBase, Rematch, Triangle
from arrowswitch.core.scoring.totals.handicap import HandicapKind
from arrowswitch.regulations.scale_table import OWN
from arrowswitch.tournament.forms.registry import form_named
from arrowswitch.tournament.model.forms import (
    METHOD_FORMS,
    DirectorGrade,
    EventForm,
    PointLimit,
    format_limits,
    parse_limits,
)
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.settings.proposals import completed, without_others
from arrowswitch.web.desk.knockout import form as knockout_form
from arrowswitch.web.desk.matches import form as match_form
from arrowswitch.web.forms import choice, line, optional

PAIRS = "pairs"
"""In the field of the form: pairs scored by the method chosen."""
OPEN = "open"
"""In a field of choices: not fixed yet."""

_CONDITIONS = {"rematch": Rematch, "rank_base": RankBase, "last_round": LastRound, "triangle": Triangle}
"""The conditions of a Swiss that are chosen, and what each can be."""
CHOICES: Mapping[str, tuple[str, ...]] = {
    "form": (PAIRS, *(form.value for form in EventForm if form not in METHOD_FORMS)),
    "scale": (OPEN, *regulations.scale_names(), OWN),
    "director_grade": (OPEN, *DirectorGrade),
    "handicap_kind": tuple(HandicapKind),
    **{name: (OPEN, *kind) for name, kind in _CONDITIONS.items()},
    **dict.fromkeys(("third_place", "three_way"), knockout_form.CHOICES),
    **match_form.CHOICES,
    "copied_scales": match_form.COPIED,
}
"""What to choose from in the fields about the form of the event."""
_NUMBERS = ("rounds", "rematch_number", "triangle_limit")
NAMES = (
    "form",
    "scale",
    "eligibility",
    "strata",
    "flights",
    "director_grade",
    *_NUMBERS,
    *_CONDITIONS,
    "handicap_kind",
    *match_form.NAMES,
    *knockout_form.NAMES,
)


def forms_of(value: str) -> tuple[EventForm, ...]:
    """Returns the forms that a choice of the field of the form stands for."""
    return METHOD_FORMS if value == PAIRS else (EventForm(value),)


def _choices_with(part: str) -> str:
    return " ".join(
        value
        for value in CHOICES["form"]
        if any(part in form_named(form).settings_parts(form) for form in forms_of(value))
    )


_PARTS = ("scale", "strata", "handicap", "matches", "method", "swiss", "triangles", "knockout", "club-rule")
USED_BY: Mapping[str, str] = {part: _choices_with(part) for part in _PARTS}
"""Which choices of the field of the form use a part of the page."""
METHODS: Mapping[str, tuple[str, ...]] = {
    value: tuple(dict.fromkeys(method.value for form in forms_of(value) for method in form.methods))
    for value in CHOICES["form"]
}
"""The methods that each choice of the field of the form can be scored by."""
_TAKEN = {
    "boards_per_round": ("desk.set.boards-per-round", ""),
    "rounds": ("desk.form.rounds", ""),
    "rematch": ("desk.form.rematch", "swiss.rematch."),
    "rank_base": ("desk.form.rank-base", "swiss.rank-base."),
    "last_round": ("desk.form.last-round", "swiss.last-round."),
    "triangle": ("desk.form.triangle", "swiss.triangle."),
    "triangle_limit": ("desk.form.triangle-limit", ""),
    "scale": ("desk.form.scale", "desk.form.scale."),
    "strata": ("desk.form.strata", ""),
    "handicap_kind": ("desk.form.handicap", "desk.form.handicap."),
}
"""The fields that are taken where they are left open, with the codes of their label and of their values."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What is taken for a field that is left open: `label` is a code; `text` is one, too, where there are words."""

    label: str
    text: str
    value: str


def taken_for(settings: Settings, usual_scale: Callable[[Settings], str]) -> Mapping[str, tuple[Taken, ...]]:
    """Returns by the choice of the form what a new event takes for all that these settings leave open."""
    found = {}
    for value in CHOICES["form"]:
        form = forms_of(value)[0] if value == PAIRS else EventForm(value)
        method = settings.method if settings.method in form.methods else form.methods[0]
        other = replace(settings, form=None if value == PAIRS else form, kind=form.kind, method=method)
        open_ = without_others(other, settings)
        before, after = _open_fields(open_), _open_fields(completed(open_, usual_scale(open_)))
        found[value] = tuple(
            Taken(label, prefix + after[name], after[name])
            for name, (label, prefix) in _TAKEN.items()
            if after[name] != before[name]
        )
    return found


def _open_fields(settings: Settings) -> Mapping[str, str]:
    return {**form_fields(settings), "boards_per_round": _text(settings.boards_per_round)}


def form_fields(settings: Settings) -> Mapping[str, str]:
    """Returns these settings as the texts of the form's fields."""
    conditions, form = settings.conditions, settings.event_form
    return {
        "form": PAIRS if form in METHOD_FORMS else form.value,
        "scale": settings.scale or OPEN,
        "eligibility": settings.eligibility,
        "strata": format_limits(settings.strata),
        "flights": format_limits(settings.flights),
        "director_grade": settings.director_grade or OPEN,
        "handicap_kind": settings.handicap_kind.value,
        **{name: getattr(conditions, name) or OPEN for name in _CONDITIONS},
        **{name: _text(getattr(conditions, name)) for name in _NUMBERS},
        **match_form.match_fields(settings),
        **knockout_form.knockout_fields(settings),
    }


def with_form(form: Mapping[str, str], base: Settings, problems: list[Problem]) -> Settings:
    """Returns `base` with what the fields say; what cannot be read is added to `problems`."""
    fields = {**form_fields(base), **{name: form[name] for name in NAMES if name in form}}
    conditions: dict[str, Any] = {
        **{name: choice(fields[name], name, kind, problems, OPEN) for name, kind in _CONDITIONS.items()},
        **{name: optional(fields[name], name, problems, least=1, most=99) for name in _NUMBERS},
    }
    chosen = choice(fields["form"], "form", EventForm, problems, PAIRS)
    keeps = base.form is None and chosen is base.event_form
    scale = "" if fields["scale"] == OPEN else fields["scale"]
    return replace(
        match_form.with_matches(form, knockout_form.with_knockout(form, base, problems), problems),
        form=None if keeps else chosen,
        kind=ContestantKind.PAIR if chosen is None else chosen.kind,
        scale=scale[:80],
        eligibility=line(fields["eligibility"], "eligibility", problems),
        strata=_limits(fields["strata"], "strata", base.strata, problems),
        flights=_limits(fields["flights"], "flights", base.flights, problems),
        director_grade=choice(fields["director_grade"], "director_grade", DirectorGrade, problems, OPEN),
        conditions=replace(base.conditions, **conditions),
        handicap_kind=choice(fields["handicap_kind"], "handicap_kind", HandicapKind, problems) or base.handicap_kind,
    )


def _limits(typed: str, field: str, base: tuple[PointLimit, ...], problems: list[Problem]) -> tuple[PointLimit, ...]:
    try:
        return parse_limits(typed, field)
    except Malformed as mistake:
        problems.extend(mistake.problems)
        return base


def _text(value: int | None) -> str:
    return "" if value is None else str(value)
