"""What a plan over several sessions leaves in the ledger: its sections, and who goes where between the sessions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from arrowswitch.tournament.event.ledger import Fact


@dataclass(frozen=True, slots=True)
class PlanSet(Fact):
    """The sessions have these sections (`AB` for each session of two) and no others; `moves` take the numbers of each
    session to those of the next (`A1-12>B1-12, A13>A13`), empty where everybody keeps section and number."""

    sections: tuple[str, ...]
    moves: tuple[str, ...] = ()
    kind: ClassVar[str] = "plan-set"
