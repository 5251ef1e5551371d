"""The names of slots in addresses and forms: section, round, table and board."""

from __future__ import annotations

from arrowswitch.core.errors import Malformed
from arrowswitch.core.movements.model import SessionNumber
from arrowswitch.tournament.model.places import Slot


def slot_key(slot: Slot) -> str:
    """Returns a slot's name in addresses: section, round, table, board.

    >>> slot_key(Slot(1, "A", 3, 5, 10))
    'A-3-5-10'
    """
    return f"{slot.section}-{slot.round}-{slot.table}-{slot.board}"


def parse_slot(key: str, session: SessionNumber) -> Slot:
    """Returns the slot of a session by its name, made by `slot_key`; raises Malformed (`desk.slot.key`)."""
    parts = key.split("-")
    numbers = [int(part) for part in parts[1:] if part.isdecimal() and len(part) < 5]
    if len(parts) != 4 or len(numbers) != 3 or not parts[0]:
        raise Malformed.of("desk.slot.key", key=key[:40])
    in_round, table, board = numbers
    return Slot(session=session, section=parts[0], round=in_round, table=table, board=board)
