"""The values that go to and come from Bridgemates, and the port to their software.

They have the fields of Bridgemate Control Software 5 and none of its codes: the program that speaks to it
(`store.bridgemate`) translates. Pairs have whole numbers here (`plan.unit_numbers`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Generic, Protocol, TypeVar

from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.seats import Seat
from arrowswitch.tournament.model.club_values.bridgemate import BridgemateAccount

_ItemT_co = TypeVar("_ItemT_co", covariant=True)


class GameType(Enum):
    """The competitors of a section."""

    PAIRS = "pairs"
    INDIVIDUAL = "individual"
    TEAMS = "teams"


class UnitScoring(Enum):
    """The scoring that the units show: matchpoints, IMPs against the mean or across the field; of a match IMPs, victory
    points, boards won or Patton points."""

    MATCHPOINTS = "matchpoints"
    BUTLER = "butler"
    CROSS_IMPS = "cross-imps"
    TEAM_IMPS = "team-imps"
    TEAM_POINTS = "team-points"
    BOARD_A_MATCH = "board-a-match"
    PATTON = "patton"


@dataclass(frozen=True, slots=True)
class UnitRound:
    """A table in a round. 0 is no pair; without two pairs there are no boards (`low` and `high` are 0). In matches of
    teams `teams` are the teams North-South and East-West, `mates` the other table of
    the match and the round in which it plays these boards (0: none)."""

    round: int
    ns: int = 0
    ew: int = 0
    low: BoardNumber = 0
    high: BoardNumber = 0
    teams: tuple[int, int] = (0, 0)
    mates: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class UnitTable:
    """A table with its rounds from 1, without gaps."""

    table: int
    rounds: tuple[UnitRound, ...]


@dataclass(frozen=True, slots=True)
class UnitSeat:
    """A player at a seat, in round 1 or (single players) in every round. `number` is a membership number or empty."""

    section: str
    table: int
    seat: Seat
    name: str = ""
    number: str = ""
    round: int = 1


@dataclass(frozen=True, slots=True)
class UnitSection:
    """A section. `stays_open` is True if more rounds are drawn later."""

    letter: str
    group: int
    winners: int
    game: GameType
    scoring: UnitScoring
    tables: tuple[UnitTable, ...]
    seats: tuple[UnitSeat, ...]
    stays_open: bool = False


@dataclass(frozen=True, slots=True)
class UnitSession:
    """A session with its name and time at the club. `players` are numbers and names that may be typed on the units."""

    guid: str
    name: str
    at: datetime
    sections: tuple[UnitSection, ...]
    players: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class UnitResult:
    """The result of a board at a table, as it is typed (`4SX-1 N`); empty text: the result was deleted.

    `ns` and `ew` are the pairs of the unit's movement. A text of None is a result that cannot be written as one
    (a score for one side only).
    """

    section: str
    round: int
    table: int
    board: BoardNumber
    ns: int
    ew: int
    text: str | None


@dataclass(frozen=True, slots=True)
class UnitHands:
    """The hands of a board, as Portable Bridge Notation writes them from North."""

    section: str
    group: int
    board: BoardNumber
    deal: str


@dataclass(frozen=True, slots=True)
class UnitCall:
    """A table that called the director and waits."""

    section: str
    table: int


@dataclass(frozen=True, slots=True)
class Queue(Generic[_ItemT_co]):
    """Items that the units have sent and nobody has accepted, the oldest first; `last` is the id of the last one."""

    items: tuple[_ItemT_co, ...]
    last: int


class Connector(Protocol):
    """The Bridgemate Data Connector. Every method raises Refused: `bridgemate.no-connection` if it cannot be reached,
    `bridgemate.licence` if it refuses club id or key, `bridgemate.other-session` if its software runs another session,
    `bridgemate.refused` with its own words otherwise."""

    def connect(self, account: BridgemateAccount) -> None:
        """Checks that it can be reached."""
        ...

    def start(self, account: BridgemateAccount, session: UnitSession) -> None:
        """Starts a new session on the units; what they had before is deleted there."""
        ...

    def resume(self, account: BridgemateAccount, guid: str) -> None:
        """Opens the session again after its software was closed."""
        ...

    def update(self, account: BridgemateAccount, guid: str, section: UnitSection) -> None:
        """Replaces the movement of a section. The units delete the results of a table from its first changed round."""
        ...

    def send_results(self, account: BridgemateAccount, guid: str, results: Sequence[UnitResult]) -> None:
        """Sends results to the units."""
        ...

    def send_hands(self, account: BridgemateAccount, guid: str, hands: Sequence[UnitHands]) -> None:
        """Sends hand records to the units."""
        ...

    def results(self, account: BridgemateAccount, guid: str) -> Queue[UnitResult]:
        """Returns the results that were not accepted yet."""
        ...

    def seats(self, account: BridgemateAccount, guid: str) -> Queue[UnitSeat]:
        """Returns the players typed on the units that were not accepted yet."""
        ...

    def hands(self, account: BridgemateAccount, guid: str) -> Queue[UnitHands]:
        """Returns the hand records typed on the units that were not accepted yet."""
        ...

    def calls(self, account: BridgemateAccount, guid: str) -> Queue[UnitCall]:
        """Returns the calls of the director that were not accepted yet."""
        ...

    def accept(self, account: BridgemateAccount, guid: str, kind: type[object], last: int) -> None:
        """Deletes the items up to `last` from the queue of a kind (`UnitResult`, ...)."""
        ...
