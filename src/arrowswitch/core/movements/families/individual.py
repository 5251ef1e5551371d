"""Individual movements: every round another partner, every player ranked alone.

JCBL director's manual 3.3, lines 1576-1614 (figure 20, 8 players, exact; up to 28, line 1590) and the list of lines
3070-3080; other sizes stand on starters found by search. Everybody is partner once at most and opponent twice at most;
where as many rounds are played as there are partners, exactly so. Players over a multiple of four sit out in turn,
which scoring factors (line 3074). How evenly opponents sit left and right (line 1586) tells `sides_report`.

Fewer rounds than a sheet has are those of the shortest that has more, ended early: nobody has had a partner twice. Its
boards keep their places where none is played at fewer than two tables in five of those that play the most, and scoring
factors; else all tables play the same boards in a round (a barometer).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Unpack

from arrowswitch.core.contestants import ContestantKind
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.movements.board_sets import usual_boards_per_round
from arrowswitch.core.movements.families.barometer import as_barometer
from arrowswitch.core.movements.families.common.sheets import (
    BoardOptions,
    Options,
    board_options,
    made_sheet,
    numbers_from,
)
from arrowswitch.core.movements.families.family import Size
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber
from arrowswitch.core.movements.searched.individual_starters import PlayerStarter, player_library

PLAYERS = range(5, 81)
"""The numbers of players: one table and one more, up to twenty tables; line 1590 goes up to 28."""
TABLES = range(PLAYERS[0] // 4, PLAYERS[-1] // 4 + 1)
_LONGEST = 15
"""Rounds of two boards above which a shorter sheet is taken where there is one: 30 boards are advisable (line 2459)."""
_LONGEST_OF_TWO = 17
"""Rounds above which a round has one board: partners may change with every board (line 1578)."""
_FEWEST = 5
"""Rounds below which no sheet is ended: as many as the smallest has."""


def individual(
    tables: int,
    players: int | None = None,
    rounds: RoundNumber | None = None,
    **common: Unpack[BoardOptions],
) -> Movement:
    """Returns the individual movement of `players` (four for each table by default, five at one table).

    By default the most rounds there are up to 15, or else the fewest; a round has one board where there are more than
    17. Fewer rounds than a sheet has, five at least, end the shortest that has more. Raises Refused
    (`individual.players`, `individual.rounds`, `individual.tables`) with what there is instead.
    """
    count = players if players is not None else max(4 * tables, PLAYERS[0])
    Refused.check(_problems(tables, count, rounds))
    played = rounds if rounds is not None else usual_rounds(count)
    return sheet_of(player_library()[count, whole_rounds(count, played)], played, **common)


def sheet_of(starter: PlayerStarter, rounds: RoundNumber | None = None, **common: Unpack[BoardOptions]) -> Movement:
    """Returns the movement of a starter, ended after `rounds` or whole."""
    count, played = starter.players, starter.rounds if rounds is None else rounds
    numbers = numbers_from(1, count)
    meetings = tuple(
        Meeting(
            round=round_number,
            table=table,
            ns=(numbers[seats[0] - 1], numbers[seats[1] - 1]),
            ew=(numbers[seats[2] - 1], numbers[seats[3] - 1]),
            board_set=board_set,
        )
        for round_number, table, seats, board_set in starter.meetings()
        if round_number <= played
    )
    options: Options = {"tables": max(1, count // 4), "players": count, "rounds": played}
    is_ended = played < starter.rounds
    can_compare = is_ended and _can_compare(meetings, starter.rounds)
    movement = made_sheet(
        "individual",
        meetings,
        (numbers,),
        options
        | board_options(common, usual_boards_per_round(played) if played <= _LONGEST_OF_TWO else 1)
        | ({"plays": "uneven"} if can_compare else {}),
        kind=ContestantKind.PLAYER,
        sets=starter.rounds,
        stationary=[numbers[number - 1] for number in starter.stationary],
    )
    return as_barometer(movement) if is_ended and not can_compare else movement


def _can_compare(meetings: Sequence[Meeting], sets: int) -> bool:
    """True if every set is played at no fewer than two fifths of the tables of the set that is played most."""
    plays = Counter(meeting.board_set for meeting in meetings)
    return 5 * min(plays[board_set] for board_set in range(1, sets + 1)) >= 2 * max(plays.values())


def whole_rounds(players: int, rounds: RoundNumber) -> RoundNumber:
    """Returns the rounds of the sheet that `rounds` rounds are played from: its own, or those of the shortest longer
    one.

    >>> whole_rounds(16, 12), whole_rounds(16, 10), whole_rounds(28, 18)
    (12, 12, 21)
    """
    return min(whole for whole in individual_rounds(players) if whole >= rounds)


def individual_rounds(players: int) -> tuple[RoundNumber, ...]:
    """Returns the numbers of rounds for which there is an individual movement of this many players.

    >>> individual_rounds(16)
    (12, 15)
    """
    return tuple(sorted(rounds for count, rounds in player_library() if count == players))


def usual_rounds(players: int) -> RoundNumber:
    """Returns the most rounds up to 15 for which there is a movement of this many players, or else the fewest.

    >>> usual_rounds(16), usual_rounds(17), usual_rounds(28)
    (15, 15, 15)
    """
    possible = individual_rounds(players)
    return max((rounds for rounds in possible if rounds <= _LONGEST), default=min(possible))


def individual_reason(size: Size) -> Problem | None:
    """Returns why there is no individual movement at a number of tables: the numbers of players that there can be."""
    return _players_problem(size.contestants if size.contestants is not None else 4 * size.tables)


def _players_problem(players: int) -> Problem:
    written = ", ".join(map(str, sorted({count for count, _ in player_library()})))
    return Problem("individual.players", {"players": players, "possible": written}, "players")


def _problems(tables: int, players: int, rounds: RoundNumber | None) -> Iterator[Problem]:
    """Yields why there is no individual movement of this size."""
    possible = individual_rounds(players)
    if not possible:
        yield _players_problem(players)
        return
    if tables != players // 4:
        where = {"players": players, "tables": tables, "needed": players // 4}
        yield Problem("individual.tables", {**where}, "tables")
    if rounds is not None and not _FEWEST <= rounds <= possible[-1]:
        written = ", ".join(map(str, range(_FEWEST, possible[-1] + 1)))
        yield Problem("individual.rounds", {"players": players, "rounds": rounds, "possible": written}, "rounds")
