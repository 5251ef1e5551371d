"""What happened about an event's prizes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from arrowswitch.core.awards.prizes import PrizePlan
from arrowswitch.tournament.event.ledger import Fact


@dataclass(frozen=True, slots=True)
class PrizesSet(Fact):
    """Prizes are given by this table from now on; None: by the one that the program proposes."""

    plan: PrizePlan | None
    kind: ClassVar[str] = "prizes-set"
