"""Background work: a check every few seconds, in a thread of its own, until the program ends."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

TICK_SECONDS = 5.0
log = logging.getLogger("arrowswitch.beside")


class Lookout:
    """Calls `look` again and again; one that fails is logged, and the next one comes."""

    def __init__(self, name: str, look: Callable[[], None]) -> None:
        self._name = name
        self._look = look
        self._stop = threading.Event()
        self._pressed = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begins to look."""
        self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
        self._thread.start()

    def hurry(self) -> None:
        """Has the next look come at once."""
        self._pressed.set()

    def stop(self) -> None:
        """Ends looking."""
        self._stop.set()
        self._pressed.set()
        if self._thread is not None:
            self._thread.join(timeout=30)

    def _run(self) -> None:
        while True:
            self._pressed.wait(TICK_SECONDS)
            self._pressed.clear()
            if self._stop.is_set():
                return
            try:
                self._look()
            except Exception:
                log.exception("a look failed: %s", self._name)
