"""The part of the settings form about the matches of teams: what they are scored by, who is at home, half time, and the
organiser's own scale of victory points. A field that a page does not send stays as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import TypeVar

from arrowswitch import regulations
from arrowswitch.core.errors import NotFound, Problem
from arrowswitch.regulations.scale_table import LONGEST_TABLE, OWN, format_scale_table
from arrowswitch.tournament.event.model import Settings
from arrowswitch.tournament.matches.values import (
    EightScoring,
    HalfTime,
    HomeRule,
    SeatingRight,
    Substitution,
    TeamScoring,
)

Choice = TypeVar("Choice", bound=StrEnum)

USUAL = "usual"
"""In a field of choices: what is usual for the form of the event, or nothing fixed."""

CHOICES: Mapping[str, tuple[str, ...]] = {
    "team_scoring": (USUAL, *TeamScoring),
    "home": (USUAL, *HomeRule),
    "seating": (USUAL, *SeatingRight),
    "half_time": (USUAL, *HalfTime),
    "substitution": (USUAL, *Substitution),
    "eight": (USUAL, *EightScoring),
}
NAMES = (*CHOICES, "scale_table")
COPIED = tuple(name for name in regulations.scale_names() if regulations.load_scale(name).columns)
"""The scales that an own table can be begun from."""


def match_fields(settings: Settings) -> Mapping[str, str]:
    """Returns these settings as the texts of the form's fields."""
    matches = settings.matches
    values = {
        "team_scoring": matches.scoring,
        "home": matches.home,
        "seating": matches.seating,
        "half_time": matches.half_time,
        "substitution": matches.substitution,
        "eight": matches.eight,
    }
    chosen = {name: USUAL if value is None else value.value for name, value in values.items()}
    return {**chosen, "scale_table": settings.scale_table}


def copied_scale(name: str) -> Mapping[str, str]:
    """Returns the fields of an own table that begins as a copy of a scale; raises NotFound (`scale.unknown`)."""
    if name not in COPIED:
        raise NotFound.of("scale.unknown", name=name[:40], known=", ".join(COPIED))
    return {"scale": OWN, "scale_table": format_scale_table(regulations.load_scale(name))}


def with_matches(form: Mapping[str, str], base: Settings, problems: list[Problem]) -> Settings:
    """Returns `base` with what the fields say; what cannot be read is added to `problems`."""
    fields = {**match_fields(base), **{name: form[name] for name in NAMES if name in form}}
    matches = replace(
        base.matches,
        scoring=_choice(fields, "team_scoring", TeamScoring, problems),
        home=_choice(fields, "home", HomeRule, problems),
        seating=_choice(fields, "seating", SeatingRight, problems),
        half_time=_choice(fields, "half_time", HalfTime, problems),
        substitution=_choice(fields, "substitution", Substitution, problems),
        eight=_choice(fields, "eight", EightScoring, problems),
    )
    table = "\n".join(fields["scale_table"].split("\n")).replace("\r", "").strip()
    return replace(base, matches=matches, scale_table=table[: LONGEST_TABLE + 1])


def _choice(fields: Mapping[str, str], name: str, kind: type[Choice], problems: list[Problem]) -> Choice | None:
    typed = fields[name]
    if typed == USUAL:
        return None
    if typed not in set(kind):
        problems.append(Problem("desk.field.choice", {"text": typed[:40]}, name))
        return None
    return kind(typed)
