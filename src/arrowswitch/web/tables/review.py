"""The addresses of a table's device for boards after play: a board, the scorecard, the ranking, typed hands, the lead.

The answers to a GET are parts of a page, which the page of the table shows until they are closed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Form, Response
from fastapi.responses import HTMLResponse, JSONResponse

from arrowswitch.core.deals.deal import RANKS, SUITS
from arrowswitch.core.deals.typing_in import shown_card
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.standings import SidePoints
from arrowswitch.tournament.devices.codes import DeviceOwner
from arrowswitch.tournament.devices.decide_seating import LONGEST_DEVICE
from arrowswitch.tournament.devices.own_tables import side_at
from arrowswitch.tournament.devices.table import device_screen
from arrowswitch.tournament.model.slices.review import ReportHands, ReportLead
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.people import Entry
from arrowswitch.tournament.model.values.publication import Publication
from arrowswitch.tournament.model.views import CellView, RankRow
from arrowswitch.tournament.review.boards import BoardAfterPlay, board_after_play
from arrowswitch.tournament.review.scorecards import Scorecard, own_scorecards
from arrowswitch.web.access.holders import HolderDep
from arrowswitch.web.access.roles import TABLES
from arrowswitch.web.desk.at import EventAt, Visit, VisitDep
from arrowswitch.web.desk.results.page import entry_text
from arrowswitch.web.desk.slot_keys import parse_slot
from arrowswitch.web.devices.holds import is_other
from arrowswitch.web.hall.released import ranked_rows, released_ranking
from arrowswitch.web.tables.access import TableRoute
from arrowswitch.web.tables.reporting import stamp_of
from arrowswitch.web.tables.screen import screen_json

router = APIRouter(prefix=TABLES, route_class=TableRoute)
LONGEST_DEAL = 100
DeviceField = Annotated[str, Form(max_length=LONGEST_DEVICE)]


@dataclass(frozen=True, slots=True)
class BoardPage:
    """A board after play, as a part of the page of a table."""

    state: EventState
    after: BoardAfterPlay

    @property
    def lead(self) -> str:
        """Returns the opening lead as people read it; empty if none was reported."""
        card = self.after.lead
        return shown_card(SUITS.index(card[0]) * len(RANKS) + RANKS.index(card[1])) if card else ""

    @property
    def own_points(self) -> tuple[tuple[Side, SidePoints | None], ...]:
        """Returns the score of the device's owner for the board, or of both sides of a table."""
        cell = self.after.cell
        both = ((Side.NS, cell.ns_points), (Side.EW, cell.ew_points))
        return both if self.after.side is None else tuple(one for one in both if one[0] is self.after.side)

    def text(self, cell: CellView) -> str:
        """Returns the result that was entered at a table."""
        return entry_text(cell.entry)

    def is_own(self, cell: CellView) -> bool:
        """True for the table's own line of the traveller."""
        return cell.slot == self.after.cell.slot


@dataclass(frozen=True, slots=True)
class ScorecardPage:
    """The scorecards of a device's owner, or of everyone at the table."""

    state: EventState
    cards: tuple[Scorecard, ...]

    def text(self, cell: CellView) -> str:
        """Returns the result that was entered at a table."""
        return entry_text(cell.entry)


@dataclass(frozen=True, slots=True)
class TableRankingPage:
    """The ranking that everybody may see, with its version (None: the live one); no groups before there is one. `own`
    is the entry of the device's owner (None: a table's)."""

    state: EventState
    own: Entry | None
    groups: tuple[tuple[Side | None, tuple[RankRow, ...]], ...]
    publication: Publication | None


@router.get("/boards/{slot}")
def show_board(visit: VisitDep, holder: HolderDep, slot: str) -> Response:
    """Shows a board after play, or answers 204 if the event allows nothing of it."""
    owner = DeviceOwner.of(holder)
    state = visit.tournament.state(owner.event_id)
    after = board_after_play(state, owner, parse_slot(slot, owner.place.session))
    if after.traveller is None and not after.asks_hands and not after.is_lead_doubtful:
        return Response(status_code=204)
    return visit.render("tables/review_board.html", BoardPage(state, after))


@router.get("/scorecard")
def show_scorecard(visit: VisitDep, holder: HolderDep) -> HTMLResponse:
    """Shows the own scorecard, or those of both sides of a table."""
    owner = DeviceOwner.of(holder)
    state = visit.tournament.state(owner.event_id)
    return visit.render("tables/review_scorecard.html", ScorecardPage(state, own_scorecards(state, owner)))


@router.get("/ranking")
def show_ranking(visit: VisitDep, holder: HolderDep) -> HTMLResponse:
    """Shows the ranking as the hall shows it."""
    owner = DeviceOwner.of(holder)
    state = visit.tournament.state(owner.event_id)
    ranking = released_ranking(EventAt(visit.request, visit.services, visit.visitor, state))
    groups = () if ranking is None else ranked_rows(ranking.state)
    own = None if owner.number is None else state.entry_at(owner.place, owner.number)
    page = TableRankingPage(state, own, groups, None if ranking is None else ranking.publication)
    return visit.render("tables/review_ranking.html", page)


@router.post("/lead")
def report_lead(
    visit: VisitDep,
    holder: HolderDep,
    slot: Annotated[str, Form()],
    card: Annotated[str, Form(max_length=4)],
    command_id: Annotated[str, Form()] = "",
    device: DeviceField = "",
) -> Response:
    """Stores the opening lead of a board."""
    owner = DeviceOwner.of(holder)
    command = ReportLead(parse_slot(slot, owner.place.session), card, _is_other(visit, owner, device))
    return _carry_out(visit, owner, command, command_id)


@router.post("/hands")
def report_hands(
    visit: VisitDep,
    holder: HolderDep,
    slot: Annotated[str, Form()],
    deal: Annotated[str, Form(max_length=LONGEST_DEAL)],
    command_id: Annotated[str, Form()] = "",
    device: DeviceField = "",
) -> Response:
    """Stores the hands of a board that the table typed."""
    owner = DeviceOwner.of(holder)
    command = ReportHands(parse_slot(slot, owner.place.session), deal, _is_other(visit, owner, device))
    return _carry_out(visit, owner, command, command_id)


def _is_other(visit: Visit, owner: DeviceOwner, device: str) -> bool:
    """Notes that a device is there; True if another one sends for its code."""
    if device:
        visit.services.presence.see(owner.event_id, owner.key, device, visit.now)
    return is_other(visit.tournament.state(owner.event_id), owner, device)


def _carry_out(visit: Visit, owner: DeviceOwner, command: ReportLead | ReportHands, command_id: str) -> Response:
    """Carries out a command of a device and returns its screen. Raises Refused for a board of another table."""
    side_at(visit.tournament.state(owner.event_id), owner, command.slot)
    state = visit.tournament.execute(owner.event_id, command, stamp_of(owner, command_id))
    screen = screen_json(device_screen(state, owner), state, visit.visitor.locale)
    return JSONResponse({"stored": True, "screen": screen})
