"""On which board sets a session of a round robin is played where few boards are to be made.

JCBL director's manual 3.3, lines 3404-3417: 8 teams have 3 + 4 rounds on 3 and 4 sets, 7 teams 2 + 4 rounds on 3 and 5.
So a session of an even number of teams has as many sets as rounds, of an odd number one more; 10 teams have 4 + 5
rounds on 5 sets each (line 3411). Tables share them. The sets were found by search (`round_robin_search`) and stand in
`round_robin_sets.toml`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from arrowswitch.core.movements.data_files import data_of
from arrowswitch.core.movements.model import SetNumber

Rows = tuple[tuple[SetNumber, ...], ...]


def few_sets(teams: int, form: str, sessions: int, session: int) -> Rows | None:
    """Returns the sets of a session: a row for each round, or for each two corresponding rounds of an odd number of
    teams, with the set of each match in the order of the sheet. Nothing where the sheet has no fewer sets."""
    found = _library().get((teams, form, sessions))
    return None if found is None else found[session - 1]


@cache
def _library() -> Mapping[tuple[int, str, int], tuple[Rows, ...]]:
    return {
        (entry["teams"], entry["form"], entry["sessions"]): tuple(
            tuple(tuple(map(int, row.split())) for row in rows) for rows in entry["sets"]
        )
        for entry in data_of("searched/round_robin_sets")["sheet"]
    }
