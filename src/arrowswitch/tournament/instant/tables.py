"""Tables of boards given beforehand, which instant matchpoints compare with: the value, its fact and its command."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.scoring.inputs import Frequencies


@dataclass(frozen=True, slots=True)
class BoardTables:
    """The tables of a session's boards: North-South scores and how often each occurred; `name` tells where they are
    from."""

    name: str
    boards: Mapping[BoardNumber, Frequencies] = field(hash=False)


@dataclass(frozen=True, slots=True)
class TablesGiven:
    """The boards of a session are compared with these tables; None: there are none any more."""

    session: int
    tables: BoardTables | None
    kind: ClassVar[str] = "tables-given"


@dataclass(frozen=True, slots=True)
class GiveTables:
    """Compare the boards of a session with these tables (None: take them away). Once play has begun a reason is needed,
    `approver` after the deadline."""

    session: int
    tables: BoardTables | None
    approver: str = ""
