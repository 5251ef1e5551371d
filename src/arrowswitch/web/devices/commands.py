"""Commands of many devices: they wait for one another without a thread each, and are stored together.

A request for a page has a thread, which waits for the event's lock. Hundreds of devices that report results at once
would take all threads. Here a command is added to those that wait; one thread for each event carries them out, as many
together as wait, and each sender continues once its command is stored.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor

from arrowswitch.core.errors import Impossible
from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.ids import EventId
from arrowswitch.tournament.model.ledger import Stamp
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.service.service import Tournament
from arrowswitch.tournament.service.together import Sent

MOST_WRITERS = 8
"""Threads that carry out commands: an event whose lock is held by a long command leaves the others theirs."""
_Waiting = list[tuple[Sent, "asyncio.Future[None]"]]


class CommandQueue:
    """Carries out commands of a tournament for the requests of its loops."""

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament
        self._waiting: dict[tuple[asyncio.AbstractEventLoop, EventId], _Waiting] = {}
        self._writers = ThreadPoolExecutor(MOST_WRITERS, "commands")
        self._tasks: set[asyncio.Task[None]] = set()

    async def execute(self, event_id: EventId, command: Command, stamp: Stamp) -> EventState:
        """Carries out a command and returns the state after it, as `Tournament.execute` does."""
        loop = asyncio.get_running_loop()
        sent, answered = self._tournament.send(event_id, command, stamp), loop.create_future()
        waiting = self._waiting.get((loop, event_id))
        if waiting is None:
            self._waiting[loop, event_id] = [(sent, answered)]
            task = loop.create_task(self._work(loop, event_id))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        else:
            waiting.append((sent, answered))
        await answered
        return sent.answer()

    async def _work(self, loop: asyncio.AbstractEventLoop, event_id: EventId) -> None:
        """Carries out the commands of an event until none waits."""
        waiting = self._waiting[loop, event_id]
        try:
            while waiting:
                await loop.run_in_executor(self._writers, self._tournament.carry_out, event_id, waiting[0][0])
                for sent, answered in waiting:
                    if sent.is_answered and not answered.done():
                        answered.set_result(None)
                waiting[:] = (one for one in waiting if not one[0].is_answered)
        finally:
            del self._waiting[loop, event_id]
            for _, answered in waiting:
                if not answered.done():
                    answered.set_exception(Impossible("a command was not carried out"))
