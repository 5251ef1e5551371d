"""A whole sheet from its first round: cyclic Howells in one field, cyclic Mitchells in two.

JCBL director's manual 3.3, lines 837 and 988: the sheet follows from one base row. `base_row` reads and develops it;
here the numbers of a Mitchell are put into its two fields.
"""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.editing.base_row import Cycle, develop_row, parse_base_row
from arrowswitch.core.movements.editing.numbers import Renumber
from arrowswitch.core.movements.editing.settle import free_rounds
from arrowswitch.core.movements.model import Movement


def from_base_row(
    text: str,
    cycle: Cycle,
    kind: ContestantKind = ContestantKind.PAIR,
    boards_per_round: int = 2,
    first_board: int = 1,
    *,
    in_two_fields: bool = False,
) -> Movement:
    """Returns the sheet of a base row as typed (`14-1 1, 6-9 2`), with the rounds after which it may be cut.

    `in_two_fields` those who move are East-West and ranked apart: numbers 1 to `cycle.length` become EW1 and so on, the
    others NS1 and so on. Raises Malformed as `parse_base_row` and `develop_row` do, and Refused
    (`sheet.base-row-sides`) when a moving contestant sits North-South or a stationary one East-West.
    """
    movement = develop_row(parse_base_row(text, kind), cycle, kind, boards_per_round, first_board)
    if in_two_fields:
        movement = _in_two_fields(movement, cycle.length)
    return replace(movement, rounds_free_to_cut=free_rounds(movement))


def _in_two_fields(movement: Movement, moving: int) -> Movement:
    ew, ns = movement.contestants[:moving], movement.contestants[moving:]
    wrong = sorted({n for m in movement.in_round(1) for n in (*m.ns, *m.ew) if (n in m.ns) != (n in ns)})
    if wrong:
        raise Refused.of("sheet.base-row-sides", numbers=", ".join(wrong))
    names = {number: Number(f"EW{place}") for place, number in enumerate(ew, start=1)}
    names |= {number: Number(f"NS{place}") for place, number in enumerate(ns, start=1)}
    named = Renumber(names)(movement)
    fields = tuple(names[number] for number in ns), tuple(names[number] for number in ew)
    return replace(named, contestants=fields[0] + fields[1], fields=fields)
