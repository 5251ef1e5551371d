"""Commands that publish a ranking, close an event and tell the room something."""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.tournament.event.commands import Command


@dataclass(frozen=True, slots=True)
class Publish(Command):
    """Publish the ranking as it stands. Missing results stop it unless `is_interim`."""

    is_interim: bool = False


@dataclass(frozen=True, slots=True)
class Finalise(Command):
    """Close the event: the correction period is over, nothing is missing or pending."""


@dataclass(frozen=True, slots=True)
class Announce(Command):
    """Show a text, as typed, to everybody in the room until it is taken away."""

    text: str


@dataclass(frozen=True, slots=True)
class EndAnnouncement(Command):
    """Take an announcement away; `announcement` is the number of the ledger entry that made it."""

    announcement: int


@dataclass(frozen=True, slots=True)
class ReleaseTravellers(Command):
    """Let the players read the travellers of the boards that nobody has still to play; or (not `is_released`) no
    more."""

    is_released: bool = True
