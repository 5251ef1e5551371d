"""Movements from files of any program, recognised by their content.

The formats are those of this program (JSON and the open text), and of EBUScore, BridgeCentral, the Bridge Score Keeper,
howellcards, round data of table devices, guide cards, `.ASC` files and pasted grids; the source of each is given in its
module. The checker, not the readers, judges the movements.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from arrowswitch.core.errors import Malformed
from arrowswitch.formats.kinds import is_json_start
from arrowswitch.formats.movement.bridge_scorer import is_bridge_scorer, read_bridge_scorer
from arrowswitch.formats.movement.bridgecentral import is_bridgecentral, read_bridgecentral
from arrowswitch.formats.movement.drafts import ImportedMovement
from arrowswitch.formats.movement.ebuscore import is_ebuscore, read_ebuscore
from arrowswitch.formats.movement.howell_cards import is_howell_cards, read_howell_cards
from arrowswitch.formats.movement.movement_file import read_movement_file
from arrowswitch.formats.movement.round_rows import is_guide_cards, is_round_data, read_guide_cards, read_round_data
from arrowswitch.formats.movement.typed_grid import is_asc, is_grid, read_asc, read_grid
from arrowswitch.formats.reading import text_of

LARGEST_MOVEMENTS = 2_000_000
"""Bytes; the largest collections of other programs have half of it."""
_OWN_HEADINGS = ("#", "round,table", "round;table", "round\ttable")


class MovementFormat(StrEnum):
    """The formats of movements that are read."""

    JSON = "json"
    TEXT = "text"
    EBUSCORE = "ebuscore"
    BRIDGECENTRAL = "bridgecentral"
    BRIDGE_SCORER = "bridge-scorer"
    HOWELL_CARDS = "howell-cards"
    ROUND_DATA = "round-data"
    GUIDE_CARDS = "guide-cards"
    ASC = "asc"
    GRID = "grid"


_TESTS: tuple[tuple[MovementFormat, Callable[[str], bool]], ...] = (
    (MovementFormat.HOWELL_CARDS, is_howell_cards),
    (MovementFormat.BRIDGE_SCORER, is_bridge_scorer),
    (MovementFormat.JSON, is_json_start),
    (MovementFormat.EBUSCORE, is_ebuscore),
    (MovementFormat.ROUND_DATA, is_round_data),
    (MovementFormat.GUIDE_CARDS, is_guide_cards),
    (MovementFormat.TEXT, lambda text: text.lstrip("\ufeff \t\n").casefold().startswith(_OWN_HEADINGS)),
    (MovementFormat.ASC, is_asc),
    (MovementFormat.GRID, is_grid),
)
"""In this order: JSON of other programs before our own, whole headings before single signs."""


def movement_format(data: bytes) -> MovementFormat | None:
    """Returns the format of a file of movements, None if it is none of them.

    >>> movement_format(b"0,1,2,1,2\\n1,2,1,1,2,2\\n"), movement_format(b"Dear director"), movement_format(b"")
    (<MovementFormat.EBUSCORE: 'ebuscore'>, None, None)
    """
    if is_bridgecentral(data):
        return MovementFormat.BRIDGECENTRAL
    if not data.strip():
        return None
    text = text_of(data).removeprefix("\ufeff")
    return next((name for name, is_format in _TESTS if is_format(text)), None)


def read_movements(data: bytes, boards_per_round: int = 2) -> tuple[ImportedMovement, ...]:
    """Returns the movements of a file, in its order; `boards_per_round` counts where the file only numbers its sets.

    Raises Malformed: `movement-import.unknown` for a file of no known format, `movement-import.large`, and every
    problem of the reader with its line, round and table.
    """
    if len(data) > LARGEST_MOVEMENTS:
        raise Malformed.of("movement-import.large", most=LARGEST_MOVEMENTS // 1_000)
    if not data.strip():
        raise Malformed.of("format.empty")
    match movement_format(data):
        case None:
            raise Malformed.of("movement-import.unknown")
        case MovementFormat.EBUSCORE:
            return read_ebuscore(data)
        case MovementFormat.BRIDGECENTRAL:
            return read_bridgecentral(data, boards_per_round)
        case MovementFormat.BRIDGE_SCORER:
            return read_bridge_scorer(data)
        case MovementFormat.HOWELL_CARDS:
            return read_howell_cards(data, boards_per_round)
        case MovementFormat.ROUND_DATA:
            return read_round_data(data)
        case MovementFormat.GUIDE_CARDS:
            return read_guide_cards(data)
        case MovementFormat.ASC:
            return read_asc(data, boards_per_round)
        case MovementFormat.GRID:
            return read_grid(data, boards_per_round)
        case MovementFormat.JSON | MovementFormat.TEXT:
            return (ImportedMovement("", read_movement_file(data)),)
