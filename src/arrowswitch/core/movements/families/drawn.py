"""The sheet of a Swiss, a knockout or a league: empty at first, and longer by every round that is drawn.

JCBL director's manual 3.3, lines 1511-1517 (all tables play the same boards in a round), 1774-1797 and 2698-2713
(triangles). A match of teams takes two tables, with the home team North-South at the first and the other team
North-South at the second; a match of pairs takes one. The draw itself is made in `core.pairing`.

Three teams of a triangle need three board sets, for each of them plays two: the first team meets the second on set X,
the second the third on Y, the third the first on Z, each match in two parts. In one round the parts are its two halves,
and the sets are half of the round's boards, the other half, and as many more; over two rounds they are the boards of
both rounds, and as many more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from arrowswitch.core.contestants import ContestantKind, Number, number_order
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.movements.board_sets import numbered_sets
from arrowswitch.core.movements.model import DRAWN_FAMILIES, Meeting, Movement, RoundNumber, SetNumber, TableNumber

FAMILY, KNOCKOUT, LEAGUE = DRAWN_FAMILIES
_THREE = 3

BoardSets = tuple[tuple[BoardNumber, ...], ...]


def swiss(
    kind: ContestantKind,
    contestants: Sequence[Number],
    rounds: RoundNumber,
    boards_per_round: int,
    first_board: BoardNumber = 1,
    family: str = FAMILY,
) -> Movement:
    """Returns the sheet of a Swiss, or of another of the `DRAWN_FAMILIES`, before its first draw: nobody meets anybody
    yet."""
    tables = len(contestants) if kind is ContestantKind.TEAM else len(contestants) // 2
    numbers = tuple(contestants)
    return Movement(
        family=family,
        kind=kind,
        contestants=numbers,
        tables=tables,
        rounds=rounds,
        board_sets=numbered_sets(rounds, boards_per_round, first_board),
        meetings=(),
        fields=(numbers,),
        options={
            "rounds": rounds,
            "boards_per_round": boards_per_round,
            "first_board": first_board,
            "rounds_drawn": 0,
        },
    )


def is_drawn(movement: Movement | None) -> bool:
    """True if the rounds of a sheet are drawn one after another."""
    return movement is not None and movement.is_played_by_draws


def tables_needed(movement: Movement) -> int:
    """Returns how many tables the room needs for a sheet: of three who play each other three, though each half of
    theirs has table numbers of its own."""
    if not is_drawn(movement) or not movement.meetings:
        return movement.tables
    rounds = {meeting.round for meeting in movement.meetings}
    return max(sum(_at_once(movement.in_round(number)).values()) for number in rounds)


def _at_once(meetings: Iterable[Meeting]) -> Counter[Number]:
    """Returns at how many tables at once everybody sits North-South in a round: against one opponent at a time."""
    each = Counter((meeting.ns[0], meeting.ew) for meeting in meetings)
    most: Counter[Number] = Counter()
    for (ns, _), times in each.items():
        most[ns] = max(most[ns], times)
    return most


def with_contestants(movement: Movement, contestants: Iterable[Number]) -> Movement:
    """Returns the sheet with all contestants from now on; contestants that have already played remain on it."""
    already_played = {number for meeting in movement.meetings for number in meeting.contestants}
    numbers = tuple(sorted(already_played | set(contestants), key=number_order))
    return replace(movement, contestants=numbers, fields=(numbers,))


def with_round(
    movement: Movement, round_number: RoundNumber, meetings: Iterable[Meeting], board_sets: BoardSets
) -> Movement:
    """Returns the sheet with one more drawn round; `board_sets` are those of all rounds, as many as there are now."""
    added = tuple(meetings)
    there = {number for meeting in added for number in meeting.contestants}
    wider = with_contestants(movement, there | set(movement.contestants))
    return replace(
        wider,
        meetings=(*movement.meetings, *added),
        board_sets=board_sets,
        rounds=max(movement.rounds, round_number),
        tables=max([movement.tables, *(meeting.table for meeting in added)]),
        options={**movement.options, "rounds_drawn": round_number},
    )


def with_match(
    movement: Movement,
    round_number: RoundNumber,
    tables: Iterable[TableNumber],
    meetings: Iterable[Meeting],
    board_sets: BoardSets,
    labels: Mapping[TableNumber, str],
) -> Movement:
    """Returns the sheet with other meetings in place of those at some tables of a drawn round; `labels` are those of
    new tables."""
    old, added = set(tables), tuple(meetings)
    others = (m for m in movement.meetings if m.round != round_number or m.table not in old)
    return replace(
        movement,
        meetings=(*others, *added),
        board_sets=board_sets,
        tables=max([movement.tables, *(meeting.table for meeting in added)]),
        table_labels={**movement.table_labels, **labels},
    )


def match_meetings(
    kind: ContestantKind,
    round_number: RoundNumber,
    home: Number,
    away: Number,
    tables: Sequence[TableNumber],
    board_set: SetNumber | None = None,
) -> tuple[Meeting, ...]:
    """Returns the meetings of a match on a board set (None: that of its round): one table of pairs, two of teams, four
    of teams of eight, the home team North-South at the first and every other one after it."""
    boards = round_number if board_set is None else board_set
    if kind is not ContestantKind.TEAM:
        return (Meeting(round=round_number, table=tables[0], ns=(home,), ew=(away,), board_set=boards),)
    sides = ((home,), (away,))
    return tuple(
        Meeting(round=round_number, table=table, ns=sides[at % 2], ew=sides[1 - at % 2], board_set=boards)
        for at, table in enumerate(tables)
    )


def three_way_meetings(
    round_number: RoundNumber, three: Sequence[Number], tables: Sequence[TableNumber], sets: Sequence[SetNumber]
) -> tuple[Meeting, ...]:
    """Returns the meetings of three teams who play each other at six half tables, on three board sets: the first half
    at the first three tables, the second at the others."""
    x, y, z = sets
    first, second = _halves(round_number, three, tables[0], (x, y, z))
    return (*first, *(replace(m, table=tables[at]) for at, m in enumerate(second, start=_THREE)))


@dataclass(frozen=True, slots=True)
class TriangleSheet:
    """The addition of a triangle to a round: its meetings, and the board sets of the whole sheet with those it
    needs."""

    meetings: tuple[Meeting, ...]
    board_sets: BoardSets


def triangle_in_one(
    movement: Movement, round_number: RoundNumber, three: Sequence[Number], first_table: TableNumber
) -> TriangleSheet:
    """Returns a triangle within one round: six half tables from `first_table` on, the first three for the first half.

    The number of boards of a round is even.
    """
    boards = movement.board_sets[round_number - 1]
    half = len(boards) // 2
    extra = _fresh(movement.board_sets, half)
    sets = (*movement.board_sets, boards[:half], boards[half:], extra)
    x = len(movement.board_sets) + 1
    first, second = _halves(round_number, three, first_table, (x, x + 1, x + 2))
    later = (replace(meeting, table=meeting.table + _THREE) for meeting in second)
    return TriangleSheet((*first, *later), sets)


def triangle_begun(
    movement: Movement, round_number: RoundNumber, three: Sequence[Number], first_table: TableNumber
) -> TriangleSheet:
    """Returns the first half of a triangle over this round and the next, at three tables."""
    extra = _fresh(movement.board_sets, len(movement.board_sets[round_number - 1]))
    sets = (*movement.board_sets, extra)
    first, _ = _halves(round_number, three, first_table, (round_number, round_number + 1, len(sets)))
    return TriangleSheet(first, sets)


def triangle_ended(
    movement: Movement, round_number: RoundNumber, three: Sequence[Number], first_table: TableNumber
) -> TriangleSheet:
    """Returns the second half of a triangle that began in the round before, on its board sets."""
    begun = {m.ns[0]: m.board_set for m in movement.in_round(round_number - 1) if set(m.contestants) <= set(three)}
    x, y, z = (begun[number] for number in three)
    _, second = _halves(round_number, three, first_table, (x, y, z))
    return TriangleSheet(second, movement.board_sets)


def on_fresh_boards(
    movement: Movement, groups: Iterable[tuple[Meeting, ...]], board_sets: BoardSets
) -> tuple[tuple[Meeting, ...], BoardSets]:
    """Returns the meetings of a new round and all board sets: a match or triangle (`groups`) in which a contestant has
    already played some of its boards gets as many fresh ones.

    That happens after a triangle over two rounds whose second half was cancelled because one of the three has left.
    """
    placed: list[Meeting] = []
    for group in groups:
        there = {number for meeting in group for number in meeting.contestants}
        played = {b for m in movement.meetings if there & set(m.contestants) for b in movement.boards_of(m)}
        numbers = {meeting.board_set: meeting.board_set for meeting in group}
        if played.isdisjoint(board for number in numbers for board in board_sets[number - 1]):
            placed += group
            continue
        for number in numbers:
            board_sets = (*board_sets, _fresh(board_sets, len(board_sets[number - 1])))
            numbers[number] = len(board_sets)
        placed += [replace(meeting, board_set=numbers[meeting.board_set]) for meeting in group]
    return tuple(placed), board_sets


def _halves(
    round_number: RoundNumber, three: Sequence[Number], first: TableNumber, sets: tuple[SetNumber, SetNumber, SetNumber]
) -> tuple[tuple[Meeting, ...], tuple[Meeting, ...]]:
    """Returns both halves: everybody's North-South stay at their table, and East-West go the other way round."""
    a, b, c = three
    x, y, z = sets
    seats = (((a, b, x), (b, c, y), (c, a, z)), ((a, c, z), (b, a, x), (c, b, y)))
    first_half, other = (
        tuple(
            Meeting(round=round_number, table=first + at, ns=(ns,), ew=(ew,), board_set=s)
            for at, (ns, ew, s) in enumerate(half)
        )
        for half in seats
    )
    return first_half, other


def _fresh(board_sets: BoardSets, count: int) -> tuple[BoardNumber, ...]:
    begin = max(board for boards in board_sets for board in boards) + 1
    return tuple(range(begin, begin + count))
