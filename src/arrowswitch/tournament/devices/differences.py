"""Differences between reports: the two sides of a table differ, or the desk has another result."""

from __future__ import annotations

from dataclasses import dataclass

from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.tournament.devices.decide import standing_report
from arrowswitch.tournament.model.places import Slot
from arrowswitch.tournament.model.state import EventState
from arrowswitch.tournament.model.values.devices import TableReport


@dataclass(frozen=True, slots=True)
class ReportDifference:
    """A board on which the reports of a table differ from each other or from the result at the desk. A side that has
    not reported has None."""

    slot: Slot
    ns: TableReport | None
    ew: TableReport | None
    standing: TableReport | None


def differences(state: EventState, session: SessionNumber) -> tuple[ReportDifference, ...]:
    """Returns the boards of a session that the director has to settle, in the order of rounds and tables."""
    slots = sorted(
        (slot for slot in state.devices.reports if slot.session == session),
        key=lambda slot: (slot.round, slot.section, slot.table, slot.board),
    )
    return tuple(difference for slot in slots if (difference := _difference(state, slot)) is not None)


def _difference(state: EventState, slot: Slot) -> ReportDifference | None:
    reports = state.devices.reports[slot]
    ns, ew, standing = reports.get(Side.NS), reports.get(Side.EW), standing_report(state, slot)
    late = slot in state.rulings.put_off
    entries = {one for one in (ns, ew, standing) if one is not None and not (late and one.entry.is_put_off)}
    return ReportDifference(slot, ns, ew, standing) if len(entries) > 1 else None
