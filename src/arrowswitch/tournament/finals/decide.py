"""Decides on a qualifying and its final: how many qualify, who declines, what the final takes over.

JCBL director's manual 3.3, lines 1981-2033. Declining is possible until the final was made (line 1989: "before the end
of the qualifying"); later the final's own list of entries is changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.scoring.totals.carry_over import Qualifying, has_tops, needs_tops
from arrowswitch.tournament.forms.registry import form_of
from arrowswitch.tournament.model.context import Context, Rules, need_approver, need_reason
from arrowswitch.tournament.model.ledger import Fact
from arrowswitch.tournament.model.slices.finals import (
    CarryOverSet,
    ConsolationMade,
    DeclineFinal,
    FinalDeclined,
    FinalMade,
    FinalPlanned,
    NoteConsolation,
    NoteFinal,
    PlanFinal,
    SetCarryOver,
)
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.finals import Brought

_MOST_QUALIFIERS = 999
_LONGEST_NAME = 200
_MOST_TOTAL = 1_000_000


def plan(state: EventState, command: PlanFinal, context: Context) -> tuple[Fact, ...]:
    """Decides on how many qualify."""
    if not 1 <= command.count <= _MOST_QUALIFIERS:
        raise Refused.of("final.count", "count", count=command.count, most=_MOST_QUALIFIERS)
    planned = state.finals.plan
    if planned is not None and (planned.count, planned.by) == (command.count, command.by):
        return ()
    return (FinalPlanned(command.count, command.by),)


def decline(state: EventState, command: DeclineFinal, context: Context) -> tuple[Fact, ...]:
    """Decides on a qualifier that does not play the final."""
    entry = state.entry(command.entry_id)
    if state.finals.plan is None:
        raise Refused.of("final.no-plan")
    if (entry.entry_id in state.finals.plan.declined) == command.is_declined:
        return ()
    return (FinalDeclined(entry.entry_id, command.is_declined, str(entry.display_names)),)


def note(state: EventState, command: NoteFinal, context: Context) -> tuple[Fact, ...]:
    """Decides on remembering which event the final is."""
    if state.finals.plan is None:
        raise Refused.of("final.no-plan")
    return () if state.finals.plan.final == command.final else (FinalMade(command.final),)


def note_consolation(state: EventState, command: NoteConsolation, context: Context) -> tuple[Fact, ...]:
    """Decides on remembering which event the consolation is."""
    if state.finals.plan is None:
        raise Refused.of("final.no-plan")
    is_known = state.finals.plan.consolation == command.consolation
    return () if is_known else (ConsolationMade(command.consolation),)


def set_carry_over(state: EventState, command: SetCarryOver, context: Context) -> tuple[Fact, ...]:
    """Decides on what a final takes over from its qualifying."""
    if command.brought == state.finals.carry_over:
        return ()
    if command.brought is not None:
        Refused.check(_problems(state, command.brought))
    if state.is_started:
        need_reason(context, "carry.needs-reason")
    need_approver(state, command.approver, context.now)
    return (CarryOverSet(command.brought),)


def _problems(state: EventState, carry_over: Brought) -> Iterator[Problem]:
    for entry_id in carry_over.totals:
        state.entry(entry_id)
    if not carry_over.name.strip() or len(carry_over.name) > _LONGEST_NAME:
        yield Problem("carry.name", {"most": _LONGEST_NAME}, "name")
    if any(abs(total) > _MOST_TOTAL for total in carry_over.totals.values()):
        yield Problem("carry.total", {"most": _MOST_TOTAL}, "totals")
    if form_of(state.settings).ranks_matches(state):
        yield Problem("carry.of-matches")
    if needs_tops(carry_over.rules) and not has_tops(state.settings.scoring.method):
        yield Problem("carry.needs-tops", {"method": state.settings.scoring.method.value}, "kind")
    totals = {Number(entry_id): total for entry_id, total in carry_over.totals.items()}
    try:
        Qualifying(totals, carry_over.entrants, carry_over.boards, Fraction(1)).check(carry_over.rules)
    except Refused as refused:
        yield from refused.problems


RULES: Rules = {
    PlanFinal: plan,
    DeclineFinal: decline,
    NoteFinal: note,
    NoteConsolation: note_consolation,
    SetCarryOver: set_carry_over,
}
