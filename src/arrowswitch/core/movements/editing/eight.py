"""A sheet of teams of four turned into one of teams of eight: every match is played at four tables.

JCBL director's manual 3.3, lines 1616-1632, knows two tables a match; peers play teams of eight with two pairs North-
South at home and two East-West away. Two teams that meet at a table also meet, with their other pairs, at a second one
on the same boards in the same round. The second tables follow the first ones in the same order and have their own copy
of the boards, so that no further boards are shared.
"""

from __future__ import annotations

from dataclasses import replace

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.model import Movement

TEAMS_OF = "teams_of"
_EIGHT = 8


def is_of_eight(movement: Movement | None) -> bool:
    """True if a sheet has four tables for each match."""
    return movement is not None and movement.options.get(TEAMS_OF) == _EIGHT


def of_eight(movement: Movement) -> Movement:
    """Returns the sheet with four tables for every match; one that has them stays as it is.

    Raises Refused (`movement.eight`) for a sheet of pairs or players, or one whose pairs have numbers of their own.
    """
    if is_of_eight(movement):
        return movement
    if movement.kind is not ContestantKind.TEAM or "team_mates" in movement.options:
        raise Refused.of("movement.eight")
    first = movement.tables
    again = tuple(replace(meeting, table=meeting.table + first) for meeting in movement.meetings)
    labels = {table + first: f"{label}b" for table, label in movement.table_labels.items()}
    copies = str(movement.options.get("copies", "")) or f"1-{first}"
    shifted = " ".join("-".join(str(int(table) + first) for table in copy.split("-")) for copy in copies.split())
    meetings = movement.options.get("meetings", 2)
    declared: dict[str, int | str] = {
        TEAMS_OF: _EIGHT,
        "meetings": 2 * meetings if isinstance(meetings, int) else meetings,
        "copies": f"{copies} {shifted}",
    }
    return replace(
        movement,
        tables=2 * first,
        meetings=(*movement.meetings, *again),
        options={**movement.options, **declared},
        table_labels={**movement.table_labels, **labels},
        bye_stands={**movement.bye_stands, **{table + first: boards for table, boards in movement.bye_stands.items()}},
    )
