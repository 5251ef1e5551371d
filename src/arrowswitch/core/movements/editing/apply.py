"""Carries out an edit on any sheet, also a faulty or half-filled one.

The checker verifies that the outcome can be played. An edit is refused only if it names something that does not exist
or makes a sheet that cannot be written.
"""

from __future__ import annotations

from collections.abc import Iterable

from arrowswitch.core.movements.checking.faults import Fault, Severity
from arrowswitch.core.movements.checking.verify import faults
from arrowswitch.core.movements.editing.edits import Edit
from arrowswitch.core.movements.editing.settle import settle_sheet
from arrowswitch.core.movements.model import Movement


def apply(movement: Movement, edit: Edit) -> Movement:
    """Returns the sheet after an edit, under the family `custom` (its first family is the option `base`).

    Raises Refused (`sheet.*`) when the edit names rounds, tables or numbers that are not there, or cannot be.
    """
    return settle_sheet(edit(movement))


def apply_all(movement: Movement, row: Iterable[Edit]) -> Movement:
    """Returns the sheet after several edits, as `apply` would make it one by one; without edits the sheet itself.

    Raises the error of the first edit that is refused.
    """
    edits_made = tuple(row)
    edited = movement
    for edit in edits_made:
        edited = edit(edited)
    return settle_sheet(edited) if edits_made else movement


def what_breaks(before: Movement, after: Movement) -> tuple[Fault, ...]:
    """Returns the faults that `after` has and `before` had not, in the checker's order; notices do not count."""
    earlier = [fault for fault in faults(before) if fault.severity is Severity.FAULT]
    return tuple(fault for fault in faults(after) if fault.severity is Severity.FAULT and fault not in earlier)
