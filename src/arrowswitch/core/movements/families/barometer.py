"""The barometer form of a movement: in every round all tables play the same boards (R-082).

JCBL director's manual 3.3, line 1519. The meetings stay as they are; there are as many board sets as rounds, so every
result of a board is known when its round is over. It takes a copy of the boards for each table, or tables that pass the
boards on. Matches of teams must have both halves in the same round, or their boards would differ.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.board_sets import numbered_sets
from arrowswitch.core.movements.checking.declared import read_declarations
from arrowswitch.core.movements.checking.matches import team_mates
from arrowswitch.core.movements.families.common.sheets import format_relays
from arrowswitch.core.movements.model import Movement

_OF_THE_BOARDS = frozenset({"relays", "plays", "copies"})
"""Declarations that the new boards make void."""


def as_barometer(movement: Movement) -> Movement:
    """Returns the same meetings with all tables on set r in round r.

    Raises Refused (`movement.barometer-matches`) where the halves of a match of teams are in different rounds.
    """
    declared, _ = read_declarations(movement)
    mates = team_mates(movement, declared.mates)
    halves = {(m.round, m.ns[0], m.ew[0]) for m in movement.meetings} if mates else set()
    for r, ns, ew in sorted(halves):
        if (r, mates.get(ew, ew), mates.get(ns, ns)) not in halves:
            raise Refused.of("movement.barometer-matches", "barometer", round=r, first=ns, second=ew)
    meetings = tuple(replace(meeting, board_set=meeting.round) for meeting in movement.meetings)
    tables = Counter(meeting.round for meeting in meetings if movement.is_played(meeting))
    options = {name: value for name, value in movement.options.items() if name not in _OF_THE_BOARDS}
    options |= {"barometer": "yes", "relays": format_relays(meetings)}
    if len(set(tables.values())) > 1:
        options["plays"] = "uneven"
    return replace(
        movement,
        board_sets=numbered_sets(
            movement.rounds, movement.boards_per_round, min(board for group in movement.board_sets for board in group)
        ),
        meetings=meetings,
        options=options,
        bye_stands={},
        rounds_free_to_cut=(),
    )
