"""Decides on boards that were not played: lateness, withdrawal, slow play (regulations summary, lines 63-95).

The director may take the other rule than the regulations' own; the reason stays with it.
"""

from __future__ import annotations

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.tournament.model.context import Context, Rules, need_approver, need_reason, need_start
from arrowswitch.tournament.model.ledger import Fact
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.slices.rulings import AwardUnplayed, ScoresRemoved, SettleWithdrawal
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.rulings import Blame, WithdrawalRule
from arrowswitch.tournament.rulebooks.event_rules import rules_of
from arrowswitch.tournament.rulings.decide import award_facts
from arrowswitch.tournament.rulings.withdrawal import WithdrawalView, award_for, blame_clause, withdrawal
from arrowswitch.tournament.scored.slots import sides_of, unplayed_sides


def settle(state: EventState, command: SettleWithdrawal, context: Context) -> tuple[Fact, ...]:
    """Decides on the unplayed boards of a contestant: awards for each, or all its scores removed."""
    need_start(state, command.place.session)
    view = withdrawal(state, command.place, command.number, command.through_round)
    need_reason(context, "withdrawal.needs-reason")
    need_approver(state, command.approver, context.now, command.place.session)
    if view.is_removed:
        return ()
    rule = command.rule or view.proposed
    if rule is WithdrawalRule.REMOVAL:
        law = _law(command.law, rules_of(state).clause("unplayed.removed-from"))
        return (ScoresRemoved(view.place, view.number, law, command.approver.strip()),)
    if not view.open:
        raise Refused.of("withdrawal.nothing-open", number=view.number)
    return tuple(fact for slot in view.open for fact in _award_slot(state, slot, _blames(state, slot, view), command))


def award_unplayed(state: EventState, command: AwardUnplayed, context: Context) -> tuple[Fact, ...]:
    """Decides on awards by responsibility for boards that were not played at their table."""
    if not command.slots:
        raise Refused.of("unplayed.no-boards")
    need_reason(context, "award.needs-reason")
    facts: list[Fact] = []
    for slot in dict.fromkeys(command.slots):
        need_approver(state, command.approver, context.now, slot.session)
        _check_unplayed(state, slot)
        facts.extend(_award_slot(state, slot, (command.ns_blame, command.ew_blame), command))
    return tuple(facts)


def _award_slot(
    state: EventState, slot: Slot, blames: tuple[Blame, Blame], command: SettleWithdrawal | AwardUnplayed
) -> tuple[Fact, ...]:
    rules = rules_of(state)
    ns_award, ew_award = (award_for(blame, rules) for blame in blames)
    law = _law(command.law, blame_clause(blames, rules))
    return award_facts(state, slot, (ns_award, ew_award), law, command.approver)


def _blames(state: EventState, slot: Slot, view: WithdrawalView) -> tuple[Blame, Blame]:
    ns, ew = (_blame(state, slot, numbers, view.number) for numbers in sides_of(state, slot))
    return ns, ew


def _blame(state: EventState, slot: Slot, numbers: tuple[Number, ...], absent: Number) -> Blame:
    entries = [state.entry_at(slot.place, number) for number in numbers]
    has_left = any(entry is not None and entry.is_withdrawn for entry in entries)
    return Blame.AT_FAULT if absent in numbers or has_left else Blame.NONE


def _check_unplayed(state: EventState, slot: Slot) -> None:
    sides_of(state, slot)
    entered = state.results.get(slot)
    if entered is not None and entered.result is not None:
        raise Refused.of("unplayed.was-played", round=slot.round, table=slot.table, board=slot.board)
    unplayed_sides(state, slot)


def _law(typed: str, clause: str) -> str:
    law = typed.strip() or clause
    if not law:
        raise Refused.of("award.needs-law")
    return law


RULES: Rules = {
    SettleWithdrawal: settle,
    AwardUnplayed: award_unplayed,
}
