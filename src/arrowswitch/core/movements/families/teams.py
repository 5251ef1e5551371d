"""What all movements of teams have in common: home tables, numbers, boards, and where play may be ended or divided.

JCBL director's manual 3.3, lines 1616-1632 and 1874-1890: table t is the home of team t; its North-South stay there and
its East-West go round. In a sheet `a-b` is North-South of team a, at home, against East-West of team b. Both pairs of a
team play the same boards in the other direction, so a match has two halves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypedDict

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Problem
from arrowswitch.core.movements.board_sets import numbered_sets, usual_boards_per_round
from arrowswitch.core.movements.cuts import complete_rounds
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber, SetNumber, TableNumber


class TeamOptions(TypedDict, total=False):
    """What every movement of teams can be asked with besides its size.

    - `boards_per_round` (by default what fits a session) and `first_board` (1).
    - `first_team`: the number of the team at table 1 (1), for a part of the field that plays on its own.
    """

    boards_per_round: int | None
    first_board: int
    first_team: int


@dataclass(frozen=True, slots=True)
class Half:
    """Half of a match: North-South of team `home`, at its own table, against East-West of team `away`."""

    round: RoundNumber
    home: int
    away: int
    board_set: SetNumber


def team_movement(
    family: str,
    teams: int,
    halves: Iterable[Half],
    asked: dict[str, int | str],
    common: TeamOptions,
    bye_stands: Iterable[tuple[TableNumber, int]] = (),
) -> Movement:
    """Returns the movement of `halves`; `asked` are the options of the family, completed here.

    There are as many rounds and sets as the halves name. Where boards are played unequally often that is declared: a
    match is compared within itself, so it does no harm.
    """
    ordered = sorted(halves, key=lambda half: (half.round, half.home))
    rounds, sets = max(half.round for half in ordered), max(half.board_set for half in ordered)
    boards = common.get("boards_per_round") or usual_boards_per_round(rounds)
    first_board, first_team = common.get("first_board", 1), common.get("first_team", 1)
    numbers = tuple(Number(f"{first_team + i}") for i in range(teams))
    meetings = tuple(
        Meeting(
            round=half.round,
            table=half.home,
            ns=(numbers[half.home - 1],),
            ew=(numbers[half.away - 1],),
            board_set=half.board_set,
        )
        for half in ordered
    )
    options = {**asked, "boards_per_round": boards, "first_board": first_board, "first_team": first_team}
    return Movement(
        family=family,
        kind=ContestantKind.TEAM,
        contestants=numbers,
        tables=teams,
        rounds=rounds,
        board_sets=numbered_sets(sets, boards, first_board),
        meetings=meetings,
        fields=(numbers,),
        options=options | plays((half.board_set for half in ordered), sets),
        bye_stands=dict(bye_stands),
        rounds_free_to_cut=complete_rounds(meetings, rounds),
    )


def plays(board_sets: Iterable[SetNumber], sets: int) -> dict[str, int | str]:
    """Returns the declaration that boards are played unequally often, or nothing where they are not."""
    counts = Counter(board_sets)
    return {"plays": "uneven"} if len({counts[s] for s in range(1, sets + 1)}) > 1 else {}


def renumbered(halves: Iterable[Half], rounds: Sequence[RoundNumber]) -> tuple[Half, ...]:
    """Returns the halves of the sheet's `rounds` in the order given, with rounds and sets numbered from 1 without
    gaps."""
    kept = [half for half in halves if half.round in rounds]
    place = {r: i for i, r in enumerate(rounds, start=1)}
    used = {s: i for i, s in enumerate(sorted({half.board_set for half in kept}), start=1)}
    return tuple(Half(place[half.round], half.home, half.away, used[half.board_set]) for half in kept)


def parts(count: int, sessions: int) -> tuple[range, ...]:
    """Returns `count` things divided over sessions as evenly as possible, the longer parts last.

    >>> parts(7, 2), parts(11, 4)
    ((range(0, 3), range(3, 7)), (range(0, 2), range(2, 5), range(5, 8), range(8, 11)))
    """
    least, longer = divmod(count, sessions)
    sizes = [least] * (sessions - longer) + [least + 1] * longer
    ends = [sum(sizes[: i + 1]) for i in range(sessions)]
    return tuple(range(end - size, end) for end, size in zip(ends, sizes, strict=True))


def even_problem(teams: int, least: int, most: int) -> Problem | None:
    """Returns why a movement for an even number of teams from `least` to `most` is not for `teams`, or nothing."""
    if teams % 2 == 0 and least <= teams <= most:
        return None
    return Problem("families.even-teams", {"teams": teams, "least": least, "most": most}, "tables")


def rounds_problem(rounds: RoundNumber | None, full: RoundNumber) -> Problem | None:
    """Returns why a movement of `full` rounds is not played in `rounds`, or nothing."""
    if rounds in (None, full):
        return None
    return Problem("families.team-rounds", {"rounds": rounds or 0, "full": full}, "rounds")
