"""The matches of teams on one sheet, as they are played after a mistake: the sets that two teams can compare, and how
often the teams meet.

JCBL director's manual 3.3, lines 2607 and 2651-2652: a board is compared between a table where a team sits North-South
and one where it sits East-West. Two teams who meet a second time by mistake (line 1153) play a second match, as long as
the others on the sheet.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from functools import lru_cache

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.movements.model import Movement, RoundNumber, SetNumber
from arrowswitch.tournament.entries.team_numbers import names_pairs, team_number

Teams = frozenset[Number]


def is_of_two_tables(movement: Movement) -> bool:
    """True if each board of a match on the sheet is played at two tables or more."""
    return movement.kind is ContestantKind.TEAM or names_pairs(movement)


@lru_cache(maxsize=64)
def compared_sets(movement: Movement) -> Mapping[Teams, tuple[SetNumber, ...]]:
    """Returns for every two teams the sets that they play both ways round, in the order in which they can be compared;
    none for two who meet but cannot compare anything."""
    sides: dict[tuple[Teams, SetNumber], set[Number]] = defaultdict(set)
    ends: dict[tuple[Teams, SetNumber], RoundNumber] = {}
    for meeting in movement.meetings:
        ns, ew = (team_number(movement, side[0]) for side in (meeting.ns, meeting.ew))
        if ns != ew and movement.is_played(meeting):
            key = frozenset((ns, ew)), meeting.board_set
            sides[key].add(ns)
            ends[key] = max(meeting.round, ends.get(key, 0))
    by_teams: dict[Teams, list[SetNumber]] = {teams: [] for teams, _ in sides}
    for (teams, board_set), there in sorted(sides.items(), key=lambda one: (ends[one[0]], one[0][1])):
        if len(there) == 2:
            by_teams[teams].append(board_set)
    return {teams: tuple(sets) for teams, sets in by_teams.items()}


@lru_cache(maxsize=64)
def usual_sets(movement: Movement) -> int:
    """Returns how many sets most matches of a sheet have, at least one."""
    counts = Counter(len(sets) for sets in compared_sets(movement).values() if sets)
    return min(counts, key=lambda n: (-counts[n], n), default=1)


@lru_cache(maxsize=64)
def matches_again(movement: Movement) -> Mapping[tuple[Teams, SetNumber], int]:
    """Returns the sets that belong to the second match (1) or a later one of two teams; what is left over at the end
    belongs to the last."""
    usual, places = usual_sets(movement), dict[tuple[Teams, SetNumber], int]()
    for teams, sets in compared_sets(movement).items():
        most = len(sets) // usual - 1
        if most > 0:
            places |= {(teams, one): min(at // usual, most) for at, one in enumerate(sets)}
    return places
