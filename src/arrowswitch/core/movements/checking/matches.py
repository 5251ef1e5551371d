"""The checker's pass over team matches: is every match played at two tables, on the same boards, the other way round.

Part of `verify`. JCBL director's manual 3.3, lines 1874-1878: at the end of the game team-mates have played the same
boards North-South and East-West. A team sits North-South at one table and East-West at another; where the two pairs of
a team have numbers of their own (`team_mates`), the pair at the other table must be the team-mates.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.movements.checking.declared import Declared
from arrowswitch.core.movements.checking.faults import Fault
from arrowswitch.core.movements.checking.shape import report
from arrowswitch.core.movements.model import Meeting, Movement, SetNumber

_Half = tuple[Number, Number, SetNumber]


def match_faults(movement: Movement, declared: Declared, sound: tuple[Meeting, ...]) -> Iterator[Fault]:
    """Yields the halves of matches whose other half is missing, and team-mates who meet."""
    mates = team_mates(movement, declared.mates)
    if not mates:
        return
    played = [m for m in sound if movement.is_played(m) and m.round <= declared.rounds_drawn]
    halves: Counter[_Half] = Counter((m.ns[0], m.ew[0], m.board_set) for m in played)
    for meeting in played:
        ns, ew, rounds, tables = meeting.ns[0], meeting.ew[0], (meeting.round,), (meeting.table,)
        if ns != ew and mates.get(ns) == ew:
            code = "movement.team-mates-meet"
            yield report(movement, code, rounds=rounds, tables=tables, contestants=(ns, ew))
        elif not halves[mates.get(ew, ew), mates.get(ns, ns), meeting.board_set]:
            yield report(
                movement,
                "movement.match-incomplete",
                rounds=rounds,
                tables=tables,
                contestants=(ns, ew),
                boards=movement.board_sets[meeting.board_set - 1],
                first=ns,
                second=ew,
            )


def team_mates(movement: Movement, declared: Mapping[Number, Number]) -> Mapping[Number, Number]:
    """Returns with whom each number forms a team: with itself where teams have one number; empty without teams."""
    if movement.kind is ContestantKind.TEAM:
        return {number: number for number in movement.contestants}
    return declared
