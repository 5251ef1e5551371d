"""The command that settles an event's prizes."""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.core.awards.prizes import PrizePlan
from arrowswitch.tournament.event.commands import Command


@dataclass(frozen=True, slots=True)
class SetPrizes(Command):
    """Give prizes by this table; None is what the program proposes."""

    plan: PrizePlan | None
