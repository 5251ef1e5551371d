"""Has deals analysed in the background, and keeps what is found with them.

It checks an event after each change, and when a page shows its deals, so that every deal is analysed once, from any
source. An analysis that was not ready when the program ended is started again. Nothing waits for it.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from arrowswitch.core.errors import Mistake
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.tournament.model.events import Events
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.slices.deals import KeepAnalysis
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.deals import DealAnalysis

TRIES = 3
"""The number of attempts at deals that crash the solver, until a page shows them again."""
log = logging.getLogger("arrowswitch.analysis")


class Solver(Protocol):
    """Finds tricks and leads of deals; slow."""

    together: int
    """How many deals are best asked for in one call."""

    def solve(self, deals: Mapping[BoardNumber, str]) -> Mapping[BoardNumber, tuple[str, str]]:
        """Returns tricks and leads, as `DealAnalysis` keeps them; raises OSError when the solver died."""
        ...

    def close(self) -> None:
        """Gives up what is being solved."""
        ...


@dataclass(frozen=True, slots=True)
class Progress:
    """How many deals of a session are analysed, of how many; `has_failed` when the solver gave up."""

    done: int
    total: int
    has_failed: bool = False

    @property
    def is_over(self) -> bool:
        return self.has_failed or self.done >= self.total


class Analyst:
    """Analyses the deals of a tournament, a session after the other, in a thread of its own."""

    def __init__(self, tournament: Events, solver: Solver) -> None:
        self._tournament = tournament
        self._solver = solver
        self._wanted: dict[EventId, None] = {}
        self._ready: dict[tuple[EventId, SessionNumber], dict[BoardNumber, DealAnalysis]] = {}
        self._failed: set[tuple[EventId, SessionNumber]] = set()
        self._change = threading.Condition()
        self._is_stopped = False
        self._thread: threading.Thread | None = None
        self._unsubscribe: Callable[[], None] = lambda: None

    def start(self) -> None:
        """Begins to look at what changes."""
        self._unsubscribe = self._tournament.subscribe(self._note_change)
        self._thread = threading.Thread(target=self._run, name="analyst", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Gives up what is under way."""
        with self._change:
            self._is_stopped = True
            self._change.notify()
        self._unsubscribe()
        self._solver.close()
        if self._thread is not None:
            self._thread.join()

    def look_at(self, event_id: EventId) -> None:
        """Has the deals of an event analysed that are not yet, also those over which the solver died."""
        self._failed = {one for one in self._failed if one[0] != event_id}
        self._want(event_id)

    def progress(self, state: EventState, session: SessionNumber) -> Progress:
        """Returns how far the deals of a session are."""
        placed = state.deals.placed.get(session)
        total = 0 if placed is None else len(placed.texts)
        return Progress(total - len(self._open(state, session)), total, (state.event_id, session) in self._failed)

    def _note_change(self, event_id: EventId, seq: int) -> None:
        self._want(event_id)

    def _want(self, event_id: EventId) -> None:
        with self._change:
            self._wanted[event_id] = None
            self._change.notify()

    def _run(self) -> None:
        while True:
            with self._change:
                while not self._wanted and not self._is_stopped:
                    self._change.wait()
                if self._is_stopped:
                    return
                event_id = next(iter(self._wanted))
                del self._wanted[event_id]
            try:
                self._analyse(event_id)
            except Mistake:
                log.info("the event %s is not there any more", event_id)
            except Exception:
                log.exception("the deals of %s could not be analysed", event_id)

    def _analyse(self, event_id: EventId) -> None:
        for session in self._tournament.state(event_id).deals.placed:
            while not self._is_stopped and (event_id, session) not in self._failed:
                waiting = self._open(self._tournament.state(event_id), session)[: self._solver.together]
                if not waiting:
                    break
                if not self._solve(event_id, session, dict(waiting)):
                    self._failed.add((event_id, session))
            self._keep(event_id, session)

    def _open(self, state: EventState, session: SessionNumber) -> list[tuple[BoardNumber, str]]:
        """Returns the deals of a session that are not analysed as they lie now, by board."""
        placed = state.deals.placed.get(session)
        analysed = {**self._ready.get((state.event_id, session), {}), **state.deals.analyses.get(session, {})}
        texts = {} if placed is None else placed.texts
        return [
            (board, text)
            for board, text in sorted(texts.items())
            if board not in analysed or analysed[board].deal != text
        ]

    def _solve(self, event_id: EventId, session: SessionNumber, deals: Mapping[BoardNumber, str]) -> bool:
        """Solves deals and adds what was found; returns False if none could be solved."""
        for _ in range(TRIES):
            try:
                solved = self._solver.solve(deals)
            except (OSError, ValueError) as error:
                if self._is_stopped:
                    return True
                log.warning("the solver ended over %s: %s", event_id, error)
                continue
            new = {board: DealAnalysis(deals[board], *one) for board, one in solved.items()}
            self._ready[event_id, session] = {**self._ready.get((event_id, session), {}), **new}
            return True
        return False

    def _keep(self, event_id: EventId, session: SessionNumber) -> None:
        analyses = self._ready.pop((event_id, session), None)
        if analyses and not self._is_stopped:
            stamp = Stamp(self._tournament.chance.new_id())
            self._tournament.execute(event_id, KeepAnalysis(session, analyses), stamp)
