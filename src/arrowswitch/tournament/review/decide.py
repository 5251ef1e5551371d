"""Decides on the options of the devices, and on the hands and leads that tables type.

Hands can be typed once the table has played the board. They become the deal of the board if it has none. A deal from a
file, from the dealing program or from the desk is never replaced by a table; hands that differ from it are a question
for the director.

A lead is never compared with the deal here: a refusal would show during play where a card is.
"""

from __future__ import annotations

from arrowswitch.core.deals.deal import RANKS, SUITS, parse_deal
from arrowswitch.core.errors import Malformed, NotFound, Refused
from arrowswitch.tournament.deals.decide import type_hands
from arrowswitch.tournament.devices.decide import check_session, table_round
from arrowswitch.tournament.model.context import Context, Rules, need_start
from arrowswitch.tournament.model.ledger import Fact
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.slices.deals import TypeHands
from arrowswitch.tournament.model.slices.review import (
    HandsReported,
    LeadReported,
    ReportHands,
    ReportLead,
    ReviewOptionsSet,
    SetReviewOptions,
    SettleHands,
)
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.deals import PlacedDeals
from arrowswitch.tournament.model.values.devices import DeviceUse
from arrowswitch.tournament.model.values.review import HandReport, ReviewOption
from arrowswitch.tournament.results.tables import cell
from arrowswitch.tournament.review.own_slots import is_played_at


def set_options(state: EventState, command: SetReviewOptions, context: Context) -> tuple[Fact, ...]:
    """Decides on the options of the devices."""
    if command.options == state.devices.review.options:
        return ()
    return (ReviewOptionsSet(tuple(option for option in ReviewOption if option in command.options)),)


def report_hands(state: EventState, command: ReportHands, context: Context) -> tuple[Fact, ...]:
    """Decides on the hands that a table typed. Raises Malformed with every card that is wrong, or Refused
    (`device.no-hands`, `device.not-played-yet`, or as for hands typed at the desk)."""
    slot = command.slot
    _check(state, slot, ReviewOption.HANDS)
    if not is_played_at(state, slot):
        raise Refused.of("device.not-played-yet", board=slot.board)
    deal = parse_deal(command.deal).pbn
    if command.is_other and slot in state.devices.review.hands:
        return ()
    if can_replace(state, slot):
        typed = type_hands(state, TypeHands(slot.session, slot.board, deal), context)
        report = HandReport(deal, deal)
    else:
        typed, report = (), HandReport(deal, state.deals.placed[slot.session].texts[slot.board])
    if state.devices.review.hands.get(slot) == report and not typed:
        return ()
    return (HandsReported(slot, report.deal, report.against), *typed)


def can_replace(state: EventState, slot: Slot) -> bool:
    """True if hands typed at a table become the deal of the board: it has none, or it has the hands that this table
    alone typed, and the round is still open."""
    placed = state.deals.placed.get(slot.session, PlacedDeals({}))
    current = placed.texts.get(slot.board)
    if current is None:
        return True
    reports = state.devices.review.hands
    typed_here = slot in reports and reports[slot].deal == current == placed.typed.get(slot.board)
    others = (one for one in reports if one != slot and (one.session, one.board) == (slot.session, slot.board))
    is_alone = not any(reports[one].deal == current for one in others)
    is_open = slot.round not in state.session(slot.session).closed_rounds
    return typed_here and is_alone and is_open and slot.board not in placed.deals


def report_lead(state: EventState, command: ReportLead, context: Context) -> tuple[Fact, ...]:
    """Decides on an opening lead. Raises Malformed (`device.lead`) for text that is no card, or Refused
    (`device.no-leads`, `device.round-ahead`, `device.round-closed`)."""
    slot = command.slot
    _check(state, slot, ReviewOption.LEADS)
    card = command.card.upper()
    if len(card) != 2 or card[0] not in SUITS or card[1] not in RANKS:
        raise Malformed.of("device.lead", text=command.card[:10])
    earlier = state.devices.review.leads.get(slot)
    if earlier is not None and slot.round in state.session(slot.session).closed_rounds:
        raise Refused.of("device.round-closed", round=slot.round)
    is_replaced = earlier != card and (earlier is None or not command.is_other)
    return (LeadReported(slot, card),) if is_replaced else ()


def settle_hands(state: EventState, command: SettleHands, context: Context) -> tuple[Fact, ...]:
    """Decides on leaving the deal as it is; raises NotFound (`device.no-question`) if the table typed no hands."""
    if command.slot not in state.devices.review.hands:
        raise NotFound.of("device.no-question", board=command.slot.board)
    return (HandsReported(command.slot, None),)


def _check(state: EventState, slot: Slot, option: ReviewOption) -> None:
    """Raises Refused if devices or the option are not allowed, if the session is over, or if the round has not
    begun."""
    if state.devices.use is DeviceUse.OFF:
        raise Refused.of("device.off")
    if option not in state.devices.review.options:
        raise Refused.of(f"device.no-{option.value}")
    need_start(state, slot.session)
    check_session(state, slot.place, slot.round)
    cell(state, slot)
    if slot.round > table_round(state, slot.place, slot.table):
        raise Refused.of("device.round-ahead", round=slot.round)


RULES: Rules = {
    SetReviewOptions: set_options,
    ReportHands: report_hands,
    ReportLead: report_lead,
    SettleHands: settle_hands,
}
