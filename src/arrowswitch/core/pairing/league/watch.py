"""Somebody looks on while a schedule is searched: how long it may still take, and what there is by now.

The search asks between its steps and stops with `SearchStopped`, which never leaves `schedule_league`: the best
schedule so far is its answer. Core has no clock, so that the time comes from outside.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol


class SearchStopped(Exception):
    """The time is over, or somebody has stopped the search."""


class Watch(Protocol):
    """Looks on while a schedule is searched."""

    def left(self) -> float | None:
        """Returns how many seconds the search may still take, 0 and less for none; None for any number."""

    def note_best(self, breaks: int) -> None:
        """Called with the number of breaks of each schedule that is the best so far."""

    def solving(self, stop: Callable[[], None] | None) -> None:
        """Called with a function that stops the solver from any thread while it works, and with None afterwards."""


class NoWatch:
    """Nobody looks on: the search takes the work that it may."""

    def left(self) -> None:
        """Does nothing: there is no limit."""

    def note_best(self, breaks: int) -> None:
        """Does nothing: nobody is told."""

    def solving(self, stop: Callable[[], None] | None) -> None:
        """Does nothing: nobody stops the solver."""


def go_on(watch: Watch) -> None:
    """Raises SearchStopped when the time is over."""
    left = watch.left()
    if left is not None and left <= 0:
        raise SearchStopped


def part_of(watch: Watch, share: int) -> float | None:
    """Returns the part of the time that a step may take which others follow: one of so many."""
    left = watch.left()
    return None if left is None else max(left, 0.0) / share
