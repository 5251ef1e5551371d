"""The part of the page of table devices about boards after play: the options, and hands and leads to check."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated

from fastapi import APIRouter, Form, Response

from arrowswitch.core.deals.deal import RANKS, SUITS, parse_deal
from arrowswitch.core.deals.typing_in import shown_card
from arrowswitch.core.errors import NotFound
from arrowswitch.i18n import translate
from arrowswitch.tournament.deals.shown import ShownDeal, shown_deal
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.slices.deals import TypeHands
from arrowswitch.tournament.model.slices.review import SetReviewOptions, SettleHands
from arrowswitch.tournament.model.values.review import ReviewOption
from arrowswitch.tournament.review.boards import doubtful_leads, hand_questions
from arrowswitch.web.access.roles import DirectorRoute
from arrowswitch.web.desk.at import PlaceAt, PlaceDep
from arrowswitch.web.desk.slot_keys import parse_slot, slot_key
from arrowswitch.web.forms import StampDep

router = APIRouter(prefix="/events/{event_id}/table-devices", route_class=DirectorRoute)


class Settling(StrEnum):
    """The director's answer to hands that differ from the deal."""

    KEEP = "keep"
    USE = "use"


@dataclass(frozen=True, slots=True)
class CheckRow:
    """A board with hands or a lead to check. `deal` has the hands from the table, None for a lead or for a board that
    a playing director has still to play."""

    key: str
    slot: Slot
    label: str
    lead: str = ""
    deal: ShownDeal | None = None


@dataclass(frozen=True, slots=True)
class ReviewSection:
    """The options of the devices, those that are chosen, and the boards to check."""

    options: tuple[tuple[ReviewOption, bool], ...]
    rows: tuple[CheckRow, ...]


def review_section(at: PlaceAt) -> ReviewSection:
    """Returns the part of the page of table devices about boards after play."""
    chosen = at.state.devices.review.options
    return ReviewSection(
        options=tuple((option, option in chosen) for option in ReviewOption),
        rows=(*_hand_rows(at), *_lead_rows(at)),
    )


@router.post("/options")
def set_options(at: PlaceDep, stamp: StampDep, option: Annotated[tuple[ReviewOption, ...], Form()] = ()) -> Response:
    """Stores the options of the devices."""
    command = SetReviewOptions(frozenset(option))
    return at.carry_out(command, stamp, f"{at.base}/table-devices", "desk.review.changed")


@router.post("/hands")
def settle_hands(
    at: PlaceDep, stamp: StampDep, slot: Annotated[str, Form(max_length=40)], settling: Annotated[Settling, Form()]
) -> Response:
    """Keeps the deal of a board, or replaces it by the hands that the table typed."""
    place = parse_slot(slot, at.session)
    back = f"{at.base}/table-devices"
    if settling is Settling.KEEP:
        return at.carry_out(SettleHands(place), stamp, back, "desk.review.deal-kept", board=place.board)
    report = at.state.devices.review.hands.get(place)
    if report is None:
        raise NotFound.of("device.no-question", board=place.board)
    reason = stamp.reason or translate("desk.review.use-reason", {}, at.visitor.locale)
    command = TypeHands(place.session, place.board, report.deal)
    return at.carry_out(command, replace(stamp, reason=reason), back, "desk.review.deal-used", board=place.board)


def _hand_rows(at: PlaceAt) -> tuple[CheckRow, ...]:
    """Returns the boards with a question about hands. A playing director sees no hands of boards still to play."""
    return tuple(
        replace(
            _row(at, one.slot),
            deal=None if one.slot.board in at.blind.boards else shown_deal(one.slot.board, parse_deal(one.report.deal)),
        )
        for one in hand_questions(at.state, at.session)
    )


def _lead_rows(at: PlaceAt) -> tuple[CheckRow, ...]:
    leads = at.state.devices.review.leads
    return tuple(
        replace(_row(at, slot), lead=_card_text(leads[slot]))
        for slot in doubtful_leads(at.state, at.session)
        if slot.board not in at.blind.boards
    )


def _row(at: PlaceAt, slot: Slot) -> CheckRow:
    return CheckRow(key=slot_key(slot), slot=slot, label=at.state.section(slot.place).label(slot.table))


def _card_text(card: str) -> str:
    return shown_card(SUITS.index(card[0]) * len(RANKS) + RANKS.index(card[1]))
