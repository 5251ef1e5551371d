"""Commands that publish a ranking and close an event."""

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
