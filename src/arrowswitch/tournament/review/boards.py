"""A board after play as the device of its table shows it, and what the director has to settle about hands and leads.

Before the result of the table counts, nothing of a board is shown. The hands and their analysis are shown once every
table that plays the board has played it, in all sections.
"""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.core.deals.deal import RANKS, SUITS, parse_deal
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.contracts import Played
from arrowswitch.core.game.seats import Seat, Side
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.tournament.deals.shown import ShownDeal, shown_analysis, shown_deal
from arrowswitch.tournament.devices.codes import DeviceOwner
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.review import HandReport, ReviewOption
from arrowswitch.tournament.model.views import CellView, TravellerView
from arrowswitch.tournament.publication.public_boards import public_boards
from arrowswitch.tournament.ranking.rankings import traveller
from arrowswitch.tournament.results.tables import cell
from arrowswitch.tournament.review.decide import can_replace
from arrowswitch.tournament.review.own_slots import check_reader, is_played_at


@dataclass(frozen=True, slots=True)
class BoardAfterPlay:
    """A board that a table has played: its `cell` there, the traveller (None: not allowed), and the hands (None: not
    known, or some table has still to play the board). `is_lead_doubtful` is True if the lead has to be checked.
    `asks_hands` is True if the hands can be typed, `has_hands` if this table typed them. `side` is that of the device's
    owner (None: the table's)."""

    cell: CellView
    side: Side | None
    lead: str
    is_lead_doubtful: bool
    asks_hands: bool
    has_hands: bool
    traveller: TravellerView | None = None
    deal: ShownDeal | None = None


@dataclass(frozen=True, slots=True)
class HandQuestion:
    """A board whose deal differs from the hands that a table typed."""

    slot: Slot
    report: HandReport


def board_after_play(state: EventState, owner: DeviceOwner, slot: Slot) -> BoardAfterPlay:
    """Returns a board as the device of an owner shows it after play. Raises Refused as `check_reader` does."""
    check_reader(state, owner, slot)
    review = state.devices.review
    here = cell(state, slot)
    has_traveller = ReviewOption.TRAVELLERS in review.options
    return BoardAfterPlay(
        cell=here,
        side=_side(here, owner),
        lead=review.leads.get(slot, ""),
        is_lead_doubtful=is_lead_doubtful(state, slot),
        asks_hands=ReviewOption.HANDS in review.options and can_replace(state, slot),
        has_hands=slot in review.hands,
        traveller=traveller(state, slot.session, slot.board) if has_traveller else None,
        deal=_open_deal(state, slot.session, slot.board) if has_traveller else None,
    )


def leader_of(state: EventState, slot: Slot) -> Seat | None:
    """Returns the seat that led to the first trick; None without a contract."""
    entry = state.results.get(slot)
    return entry.result.contract.declarer.left if entry is not None and isinstance(entry.result, Played) else None


def is_lead_doubtful(state: EventState, slot: Slot) -> bool:
    """True if a board is over at a table and the deal gives the reported lead to another seat than the leader's."""
    card, leader = state.devices.review.leads.get(slot), leader_of(state, slot)
    placed = state.deals.placed.get(slot.session)
    text = None if placed is None else placed.texts.get(slot.board)
    if card is None or leader is None or text is None or not is_played_at(state, slot):
        return False
    return parse_deal(text).holders[SUITS.index(card[0]) * len(RANKS) + RANKS.index(card[1])] is not leader


def hand_questions(state: EventState, session: SessionNumber) -> tuple[HandQuestion, ...]:
    """Returns the boards on which a table typed other hands than the deal has, in the order of play. A question ends
    when the director changes the deal."""
    placed = state.deals.placed.get(session)
    texts = {} if placed is None else placed.texts
    return tuple(
        HandQuestion(slot, report)
        for slot, report in sorted(state.devices.review.hands.items(), key=lambda one: _order(one[0]))
        if slot.session == session and report.deal != texts.get(slot.board) == report.against
    )


def doubtful_leads(state: EventState, session: SessionNumber) -> tuple[Slot, ...]:
    """Returns the boards whose lead has to be checked, in the order of play."""
    slots = (slot for slot in state.devices.review.leads if slot.session == session and is_lead_doubtful(state, slot))
    return tuple(sorted(slots, key=_order))


def _order(slot: Slot) -> tuple[int, str, int, int]:
    return slot.round, slot.section, slot.table, slot.board


def _side(here: CellView, owner: DeviceOwner) -> Side | None:
    if owner.number is None:
        return None
    if owner.side is not None:
        return owner.side
    return Side.NS if owner.number in here.ns.numbers else Side.EW


def _open_deal(state: EventState, session: SessionNumber, board: BoardNumber) -> ShownDeal | None:
    placed = state.deals.placed.get(session)
    text = None if placed is None else placed.texts.get(board)
    if text is None or board not in public_boards(state, session):
        return None
    analysis = state.deals.analyses.get(session, {}).get(board)
    return shown_deal(board, parse_deal(text), None if analysis is None else shown_analysis(board, analysis))
