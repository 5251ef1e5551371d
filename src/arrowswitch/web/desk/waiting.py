"""Uploads that wait for an answer: in memory, a few at a time."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from typing import Any, Generic, TypeVar

from fastapi import Request

from arrowswitch.core.errors import NotFound
from arrowswitch.tournament.model.ledger import LedgerEntry
from arrowswitch.web.services import kept_in_program

MOST = 8

_Kept = TypeVar("_Kept")


class WaitingRoom(Generic[_Kept]):
    """The waiting uploads, by the name that the page gives them; the oldest is dropped when there are too many."""

    def __init__(self, gone: str) -> None:
        self._uploads: OrderedDict[str, _Kept] = OrderedDict()
        self._gone = gone

    def put(self, upload: _Kept, name: str = "") -> str:
        """Keeps something, in place of what has the name, and returns its name."""
        name = name or secrets.token_urlsafe(9)
        self._uploads[name] = upload
        while len(self._uploads) > MOST:
            self._uploads.popitem(last=False)
        return name

    def get(self, name: str) -> _Kept:
        """Returns a waiting upload; raises NotFound with the code that the waiting room was made with."""
        upload = self._uploads.get(name)
        if upload is None:
            raise NotFound.of(self._gone)
        return upload


def waiting_room(request: Request, name: str, gone: str) -> WaitingRoom[Any]:
    """Returns the waiting files of this program under a name. `gone` is the code for a file that is no longer there."""
    return kept_in_program(request, name, lambda: WaitingRoom[Any](gone))


def waiting_copies(request: Request) -> WaitingRoom[tuple[LedgerEntry, ...]]:
    """Returns the copies of events that wait in this program for which of two words is kept."""
    return waiting_room(request, "copies", "merge.hand-in-again")
