"""Contracts and results as values, and the duplicate score of a result.

Laws of Duplicate Bridge, Law 77; JCBL director's manual 3.3, lines 664-674; Wikibooks "scoring", lines 37-131.
No honours and no rubber bonus: boards are independent (manual, lines 672-674). Reading them from what a director types
is `arrowswitch.core.game.notation`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum

from arrowswitch.core.errors import Malformed
from arrowswitch.core.game.boards import BoardNumber, Vulnerability, vulnerability
from arrowswitch.core.game.seats import Seat, Side


class Denomination(StrEnum):
    """The denominations, lowest first."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"
    NOTRUMP = "NT"


class Doubling(IntEnum):
    """The factor of the contract's trick points."""

    UNDOUBLED = 1
    DOUBLED = 2
    REDOUBLED = 4

    @property
    def sign(self) -> str:
        """Returns the suffix of a contract: empty, X or XX."""
        return {1: "", 2: "X", 4: "XX"}[self.value]


@dataclass(frozen=True, slots=True)
class Contract:
    """A final contract: level 1 to 7, denomination, doubling and declarer.

    Raises Malformed (`contract.level`) when the level is not 1 to 7.
    """

    level: int
    denomination: Denomination
    doubling: Doubling
    declarer: Seat

    def __post_init__(self) -> None:
        if not 1 <= self.level <= 7:
            raise Malformed.of("contract.level", level=self.level)


@dataclass(frozen=True, slots=True)
class Played:
    """A contract that was played, with the number of tricks declarer took (0 to 13).

    Raises Malformed (`contract.tricks`) when the tricks are not 0 to 13.
    """

    contract: Contract
    tricks: int

    def __post_init__(self) -> None:
        if not 0 <= self.tricks <= 13:
            raise Malformed.of("contract.tricks", tricks=self.tricks)

    @property
    def beyond(self) -> int:
        """Returns the overtricks, or the negative number of undertricks."""
        return self.tricks - self.contract.level - 6


@dataclass(frozen=True, slots=True)
class PassedOut:
    """A board on which all four players passed: it scores 0 and takes part in every comparison."""


@dataclass(frozen=True, slots=True)
class RawScore:
    """A result of which only the score is known, in points for North-South."""

    ns: int


TableResult = Played | PassedOut | RawScore
"""The result of a board at a table."""

GAME = 100
"""Contract points that make a game."""
PART_SCORE_BONUS = 50
_TRICK = {
    Denomination.CLUBS: 20,
    Denomination.DIAMONDS: 20,
    Denomination.HEARTS: 30,
    Denomination.SPADES: 30,
    Denomination.NOTRUMP: 30,
}


def contract_points(level: int, denomination: Denomination, doubling: Doubling) -> int:
    """Returns the points of the tricks bid: no-trump 40 and 30, majors 30, minors 20, times the doubling."""
    first = 10 if denomination is Denomination.NOTRUMP else 0
    return (level * _TRICK[denomination] + first) * doubling


def declarer_score(played: Played, is_vulnerable: bool) -> int:
    """Returns the duplicate score of a played contract in points for declarer's side; negative when it went down."""
    contract = played.contract
    if played.beyond < 0:
        return -undertrick_points(-played.beyond, contract.doubling, is_vulnerable)
    tricks = contract_points(contract.level, contract.denomination, contract.doubling)
    made = game_bonus(is_vulnerable) if tricks >= GAME else PART_SCORE_BONUS
    made += slam_bonus(contract.level, is_vulnerable) + doubled_bonus(contract.doubling)
    return tricks + overtrick_points(played, is_vulnerable) + made


def ns_score(result: TableResult, board: BoardNumber) -> int:
    """Returns the duplicate score of `result` on `board`, in points for North-South."""
    return ns_score_at(result, vulnerability(board))


def ns_score_at(result: TableResult, vulnerable: Vulnerability) -> int:
    """Returns the duplicate score of `result` at a given vulnerability, in points for North-South."""
    if isinstance(result, RawScore):
        return result.ns
    if isinstance(result, PassedOut):
        return 0
    side = result.contract.declarer.side
    points = declarer_score(result, vulnerable.covers(side))
    return points if side is Side.NS else -points


def overtrick_points(played: Played, is_vulnerable: bool) -> int:
    """Returns the points of the overtricks of a contract that was made."""
    contract = played.contract
    if contract.doubling is Doubling.UNDOUBLED:
        return played.beyond * _TRICK[contract.denomination]
    return played.beyond * (200 if is_vulnerable else 100) * (contract.doubling // 2)


def undertrick_points(down: int, doubling: Doubling, is_vulnerable: bool) -> int:
    """Returns the points of the defenders for `down` undertricks."""
    if doubling is Doubling.UNDOUBLED:
        return down * (100 if is_vulnerable else 50)
    not_vulnerable = 100 + min(down - 1, 2) * 200 + max(down - 3, 0) * 300
    doubled = 200 + (down - 1) * 300 if is_vulnerable else not_vulnerable
    return doubled * (doubling // 2)


def game_bonus(is_vulnerable: bool) -> int:
    """Returns the bonus for bidding and making a game at duplicate."""
    return 500 if is_vulnerable else 300


def slam_bonus(level: int, is_vulnerable: bool) -> int:
    """Returns the bonus for a slam that was bid and made, besides that for game; 0 below the level of six."""
    if level == 6:
        return 750 if is_vulnerable else 500
    if level == 7:
        return 1500 if is_vulnerable else 1000
    return 0


def doubled_bonus(doubling: Doubling) -> int:
    """Returns the bonus for making a doubled or redoubled contract."""
    return {Doubling.UNDOUBLED: 0, Doubling.DOUBLED: 50, Doubling.REDOUBLED: 100}[doubling]
