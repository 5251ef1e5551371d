"""The places of the boards: at the start, after each round, shared between tables, and resting.

JCBL director's manual 3.3, lines 782-784 and 2298 (relays when the tables are placed), 818 and 956-960 (boards go round
the ring of tables, with bye stands between), 3846-3850 (boards to the tables before the start). A set that is not in
play rests on the bye stand behind the table that plays it next, that is, between it and the next higher one; where the
movement has no bye stands it is put aside.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from arrowswitch.core.errors import ParamValue
from arrowswitch.core.game.boards import BoardNumber, board_ranges
from arrowswitch.core.movements.guide.sharing import tables_sharing
from arrowswitch.core.movements.model import Movement, RoundNumber, SetNumber, TableNumber
from arrowswitch.core.movements.phrases import Phrase


class BoardsKind(StrEnum):
    """Where a board set is put."""

    TABLE = "table"
    STAY = "stay"
    STAND = "stand"
    ASIDE = "aside"
    """Put away until a later round, in a movement without bye stands."""
    DONE = "done"
    """Not played again."""


@dataclass(frozen=True, slots=True)
class BoardsNext:
    """Where a set is put, and where it is played next.

    `tables` play it next, in round `round`; several share it. `behind` is the table behind which the bye stand is, with
    `upper` on its other side.
    """

    kind: BoardsKind
    round: RoundNumber | None = None
    tables: tuple[TableNumber, ...] = ()
    labels: str = ""
    behind: TableNumber | None = None
    lower: str = ""
    upper: str = ""

    @property
    def phrase(self) -> Phrase:
        """Returns the phrase on the guide card about the boards when the round ends."""
        params: dict[str, ParamValue] = {"tables": self.labels, "lower": self.lower, "upper": self.upper}
        code = f"guide.boards-{'shared' if self.kind is BoardsKind.TABLE and len(self.tables) > 1 else self.kind}"
        return Phrase(code, {**params, "round": self.round or 0})


@dataclass(frozen=True, slots=True)
class SetPlace:
    """Where one board set lies while a round is played: at tables, on a bye stand or put aside.

    `copy` tells the copies of a set apart where there are several (twin boards); 0 where there is one.
    """

    board_set: SetNumber
    boards: tuple[BoardNumber, ...]
    place: BoardsNext
    copy: int = 0

    @property
    def phrase(self) -> Phrase:
        """Returns the instruction to lay the set there."""
        params = {**self.place.phrase.params, "boards": board_ranges(self.boards)}
        return Phrase(self.place.phrase.code.replace("guide.boards-", "guide.lay-"), params)


@dataclass(frozen=True, slots=True)
class Relay:
    """Tables that share boards, and in which rounds."""

    tables: tuple[TableNumber, ...]
    labels: str
    rounds: tuple[RoundNumber, ...]
    is_always: bool

    @property
    def phrase(self) -> Phrase:
        """Returns the instruction to place these tables together."""
        rounds = ", ".join(map(str, self.rounds))
        if self.is_always:
            return Phrase.of("guide.relay-always", tables=self.labels)
        return Phrase.of("guide.relay", tables=self.labels, rounds=rounds, n=len(self.rounds))


def boards_next(movement: Movement) -> Mapping[tuple[RoundNumber, SetNumber, int], BoardsNext]:
    """Returns for every set, in each of its copies, that lies at a table in a round where it goes when that ends."""
    plays = _plays(movement)
    next_places: dict[tuple[RoundNumber, SetNumber, int], BoardsNext] = {}
    for (board_set, copy), rounds in plays.items():
        for round_number, tables in rounds.items():
            place = _place_after(movement, rounds, round_number)
            is_same = place.kind is BoardsKind.TABLE and place.tables == tables
            stay = BoardsNext(kind=BoardsKind.STAY, round=place.round, tables=place.tables, labels=place.labels)
            next_places[round_number, board_set, copy] = stay if is_same else place
    return next_places


def board_places(movement: Movement, round_number: RoundNumber) -> tuple[SetPlace, ...]:
    """Returns where every set lies while a round is played: those at tables first, in table order, then each stand.

    On a stand the set that is played next lies first, towards the lower table. Sets that are not played any more are
    left out.
    """
    plays = _plays(movement)
    places = []
    for (board_set, copy), rounds in sorted(plays.items()):
        place = _place_after(movement, rounds, round_number - 1)
        if place.kind is not BoardsKind.DONE:
            places.append(SetPlace(board_set, movement.board_sets[board_set - 1], place, copy))
    return tuple(sorted(places, key=_stand_order))


def initial_boards(movement: Movement) -> tuple[SetPlace, ...]:
    """Returns the places of the boards before the start (lines 3846-3850), as `board_places` of round 1."""
    return board_places(movement, 1)


def relays(movement: Movement) -> tuple[Relay, ...]:
    """Returns the tables that share boards in any round; tables that share in all rounds are next to each other."""
    rounds_of_tables: dict[tuple[TableNumber, ...], list[RoundNumber]] = defaultdict(list)
    for round_number in range(1, movement.rounds + 1):
        for tables in tables_sharing(movement, round_number):
            rounds_of_tables[tables].append(round_number)
    return tuple(
        Relay(tables, _labels(movement, tables), tuple(rounds), len(rounds) == movement.rounds)
        for tables, rounds in sorted(rounds_of_tables.items())
    )


def setup_instructions(movement: Movement) -> tuple[Phrase, ...]:
    """Returns how to place tables and stands: relays and bye stands, then the places of the boards at the start."""
    stands = [
        Phrase.of("guide.bye-stand", lower=lower, upper=upper, n=places)
        for table, places in sorted(movement.bye_stands.items())
        for lower, upper in [_between(movement, table)]
    ]
    lying = [set_place.phrase for set_place in initial_boards(movement)]
    return (*(relay.phrase for relay in relays(movement)), *stands, *lying)


def _plays(movement: Movement) -> dict[tuple[SetNumber, int], dict[RoundNumber, tuple[TableNumber, ...]]]:
    """Returns for each set and copy the rounds and tables at which it lies, in the order of the rounds.

    Boards lie at a table with a phantom as well, but a table that only shares them there does not count.
    """
    plays: dict[tuple[SetNumber, int], dict[RoundNumber, tuple[TableNumber, ...]]] = defaultdict(dict)
    for meeting in sorted(movement.meetings, key=lambda m: (m.round, not movement.is_played(m), m.table)):
        rounds = plays[meeting.board_set, movement.copy_of(meeting.table)]
        at = rounds.get(meeting.round, ())
        if not at or movement.is_played(meeting):
            rounds[meeting.round] = (*at, meeting.table)
    return plays


def _place_after(
    movement: Movement, rounds: Mapping[RoundNumber, tuple[TableNumber, ...]], now: RoundNumber
) -> BoardsNext:
    """Returns where a set that lies at tables in `rounds` is put after round `now` (0: before the start)."""
    later = next((r for r in rounds if r > now), None)
    if later is None:
        return BoardsNext(BoardsKind.DONE)
    tables = rounds[later]
    labels = _labels(movement, tables)
    if later == now + 1:
        return BoardsNext(kind=BoardsKind.TABLE, round=later, tables=tables, labels=labels)
    if not movement.bye_stands:
        return BoardsNext(kind=BoardsKind.ASIDE, round=later, tables=tables, labels=labels)
    behind = next((table for table in tables if table in movement.bye_stands), tables[0])
    lower, upper = _between(movement, behind)
    return BoardsNext(
        kind=BoardsKind.STAND, round=later, tables=tables, labels=labels, behind=behind, lower=lower, upper=upper
    )


def _stand_order(place: SetPlace) -> tuple[int, int, int]:
    at = place.place
    if at.kind is BoardsKind.TABLE:
        return 0, at.tables[0], 0
    return (1, at.behind, at.round or 0) if at.behind is not None else (2, at.round or 0, place.board_set)


def _between(movement: Movement, table: TableNumber) -> tuple[str, str]:
    """Returns the labels of the tables on both sides of the bye stand behind `table`."""
    return movement.label(table), movement.label(table % movement.tables + 1)


def _labels(movement: Movement, tables: tuple[TableNumber, ...]) -> str:
    return ", ".join(map(movement.label, tables))
