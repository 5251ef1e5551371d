"""The tables or the datums of a session were given, or taken away."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar

from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.tournament.event.ledger import Fact
from arrowswitch.tournament.instant.values import BoardTables


@dataclass(frozen=True, slots=True)
class TablesGiven(Fact):
    """The boards of a session are compared with these tables; None: there are none any more."""

    session: int
    tables: BoardTables | None
    kind: ClassVar[str] = "tables-given"


@dataclass(frozen=True, slots=True)
class DatumsGiven(Fact):
    """Boards of a session are compared with these scores of North-South; None: with the datum of their own results."""

    session: int
    datums: Mapping[BoardNumber, Fraction | None] = field(hash=False)
    kind: ClassVar[str] = "datums-given"
