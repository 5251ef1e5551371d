"""The tables of a session were given, or taken away."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from arrowswitch.tournament.event.ledger import Fact
from arrowswitch.tournament.instant.values import BoardTables


@dataclass(frozen=True, slots=True)
class TablesGiven(Fact):
    """The boards of a session are compared with these tables; None: there are none any more."""

    session: int
    tables: BoardTables | None
    kind: ClassVar[str] = "tables-given"
