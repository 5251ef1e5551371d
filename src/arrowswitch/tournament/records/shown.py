"""Auctions and plays as pages show them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from arrowswitch.core.deals.deal import RANKS, SUITS
from arrowswitch.core.deals.typing_in import shown_card
from arrowswitch.core.game.auction import INSUFFICIENT, PASSED_OVER, Auction
from arrowswitch.core.game.contracts import Contract, Denomination, Played, TableResult
from arrowswitch.core.game.play import Play, card_of
from arrowswitch.core.game.records import TableRecord
from arrowswitch.core.game.seats import Seat
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.views import CellView, TravellerView

_SUIT = {"C": "♣", "D": "♦", "H": "♥", "S": "♠", "NT": "NT"}


@dataclass(frozen=True, slots=True)
class ShownCall:
    """A call as it is read; `mark` is the number of its explanation, 0 without one."""

    text: str
    mark: int = 0


@dataclass(frozen=True, slots=True)
class ShownTrick:
    """A trick: who led to it (None where that is not known), and the card of each seat as it is read."""

    number: int
    leader: Seat | None
    cards: Mapping[Seat, str]


@dataclass(frozen=True, slots=True)
class ShownRecord:
    """An auction in rows from West to South with its explanations, and the tricks."""

    rows: tuple[tuple[ShownCall, ...], ...]
    notes: tuple[str, ...]
    tricks: tuple[ShownTrick, ...]


def are_sealed(state: EventState, session: SessionNumber) -> bool:
    """True if the deals of a session are kept from everyone, and with them the cards that were played."""
    return session in state.deals.placed and session not in state.deals.released


def records_of(state: EventState, view: TravellerView) -> tuple[tuple[CellView, ShownRecord], ...]:
    """Returns each result of a board that has a record, with its auction, and with its play unless the deals are
    sealed."""
    records = []
    for cell in view.cells:
        record = state.deals.records.get(cell.slot)
        if record is not None and are_sealed(state, cell.slot.session):
            record = None if record.auction is None else replace(record, play=None)
        if record is not None:
            records.append((cell, shown_record(record, None if cell.entry is None else cell.entry.result)))
    return tuple(records)


def shown_record(record: TableRecord, result: TableResult | None = None) -> ShownRecord:
    """Returns a record as it is read; the `result` tells the trumps where the auction is not known."""
    rows, notes = ((), ()) if record.auction is None else _calls(record.auction)
    trump = _trump(record, result)
    return ShownRecord(rows, notes, () if record.play is None else _tricks(record.play, trump))


def played_text(record: TableRecord, result: TableResult | None = None) -> str:
    """Returns the cards in the order of play with blanks between, as they are typed; nothing where that order is not
    known."""
    trump = _trump(record, result)
    if record.play is None or trump is None:
        return ""
    tricks = record.play.in_order(trump)
    return "  ".join(" ".join(cell for cell in played if cell) for _, played in tricks)


def _trump(record: TableRecord, result: TableResult | None) -> Denomination | None:
    contract = None if record.auction is None else record.auction.contract
    if not isinstance(contract, Contract):
        contract = result.contract if isinstance(result, Played) else None
    return None if contract is None else contract.denomination


def _calls(auction: Auction) -> tuple[tuple[tuple[ShownCall, ...], ...], tuple[str, ...]]:
    marked = {place: number for number, place in enumerate(sorted(auction.notes), start=1)}
    before = next(at for at, cell in enumerate(auction.rows[0]) if cell)
    rows = tuple(
        tuple(ShownCall(_call(cell), marked.get(row * 4 + column - before, 0)) for column, cell in enumerate(cells))
        for row, cells in enumerate(auction.rows)
    )
    return rows, tuple(auction.notes[place] for place in sorted(auction.notes))


def _call(call: str) -> str:
    plain = call.removeprefix(INSUFFICIENT)
    if call == PASSED_OVER:
        return "…"
    if plain[:1].isdigit():
        return f"{plain[0]}{_SUIT[plain[1:]]}" + ("!" if call != plain else "")
    return {"X": "×", "XX": "××"}.get(plain, plain)


def _tricks(play: Play, trump: Denomination | None) -> tuple[ShownTrick, ...]:
    leaders = [] if trump is None else [leader for leader, _ in play.in_order(trump)]
    return tuple(
        ShownTrick(
            number=at + 1,
            leader=leaders[at] if at < len(leaders) else None,
            cards={play.seat(column): _card(card_of(cell)) for column, cell in enumerate(trick)},
        )
        for at, trick in enumerate(play.tricks)
    )


def _card(card: str) -> str:
    return shown_card(SUITS.index(card[0]) * len(RANKS) + RANKS.index(card[1])) if card else "–"
