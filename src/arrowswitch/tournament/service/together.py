"""Commands that wait for one another run together: the first thread runs all commands waiting at that time, in their
order, and each is answered once its facts are stored.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence

from arrowswitch.core.errors import Impossible
from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.state import EventState

MOST_TOGETHER = 64
"""The largest number of commands that are stored in one transaction."""


class Sent:
    """A command that was sent, and what came of it: the state after it, or why it could not be carried out. `among` are
    the commands that it waits with."""

    __slots__ = ("among", "command", "error", "seen", "stamp", "state")

    def __init__(self, command: Command, stamp: Stamp, seen: int | None) -> None:
        self.command = command
        self.stamp = stamp
        self.seen = seen
        self.state: EventState | None = None
        self.error: BaseException | None = None
        self.among: WaitingCommands | None = None

    @property
    def is_answered(self) -> bool:
        """True once the outcome is known."""
        return self.state is not None or self.error is not None

    def answer(self) -> EventState:
        """Returns the state after it; raises what it met with."""
        if self.error is not None:
            raise self.error
        if self.state is None:
            raise Impossible(f"a command without an answer: {self.command!r}")
        return self.state


class WaitingCommands:
    """The commands of one event that wait."""

    __slots__ = ("_guard", "_sent")

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._sent: deque[Sent] = deque()

    def add(self, sent: Sent) -> Sent:
        """Lets a command wait and returns it."""
        sent.among = self
        with self._guard:
            self._sent.append(sent)
        return sent

    def carry_out(self, own: Sent, together: Callable[[Sequence[Sent]], None]) -> None:
        """Runs the waiting commands until `own` is answered; the caller holds the lock of the event.

        An error of a whole group is the answer to all of it.
        """
        while not own.is_answered:
            with self._guard:
                group = [self._sent.popleft() for _ in range(min(len(self._sent), MOST_TOGETHER))]
            try:
                together(group)
            except BaseException as error:
                for sent in group:
                    sent.state, sent.error = None, error
                if not isinstance(error, Exception):
                    raise
