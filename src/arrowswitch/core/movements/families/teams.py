"""Shared parts of all movements of teams: home tables, numbers, boards, and the rounds where play may end or be
divided.

JCBL director's manual 3.3, lines 1616-1632 and 1874-1890: table t is the home of team t; its North-South stay there and
its East-West go round. In a sheet `a-b` is North-South of team a, at home, against East-West of team b. Both pairs of a
team play the same boards in the other direction, so a match has two halves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeVar

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Problem
from arrowswitch.core.movements.cuts import complete_rounds
from arrowswitch.core.movements.families.common.sheets import (
    BoardOptions,
    Options,
    made_sheet,
    numbers_from,
    seat_contestants,
    usual_board_options,
)
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber, SetNumber, TableNumber
from arrowswitch.core.movements.rules.mitchell_rules import Seats
from arrowswitch.core.movements.searched.pair_legs import PairHalf


class TeamOptions(BoardOptions, total=False):
    """The options of every movement of teams, besides its size and boards.

    `first_team` is the number of the team at table 1 (1), for a part of the field that plays on its own.
    """

    first_team: int


class Half(NamedTuple):
    """Half of a match: North-South of team `home`, at its own table, against East-West of team `away`."""

    round: RoundNumber
    home: int
    away: int
    board_set: SetNumber


AnyHalf = TypeVar("AnyHalf", Half, PairHalf)


def team_movement(
    family: str,
    teams: int,
    halves: Iterable[Half],
    options: Options,
    common: TeamOptions,
    bye_stands: Mapping[TableNumber, int] | None = None,
) -> Movement:
    """Returns the movement of `halves`; `options` are those of the family, completed here.

    There are as many rounds and sets as the halves name. Where boards are played unequally often that is declared: a
    match is compared within itself, so it does no harm.
    """
    seats = [Seats(half.round, half.home, half.home, half.away, half.board_set) for half in halves]
    sets, first_team = max(seat.board_set for seat in seats), common.get("first_team", 1)
    numbers = numbers_from(first_team, teams)
    meetings = seat_contestants(seats, numbers)
    boards = usual_board_options(common, meetings[-1].round)
    made = made_sheet(
        family,
        meetings,
        (numbers,),
        options | boards | {"first_team": first_team} | plays(meetings, sets),
        kind=ContestantKind.TEAM,
        sets=sets,
        bye_stands=bye_stands,
    )
    return replace(made, rounds_free_to_cut=complete_rounds(meetings, made.rounds))


def pair_movement(
    family: str, teams: int, halves: Iterable[PairHalf], options: Options, first_team: int = 1
) -> Movement:
    """Returns the movement of the pairs of `teams`, each numbered for itself: 3A and 3B are team-mates."""

    def number(pair: str) -> Number:
        return Number(f"{int(pair[:-1]) + first_team - 1}{pair[-1]}")

    meetings = tuple(
        Meeting(
            round=half.round, table=half.table, ns=(number(half.ns),), ew=(number(half.ew),), board_set=half.board_set
        )
        for half in sorted(halves)
    )
    numbers = tuple(number(f"{team}{pair}") for team in range(1, teams + 1) for pair in "AB")
    mates = " ".join(map("+".join, zip(numbers[::2], numbers[1::2], strict=True)))
    sets = max(meeting.board_set for meeting in meetings)
    return made_sheet(family, meetings, (numbers,), options | {"team_mates": mates}, sets=sets)


def plays(meetings: Iterable[Meeting | PairHalf], sets: int) -> Options:
    """Returns the declaration that boards are played unequally often, or nothing where they are not."""
    counts = Counter(meeting.board_set for meeting in meetings)
    return {"plays": "uneven"} if len({counts[s] for s in range(1, sets + 1)}) > 1 else {}


def renumber_rounds(halves: Iterable[AnyHalf], rounds: Sequence[RoundNumber]) -> tuple[AnyHalf, ...]:
    """Returns the halves of the sheet's `rounds` in the order given, with rounds and sets numbered from 1 without
    gaps."""
    chosen = [half for half in halves if half.round in rounds]
    place = {r: i for i, r in enumerate(rounds, start=1)}
    used = {s: i for i, s in enumerate(sorted({half.board_set for half in chosen}), start=1)}
    return tuple(half._replace(round=place[half.round], board_set=used[half.board_set]) for half in chosen)


def parts(count: int, sessions: int) -> tuple[range, ...]:
    """Returns `count` things divided over sessions as evenly as possible, the longer parts last.

    >>> parts(7, 2), parts(11, 4)
    ((range(0, 3), range(3, 7)), (range(0, 2), range(2, 5), range(5, 8), range(8, 11)))
    """
    least, longer = divmod(count, sessions)
    sizes = [least] * (sessions - longer) + [least + 1] * longer
    ends = [sum(sizes[: i + 1]) for i in range(sessions)]
    return tuple(range(end - size, end) for end, size in zip(ends, sizes, strict=True))


def rounds_problems(rounds: RoundNumber | None, full: RoundNumber) -> Iterator[Problem]:
    """Yields why a movement of `full` rounds is not played in `rounds`."""
    if rounds not in (None, full):
        yield Problem("families.team-rounds", {"rounds": rounds or 0, "full": full}, "rounds")
