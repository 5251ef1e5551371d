"""The entry of one table and board: the result, or what was awarded instead."""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.contracts import TableResult
from arrowswitch.core.scoring.outcomes import SideOutcome
from arrowswitch.tournament.model.places import Slot


@dataclass(frozen=True, slots=True)
class TableEntry:
    """The entry of a slot.

    `result` is what was played at the table (None when no cards were played). `ns_award` and `ew_award` replace the
    side's table score when they are set. `forced` is the reason for which an entry stands that the movement does not
    plan. `revision` counts the corrections (0: as first entered).
    """

    slot: Slot
    ns: tuple[Number, ...]
    ew: tuple[Number, ...]
    result: TableResult | None
    ns_award: SideOutcome | None = None
    ew_award: SideOutcome | None = None
    forced: str = ""
    is_confirmed: bool = False
    is_odd_accepted: bool = False
    revision: int = 0
    seq: int = 0
