"""The links by which a director gives a helper access: to the scores of some sections of an event, and nothing else.

Links are kept in memory only, as everything of the door is: a new start of the program ends them.
"""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime

from arrowswitch.core.errors import NotFound
from arrowswitch.core.movements.model import SectionLetter
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.web.guests import LONGEST, Task

MOST_HELPERS = 500


@dataclass(frozen=True, slots=True)
class Helper:
    """A helper: the name (empty: asked when the link is opened), the task, the time, and the secret of the link."""

    name: str
    task: Task
    since: datetime
    secret: str = field(repr=False)


@dataclass(slots=True)
class Helpers:
    """Keeps the links. `now` is the club's clock.

    >>> from datetime import UTC
    >>> helpers = Helpers(lambda: datetime(2026, 1, 1, tzinfo=UTC))
    >>> first = helpers.invite("Alder", EventId("7"), frozenset("B"))
    >>> second = helpers.renew(first.task.number)
    >>> helpers.find(second.secret) == second, helpers.find(first.secret), helpers.find("")
    (True, None, None)
    """

    now: Callable[[], datetime]
    _helpers: dict[int, Helper] = field(default_factory=dict)
    _count: int = 0
    _guard: threading.Lock = field(default_factory=threading.Lock)

    def invite(self, name: str, event_id: EventId, sections: frozenset[SectionLetter]) -> Helper:
        """Makes a link for a helper."""
        with self._guard:
            self._forget_old()
            if len(self._helpers) >= MOST_HELPERS:
                del self._helpers[min(self._helpers)]
            self._count += 1
            made = Helper(name, Task(self._count, event_id, sections), self.now(), _new_secret())
            self._helpers[self._count] = made
            return made

    def of_event(self, event_id: EventId) -> tuple[Helper, ...]:
        """Returns the links of an event in the order in which they were made."""
        with self._guard:
            self._forget_old()
            return tuple(one for one in self._helpers.values() if one.task.event_id == event_id)

    def find(self, secret: str) -> Helper | None:
        """Returns the helper with a link, or None."""
        with self._guard:
            self._forget_old()
            digest = secret.encode()
            every = tuple(self._helpers.values())
            return next((one for one in every if secrets.compare_digest(one.secret.encode(), digest)), None)

    def helper(self, event_id: EventId, number: int) -> Helper:
        """Returns a link of an event; raises NotFound (`desk.assist.unknown`)."""
        helper = next((one for one in self.of_event(event_id) if one.task.number == number), None)
        if helper is None:
            raise NotFound.of("desk.assist.unknown")
        return helper

    def renew(self, number: int) -> Helper:
        """Gives a link another secret: the old one leads nowhere."""
        with self._guard:
            self._helpers[number] = replace(self._helpers[number], secret=_new_secret(), since=self.now())
            return self._helpers[number]

    def end(self, number: int) -> None:
        """Ends a link."""
        with self._guard:
            self._helpers.pop(number, None)

    def _forget_old(self) -> None:
        now = self.now()
        self._helpers = {number: one for number, one in self._helpers.items() if now - one.since <= LONGEST}


def _new_secret() -> str:
    return secrets.token_urlsafe(24)
