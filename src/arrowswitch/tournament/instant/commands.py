"""Giving the tables or the datums of a session, or taking them away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.tournament.event.commands import Command
from arrowswitch.tournament.instant.values import BoardTables


@dataclass(frozen=True, slots=True)
class GiveTables(Command):
    """Compare the boards of a session with these tables (None: take them away). Once play has begun a reason is needed,
    `approver` after the deadline."""

    session: int
    tables: BoardTables | None
    approver: str = ""


@dataclass(frozen=True, slots=True)
class GiveDatums(Command):
    """Compare boards of a session with these scores of North-South, in place of the datum of their own results (None:
    with that again). `approver` after the deadline."""

    session: int
    datums: Mapping[BoardNumber, Fraction | None] = field(hash=False)
    approver: str = ""
