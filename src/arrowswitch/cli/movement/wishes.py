"""Wishes and numbers that the lists of all kinds of movements share."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from arrowswitch.core.movements.choosing.wishes import boards_for_level


def asks_for_plans(options: argparse.Namespace) -> bool:
    """True if `movement list` was asked for several sessions or sections, or for options that only they have."""
    several = (options.sessions or 1) > 1 or options.sections is not None or options.sets is not None
    return options.pairs is not None and (several or options.barometer or options.houston)


def boards_wanted(options: argparse.Namespace) -> int | None:
    """Returns how many boards a session should have: as asked, else what players of the level are used to, None for
    what is usual."""
    if options.boards is None and options.level is not None:
        return boards_for_level(options.level)
    boards: int | None = options.boards
    return boards


def join_numbers(numbers: Iterable[int]) -> str:
    """Returns the numbers of several sessions or sections: `12+12`."""
    return "+".join(map(str, numbers))
