"""The part of the settings form about the form of the event: what is played, victory points, conditions of a Swiss,
who may take part. A field that a page does not send stays as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import TypeVar

from arrowswitch import regulations
from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.core.pairing.swiss.conditions import LastRound, RankBase, Rematch, Triangle
from arrowswitch.core.scoring.totals.handicap import HandicapKind
from arrowswitch.regulations.scale_table import OWN
from arrowswitch.tournament.event.forms import (
    METHOD_FORMS,
    DirectorGrade,
    EventForm,
    PointLimit,
    format_limits,
    parse_limits,
)
from arrowswitch.tournament.event.model import Settings
from arrowswitch.web.desk.knockout import form as knockout_form
from arrowswitch.web.desk.matches import form as match_form
from arrowswitch.web.forms import line, whole

Choice = TypeVar("Choice", bound=StrEnum)

PAIRS = "pairs"
"""In the field of the form: pairs scored by the method chosen."""
OPEN = "open"
"""In a field of choices: not fixed yet."""

FORMS = (PAIRS, *(form.value for form in EventForm if form not in METHOD_FORMS))
SCALES = (OPEN, *regulations.scale_names(), OWN)
DIRECTORS = (OPEN, *DirectorGrade)
REMATCHES = (OPEN, *Rematch)
RANK_BASES = (OPEN, *RankBase)
LAST_ROUNDS = (OPEN, *LastRound)
TRIANGLES = (OPEN, *Triangle)
HANDICAPS = tuple(HandicapKind)
NAMES = (
    "form",
    "scale",
    "eligibility",
    "strata",
    "flights",
    "director_grade",
    "rounds",
    "rematch",
    "rematch_number",
    "rank_base",
    "last_round",
    "triangle",
    "triangle_limit",
    "handicap_kind",
    *match_form.NAMES,
    *knockout_form.NAMES,
)
_NUMBERS = {"rounds": 99, "rematch_number": 99, "triangle_limit": 99}


def form_fields(settings: Settings) -> Mapping[str, str]:
    """Returns these settings as the texts of the form's fields."""
    conditions, form = settings.conditions, settings.event_form
    chosen = {name: getattr(conditions, name) for name in ("rematch", "rank_base", "last_round", "triangle")}
    return {
        "form": PAIRS if form in METHOD_FORMS else form.value,
        "scale": settings.scale or OPEN,
        "eligibility": settings.eligibility,
        "strata": format_limits(settings.strata),
        "flights": format_limits(settings.flights),
        "director_grade": settings.director_grade.value if settings.director_grade is not None else OPEN,
        "handicap_kind": settings.handicap_kind.value,
        **{name: value.value if value is not None else OPEN for name, value in chosen.items()},
        **{name: _text(getattr(conditions, name)) for name in _NUMBERS},
        **match_form.match_fields(settings),
        **knockout_form.knockout_fields(settings),
    }


def with_form(form: Mapping[str, str], base: Settings, problems: list[Problem]) -> Settings:
    """Returns `base` with what the fields say; what cannot be read is added to `problems`."""
    fields = {**form_fields(base), **{name: form[name] for name in NAMES if name in form}}
    numbers = {name: _number(fields[name], name, most, problems) for name, most in _NUMBERS.items()}
    conditions = replace(
        base.conditions,
        rounds=numbers["rounds"],
        rematch_number=numbers["rematch_number"],
        triangle_limit=numbers["triangle_limit"],
        rematch=_choice(fields, "rematch", Rematch, problems),
        rank_base=_choice(fields, "rank_base", RankBase, problems),
        last_round=_choice(fields, "last_round", LastRound, problems),
        triangle=_choice(fields, "triangle", Triangle, problems),
    )
    chosen = None if fields["form"] == PAIRS else _choice(fields, "form", EventForm, problems)
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
        director_grade=_choice(fields, "director_grade", DirectorGrade, problems),
        conditions=conditions,
        handicap_kind=_choice(fields, "handicap_kind", HandicapKind, problems) or base.handicap_kind,
    )


def _choice(fields: Mapping[str, str], name: str, kind: type[Choice], problems: list[Problem]) -> Choice | None:
    typed = fields[name]
    if typed == OPEN:
        return None
    if typed not in set(kind):
        problems.append(Problem("desk.field.choice", {"text": typed[:40]}, name))
        return None
    return kind(typed)


def _number(typed: str, name: str, most: int, problems: list[Problem]) -> int | None:
    return whole(typed, name, problems, least=1, most=most) if typed.strip() else None


def _limits(typed: str, field: str, base: tuple[PointLimit, ...], problems: list[Problem]) -> tuple[PointLimit, ...]:
    try:
        return parse_limits(typed, field)
    except Malformed as mistake:
        problems.extend(mistake.problems)
        return base


def _text(value: int | None) -> str:
    return "" if value is None else str(value)
