"""How large the numbers of an event's settings may be, on a form and in a file."""

from __future__ import annotations

from collections.abc import Iterator

from arrowswitch.core.errors import Problem
from arrowswitch.tournament.model.settings import Settings

MOST_SESSIONS = 8
MOST_SECTIONS = 10
"""The number of section letters in plans (A to J)."""
MOST_BREAK = 600
MOST_POINTS = 999_999


def range_problems(settings: Settings) -> Iterator[Problem]:
    """Yields each number that is too small or too large for any event (`settings.range`); `where` names its field."""
    ranges = (
        ("sessions", settings.sessions, 1, MOST_SESSIONS),
        ("sections", settings.division.sections, 1, MOST_SECTIONS),
        ("places_before", settings.awards.places_before, 0, 9999),
        ("minutes", settings.play.minutes, 10, 1440),
        ("break_minutes", settings.play.break_minutes, 0, MOST_BREAK),
        ("first_board", settings.play.first_board, 1, 900),
        ("boards_per_round", settings.play.boards_per_round, 1, 40),
        ("level", settings.play.level, 1, MOST_POINTS),
        ("boards_wanted", settings.play.boards_wanted, 1, 200),
        ("minutes_per_board", settings.play.pace.minutes_per_board, 1, 60),
        ("minutes_per_round", settings.play.pace.minutes_per_round, 0, 60),
        ("board_sets", settings.play.board_sets, 1, 99),
        ("howell_up_to", settings.play.club_rule.howell_up_to, 0, 999),
        ("mitchell_from", settings.play.club_rule.mitchell_from, 0, 999),
        ("master_point_class", settings.awards.master_point_class, 1, 5),
        ("warning_seconds", settings.play.warning_seconds, 0, 3600),
        ("correction_minutes", settings.scoring.correction_minutes, 0, 100_000),
    )
    for name, value, least, most in ranges:
        if value is not None and not least <= value <= most:
            yield Problem("settings.range", {"value": value, "least": least, "most": most}, name)
