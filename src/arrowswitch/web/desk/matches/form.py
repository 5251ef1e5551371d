"""The part of the settings form about the matches of teams: what they are scored by, who is at home, half time, and the
organiser's own scale of victory points. A field that a page does not send stays as it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any

from arrowswitch import regulations
from arrowswitch.core.errors import NotFound, Problem
from arrowswitch.regulations.scale_table import LONGEST_TABLE, OWN, format_scale_table
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.values.matches import (
    EightScoring,
    HalfTime,
    HomeRule,
    SeatingRight,
    Substitution,
    TeamScoring,
)
from arrowswitch.web.forms import choice

USUAL = "usual"
"""In a field of choices: what is usual for the form of the event, or nothing fixed."""

_CHOSEN: Mapping[str, tuple[str, type[StrEnum]]] = {
    "team_scoring": ("scoring", TeamScoring),
    "home": ("home", HomeRule),
    "seating": ("seating", SeatingRight),
    "half_time": ("half_time", HalfTime),
    "substitution": ("substitution", Substitution),
    "eight": ("eight", EightScoring),
}
"""Of each field the setting that it fixes, and what it can be."""
CHOICES: Mapping[str, tuple[str, ...]] = {name: (USUAL, *kind) for name, (_, kind) in _CHOSEN.items()}
NAMES = (*CHOICES, "scale_table")
COPIED = tuple(name for name in regulations.scale_names() if regulations.load_scale(name).columns)
"""The scales that an own table can be begun from."""


def match_fields(settings: Settings) -> Mapping[str, str]:
    """Returns these settings as the texts of the form's fields."""
    chosen = {name: getattr(settings.matches, setting) or USUAL for name, (setting, _) in _CHOSEN.items()}
    return {**chosen, "scale_table": settings.scoring.scale_table}


def copied_scale(name: str) -> Mapping[str, str]:
    """Returns the fields of an own table that begins as a copy of a scale; raises NotFound (`scale.unknown`)."""
    if name not in COPIED:
        raise NotFound.of("scale.unknown", name=name[:40], known=", ".join(COPIED))
    return {"scale": OWN, "scale_table": format_scale_table(regulations.load_scale(name))}


def with_matches(form: Mapping[str, str], base: Settings, problems: list[Problem]) -> Settings:
    """Returns `base` with the values of the fields; unreadable fields are added to `problems`."""
    fields = {**match_fields(base), **{name: form[name] for name in NAMES if name in form}}
    chosen: dict[str, Any] = {
        setting: choice(fields[name], name, kind, problems, USUAL) for name, (setting, kind) in _CHOSEN.items()
    }
    table = "\n".join(fields["scale_table"].split("\n")).replace("\r", "").strip()
    return replace(
        base,
        matches=replace(base.matches, **chosen),
        scoring=replace(base.scoring, scale_table=table[: LONGEST_TABLE + 1]),
    )
