"""What the director ruled: awards, notes, penalties, removed scores, fouled boards."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.model import RoundNumber, SessionNumber
from arrowswitch.core.scoring.offences import Offence
from arrowswitch.core.scoring.outcomes import SideOutcome
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.tournament.event.ledger import Fact
from arrowswitch.tournament.event.places import Place, Slot
from arrowswitch.tournament.rulings.values import CallEnd, GuidedCase


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
