"""What was ticked, marked and announced."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.model import RoundNumber, SessionNumber
from arrowswitch.tournament.event.ledger import Fact
from arrowswitch.tournament.event.places import Place
from arrowswitch.tournament.lists.values import BoardCondition


@dataclass(frozen=True, slots=True)
class ItemTicked(Fact):
    """An item of a session's lists was done by somebody, in one of its ways; or it is open again."""

    session: SessionNumber
    item: str
    name: str
    choice: str = ""
    is_done: bool = True
    kind: ClassVar[str] = "item-ticked"


@dataclass(frozen=True, slots=True)
class BoardsMarked(Fact):
    """Boards of a section are now in this condition."""

    place: Place
    boards: tuple[BoardNumber, ...]
    condition: BoardCondition
    kind: ClassVar[str] = "boards-marked"


@dataclass(frozen=True, slots=True)
class DeadlineAnnounced(Fact):
    """Corrections of a session end with a round of a session; round 0 takes the announcement back."""

    session: SessionNumber
    in_session: SessionNumber
    round: RoundNumber
    kind: ClassVar[str] = "deadline-announced"
