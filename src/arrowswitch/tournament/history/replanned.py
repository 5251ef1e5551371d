"""When the sheet of a session was last changed during play, for screens that show the seats it moved."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from arrowswitch.core.movements.model import RoundNumber, SessionNumber
from arrowswitch.tournament.model.fold import taken_back
from arrowswitch.tournament.model.ledger import LedgerEntry
from arrowswitch.tournament.model.slices.movement import MovementSet
from arrowswitch.tournament.model.slices.play import ClockSet, PlayStarted


def replanned_at(ledger: Sequence[LedgerEntry], session: SessionNumber, playing: RoundNumber) -> datetime | None:
    """Returns when the sheet of a session was last changed since play began, in the round that is played or the one
    before; None if it was not, or if the change was undone."""
    change: tuple[RoundNumber, datetime] | None = None
    gone = taken_back(ledger)
    has_begun, clock = False, 1
    for entry in ledger:
        if entry.seq in gone:
            continue
        for fact in entry.facts:
            match fact:
                case PlayStarted(session=number) if number == session:
                    has_begun = True
                case ClockSet(session=number) if number == session:
                    clock = fact.round
                case MovementSet() if has_begun and fact.place.session == session:
                    change = (clock, entry.at)
                case _:
                    pass
    return change[1] if change is not None and playing <= change[0] + 1 else None
