"""What happened in the slots of the movement: results, late plays, unusual results that are right."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from arrowswitch.core.contestants import Number
from arrowswitch.tournament.event.model import (
    CorrectionReason,
    Slot,
)
from arrowswitch.tournament.results.text_values import AwardText, ResultText


@dataclass(frozen=True, slots=True)
class ResultEntered:
    """A slot holds this result; a slot that held another one was corrected (`correction` says why).

    `forced` is the reason for which an entry that the movement does not plan stands. `approver` let a correction pass
    after the deadline.
    """

    slot: Slot
    ns: tuple[Number, ...]
    ew: tuple[Number, ...]
    result: ResultText | None
    ns_award: AwardText | None = None
    ew_award: AwardText | None = None
    forced: str = ""
    is_confirmed: bool = False
    correction: CorrectionReason | None = None
    approver: str = ""
    kind: Literal["result-entered"] = "result-entered"


@dataclass(frozen=True, slots=True)
class ResultRemoved:
    """A slot is empty again."""

    slot: Slot
    approver: str = ""
    kind: Literal["result-removed"] = "result-removed"


@dataclass(frozen=True, slots=True)
class LatePlaySet:
    """A board is to be played later at its table (late play); or (not `is_put_off`) it is not after all. A result or a
    ruling there ends it, too."""

    slot: Slot
    ns: tuple[Number, ...]
    ew: tuple[Number, ...]
    is_put_off: bool = True
    kind: Literal["late-play-set"] = "late-play-set"


@dataclass(frozen=True, slots=True)
class OddAccepted:
    """The director looked at an unlikely result and lets it stand."""

    slot: Slot
    kind: Literal["odd-accepted"] = "odd-accepted"
