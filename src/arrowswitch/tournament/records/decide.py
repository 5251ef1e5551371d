"""Decides on auctions and plays: a slot that the movement has, and what is new of it."""

from __future__ import annotations

from arrowswitch.tournament.model.context import Context, Rules
from arrowswitch.tournament.model.ledger import Fact
from arrowswitch.tournament.model.slices.records import KeepRecords, RecordKept
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.results.tables import cell


def keep(state: EventState, command: KeepRecords, context: Context) -> tuple[Fact, ...]:
    """Decides on records; raises NotFound (`result.no-such-slot`) for a slot that is not in the movement."""
    facts = []
    for slot, record in command.records:
        cell(state, slot)
        stored = record if record is not None and record.has_any else None
        if state.deals.records.get(slot) != stored:
            facts.append(RecordKept(slot, stored))
    return tuple(facts)


RULES: Rules = {KeepRecords: keep}
