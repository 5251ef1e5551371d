"""The scale of victory points of an event: one of the program's, or a table of its own.

JCBL director's manual 3.3, lines 1513, 2595 and 2613: the scale is the organiser's choice. The unit of the margins
follows from the form and the method.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from arrowswitch import regulations
from arrowswitch.core.errors import Malformed, ParamValue, Problem
from arrowswitch.core.regulations import Regulations
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.scales import Scale, ScaleKind, ScaleUnit
from arrowswitch.regulations.scale_table import OWN, parse_scale_table
from arrowswitch.tournament.model.settings import Settings
from arrowswitch.tournament.model.values.matches import TeamScoring


def ranks_matches(settings: Settings) -> bool:
    """True if the results of matches are ranked: those of teams, and those of pairs that earn victory points."""
    return settings.event_form.ranks_matches(settings.scoring.method, has_scale=bool(settings.scoring.scale))


def scale_unit(settings: Settings) -> ScaleUnit | None:
    """Returns the unit of the margins for which the event may choose a scale. Returns None if there are none."""
    scoring = _scoring_chosen(settings)
    return settings.event_form.chosen_unit(settings.scoring.method) if scoring is None else scoring.unit


def needs_scale(settings: Settings) -> bool:
    """True if the event must choose a scale, because neither its form nor its regulations name one."""
    scoring = _scoring_chosen(settings)
    if scoring is not None:
        return scoring.unit is not None and not scoring.has_usual_scale
    return settings.form is not None and settings.event_form.scale_unit(settings.scoring.method) is not None


def usual_scale(rules: Regulations, settings: Settings) -> str:
    """Returns the name of the scale that regulations have for an event where it chooses none: that of the rounds of
    pairs or players, of Swiss pairs by IMPs, else of matches of teams."""
    if settings.event_form.compares_tables:
        return rules.teams.scale
    if settings.scoring.method.is_of_rounds:
        return rules.scoring.houston.scale
    return rules.swiss_pairs.imps_scale if settings.scoring.method is Method.SWISS_IMPS else rules.teams.scale


def scales_without_table() -> tuple[str, ...]:
    """Returns the scales that the documents name without printing a table (manual, lines 1732-1738).

    >>> scales_without_table()
    ('10-0', '12-0', '20-0', '30-0', '40-0')
    """
    return tuple(name for name in regulations.scale_names() if regulations.load_scale(name).kind is ScaleKind.NAMED)


def has_unnamed_table(settings: Settings) -> bool:
    """True if the event's scale is a table of the organiser's own that no document names."""
    return settings.scoring.scale == OWN


def has_own_table(settings: Settings) -> bool:
    """True if the event's scale is a table of the organiser's own, with a name of the documents or without one."""
    return has_unnamed_table(settings) or (
        bool(settings.scoring.scale_table) and settings.scoring.scale in scales_without_table()
    )


def scale_chosen(settings: Settings) -> Scale | None:
    """Returns the scale that the settings name, or their own table; None where they choose none.

    Raises NotFound (`scale.unknown`), and Malformed for a table that cannot be read.
    """
    if not settings.scoring.scale:
        return None
    if not has_own_table(settings):
        return regulations.load_scale(settings.scoring.scale)
    table = parse_scale_table(settings.scoring.scale_table, scale_unit(settings) or ScaleUnit.IMPS)
    if settings.scoring.scale == OWN:
        return table
    return replace(table, name=settings.scoring.scale, title=regulations.load_scale(settings.scoring.scale).title)


def scale_problems(settings: Settings) -> Iterator[Problem]:
    """Yields the reasons why the margins of the event's matches cannot become victory points; `where` names the field
    (R-057)."""
    unit = scale_unit(settings)
    if has_own_table(settings):
        yield from _own_problems(settings, unit)
        return
    if settings.scoring.scale and settings.scoring.scale not in regulations.scale_names():
        names = ", ".join(regulations.scale_names())
        yield Problem("form.scale-unknown", {"name": settings.scoring.scale, "known": names}, "scale")
        return
    if settings.scoring.scale in scales_without_table() and (unit is not None or settings.scoring.method.is_of_rounds):
        others = ", ".join(_scales_for(settings.play.boards_per_round, unit or ScaleUnit.IMPS)) or "-"
        yield Problem("form.scale-no-table", {"name": settings.scoring.scale, "others": others}, "scale")
        return
    if unit is None or not (settings.scoring.scale or needs_scale(settings)):
        return
    if not settings.scoring.scale:
        yield Problem(
            "form.scale-missing", {"known": ", ".join(_scales_for(settings.play.boards_per_round, unit))}, "scale"
        )
    elif regulations.load_scale(settings.scoring.scale).unit is not unit:
        names = ", ".join(_scales_for(settings.play.boards_per_round, unit))
        yield Problem(f"form.scale-of-{unit.value}", {"name": settings.scoring.scale, "known": names}, "scale")
    elif settings.play.boards_per_round is not None:
        yield from column_problems(settings, settings.play.boards_per_round)


def column_problems(settings: Settings, boards: int) -> Iterator[Problem]:
    """Yields that the event's scale has no table for matches of this many boards."""
    unit, scale = scale_unit(settings), scale_chosen(settings)
    if unit is None or scale is None or scale.has_table(boards):
        return
    others = ", ".join(_scales_for(boards, unit)) or "-"
    if scale.kind is ScaleKind.NAMED:
        yield Problem("form.scale-no-table", {"name": scale.name, "others": others}, "scale")
        return
    nearest = min(scale.columns, key=lambda column: min(abs(column.least - boards), abs((column.most or 99) - boards)))
    params: dict[str, ParamValue] = {"name": scale.name, "boards": boards, "nearest": nearest.boards, "others": others}
    yield Problem("form.scale-boards", params, "scale")


def _scoring_chosen(settings: Settings) -> TeamScoring | None:
    """Returns how matches at two tables are scored if the settings say so."""
    return settings.matches.scoring if settings.event_form.compares_tables else None


def _own_problems(settings: Settings, unit: ScaleUnit | None) -> Iterator[Problem]:
    try:
        parse_scale_table(settings.scoring.scale_table, unit or ScaleUnit.IMPS)
    except Malformed as mistake:
        yield from mistake.problems
        return
    if unit is not None and settings.play.boards_per_round is not None:
        yield from column_problems(settings, settings.play.boards_per_round)


def _scales_for(boards: int | None, unit: ScaleUnit) -> list[str]:
    """Returns the scales of a unit that have a table for this many boards (None: for any number)."""
    scales = [regulations.load_scale(name) for name in regulations.scale_names()]
    fit = [scale for scale in scales if scale.unit is unit and scale.kind is not ScaleKind.NAMED]
    return [scale.name for scale in fit if boards is None or scale.has_table(boards)]
