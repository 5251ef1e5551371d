"""Tables of boards given beforehand, which instant matchpoints compare with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.core.scoring.inputs import Frequencies


@dataclass(frozen=True, slots=True)
class BoardTables:
    """The tables of a session's boards: North-South scores and how often each occurred; `name` tells where they are
    from."""

    name: str
    boards: Mapping[BoardNumber, Frequencies] = field(hash=False)


@dataclass(frozen=True, slots=True)
class InstantState:
    """The scores given beforehand that boards of a session are compared with: whole tables, or a datum for a board."""

    tables: Mapping[SessionNumber, BoardTables] = field(default_factory=dict, hash=False)
    datums: Mapping[SessionNumber, Mapping[BoardNumber, Fraction]] = field(default_factory=dict, hash=False)
