"""Guide data: for every table and round who plays which boards, and where everybody goes next.

JCBL director's manual 3.3, lines 736-746 and 833-837: a guide sheet for each table with, for each round, the pairs and
the boards, and in front of each seat where that player goes next; line 2304: a slip for each pair with its own way
through the session. Everything is read off the meetings, so it holds for every family. The way of the boards is in
`guide_boards`, the director's announcements are in `announcements`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import NotFound, ParamValue
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.seats import Seat, Side
from arrowswitch.core.movements.guide.boards import BoardsNext, boards_next
from arrowswitch.core.movements.model import Meeting, Movement, RoundNumber, SetNumber, TableNumber
from arrowswitch.core.movements.phrases import Phrase

_SEATS = {Side.NS: (Seat.NORTH, Seat.SOUTH), Side.EW: (Seat.EAST, Seat.WEST)}

Goer = tuple[Number, Side | None]
"""A unit that moves together: a pair or a player, or one half of a team (a team sits North-South at one table and
East-West at another, and each half keeps its side)."""


class NextKind(StrEnum):
    """The next move of a contestant when a round ends."""

    MOVE = "move"
    STAY = "stay"
    TURN = "turn"
    """Stays at the table and changes to the other side."""
    SIT_OUT = "sit-out"
    """Has no table in the next round."""
    DRAWN_LATER = "drawn-later"
    """The next draw, which has not been made, decides."""
    DRAWN_AFTER_SIT_OUT = "drawn-after-sit-out"
    """Has no table in the next round; those after it are not drawn."""
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class NextPlace:
    """The next place of a contestant when a round ends.

    `round`, `table` and `side` are the next time at a table (after the sit-outs in between), None when there is none;
    `seat` is given for single players. `is_played` is false when the opponents there are missing (phantom).
    """

    kind: NextKind
    round: RoundNumber | None = None
    table: TableNumber | None = None
    label: str = ""
    side: Side | None = None
    seat: Seat | None = None
    is_played: bool = True

    @property
    def phrase(self) -> Phrase:
        """Returns the phrase in front of the seat on the guide card."""
        if self.kind is NextKind.FINISHED:
            return Phrase("guide.finished")
        if self.kind in (NextKind.DRAWN_LATER, NextKind.DRAWN_AFTER_SIT_OUT):
            return Phrase(f"guide.{self.kind}")
        if self.round is None or self.side is None:
            return Phrase("guide.sit-out-to-end")
        where = self.seat.value if self.seat is not None else self.side.label
        params: dict[str, ParamValue] = {"round": self.round, "table": self.label, "side": where}
        return Phrase(f"{_CODES[self.kind]}{'' if self.is_played else '-without-opponents'}", params)


_CODES = {
    NextKind.MOVE: "guide.next-table",
    NextKind.STAY: "guide.stay",
    NextKind.TURN: "guide.turn",
    NextKind.SIT_OUT: "guide.sit-out",
}


@dataclass(frozen=True, slots=True)
class Position:
    """One side of a table in a round, or one seat for single players, and where its occupant goes next."""

    number: Number
    side: Side
    seat: Seat | None
    next: NextPlace


@dataclass(frozen=True, slots=True)
class TableRound:
    """One line of a guide card: a table in a round.

    `shares_with` are the other tables that play the same boards in this round. `is_played` is false when one side is
    the phantom.
    """

    round: RoundNumber
    table: TableNumber
    label: str
    ns: tuple[Number, ...]
    ew: tuple[Number, ...]
    board_set: SetNumber
    boards: tuple[BoardNumber, ...]
    shares_with: tuple[TableNumber, ...]
    is_played: bool
    positions: tuple[Position, ...]
    boards_next: BoardsNext


@dataclass(frozen=True, slots=True)
class SlipLine:
    """One line of a guide slip: where its owner is in a round. Without a table it sits out, or nobody has one because
    the round is to be drawn (`is_drawn`)."""

    round: RoundNumber
    table: TableNumber | None = None
    label: str = ""
    side: Side | None = None
    seat: Seat | None = None
    partner: Number | None = None
    opponents: tuple[Number, ...] = ()
    boards: tuple[BoardNumber, ...] = ()
    shares_with: tuple[TableNumber, ...] = ()
    is_played: bool = False
    is_drawn: bool = True


def guide_cards(movement: Movement) -> tuple[tuple[TableRound, ...], ...]:
    """Returns the guide card of each table: its rounds in order (rounds without a meeting are left out)."""
    lines = _table_rounds(movement, range(1, movement.rounds + 1))
    return tuple(tuple(line for line in lines if line.table == table) for table in range(1, movement.tables + 1))


@lru_cache(maxsize=64)
def round_list(movement: Movement, round_number: RoundNumber) -> tuple[TableRound, ...]:
    """Returns the tables of a round in order, with the pairs and boards that the director expects there (line 876)."""
    return _table_rounds(movement, range(round_number, round_number + 1))


def guide_slip(movement: Movement, number: Number) -> tuple[SlipLine, ...]:
    """Returns the way of `number` through the session: a line for each round (line 2304), two for the halves of a team.

    Raises NotFound (`movement.no-contestant`) when nobody has the number.
    """
    if number not in movement.contestants:
        raise NotFound.of("movement.no-contestant", number=number)
    lines = []
    for round_number in range(1, movement.rounds + 1):
        here = [m for m in movement.in_round(round_number) if number in m.contestants]
        lines += [_slip_line(movement, meeting, number) for meeting in here] or [
            SlipLine(round_number, is_drawn=movement.is_drawn(round_number))
        ]
    return tuple(lines)


def starting_places(movement: Movement) -> Mapping[Goer, NextPlace]:
    """Returns the first seat of each contestant: in round 1, or later for those who sit out first."""
    return {goer: _next(movement, visits, 0, None) for goer, visits in _visits(movement).items()}


def turning_stationary(movement: Movement) -> Mapping[Number, tuple[RoundNumber, ...]]:
    """Returns the contestants that never leave a table but change sides, with the rounds before which that happens.

    Such pairs may stay where they sit while the guide card is turned instead (line 2549).
    """
    turning: dict[Number, tuple[RoundNumber, ...]] = {}
    for (number, _), visits in _visits(movement).items():
        turns = tuple(after[0] for before, after in pairwise(visits) if before[2] != after[2])
        if turns and len({meeting.table for _, meeting, _, _ in visits}) == 1:
            turning[number] = turns
    return turning


_Visit = tuple[RoundNumber, Meeting, Side, Seat | None]


def _table_rounds(movement: Movement, rounds: range) -> tuple[TableRound, ...]:
    visits = _visits(movement)
    after = boards_next(movement)
    lines = []
    for meeting in sorted((m for m in movement.meetings if m.round in rounds), key=lambda m: (m.round, m.table)):
        positions = tuple(
            Position(number, side, seat, _next(movement, visits[_goer(movement, number, side)], meeting.round, side))
            for number, side, seat in _occupants(movement, meeting)
        )
        lines.append(
            TableRound(
                round=meeting.round,
                table=meeting.table,
                label=movement.label(meeting.table),
                ns=meeting.ns,
                ew=meeting.ew,
                board_set=meeting.board_set,
                boards=movement.boards_of(meeting),
                shares_with=_sharing(movement, meeting),
                is_played=movement.is_played(meeting),
                positions=positions,
                boards_next=after[meeting.round, meeting.board_set, movement.copy_of(meeting.table)],
            )
        )
    return tuple(lines)


def _occupants(movement: Movement, meeting: Meeting) -> list[tuple[Number, Side, Seat | None]]:
    sides = ((Side.NS, meeting.ns), (Side.EW, meeting.ew))
    if movement.kind is not ContestantKind.PLAYER:
        return [(n, side, None) for side, numbers in sides for n in numbers]
    return [(n, side, seat) for side, numbers in sides for n, seat in zip(numbers, _SEATS[side], strict=True)]


def _goer(movement: Movement, number: Number, side: Side) -> Goer:
    return number, side if movement.kind is ContestantKind.TEAM else None


def _visits(movement: Movement) -> dict[Goer, list[_Visit]]:
    """Returns for everybody who moves as one the meetings in the order of their rounds, with side and seat."""
    visits: dict[Goer, list[_Visit]] = {}
    for meeting in sorted(movement.meetings, key=lambda m: m.round):
        for number, side, seat in _occupants(movement, meeting):
            visits.setdefault(_goer(movement, number, side), []).append((meeting.round, meeting, side, seat))
    return visits


def _next(movement: Movement, visits: list[_Visit], now: RoundNumber, side_now: Side | None) -> NextPlace:
    """Returns where the owner of `visits` goes after round `now` (0: before the start), sitting on `side_now`."""
    table_now = next((meeting.table for round_number, meeting, _, _ in visits if round_number == now), None)
    later = next((visit for visit in visits if visit[0] > now), None)
    if later is None:
        return NextPlace(_kind_at_the_end(movement, now))
    round_number, meeting, side, seat = later
    if round_number > now + 1:
        kind = NextKind.SIT_OUT
    elif meeting.table != table_now:
        kind = NextKind.MOVE
    else:
        is_same_seat = any(visit[0] == now and visit[3] == seat for visit in visits)
        kind = NextKind.STAY if side == side_now and is_same_seat else NextKind.TURN
    label, played = movement.label(meeting.table), movement.is_played(meeting)
    return NextPlace(
        kind=kind, round=round_number, table=meeting.table, label=label, side=side, seat=seat, is_played=played
    )


def _kind_at_the_end(movement: Movement, now: RoundNumber) -> NextKind:
    """Returns the next move after round `now` of a contestant without a table in any later round that is drawn."""
    if now == movement.rounds:
        return NextKind.FINISHED
    if not movement.is_drawn(now + 1):
        return NextKind.DRAWN_LATER
    return NextKind.SIT_OUT if movement.is_drawn(movement.rounds) else NextKind.DRAWN_AFTER_SIT_OUT


def _sharing(movement: Movement, meeting: Meeting) -> tuple[TableNumber, ...]:
    """Returns the other tables that play the same boards in the round, from the same copy of them."""
    if not movement.is_played(meeting):
        return ()
    same = _playing(movement, meeting.round)[_boards_key(movement, meeting)]
    return tuple(table for table in same if table != meeting.table)


_Boards = tuple[SetNumber, int, frozenset[Number]]
"""The boards that lie at a table: the set, its copy, and in a drawn round the match that has them."""


def _boards_key(movement: Movement, meeting: Meeting) -> _Boards:
    match = frozenset(meeting.contestants) if movement.is_played_by_draws else frozenset()
    return meeting.board_set, movement.copy_of(meeting.table), match


@lru_cache(maxsize=64)
def _playing(movement: Movement, round_number: RoundNumber) -> Mapping[_Boards, tuple[TableNumber, ...]]:
    """Returns the tables at which a round is played, in order, by the boards that they play."""
    tables_of_boards: dict[_Boards, tuple[TableNumber, ...]] = {}
    for meeting in movement.in_round(round_number):
        if movement.is_played(meeting):
            key = _boards_key(movement, meeting)
            tables_of_boards[key] = (*tables_of_boards.get(key, ()), meeting.table)
    return tables_of_boards


def _slip_line(movement: Movement, meeting: Meeting, number: Number) -> SlipLine:
    own, others, side = (meeting.ns, meeting.ew, Side.NS) if number in meeting.ns else (meeting.ew, meeting.ns, Side.EW)
    is_player = movement.kind is ContestantKind.PLAYER
    return SlipLine(
        round=meeting.round,
        table=meeting.table,
        label=movement.label(meeting.table),
        side=side,
        seat=_SEATS[side][own.index(number)] if is_player else None,
        partner=next((other for other in own if other != number), None),
        opponents=others,
        boards=movement.boards_of(meeting),
        shares_with=_sharing(movement, meeting),
        is_played=movement.is_played(meeting),
    )
