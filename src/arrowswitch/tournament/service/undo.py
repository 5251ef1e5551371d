"""Decides on undo: any entry of the ledger can be taken back as long as nothing later rests on it."""

from __future__ import annotations

from arrowswitch.core.errors import NotFound, Refused
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.tournament.model.commands import Undo
from arrowswitch.tournament.model.context import Context, is_after_deadline
from arrowswitch.tournament.model.fold import taken_back
from arrowswitch.tournament.model.ledger import CopyMerged, Fact, LedgerEntry, Undone
from arrowswitch.tournament.model.slices.rulings import BoardFouled, PenaltySet, ScoresRemoved
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.undo import SCORES, is_rested_on, newest_to_undo, round_of


def take_back(state: EventState, command: Undo, context: Context) -> tuple[Fact, ...]:
    """Decides on taking back an entry, the newest one when none is named."""
    ledger = tuple(context.ledger)
    if command.seq is None:
        newest = newest_to_undo(ledger)
        if newest is None:
            raise Refused.of("undo.nothing")
        entry = newest
    else:
        entry = _entry_at(ledger, command.seq)
    gone = taken_back(ledger)
    if entry.seq in gone:
        raise Refused.of("undo.already", seq=entry.seq)
    if is_rested_on(ledger, gone, entry):
        raise Refused.of("undo.rested-on", seq=entry.seq)
    if any(is_after_deadline(state, context.now, _session_of(f)) for f in entry.facts if isinstance(f, SCORES)):
        raise Refused.of("undo.after-deadline", seq=entry.seq)
    with_it = (seq for fact in entry.facts if isinstance(fact, CopyMerged) for seq in fact.seqs)
    return (Undone(entry.seq), *map(Undone, with_it))


def _session_of(fact: Fact) -> SessionNumber | None:
    if isinstance(fact, BoardFouled):
        return fact.session
    if isinstance(fact, PenaltySet | ScoresRemoved):
        return fact.place.session
    at = round_of(fact)
    return None if at is None else at.place.session


def _entry_at(ledger: tuple[LedgerEntry, ...], seq: int) -> LedgerEntry:
    if not 1 <= seq <= len(ledger):
        raise NotFound.of("undo.unknown", seq=seq)
    return ledger[seq - 1]
