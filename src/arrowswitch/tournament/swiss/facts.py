"""A round was drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.model import Meeting, SectionLetter, SessionNumber
from arrowswitch.tournament.event.model import DrawnRound


@dataclass(frozen=True, slots=True)
class RoundDrawn:
    """A round of a Swiss was drawn: who meets whom and why, the meetings, and the board sets that they are played
    with (those of all rounds so far)."""

    session: SessionNumber
    section: SectionLetter
    drawn: DrawnRound
    meetings: tuple[Meeting, ...]
    board_sets: tuple[tuple[BoardNumber, ...], ...]
    kind: ClassVar[str] = "round-drawn"
