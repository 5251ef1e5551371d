"""What happened between a qualifying and its final: how many qualify, who declined, what was carried over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from arrowswitch.tournament.event.ids import EntryId, EventId
from arrowswitch.tournament.event.ledger import Fact
from arrowswitch.tournament.finals.values import Brought, QualifyBy


@dataclass(frozen=True, slots=True)
class FinalPlanned(Fact):
    """So many of each ranking of a qualifying go on to the final."""

    count: int
    by: QualifyBy
    kind: ClassVar[str] = "final-planned"


@dataclass(frozen=True, slots=True)
class FinalDeclined(Fact):
    """A qualifier does not play the final, or (not `is_declined`) does after all; `names` are for the history."""

    entry_id: EntryId
    is_declined: bool = True
    names: str = ""
    kind: ClassVar[str] = "final-declined"


@dataclass(frozen=True, slots=True)
class FinalMade(Fact):
    """The final was made from the qualifiers, as an event of its own."""

    final: EventId
    kind: ClassVar[str] = "final-made"


@dataclass(frozen=True, slots=True)
class ConsolationMade(Fact):
    """The consolation was made of those left over, as an event of its own."""

    consolation: EventId
    kind: ClassVar[str] = "consolation-made"


@dataclass(frozen=True, slots=True)
class CarryOverSet(Fact):
    """What the final takes over from its qualifying is now this; None: nothing."""

    brought: Brought | None
    kind: ClassVar[str] = "carry-over-set"
