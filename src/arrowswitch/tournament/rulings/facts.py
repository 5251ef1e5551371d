"""What the director ruled: awards, notes, penalties, removed scores, fouled boards."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.model import RoundNumber
from arrowswitch.core.scoring.offences import Offence
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.tournament.event.model import (
    SectionLetter,
    SessionNumber,
    Slot,
)
from arrowswitch.tournament.results.text_values import AwardText


@dataclass(frozen=True, slots=True)
class AwardGiven:
    """A ruling: the sides of a slot get these awards in place of the table score; None leaves the table score."""

    slot: Slot
    ns: tuple[Number, ...]
    ew: tuple[Number, ...]
    ns_award: AwardText | None
    ew_award: AwardText | None
    law: str = ""
    approver: str = ""
    kind: Literal["award-given"] = "award-given"


@dataclass(frozen=True, slots=True)
class NoteSet:
    """The director's note on a slot; an empty text that is not pending removes it."""

    slot: Slot
    text: str
    is_pending: bool = False
    kind: Literal["note-set"] = "note-set"


@dataclass(frozen=True, slots=True)
class PenaltySet:
    """A penalty was given to a contestant; `offence` and `player` let it count when the same happens again, `round`
    tells whose match it belongs to."""

    session: SessionNumber
    section: SectionLetter
    number: Number
    amount: Fraction
    unit: PenaltyUnit
    law: str = ""
    offence: Offence | None = None
    player: str = ""
    round: RoundNumber | None = None
    kind: Literal["penalty-set"] = "penalty-set"


@dataclass(frozen=True, slots=True)
class OffenceNoted:
    """An offence drew a warning, and no penalty."""

    session: SessionNumber
    section: SectionLetter
    number: Number
    offence: Offence
    player: str = ""
    kind: Literal["offence-noted"] = "offence-noted"


@dataclass(frozen=True, slots=True)
class PlayerExpelled:
    """A player was sent out of the session."""

    session: SessionNumber
    section: SectionLetter
    number: Number
    player: str
    law: str = ""
    kind: Literal["player-expelled"] = "player-expelled"


@dataclass(frozen=True, slots=True)
class ScoresRemoved:
    """A contestant's scores of a session do not count, nor do its opponents' on the same boards (regulations summary,
    line 73)."""

    session: SessionNumber
    section: SectionLetter
    number: Number
    law: str = ""
    approver: str = ""
    kind: Literal["scores-removed"] = "scores-removed"


@dataclass(frozen=True, slots=True)
class BoardFouled:
    """The hands of a board were changed in play: where each form of the deal was played; no groups: they were not."""

    session: SessionNumber
    board: BoardNumber
    groups: tuple[tuple[Slot, ...], ...] = ()
    approver: str = ""
    kind: Literal["board-fouled"] = "board-fouled"
