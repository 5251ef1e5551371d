"""Copies that were handed in and wait for the answer which of two words is kept: in memory, a few at a time."""

from __future__ import annotations

import secrets
from collections import OrderedDict

from fastapi import Request

from arrowswitch.core.errors import NotFound
from arrowswitch.tournament.event.ledger import LedgerEntry

MOST = 8


class WaitingCopies:
    """The copies by the name that the page gives them; the oldest goes when there are too many."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, tuple[LedgerEntry, ...]] = OrderedDict()

    def put(self, ledger: tuple[LedgerEntry, ...]) -> str:
        """Keeps a copy and returns its name."""
        name = secrets.token_urlsafe(9)
        self._known[name] = ledger
        while len(self._known) > MOST:
            self._known.popitem(last=False)
        return name

    def get(self, name: str) -> tuple[LedgerEntry, ...]:
        """Returns a copy; raises NotFound (`merge.hand-in-again`)."""
        found = self._known.get(name)
        if found is None:
            raise NotFound.of("merge.hand-in-again")
        return found


def waiting_copies(request: Request) -> WaitingCopies:
    """Returns the copies that wait in this program."""
    state = request.app.state
    if not hasattr(state, "copies"):
        state.copies = WaitingCopies()
    copies: WaitingCopies = state.copies
    return copies
