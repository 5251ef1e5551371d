"""The shared parts of all edits: the limits of a sheet, the lookup of the items an edit names, and the consequences.

An edited sheet is no longer what its family would make: its family becomes `custom`, its options keep the declarations
to the checker and under `base` the family it was made from. The rounds after which play may stop are found again.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from arrowswitch.core.contestants import ContestantKind, Number, number_order
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.checking.declared import DECLARATIONS
from arrowswitch.core.movements.cuts import complete_rounds, even_rounds
from arrowswitch.core.movements.model import Movement, RoundNumber, TableNumber

CUSTOM = "custom"
"""The family of a sheet that was edited, or made by hand."""
BASE = "base"
"""The option that names the family from which an edited sheet was made."""
_KEPT = frozenset({BASE, "form", "session", "sessions"})
"""The options that stay when a sheet is edited: the family's name, and the form of teams whose matches may go on in the
next session."""
MOST_TABLES = 200
MOST_ROUNDS = 200
MOST_SETS = 200
MOST_CONTESTANTS = 800


def settle_sheet(movement: Movement) -> Movement:
    """Returns an edited sheet under the family `custom`, with the rounds after which it may be cut found again."""
    options = {name: value for name, value in movement.options.items() if name in DECLARATIONS or name in _KEPT}
    if movement.family != CUSTOM:
        options[BASE] = movement.family
    return replace(movement, family=CUSTOM, options=options, rounds_free_to_cut=free_rounds(movement))


def free_rounds(movement: Movement) -> tuple[RoundNumber, ...]:
    """Returns the rounds after which play may stop: no match half played, or every board of equal value."""
    meetings = [meeting for meeting in movement.meetings if 1 <= meeting.round <= movement.rounds]
    if movement.kind is ContestantKind.TEAM:
        return complete_rounds(meetings, movement.rounds)
    return even_rounds(meetings, len(movement.board_sets), movement.rounds, movement.phantom)


def check_rounds(movement: Movement, *rounds: RoundNumber) -> None:
    """Raises Refused (`sheet.no-round`) for rounds that the sheet does not have."""
    for number in rounds:
        if not 1 <= number <= movement.rounds:
            raise Refused.of("sheet.no-round", round=number, most=movement.rounds)


def check_tables(movement: Movement, *tables: TableNumber) -> None:
    """Raises Refused (`sheet.no-table`) for tables that the sheet does not have."""
    for number in tables:
        if not 1 <= number <= movement.tables:
            raise Refused.of("sheet.no-table", table=number, most=movement.tables)


def check_numbers(movement: Movement, numbers: Iterable[Number]) -> None:
    """Raises Refused (`sheet.no-number`) for numbers that the sheet does not have."""
    for number in numbers:
        if number not in movement.contestants:
            raise Refused.of("sheet.no-number", number=number)


def join_numbers(numbers: Sequence[Number], fresh: Iterable[Number]) -> tuple[Number, ...]:
    """Returns `numbers` with new ones: in their place where the list is in order, else at the end."""
    added = [number for number in dict.fromkeys(fresh) if number not in numbers]
    together = (*numbers, *added)
    is_in_order = list(numbers) == sorted(numbers, key=number_order)
    return tuple(sorted(together, key=number_order)) if is_in_order else together
