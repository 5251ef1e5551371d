"""The ledger entries behind a number: who entered, corrected or ruled what, when and why."""

from __future__ import annotations

from collections.abc import Callable

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.tournament.event.ledger import Fact, LedgerEntry
from arrowswitch.tournament.event.places import Place, RoundPlace
from arrowswitch.tournament.event.views import HistoryRow
from arrowswitch.tournament.history.history import history


def board_entries(
    ledger: tuple[LedgerEntry, ...], session: SessionNumber, board: BoardNumber
) -> tuple[HistoryRow, ...]:
    """Returns everything that happened to the results of a board at all its tables, newest first."""

    def is_about(fact: Fact) -> bool:
        slot = getattr(fact, "slot", None)
        return slot is not None and (slot.session, slot.board) == (session, board)

    return _entries(ledger, is_about)


def contestant_entries(ledger: tuple[LedgerEntry, ...], place: Place, number: Number) -> tuple[HistoryRow, ...]:
    """Returns the penalties, offences, removals and rulings of a contestant, newest first; its results are behind the
    points of the boards."""

    def is_about(fact: Fact) -> bool:
        at = getattr(fact, "at", None)
        where = at.place if isinstance(at, RoundPlace) else getattr(fact, "place", None)
        if (where, getattr(fact, "number", None)) == (place, number):
            return True
        slot = getattr(fact, "slot", None)
        is_ruled = fact.kind == "award-given" and slot is not None and slot.place == place
        return is_ruled and number in (*getattr(fact, "ns", ()), *getattr(fact, "ew", ()))

    return _entries(ledger, is_about)


def _entries(ledger: tuple[LedgerEntry, ...], is_about: Callable[[Fact], bool]) -> tuple[HistoryRow, ...]:
    wanted = {entry.seq for entry in ledger if any(is_about(fact) for fact in entry.facts)}
    return tuple(row for row in history(ledger) if row.seq in wanted)
