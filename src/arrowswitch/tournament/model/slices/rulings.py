"""Rulings: commands, facts and fold of calls, cases, awards, penalties, removed scores and fouled boards."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.model import RoundNumber, SessionNumber
from arrowswitch.core.scoring.offences import Offence
from arrowswitch.core.scoring.outcomes import SideOutcome
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.tournament.model.alike import made_like
from arrowswitch.tournament.model.commands import Command
from arrowswitch.tournament.model.folding import Folds, count_correction, put, stored_copy, without
from arrowswitch.tournament.model.ledger import Fact, LedgerEntry
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.results import set_result
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.rulings import (
    Blame,
    CallEnd,
    CaseRecord,
    DirectorCall,
    Expulsion,
    FouledBoard,
    GuidedCase,
    KeptRuling,
    Note,
    NotedOffence,
    PenaltyGiven,
    Removal,
    RulingCase,
    WithdrawalRule,
)
from arrowswitch.tournament.model.values.table_entry import TableEntry


@dataclass(frozen=True, slots=True)
class AwardGiven(Fact):
    """A ruling: the sides of a slot get these awards in place of the table score; None leaves the table score."""

    slot: Slot
    ns: tuple[Number, ...]
    ew: tuple[Number, ...]
    ns_award: SideOutcome | None
    ew_award: SideOutcome | None
    law: str = ""
    approver: str = ""
    kind: ClassVar[str] = "award-given"


@dataclass(frozen=True, slots=True)
class NoteSet(Fact):
    """The director's note on a slot; an empty text that is not pending removes it."""

    slot: Slot
    text: str
    is_pending: bool = False
    kind: ClassVar[str] = "note-set"


@dataclass(frozen=True, slots=True)
class RulingKept(Fact):
    """A ruling that a guide led to, with the answers and the ticks on the way, in the words that the director read."""

    place: Place
    slot: Slot | None
    guide: str
    edition: int
    answers: tuple[str, ...]
    title: str
    steps: tuple[str, ...]
    ruling: str
    law: str
    facts: str = ""
    kind: ClassVar[str] = "ruling-kept"


@dataclass(frozen=True, slots=True)
class CallNoted(Fact):
    """The director was called to a table; `text` is what for. The ledger entry has the time."""

    call: int
    place: Place
    round: RoundNumber
    table: int
    text: str = ""
    kind: ClassVar[str] = "call-noted"


@dataclass(frozen=True, slots=True)
class CallAnswered(Fact):
    """The director is on the way to a table that called."""

    call: int
    place: Place
    kind: ClassVar[str] = "call-answered"


@dataclass(frozen=True, slots=True)
class CallEnded(Fact):
    """A call ended: in a case (`case`), with advice, or nobody was needed."""

    call: int
    place: Place
    end: CallEnd
    case: int = 0
    advice: str = ""
    kind: ClassVar[str] = "call-ended"


@dataclass(frozen=True, slots=True)
class CaseKept(GuidedCase, Fact):
    """A case was opened, or it came further: all that is known of it by now (`values.GuidedCase`)."""

    kind: ClassVar[str] = "case-kept"


@dataclass(frozen=True, slots=True)
class PenaltySet(Fact):
    """A penalty was given to a contestant; `offence` and `player` let it count when the same happens again, `round`
    tells whose match it belongs to."""

    place: Place
    number: Number
    amount: Fraction
    unit: PenaltyUnit
    law: str = ""
    offence: Offence | None = None
    player: str = ""
    round: RoundNumber | None = None
    kind: ClassVar[str] = "penalty-set"


@dataclass(frozen=True, slots=True)
class OffenceNoted(Fact):
    """An offence drew a warning, and no penalty."""

    place: Place
    number: Number
    offence: Offence
    player: str = ""
    kind: ClassVar[str] = "offence-noted"


@dataclass(frozen=True, slots=True)
class PlayerExpelled(Fact):
    """A player was sent out of the session."""

    place: Place
    number: Number
    player: str
    law: str = ""
    kind: ClassVar[str] = "player-expelled"


@dataclass(frozen=True, slots=True)
class ScoresRemoved(Fact):
    """A contestant's scores of a session do not count, nor do its opponents' on the same boards (regulations summary,
    line 73)."""

    place: Place
    number: Number
    law: str = ""
    approver: str = ""
    kind: ClassVar[str] = "scores-removed"


@dataclass(frozen=True, slots=True)
class BoardFouled(Fact):
    """The hands of a board were changed in play: where each form of the deal was played; no groups: they were not."""

    session: SessionNumber
    board: BoardNumber
    groups: tuple[tuple[Slot, ...], ...] = ()
    approver: str = ""
    kind: ClassVar[str] = "board-fouled"


@dataclass(frozen=True, slots=True)
class GiveAward(Command):
    """Rule on a slot: awards as typed for each side (`A+`, `A-`, `55%`, `NP`, `N`); an empty text leaves the table
    score.

    A reason is needed in the stamp, and `law` names the law or regulation (R-208). `seen` is the number of the entry
    that the sender saw while typing, as for `EnterResult`.
    """

    slot: Slot
    ns_text: str
    ew_text: str
    law: str = ""
    approver: str = ""
    seen: int | None = None


@dataclass(frozen=True, slots=True)
class SetNote(Command):
    """Keep a note on a slot; `is_pending` marks a ruling that is still to come."""

    slot: Slot
    text: str
    is_pending: bool = False


@dataclass(frozen=True, slots=True)
class KeepRuling(Command):
    """Keep a ruling that a guide led to (`values.KeptRuling`); with `is_pending` the slot is marked as waiting for it.

    `title`, `steps` and `ruling` are texts as they were read, so that the record is complete by itself. `case` is the
    case that it fills, 0 opens one, None is none; `explanation` is given to the players and goes into the case. While
    the ruling is pending the case stays open.
    """

    place: Place
    slot: Slot | None
    guide: str
    edition: int
    answers: tuple[str, ...]
    title: str
    steps: tuple[str, ...]
    ruling: str
    law: str
    facts: str = ""
    is_pending: bool = False
    case: int | None = None
    explanation: str = ""


@dataclass(frozen=True, slots=True)
class KeepCase(CaseRecord, Command):
    """Open a case (`case` 0) or bring it further (`values.CaseRecord`).

    `ns_text` and `ew_text` are awards that the ruling, or the decision on the appeal, gives the board (`GiveAward`);
    two empty ones leave the score as it is. `is_table_score` takes earlier awards away. `call` is the call that a new
    case comes of, 0 for none.
    """

    ns_text: str = ""
    ew_text: str = ""
    is_table_score: bool = False
    approver: str = ""
    call: int = 0


@dataclass(frozen=True, slots=True)
class NoteCall(Command):
    """Note that the director is called to a table, in the round that is played; `text` says what for, as far as known.

    A table that waits already stays where it stands in the list; a text that is new is added to it.
    """

    place: Place
    table: int
    text: str = ""


@dataclass(frozen=True, slots=True)
class AnswerCall(Command):
    """Say to a table that the director is on the way."""

    place: Place
    call: int


@dataclass(frozen=True, slots=True)
class EndCall(Command):
    """End a call that came to nothing or in which advice was enough; with `end` a case, one is opened for it, called
    `title` where nobody said what for."""

    place: Place
    call: int
    end: CallEnd
    advice: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class GivePenalty(Command):
    """Take points from a contestant; `amount` is positive.

    `offence` and `player` (one partner's name) let it count when the same happens again. `round` is that of the match
    whose IMPs it takes, for teams.
    """

    place: Place
    number: Number
    amount: Fraction
    unit: PenaltyUnit
    law: str = ""
    offence: Offence | None = None
    player: str = ""
    round: RoundNumber | None = None


@dataclass(frozen=True, slots=True)
class NoteOffence(Command):
    """Warn a contestant, or one partner, without a penalty; the next offence of the kind is a repeated one."""

    place: Place
    number: Number
    offence: Offence
    player: str = ""


@dataclass(frozen=True, slots=True)
class ExpelPlayer(Command):
    """Send a player out of the session (regulations summary, line 256). A reason is needed in the stamp."""

    place: Place
    number: Number
    player: str
    law: str = ""


@dataclass(frozen=True, slots=True)
class SettleWithdrawal(Command):
    """Settle the unplayed boards of a contestant that came late or has withdrawn (regulations summary, lines 63-73).

    `rule` None is what the regulations say. `through_round` is the last round missed; None is every round for one that
    has withdrawn, the rounds that are over for one that came late. An empty `law` is the regulations' own clause. A
    reason is needed in the stamp.
    """

    place: Place
    number: Number
    rule: WithdrawalRule | None = None
    law: str = ""
    through_round: RoundNumber | None = None
    approver: str = ""


@dataclass(frozen=True, slots=True)
class AwardUnplayed(Command):
    """Give awards by responsibility for boards that could not be played (regulations summary, lines 79, 89 and 95).

    Slow play, wrong boards and opponents, the director's own error (nobody to blame: both get average plus). An empty
    `law` is the regulations' own clause. A reason is needed in the stamp.
    """

    slots: tuple[Slot, ...]
    ns_blame: Blame
    ew_blame: Blame
    law: str = ""
    approver: str = ""


@dataclass(frozen=True, slots=True)
class FoulBoard(Command):
    """Divide the results of a board whose hands were changed in play, by the form of the deal, the first as dealt.

    Every place where the board is played is named once; fewer than two groups: the hands were not changed after all.
    A reason is needed in the stamp.
    """

    session: SessionNumber
    board: BoardNumber
    groups: tuple[tuple[Slot, ...], ...]
    approver: str = ""


def apply_awards(state: EventState, fact: AwardGiven, seq: int) -> EventState:
    """Returns the state after awards. A side without one has the score of the table; where there is none, both taken
    back leave the slot open, and one taken back leaves that side what it had."""
    entered = state.results.get(fact.slot)
    before = entered or TableEntry(slot=fact.slot, ns=fact.ns, ew=fact.ew, result=None)
    ns, ew = fact.ns_award, fact.ew_award
    if before.result is None:
        if ns is None and ew is None:
            return (
                state
                if entered is None
                else replace(count_correction(state), results=without(state.results, fact.slot))
            )
        ns, ew = ns or before.ns_award, ew or before.ew_award
    return set_result(state, replace(before, ns_award=ns, ew_award=ew, seq=seq))


def _award_given(state: EventState, fact: AwardGiven, entry: LedgerEntry) -> EventState:
    return apply_awards(state, fact, entry.seq)


def _note_set(state: EventState, fact: NoteSet, entry: LedgerEntry) -> EventState:
    if not fact.text and not fact.is_pending:
        return replace(state, rulings=replace(state.rulings, notes=without(state.rulings.notes, fact.slot)))
    return replace(
        state, rulings=replace(state.rulings, notes=put(state.rulings.notes, fact.slot, made_like(Note, fact)))
    )


def _ruling_kept(state: EventState, fact: RulingKept, entry: LedgerEntry) -> EventState:
    return replace(
        state, rulings=replace(state.rulings, guided=(*state.rulings.guided, stored_copy(KeptRuling, fact, entry)))
    )


def _call_noted(state: EventState, fact: CallNoted, entry: LedgerEntry) -> EventState:
    """Returns the state after a call; a repeated call keeps its time and gets the new reason."""
    call = _call(state, fact)
    called_at = entry.at if call is None else call.called_at
    coming_at = None if call is None else call.coming_at
    return _with_call(state, made_like(DirectorCall, fact, called_at=called_at, seq=entry.seq, coming_at=coming_at))


def _call_answered(state: EventState, fact: CallAnswered, entry: LedgerEntry) -> EventState:
    call = _call(state, fact)
    return state if call is None else _with_call(state, replace(call, coming_at=entry.at))


def _call_ended(state: EventState, fact: CallEnded, entry: LedgerEntry) -> EventState:
    call = _call(state, fact)
    if call is None:
        return state
    ended = replace(call, end=fact.end, case=fact.case, advice=fact.advice, ended_at=entry.at, seq=entry.seq)
    return _with_call(state, ended)


def _call(state: EventState, fact: CallNoted | CallAnswered | CallEnded) -> DirectorCall | None:
    return next((one for one in state.rulings.calls if (one.place, one.call) == (fact.place, fact.call)), None)


def _with_call(state: EventState, call: DirectorCall) -> EventState:
    others = (one for one in state.rulings.calls if (one.place, one.call) != (call.place, call.call))
    return replace(
        state,
        rulings=replace(state.rulings, calls=tuple(sorted((*others, call), key=lambda one: (one.called_at, one.seq)))),
    )


def _case_kept(state: EventState, fact: CaseKept, entry: LedgerEntry) -> EventState:
    others = (one for one in state.rulings.cases if one.case != fact.case)
    cases = sorted((*others, stored_copy(RulingCase, fact, entry)), key=lambda one: one.case)
    return replace(state, rulings=replace(state.rulings, cases=tuple(cases)))


def _penalty_set(state: EventState, fact: PenaltySet, entry: LedgerEntry) -> EventState:
    return replace(
        state,
        rulings=replace(state.rulings, penalties=(*state.rulings.penalties, stored_copy(PenaltyGiven, fact, entry))),
    )


def _offence_noted(state: EventState, fact: OffenceNoted, entry: LedgerEntry) -> EventState:
    return replace(
        state,
        rulings=replace(state.rulings, warnings=(*state.rulings.warnings, stored_copy(NotedOffence, fact, entry))),
    )


def _player_expelled(state: EventState, fact: PlayerExpelled, entry: LedgerEntry) -> EventState:
    return replace(
        state,
        rulings=replace(state.rulings, expulsions=(*state.rulings.expulsions, stored_copy(Expulsion, fact, entry))),
    )


def _scores_removed(state: EventState, fact: ScoresRemoved, entry: LedgerEntry) -> EventState:
    return replace(
        count_correction(state),
        rulings=replace(state.rulings, removed=(*state.rulings.removed, stored_copy(Removal, fact, entry))),
    )


def _board_fouled(state: EventState, fact: BoardFouled, entry: LedgerEntry) -> EventState:
    others = tuple(
        fouled for fouled in state.rulings.fouled if (fouled.session, fouled.board) != (fact.session, fact.board)
    )
    now = (stored_copy(FouledBoard, fact, entry),) if fact.groups else ()
    return replace(count_correction(state), rulings=replace(state.rulings, fouled=(*others, *now)))


FOLDS: Folds = {
    AwardGiven: _award_given,
    NoteSet: _note_set,
    RulingKept: _ruling_kept,
    CallNoted: _call_noted,
    CallAnswered: _call_answered,
    CallEnded: _call_ended,
    CaseKept: _case_kept,
    PenaltySet: _penalty_set,
    OffenceNoted: _offence_noted,
    PlayerExpelled: _player_expelled,
    ScoresRemoved: _scores_removed,
    BoardFouled: _board_fouled,
}
