"""A round was drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.model import Meeting
from arrowswitch.tournament.event.ledger import Fact
from arrowswitch.tournament.event.model import DrawnRound
from arrowswitch.tournament.event.places import Place


@dataclass(frozen=True, slots=True)
class RoundDrawn(Fact):
    """A round of a Swiss was drawn: who meets whom and why, the meetings, and the board sets that they are played
    with (those of all rounds so far). Of a round that was seated in part `drawn` is each time all of it that is known,
    and `meetings` are those that come in addition."""

    place: Place
    drawn: DrawnRound
    meetings: tuple[Meeting, ...]
    board_sets: tuple[tuple[BoardNumber, ...], ...]
    kind: ClassVar[str] = "round-drawn"
