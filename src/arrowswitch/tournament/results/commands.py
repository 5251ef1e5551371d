"""Commands about what was played: results, late plays, unusual results that are right."""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.core.contestants import Number
from arrowswitch.tournament.event.commands import Command
from arrowswitch.tournament.event.places import Slot
from arrowswitch.tournament.results.values import CorrectionReason


@dataclass(frozen=True, slots=True)
class EnterResult(Command):
    """Enter or correct the result of a slot, as typed (`4SX-1 N`, `420`, `A+ A-`, `NP`; `LP` puts the board off).

    `ns` and `ew` are given when the slip says other pairs than the movement; then `force` says why it stands (empty:
    it is refused, with the three ways on). `correction` is asked for when a result is replaced after its round;
    `approver` after the deadline. `seen` is the number of what stood there when it was typed (`TableEntry.seq`, 0:
    nothing): where another computer has entered something else since, it is refused. None does not look.
    """

    slot: Slot
    text: str
    ns: tuple[Number, ...] | None = None
    ew: tuple[Number, ...] | None = None
    force: str = ""
    is_confirmed: bool = False
    correction: CorrectionReason | None = None
    approver: str = ""
    seen: int | None = None


@dataclass(frozen=True, slots=True)
class RemoveResult(Command):
    """Empty a slot that was filled by mistake, or take a late play back; `seen` as for `EnterResult`."""

    slot: Slot
    approver: str = ""
    seen: int | None = None


@dataclass(frozen=True, slots=True)
class PutOffBoard(Command):
    """Put a board off to be played later at its table (late play), or (not `is_put_off`) wait for it again."""

    slot: Slot
    is_put_off: bool = True


@dataclass(frozen=True, slots=True)
class AcceptOdd(Command):
    """Let an unlikely result stand; it is not asked about again."""

    slot: Slot
