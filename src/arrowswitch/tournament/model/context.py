"""The context of a decision in addition to the state: the time, chance, the sender, the ledger so far, the club's
rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.ledger import Fact, LedgerEntry, Stamp
from arrowswitch.tournament.model.ports import Chance, KnownRegulations
from arrowswitch.tournament.model.state import EventState, Session


@dataclass(frozen=True, slots=True)
class Context:
    """The circumstances of one command. Without `rulebooks` only the program's own regulations are known."""

    now: datetime
    chance: Chance
    stamp: Stamp
    ledger: Sequence[LedgerEntry]
    rulebooks: KnownRegulations | None = None


Rules = Mapping[type[Command], Callable[[EventState, Any, Context], tuple[Fact, ...]]]
"""By the class of a command what decides on it: the facts that come of it, or a Mistake."""


def need_reason(context: Context, code: str) -> None:
    """Raises Refused with `code` when the command came without a reason."""
    if not context.stamp.reason.strip():
        raise Refused.of(code)


def refuse_unseen(context: Context, standing: int, *, was_seen: bool, problem: Problem) -> None:
    """Raises Refused with the problem and `who` where what the ledger entry `standing` stored came from another
    computer after the sender had looked; a computer's own may have been under way while the next was typed."""
    stood = context.ledger[standing - 1].stamp
    is_own = bool(stood.device) and (stood.author, stood.device) == (context.stamp.author, context.stamp.device)
    if not was_seen and not is_own:
        raise Refused(replace(problem, params={**problem.params, "who": who_stored(context.ledger, standing)}))


def who_stored(ledger: Sequence[LedgerEntry], seq: int) -> str:
    """Returns the author of an entry of the ledger: a name, else the computer."""
    stamp = ledger[seq - 1].stamp
    return stamp.author or stamp.device or "–"


def need_start(state: EventState, session: SessionNumber) -> Session:
    """Returns a session; raises Refused (`start.not-yet`) when its play has not begun."""
    started = state.session(session)
    if started.started_at is None:
        raise Refused.of("start.not-yet")
    return started


def is_after_deadline(state: EventState, now: datetime, session: SessionNumber | None = None) -> bool:
    """True if the correction period is over: the event is final, or its deadline has passed.

    With a session, also when corrections of that session were to end with a round that is over (R-129).
    """
    deadline = state.deadline
    is_over = state.publication.finalised_at is not None or (deadline is not None and now > deadline)
    return is_over or (session is not None and is_round_deadline_over(state, session))


def is_round_deadline_over(state: EventState, session: SessionNumber) -> bool:
    """True if corrections of a session were announced to end with a round, and that round is over."""
    announced = state.session(session).deadline
    return announced is not None and announced.round in state.session(announced.in_session).closed_rounds


def need_approver(state: EventState, approver: str, now: datetime, session: SessionNumber | None = None) -> None:
    """Raises Refused (`correction.needs-approver`) when a change after the deadline names no approver (Law 79C)."""
    if is_after_deadline(state, now, session) and not approver.strip():
        raise Refused.of("correction.needs-approver")
