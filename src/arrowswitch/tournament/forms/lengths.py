"""How long rounds and matches are when nobody has fixed it (docs/decisions/0017)."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.tournament.model.settings import Settings

LENGTHS = (32, 28, 24, 20, 16, 12, 8)
"""Boards of a match that fills a session."""


def with_match_length(settings: Settings) -> Settings:
    """Returns the settings with the longest match that fits into a session, unless a length is fixed."""
    if settings.play.boards_per_round is not None:
        return settings
    fit = (boards for boards in LENGTHS if settings.play.pace.round_minutes(boards) <= settings.play.minutes)
    return replace(settings, play=replace(settings.play, boards_per_round=next(fit, LENGTHS[-1])))
