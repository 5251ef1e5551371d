"""Searches for a schedule that are under way: how far they are, and how they are stopped.

A director who waits for a schedule sets a number of seconds. The search ends then, or when it is stopped, and returns
the best schedule by that time.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from arrowswitch.tournament.model.memory import Latest
from arrowswitch.tournament.model.places import Place
from arrowswitch.tournament.model.state import EventState


class Search:
    """A search of at most `seconds`: the watch that `schedule_league` reads. `breaks` are those of the best schedule so
    far, None while there is none. `tell` is called during the search, every few seconds."""

    def __init__(
        self,
        seconds: float,
        *,
        clock: Callable[[], float] = time.monotonic,
        tell: Callable[[Search], None] | None = None,
        every: float = 5,
    ) -> None:
        self.seconds = seconds
        self.breaks: int | None = None
        self.is_stopped = False
        self._clock, self._tell, self._every = clock, tell, every
        self._began = self._last_report = clock()
        self._stop_solver: Callable[[], None] | None = None
        self._lock = threading.Lock()

    @property
    def seconds_so_far(self) -> float:
        """Returns the seconds since the start of the search."""
        return self._clock() - self._began

    @property
    def is_over(self) -> bool:
        return self.is_stopped or self.seconds_so_far >= self.seconds

    def left(self) -> float:
        """Returns the seconds left for the search; 0 if it is stopped."""
        now = self._clock()
        if self._tell is not None and now - self._last_report >= self._every:
            self._last_report = now
            self._tell(self)
        return 0.0 if self.is_stopped else self.seconds - self.seconds_so_far

    def note_best(self, breaks: int) -> None:
        """Stores the breaks of the best schedule."""
        self.breaks = breaks

    def solving(self, stop: Callable[[], None] | None) -> None:
        """Keeps how the solver is stopped; one that begins after the search was stopped is stopped at once."""
        with self._lock:
            self._stop_solver = stop
            if self.is_stopped and stop is not None:
                stop()

    def stop(self) -> None:
        """Ends the search, from any thread: what was found by now is its answer."""
        with self._lock:
            self.is_stopped = True
            if self._stop_solver is not None:
                self._stop_solver()


class SearchMemory(Latest[Search]):
    """The search that is under way for a section."""


@contextmanager
def searching(state: EventState, place: Place, seconds: float) -> Iterator[Search]:
    """Gives a search that `search_of` finds until it is over; an earlier one for the same place is stopped."""
    search, memory = Search(seconds), state.memory.part(SearchMemory, place)
    earlier, memory.value = memory.value, search
    if earlier is not None:
        earlier.stop()
    try:
        yield search
    finally:
        if memory.value is search:
            memory.value = None


def search_of(state: EventState, place: Place) -> Search | None:
    """Returns the search that is under way for a section of an event; None if there is none."""
    return state.memory.part(SearchMemory, place).value
