"""What happened in the slots of the movement: results, late plays, unusual results that are right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.contracts import TableResult
from arrowswitch.core.scoring.outcomes import SideOutcome
from arrowswitch.tournament.event.ledger import Fact
from arrowswitch.tournament.event.places import Slot
from arrowswitch.tournament.results.values import CorrectionReason


@dataclass(frozen=True, slots=True)
class ResultEntered(Fact):
    """A slot holds this result; a slot that held another one was corrected (`correction` says why).

    `forced` is the reason for which an entry that the movement does not plan stands. `approver` let a correction pass
    after the deadline.
    """

    slot: Slot
    ns: tuple[Number, ...]
    ew: tuple[Number, ...]
    result: TableResult | None
    ns_award: SideOutcome | None = None
    ew_award: SideOutcome | None = None
    forced: str = ""
    is_confirmed: bool = False
    correction: CorrectionReason | None = None
    approver: str = ""
    kind: ClassVar[str] = "result-entered"


@dataclass(frozen=True, slots=True)
class ResultRemoved(Fact):
    """A slot is empty again."""

    slot: Slot
    approver: str = ""
    kind: ClassVar[str] = "result-removed"


@dataclass(frozen=True, slots=True)
class LatePlaySet(Fact):
    """A board is to be played later at its table (late play); or (not `is_put_off`) it is not after all. A result or a
    ruling there ends it, too."""

    slot: Slot
    ns: tuple[Number, ...]
    ew: tuple[Number, ...]
    is_put_off: bool = True
    kind: ClassVar[str] = "late-play-set"


@dataclass(frozen=True, slots=True)
class OddAccepted(Fact):
    """The director looked at an unlikely result and lets it stand."""

    slot: Slot
    kind: ClassVar[str] = "odd-accepted"
