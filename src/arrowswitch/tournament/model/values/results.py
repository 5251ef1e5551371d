"""Why results are corrected, and boards that are played later."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from arrowswitch.core.contestants import Number
from arrowswitch.tournament.model.places import Slot


class CorrectionReason(StrEnum):
    """Why an entered score may be corrected (regulations summary, lines 143-155)."""

    WRITTEN_WRONG = "written-wrong"
    TRICKS_PROVEN = "tricks-proven"
    TYPING_ERROR = "typing-error"
    WRONG_PAIR = "wrong-pair"
    RULING = "ruling"


@dataclass(frozen=True, slots=True)
class PutOff:
    """A board that is to be played later at its table (late play): who is due there, and why it was put off."""

    slot: Slot
    ns: tuple[Number, ...]
    ew: tuple[Number, ...]
    reason: str
    seq: int
