"""Decides on handicaps of entries. They change no result: a second ranking counts them (R-218)."""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.core.errors import Refused
from arrowswitch.core.scoring.amounts import plain_string
from arrowswitch.tournament.entries.commands import SetHandicap
from arrowswitch.tournament.entries.facts import EntrySet
from arrowswitch.tournament.event.context import Context, Rules
from arrowswitch.tournament.event.ledger import Fact
from arrowswitch.tournament.event.model import EventState

MOST = 1000
"""In either direction, whatever handicaps are counted in."""


def set_handicap(state: EventState, command: SetHandicap, context: Context) -> tuple[Fact, ...]:
    """Decides on the handicap of an entry."""
    known = state.entry(command.entry_id)
    if command.handicap is not None and abs(command.handicap) > MOST:
        raise Refused.of("handicap.range", "handicap", handicap=plain_string(command.handicap), most=MOST)
    changed = replace(known, handicap=command.handicap)
    return () if changed == known else (EntrySet(changed),)


RULES: Rules = {
    SetHandicap: set_handicap,
}
