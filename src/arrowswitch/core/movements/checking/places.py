"""The cells of a sheet that a fault lies in."""

from __future__ import annotations

from arrowswitch.core.movements.checking.faults import Fault
from arrowswitch.core.movements.model import Movement, RoundNumber, TableNumber


def fault_cells(movement: Movement, fault: Fault) -> tuple[tuple[RoundNumber, TableNumber], ...]:
    """Returns the cells that a fault lies in: by its rounds and tables, else by its rounds and contestants."""
    if not fault.rounds:
        return ()
    if fault.contestants:
        here = [m for m in movement.meetings if m.round in fault.rounds]
        both = [m for m in here if set(fault.contestants) <= set(m.contestants)]
        concerned = both or [m for m in here if set(fault.contestants) & set(m.contestants)]
        if fault.tables:
            concerned = [m for m in concerned if m.table in fault.tables] or concerned
        if concerned:
            return tuple(dict.fromkeys((m.round, m.table) for m in concerned))
    return tuple((r, t) for r in fault.rounds for t in fault.tables)
