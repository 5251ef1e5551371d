"""The values of rulings in the state of an event: notes, penalties and warnings, removed scores, fouled boards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.model import RoundNumber, SessionNumber
from arrowswitch.core.scoring.offences import Offence
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.values.results import PutOff


class WithdrawalRule(StrEnum):
    """The treatment of the boards of a contestant that came late or left (regulations summary, lines 63-73): each
    unplayed board gets awards, or all scores are removed."""

    AWARDS = "awards"
    REMOVAL = "removal"


class Blame(StrEnum):
    """How far a side is to blame for a board that could not be played (regulations summary, lines 79, 89 and 95)."""

    NONE = "none"
    PARTLY = "partly"
    AT_FAULT = "at-fault"


@dataclass(frozen=True, slots=True)
class Note:
    """The director's note on a slot; `is_pending` marks a ruling that is still to come, on every screen and print."""

    slot: Slot
    text: str
    is_pending: bool


class AppealBody(StrEnum):
    """The body that hears an appeal (regulations summary, lines 5-7; manual, lines 2841-2855: in a weekly game the
    director decides finally, after hearing players who are not concerned)."""

    DIRECTOR = "director"
    APPEALS = "appeals-committee"
    COMPETITION = "competition-committee"
    LAWS = "laws-committee"


class AppealOutcome(StrEnum):
    """The outcome of an appeal."""

    UPHELD = "upheld"
    CHANGED = "changed"
    WITHDRAWN = "withdrawn"


class CallEnd(StrEnum):
    """How a call to a table ended: a case was opened, advice was enough, or nobody was needed."""

    CASE = "case"
    ADVISED = "advised"
    DROPPED = "dropped"


@dataclass(frozen=True, slots=True)
class DirectorCall:
    """A call of the director to a table in a round, 0 where none was played; `text` is what for, as far as it was said.

    `call` counts the calls of its section from 1, so that computers of other sections count for themselves; times are
    in UTC. `end` is None while the table waits; `case` is the case that was opened, 0 for none, and `advice` what was
    said where advice was enough. `seq` names its last change in the ledger. `coming_at` is when the director said to be
    on the way, None before.
    """

    call: int
    place: Place
    round: RoundNumber
    table: int
    text: str
    called_at: datetime
    seq: int
    end: CallEnd | None = None
    case: int = 0
    advice: str = ""
    ended_at: datetime | None = None
    coming_at: datetime | None = None

    @property
    def is_waiting(self) -> bool:
        return self.end is None


class CaseStage(StrEnum):
    """How far a case has come. While it is open or appealed, the score of its board is provisional."""

    OPEN = "open"
    RULED = "ruled"
    APPEALED = "appealed"
    DECIDED = "decided"


@dataclass(frozen=True, slots=True)
class CaseRecord:
    """A case as the director writes it: what each side says, the law, the options told, the ruling, the appeal.

    `case` counts the cases of an event from 1. An empty `ruling` is still to come; an empty `appeal_by` means that
    nobody appeals; `deposit` is the amount paid, as typed; `decision` is that of the body, in words.
    """

    case: int
    place: Place
    slot: Slot | None
    title: str
    says_ns: str = ""
    says_ew: str = ""
    found: str = ""
    law: str = ""
    options: str = ""
    ruling: str = ""
    is_carried_out: bool = False
    is_appeal_told: bool = False
    appeal_by: str = ""
    appeal_body: AppealBody | None = None
    deposit: str = ""
    grounds: str = ""
    outcome: AppealOutcome | None = None
    decision: str = ""


@dataclass(frozen=True, slots=True)
class GuidedCase(CaseRecord):
    """A case with the guide that was used for it (`KeptRuling`); `guide`, `edition`, `answers` and `steps` are empty
    without one."""

    guide: str = ""
    edition: int = 0
    answers: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RulingCase(GuidedCase):
    """A case from the call to its end. `reason` of the ledger entry stays empty; `seq` names the last change in the
    ledger."""

    reason: str = ""
    seq: int = 0

    @property
    def stage(self) -> CaseStage:
        """Returns how far the case has come."""
        if self.appeal_by:
            return CaseStage.APPEALED if self.outcome is None else CaseStage.DECIDED
        return CaseStage.RULED if self.ruling else CaseStage.OPEN

    @property
    def is_open(self) -> bool:
        """True if a decision is still to be made."""
        return self.stage in (CaseStage.OPEN, CaseStage.APPEALED)


@dataclass(frozen=True, slots=True)
class PenaltyGiven:
    """A penalty of a contestant in a session; `amount` is positive. `seq` names it in the ledger.

    `offence` is set when it was given for one of those that the regulations list, `player` when it is one partner's.
    """

    place: Place
    number: Number
    amount: Fraction
    unit: PenaltyUnit
    reason: str
    law: str
    seq: int
    offence: Offence | None = None
    player: str = ""
    round: RoundNumber | None = None


@dataclass(frozen=True, slots=True)
class NotedOffence:
    """An offence that drew a warning and no penalty; the next one of its kind is a repeated one. `player` is empty when
    it is the whole contestant's."""

    place: Place
    number: Number
    offence: Offence
    player: str
    reason: str
    seq: int


@dataclass(frozen=True, slots=True)
class KeptRuling:
    """A ruling that the director came to by a guide, with how he came to it, in the words that he read.

    `guide`, `edition` and `answers` open the guide again where it still has these answers; `steps` are what was
    answered and ticked, a line each. `slot` is the board where it is one board's, `facts` what happened, as typed, and
    `reason` of the ledger entry stays empty. `seq` names it in the ledger.
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
    facts: str
    reason: str
    seq: int


@dataclass(frozen=True, slots=True)
class Expulsion:
    """A player who was sent out of a session: no master points for it, even when placed (regulations summary, line
    256)."""

    place: Place
    number: Number
    player: str
    reason: str
    law: str
    seq: int


@dataclass(frozen=True, slots=True)
class Removal:
    """A contestant whose scores in a session were removed, with those of its opponents on the same boards."""

    place: Place
    number: Number
    reason: str
    law: str
    seq: int


@dataclass(frozen=True, slots=True)
class FouledBoard:
    """A board whose hands were changed in play: where it was played with each form of the deal, the first one as dealt
    (manual, lines 3531-3540). `seq` names it in the ledger.
    """

    session: SessionNumber
    board: BoardNumber
    groups: tuple[tuple[Slot, ...], ...]
    reason: str
    seq: int

    def form_at(self, slot: Slot) -> int:
        """Returns the form of the deal that was played at a slot, 0 as dealt and where nobody said."""
        return next((form for form, slots in enumerate(self.groups) if slot in slots), 0)


@dataclass(frozen=True, slots=True)
class RulingState:
    """The rulings of an event, and everything else that the director noted at the tables.

    `guided` are rulings that a guide led to, `warnings` offences without a penalty, `removed` contestants whose scores
    do not count. `notes` and the boards that were put off to be played later (Law 82B1b) are by their slots.
    """

    notes: Mapping[Slot, Note] = field(default_factory=dict, hash=False)
    penalties: tuple[PenaltyGiven, ...] = ()
    removed: tuple[Removal, ...] = ()
    guided: tuple[KeptRuling, ...] = ()
    cases: tuple[RulingCase, ...] = ()
    warnings: tuple[NotedOffence, ...] = ()
    expulsions: tuple[Expulsion, ...] = ()
    fouled: tuple[FouledBoard, ...] = ()
    calls: tuple[DirectorCall, ...] = ()
    put_off: Mapping[Slot, PutOff] = field(default_factory=dict, hash=False)
