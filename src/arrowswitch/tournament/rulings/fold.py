"""The fold of rulings: awards, notes, penalties and warnings, removed scores, fouled boards."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.tournament.event.folding import Folds, counted, put, without
from arrowswitch.tournament.event.ledger import LedgerEntry
from arrowswitch.tournament.event.model import EventState, TableEntry
from arrowswitch.tournament.event.places import Place
from arrowswitch.tournament.results.fold import settled
from arrowswitch.tournament.rulings.facts import (
    AwardGiven,
    BoardFouled,
    NoteSet,
    OffenceNoted,
    PenaltySet,
    PlayerExpelled,
    ScoresRemoved,
)
from arrowswitch.tournament.rulings.values import Expulsion, FouledBoard, Note, NotedOffence, PenaltyGiven, Removal


def _award_given(state: EventState, fact: AwardGiven, entry: LedgerEntry) -> EventState:
    before = state.results.get(fact.slot) or TableEntry(slot=fact.slot, ns=fact.ns, ew=fact.ew, result=None)
    return settled(state, replace(before, ns_award=fact.ns_award, ew_award=fact.ew_award, seq=entry.seq))


def _note_set(state: EventState, fact: NoteSet, entry: LedgerEntry) -> EventState:
    if not fact.text and not fact.is_pending:
        return replace(state, notes=without(state.notes, fact.slot))
    return replace(state, notes=put(state.notes, fact.slot, Note(fact.slot, fact.text, fact.is_pending)))


def _penalty_set(state: EventState, fact: PenaltySet, entry: LedgerEntry) -> EventState:
    penalty = PenaltyGiven(
        place=Place(fact.session, fact.section),
        number=fact.number,
        amount=fact.amount,
        unit=fact.unit,
        reason=entry.stamp.reason,
        law=fact.law,
        seq=entry.seq,
        offence=fact.offence,
        player=fact.player,
        round=fact.round,
    )
    return replace(state, penalties=(*state.penalties, penalty))


def _offence_noted(state: EventState, fact: OffenceNoted, entry: LedgerEntry) -> EventState:
    noted = NotedOffence(
        place=Place(fact.session, fact.section),
        number=fact.number,
        offence=fact.offence,
        player=fact.player,
        reason=entry.stamp.reason,
        seq=entry.seq,
    )
    return replace(state, noted_offences=(*state.noted_offences, noted))


def _player_expelled(state: EventState, fact: PlayerExpelled, entry: LedgerEntry) -> EventState:
    expulsion = Expulsion(
        place=Place(fact.session, fact.section),
        number=fact.number,
        player=fact.player,
        reason=entry.stamp.reason,
        law=fact.law,
        seq=entry.seq,
    )
    return replace(state, expulsions=(*state.expulsions, expulsion))


def _scores_removed(state: EventState, fact: ScoresRemoved, entry: LedgerEntry) -> EventState:
    removal = Removal(
        place=Place(fact.session, fact.section),
        number=fact.number,
        reason=entry.stamp.reason,
        law=fact.law,
        seq=entry.seq,
    )
    return replace(counted(state), removed=(*state.removed, removal))


def _board_fouled(state: EventState, fact: BoardFouled, entry: LedgerEntry) -> EventState:
    others = tuple(fouled for fouled in state.fouled if (fouled.session, fouled.board) != (fact.session, fact.board))
    if not fact.groups:
        return replace(counted(state), fouled=others)
    fouled = FouledBoard(
        session=fact.session, board=fact.board, groups=fact.groups, reason=entry.stamp.reason, seq=entry.seq
    )
    return replace(counted(state), fouled=(*others, fouled))


FOLDS: Folds = {
    AwardGiven: _award_given,
    NoteSet: _note_set,
    PenaltySet: _penalty_set,
    OffenceNoted: _offence_noted,
    PlayerExpelled: _player_expelled,
    ScoresRemoved: _scores_removed,
    BoardFouled: _board_fouled,
}
