"""Commands of the director's judgement: awards, notes, penalties, boards that were not played or were fouled."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.model import RoundNumber, SessionNumber
from arrowswitch.core.scoring.offences import Offence
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.tournament.event.commands import Command
from arrowswitch.tournament.event.places import Place, Slot
from arrowswitch.tournament.rulings.values import Blame, CallEnd, CaseRecord, WithdrawalRule


@dataclass(frozen=True, slots=True)
class GiveAward(Command):
    """Rule on a slot: awards as typed for each side (`A+`, `A-`, `55%`, `NP`, `N`); an empty text leaves the table
    score.

    A reason is needed in the stamp, and `law` names the law or regulation (R-208). `seen` is the number of what stood
    there when it was typed, as for `EnterResult`.
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

    `title`, `steps` and `ruling` are words as they were read, so that the record stands by itself. `case` is the case
    that it fills, 0 opens one, None is none; `told` is what was explained to the players, for the case. While the
    ruling is pending the case stays open.
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
    told: str = ""


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
