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
    not reported has None. `other` is the report of a device that does not hold the table's code. `is_asked` is True
    while the table itself is asked which result is right."""

    slot: Slot
    ns: TableReport | None
    ew: TableReport | None
    standing: TableReport | None
    other: TableReport | None = None
    is_asked: bool = False


def differences(state: EventState, session: SessionNumber) -> tuple[ReportDifference, ...]:
    """Returns the boards of a session that the director has to settle, in the order of rounds and tables."""
    slots = sorted(
        (slot for slot in {*state.devices.reports, *state.devices.others} if slot.session == session),
        key=lambda slot: (slot.round, slot.section, slot.table, slot.board),
    )
    return tuple(difference for slot in slots if (difference := difference_at(state, slot)) is not None)


def difference_at(state: EventState, slot: Slot) -> ReportDifference | None:
    """Returns the difference at a board; None if all that is known of it is equal, or if it was settled."""
    if slot in state.devices.settled:
        return None
    reports, other = state.devices.reports.get(slot, {}), state.devices.others.get(slot)
    ns, ew, standing = reports.get(Side.NS), reports.get(Side.EW), standing_report(state, slot)
    late = slot in state.rulings.put_off
    entries = {one for one in (ns, ew, standing, other) if one is not None and not (late and one.entry.is_put_off)}
    if len(entries) < 2:
        return None
    is_asked = slot.round not in state.session(slot.session).closed_rounds
    return ReportDifference(slot=slot, ns=ns, ew=ew, standing=standing, other=other, is_asked=is_asked)
