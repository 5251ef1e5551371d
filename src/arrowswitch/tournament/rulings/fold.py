"""The fold of rulings: calls and cases, awards, notes, penalties and warnings, removed scores, fouled boards."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.tournament.event.alike import made_like
from arrowswitch.tournament.event.folding import Folds, counted, kept, put, without
from arrowswitch.tournament.event.ledger import LedgerEntry
from arrowswitch.tournament.event.model import EventState, TableEntry
from arrowswitch.tournament.results.fold import settled
from arrowswitch.tournament.rulings.facts import (
    AwardGiven,
    BoardFouled,
    CallEnded,
    CallNoted,
    CaseKept,
    NoteSet,
    OffenceNoted,
    PenaltySet,
    PlayerExpelled,
    RulingKept,
    ScoresRemoved,
)
from arrowswitch.tournament.rulings.values import (
    DirectorCall,
    Expulsion,
    FouledBoard,
    KeptRuling,
    Note,
    NotedOffence,
    PenaltyGiven,
    Removal,
    RulingCase,
)


def ruled(state: EventState, fact: AwardGiven, seq: int) -> EventState:
    """Returns the state after awards. A side without one has the score of the table; where there is none, both taken
    back leave the slot open, and one taken back leaves that side what it had."""
    known = state.results.get(fact.slot)
    before = known or TableEntry(slot=fact.slot, ns=fact.ns, ew=fact.ew, result=None)
    ns, ew = fact.ns_award, fact.ew_award
    if before.result is None:
        if ns is None and ew is None:
            return state if known is None else replace(counted(state), results=without(state.results, fact.slot))
        ns, ew = ns or before.ns_award, ew or before.ew_award
    return settled(state, replace(before, ns_award=ns, ew_award=ew, seq=seq))


def _award_given(state: EventState, fact: AwardGiven, entry: LedgerEntry) -> EventState:
    return ruled(state, fact, entry.seq)


def _note_set(state: EventState, fact: NoteSet, entry: LedgerEntry) -> EventState:
    if not fact.text and not fact.is_pending:
        return replace(state, notes=without(state.notes, fact.slot))
    return replace(state, notes=put(state.notes, fact.slot, made_like(Note, fact)))


def _ruling_kept(state: EventState, fact: RulingKept, entry: LedgerEntry) -> EventState:
    return replace(state, kept_rulings=(*state.kept_rulings, kept(KeptRuling, fact, entry)))


def _call_noted(state: EventState, fact: CallNoted, entry: LedgerEntry) -> EventState:
    """Returns the state after a call; one that was known keeps its time, and has more of what it is for."""
    known = _call(state, fact)
    called_at = entry.at if known is None else known.called_at
    return _with_call(state, made_like(DirectorCall, fact, called_at=called_at, seq=entry.seq))


def _call_ended(state: EventState, fact: CallEnded, entry: LedgerEntry) -> EventState:
    known = _call(state, fact)
    if known is None:
        return state
    ended = replace(known, end=fact.end, case=fact.case, advice=fact.advice, ended_at=entry.at, seq=entry.seq)
    return _with_call(state, ended)


def _call(state: EventState, fact: CallNoted | CallEnded) -> DirectorCall | None:
    return next((one for one in state.calls if (one.place, one.call) == (fact.place, fact.call)), None)


def _with_call(state: EventState, call: DirectorCall) -> EventState:
    others = (one for one in state.calls if (one.place, one.call) != (call.place, call.call))
    return replace(state, calls=tuple(sorted((*others, call), key=lambda one: (one.called_at, one.seq))))


def _case_kept(state: EventState, fact: CaseKept, entry: LedgerEntry) -> EventState:
    others = (one for one in state.cases if one.case != fact.case)
    found = sorted((*others, kept(RulingCase, fact, entry)), key=lambda one: one.case)
    return replace(state, cases=tuple(found))


def _penalty_set(state: EventState, fact: PenaltySet, entry: LedgerEntry) -> EventState:
    return replace(state, penalties=(*state.penalties, kept(PenaltyGiven, fact, entry)))


def _offence_noted(state: EventState, fact: OffenceNoted, entry: LedgerEntry) -> EventState:
    return replace(state, noted_offences=(*state.noted_offences, kept(NotedOffence, fact, entry)))


def _player_expelled(state: EventState, fact: PlayerExpelled, entry: LedgerEntry) -> EventState:
    return replace(state, expulsions=(*state.expulsions, kept(Expulsion, fact, entry)))


def _scores_removed(state: EventState, fact: ScoresRemoved, entry: LedgerEntry) -> EventState:
    return replace(counted(state), removed=(*state.removed, kept(Removal, fact, entry)))


def _board_fouled(state: EventState, fact: BoardFouled, entry: LedgerEntry) -> EventState:
    others = tuple(fouled for fouled in state.fouled if (fouled.session, fouled.board) != (fact.session, fact.board))
    now = (kept(FouledBoard, fact, entry),) if fact.groups else ()
    return replace(counted(state), fouled=(*others, *now))


FOLDS: Folds = {
    AwardGiven: _award_given,
    NoteSet: _note_set,
    RulingKept: _ruling_kept,
    CallNoted: _call_noted,
    CallEnded: _call_ended,
    CaseKept: _case_kept,
    PenaltySet: _penalty_set,
    OffenceNoted: _offence_noted,
    PlayerExpelled: _player_expelled,
    ScoresRemoved: _scores_removed,
    BoardFouled: _board_fouled,
}
