"""The fields of the settings form about a knockout: the third place, three-way matches, the limit of carry-over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from arrowswitch.core.errors import Problem
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.values.knockout import MOST_CARRIED, KnockoutSettings
from arrowswitch.web.forms import optional

NO, YES = "no", "yes"
CHOICES = (NO, YES)
NAMES = ("third_place", "three_way", "most_carried")


def knockout_fields(settings: Settings) -> Mapping[str, str]:
    """Returns the settings of a knockout as the texts of the form's fields."""
    fixed = settings.knockout
    return {
        "third_place": YES if fixed.has_third_place else NO,
        "three_way": YES if fixed.has_threes else NO,
        "most_carried": "" if fixed.most_carried is None else str(fixed.most_carried),
    }


def with_knockout(form: Mapping[str, str], base: Settings, problems: list[Problem]) -> Settings:
    """Returns `base` with the values of the fields; unreadable fields are added to `problems`."""
    fields = {**knockout_fields(base), **{name: form[name] for name in NAMES if name in form}}
    problems += [
        Problem("desk.field.choice", {"text": fields[name][:40]}, name)
        for name in ("third_place", "three_way")
        if fields[name] not in CHOICES
    ]
    most = optional(fields["most_carried"], "most_carried", problems, least=0, most=MOST_CARRIED)
    return replace(base, knockout=KnockoutSettings(fields["third_place"] == YES, fields["three_way"] == YES, most))
