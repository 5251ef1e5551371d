"""The part of the settings form about the form of the event: what is played, victory points, conditions of a Swiss, who
may take part. A field that a page does not send stays as it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from arrowswitch import regulations
from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.core.pairing.swiss.conditions import LastRound, OddPairs, RankBase, Rematch, Triangle
from arrowswitch.core.pairing.swiss.openings import FirstRounds
from arrowswitch.core.scoring.missed import MissedRounds
from arrowswitch.core.scoring.totals.handicap import HandicapKind, HandicapOf
from arrowswitch.regulations.scale_table import OWN
from arrowswitch.tournament.forms.choices import (
    FORM_CHOICES,
    PAIRS,
    choice_of,
    choices_by_part,
    methods_of,
    with_form,
)
from arrowswitch.tournament.model.forms import DirectorGrade, EventForm, PointLimit, format_limits, parse_limits
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.rulebooks.scale_choice import scales_without_table
from arrowswitch.web.desk.knockout import form as knockout_form
from arrowswitch.web.desk.matches import form as match_form
from arrowswitch.web.forms import choice, line, optional

OPEN = "open"
"""In a field of choices: not fixed yet."""

_CONDITIONS = {"rematch": Rematch, "rank_base": RankBase, "last_round": LastRound, "triangle": Triangle}
"""The conditions of a Swiss that are chosen, and what each can be."""
CHOICES: Mapping[str, tuple[str, ...]] = {
    "form": FORM_CHOICES,
    "scale": (OPEN, *regulations.scale_names(), OWN),
    "director_grade": (OPEN, *DirectorGrade),
    "handicap_kind": tuple(HandicapKind),
    "handicap_of": tuple(HandicapOf),
    **{name: (OPEN, *kind) for name, kind in _CONDITIONS.items()},
    "first_rounds": tuple(FirstRounds),
    "missed": tuple(MissedRounds),
    "odd_pairs": tuple(OddPairs),
    **dict.fromkeys(("third_place", "three_way"), knockout_form.CHOICES),
    **match_form.CHOICES,
    "copied_scales": match_form.COPIED,
    "scales_without_table": scales_without_table(),
}
"""The choices of the fields about the form of the event."""
_NUMBERS = ("rounds", "rematch_number", "triangle_limit")
DRAWN_NAMES = (*_NUMBERS, *_CONDITIONS, "first_rounds", "missed", "odd_pairs", *knockout_form.NAMES)
"""The fields about a Swiss or a knockout."""
NAMES = (
    "form",
    "scale",
    "eligibility",
    "strata",
    "flights",
    "director_grade",
    *_NUMBERS,
    *_CONDITIONS,
    "first_rounds",
    "missed",
    "odd_pairs",
    "handicap_kind",
    "handicap_of",
    *match_form.NAMES,
    *knockout_form.NAMES,
)


USED_BY: Mapping[str, str] = {part: " ".join(choices) for part, choices in choices_by_part().items()}
"""The choices of the field of the form that use each part of the page."""
METHODS: Mapping[str, tuple[str, ...]] = {
    value: tuple(method.value for method in methods_of(value)) for value in FORM_CHOICES
}
"""The methods that each choice of the field of the form can be scored by."""


def form_fields(settings: Settings) -> Mapping[str, str]:
    """Returns these settings as the texts of the form's fields."""
    conditions = settings.conditions
    return {
        "form": choice_of(settings),
        "scale": settings.scoring.scale or OPEN,
        "eligibility": settings.announcement.eligibility,
        "strata": format_limits(settings.division.strata),
        "flights": format_limits(settings.division.flights),
        "director_grade": settings.announcement.director_grade or OPEN,
        "handicap_kind": settings.scoring.handicap_kind.value,
        "handicap_of": settings.scoring.handicap_of.value,
        **{name: getattr(conditions, name) or OPEN for name in _CONDITIONS},
        "first_rounds": FirstRounds.of(conditions.openings).value,
        "missed": conditions.missed.value,
        "odd_pairs": conditions.odd_pairs.value,
        **{name: _text(getattr(conditions, name)) for name in _NUMBERS},
        **match_form.match_fields(settings),
        **knockout_form.knockout_fields(settings),
    }


def with_fields(form: Mapping[str, str], base: Settings, problems: list[Problem]) -> Settings:
    """Returns `base` with the values of the fields; unreadable fields are added to `problems`."""
    fields = {**form_fields(base), **{name: form[name] for name in NAMES if name in form}}
    conditions: dict[str, Any] = {
        **{name: choice(fields[name], name, kind, problems, OPEN) for name, kind in _CONDITIONS.items()},
        **{name: optional(fields[name], name, problems, least=1, most=99) for name in _NUMBERS},
    }
    first_rounds = choice(fields["first_rounds"], "first_rounds", FirstRounds, problems)
    if first_rounds is not None and first_rounds is not FirstRounds.of(base.conditions.openings):
        conditions["openings"] = first_rounds.openings
    conditions["missed"] = choice(fields["missed"], "missed", MissedRounds, problems) or base.conditions.missed
    conditions["odd_pairs"] = choice(fields["odd_pairs"], "odd_pairs", OddPairs, problems) or base.conditions.odd_pairs
    chosen = choice(fields["form"], "form", EventForm, problems, PAIRS)
    scale = "" if fields["scale"] == OPEN else fields["scale"]
    of_matches = match_form.with_matches(form, knockout_form.with_knockout(form, base, problems), problems)
    changed = with_form(of_matches, chosen)
    eligibility = line(fields["eligibility"], "eligibility", problems)
    strata = _limits(fields["strata"], "strata", base.division.strata, problems)
    flights = _limits(fields["flights"], "flights", base.division.flights, problems)
    grade = choice(fields["director_grade"], "director_grade", DirectorGrade, problems, OPEN)
    handicaps = {
        "handicap_kind": choice(fields["handicap_kind"], "handicap_kind", HandicapKind, problems),
        "handicap_of": choice(fields["handicap_of"], "handicap_of", HandicapOf, problems),
    }
    chosen_handicaps: dict[str, Any] = {name: value for name, value in handicaps.items() if value is not None}
    return replace(
        changed,
        scoring=replace(changed.scoring, scale=scale[:80], **chosen_handicaps),
        announcement=replace(changed.announcement, eligibility=eligibility, director_grade=grade),
        division=replace(changed.division, strata=strata, flights=flights),
        conditions=replace(base.conditions, **conditions),
    )


def _limits(typed: str, field: str, base: tuple[PointLimit, ...], problems: list[Problem]) -> tuple[PointLimit, ...]:
    try:
        return parse_limits(typed, field)
    except Malformed as mistake:
        problems.extend(mistake.problems)
        return base


def _text(value: int | None) -> str:
    return "" if value is None else str(value)
