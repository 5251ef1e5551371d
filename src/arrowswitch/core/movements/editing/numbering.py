"""How the pairs of a Mitchell are numbered: both sides from 1, or East-West after North-South or from a round figure.

JCBL director's manual 3.3, lines 972, 1086 and 1228. Pairs, tables and boards do not depend on the numbers.
"""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.editing.numbers import Names, Renumber
from arrowswitch.core.movements.families.common.sheets import numbers_from
from arrowswitch.core.movements.families.common.two_fields import TwoFields, numbering_problems
from arrowswitch.core.movements.families.registry import FAMILIES
from arrowswitch.core.movements.model import Movement

OWN, THROUGH = "two-fields", "continuing"


def has_numbering(movement: Movement | None) -> bool:
    """True if the numbering of East-West can be chosen: where two fields are ranked separately."""
    if movement is None or len(movement.fields) != 2:
        return False
    family = next((one for one in FAMILIES if one.name == movement.family), None)
    return family is not None and family.option("numbering") is not None


def numbering_of(movement: Movement) -> tuple[str, int | None]:
    """Returns how a movement of two fields is numbered, and from which number East-West are where it runs through."""
    numbering = str(movement.options.get("numbering", OWN))
    start = movement.options.get("ew_from")
    return numbering, int(start) if numbering == THROUGH and start is not None else None


def new_numbers(movement: Movement, numbering: str, ew_from: int | None = None) -> Names:
    """Returns the other number of each; raises Refused (`movement.refused.ew-from`, `...ew-from-two-fields`)."""
    home, moving = movement.fields
    Refused.check(numbering_problems(len(home), TwoFields(numbering=numbering, ew_from=ew_from)))
    if numbering == THROUGH:
        named = (*numbers_from(1, len(home)), *numbers_from(ew_from or len(home) + 1, len(moving)))
    else:
        named = (*numbers_from(1, len(home), "NS"), *numbers_from(1, len(moving), "EW"))
    return dict(zip((*home, *moving), named, strict=True))


def numbered_as(movement: Movement, numbering: str, ew_from: int | None = None) -> Movement:
    """Returns the movement with its pairs numbered so, the same as its family makes it; raises as `new_numbers`."""
    names: dict[Number, Number] = dict(new_numbers(movement, numbering, ew_from))
    options = {name: value for name, value in movement.options.items() if name != "ew_from"} | {"numbering": numbering}
    if numbering == THROUGH:
        options["ew_from"] = ew_from or len(movement.fields[0]) + 1
    return replace(Renumber(names)(movement), options=options)
