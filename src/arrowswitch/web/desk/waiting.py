"""What was handed in and waits for an answer: in memory, a few at a time."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from typing import Any, Generic, TypeVar

from fastapi import Request

from arrowswitch.core.errors import NotFound
from arrowswitch.tournament.model.ledger import LedgerEntry

MOST = 8

_Kept = TypeVar("_Kept")


class WaitingRoom(Generic[_Kept]):
    """What waits, by the name that the page gives it; the oldest goes when there are too many."""

    def __init__(self, gone: str) -> None:
        self._known: OrderedDict[str, _Kept] = OrderedDict()
        self._gone = gone

    def put(self, kept: _Kept, name: str = "") -> str:
        """Keeps something, in place of what has the name, and returns its name."""
        name = name or secrets.token_urlsafe(9)
        self._known[name] = kept
        while len(self._known) > MOST:
            self._known.popitem(last=False)
        return name

    def get(self, name: str) -> _Kept:
        """Returns what waits; raises NotFound with the code that the room was made with."""
        found = self._known.get(name)
        if found is None:
            raise NotFound.of(self._gone)
        return found


def waiting_room(request: Request, name: str, gone: str) -> WaitingRoom[Any]:
    """Returns the waiting files of this program under a name. `gone` is the code for a file that is no longer there."""
    state = request.app.state
    if not hasattr(state, name):
        setattr(state, name, WaitingRoom(gone))
    room: WaitingRoom[Any] = getattr(state, name)
    return room


def waiting_copies(request: Request) -> WaitingRoom[tuple[LedgerEntry, ...]]:
    """Returns the copies of events that wait in this program for which of two words is kept."""
    return waiting_room(request, "copies", "merge.hand-in-again")
