"""Commands that note what was sent to the federation, and what it answered."""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.tournament.event.commands import Command
from arrowswitch.tournament.reporting.values import Channel


@dataclass(frozen=True, slots=True)
class NoteReportSent(Command):
    """Note that the report went to the federation as it stood after the ledger entry `shows`."""

    shows: int
    channel: Channel
    to: str = ""


@dataclass(frozen=True, slots=True)
class NoteReceipt(Command):
    """Note what the federation answered to a version."""

    version: int
    receipt: str
