"""The command that draws a round."""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.core.pairing.swiss.case import Kept
from arrowswitch.core.pairing.swiss.policy import Ban
from arrowswitch.tournament.event.commands import Command
from arrowswitch.tournament.event.places import RoundPlace


@dataclass(frozen=True, slots=True)
class DrawRound(Command):
    """Draw the next round of a Swiss: `kept` pairings stand, `bans` keep two apart.

    A section without a movement gets that of a Swiss for those who have a number; numbers are seeds. A reason is needed
    when a pairing is kept against the rule, when `may_break_rule` lets as few as possible be against it, and when it is
    drawn by the ranking as it stands though results that may change it are missing (`without_missing`). With
    `certain_only` those are seated whose pairing no missing result can change, and the others wait: the same round is
    drawn again when more is known.
    """

    at: RoundPlace
    kept: tuple[Kept, ...] = ()
    bans: tuple[Ban, ...] = ()
    may_break_rule: bool = False
    without_missing: bool = False
    certain_only: bool = False
