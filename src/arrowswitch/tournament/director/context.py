"""What a decision may use beside the state: the time, chance, who asks, and the ledger so far."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from arrowswitch.core.errors import Refused
from arrowswitch.tournament.ledger import LedgerEntry, Stamp
from arrowswitch.tournament.model import EventState
from arrowswitch.tournament.ports import Chance


@dataclass(frozen=True, slots=True)
class Context:
    """The circumstances of one command."""

    now: datetime
    chance: Chance
    stamp: Stamp
    ledger: tuple[LedgerEntry, ...]


def need_reason(context: Context, code: str) -> None:
    """Raises Refused with `code` when the command came without a reason."""
    if not context.stamp.reason.strip():
        raise Refused.of(code)


def is_after_deadline(state: EventState, now: datetime) -> bool:
    """Tells whether the correction period is over: the event is final, or its deadline has passed."""
    deadline = state.deadline
    return state.finalised_at is not None or (deadline is not None and now > deadline)


def need_approver(state: EventState, approver: str, now: datetime) -> None:
    """Raises Refused (`correction.needs-approver`) when a change after the deadline names no approver (Law 79C)."""
    if is_after_deadline(state, now) and not approver.strip():
        raise Refused.of("correction.needs-approver")
