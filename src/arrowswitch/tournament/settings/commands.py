"""Commands about an event's settings and the copy of its regulations."""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.tournament.event.commands import Command
from arrowswitch.tournament.event.model import Settings


@dataclass(frozen=True, slots=True)
class ChangeSettings(Command):
    """Replace the settings. Before play everything may change; during play only what the past does not rest on."""

    settings: Settings


@dataclass(frozen=True, slots=True)
class RenewRules(Command):
    """Take over the present edition of the event's regulations in place of the copy it keeps (R-211); or other ones,
    where `regulations` names them.

    Once play has begun a reason is needed in the stamp; `approver` after the deadline. After the final publication
    nothing is taken over any more.
    """

    approver: str = ""
    regulations: str = ""
