"""Keeping auctions and plays."""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.core.game.records import TableRecord
from arrowswitch.tournament.event.commands import Command
from arrowswitch.tournament.event.places import Slot


@dataclass(frozen=True, slots=True)
class KeepRecords(Command):
    """Keep what was called and played in slots; None takes away what is known of one."""

    records: tuple[tuple[Slot, TableRecord | None], ...]
