"""Giving the tables of a session, or taking them away."""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.tournament.event.commands import Command
from arrowswitch.tournament.instant.values import BoardTables


@dataclass(frozen=True, slots=True)
class GiveTables(Command):
    """Compare the boards of a session with these tables (None: take them away). Once play has begun a reason is needed,
    `approver` after the deadline."""

    session: int
    tables: BoardTables | None
    approver: str = ""
