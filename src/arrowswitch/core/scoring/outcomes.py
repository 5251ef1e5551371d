"""The results of boards at tables: the input of every scoring method.

A `Line` is one row of a traveller. Its two sides may have different outcomes (split scores, Law 12C), so each line
carries one outcome per side: usually the same table score for both.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.seats import Side


class AverageKind(StrEnum):
    """The artificial scores of Law 12C2 (regulations summary, lines 11-45)."""

    AVERAGE = "A"
    PLUS = "A+"
    MINUS = "A-"

    @property
    def word(self) -> str:
        """Returns the name as used in codes: `average`, `plus`, `minus`."""
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class TableScore:
    """A score really obtained, in points for North-South."""

    ns: int


@dataclass(frozen=True, slots=True)
class Average:
    """An artificial score: average, average plus or average minus, worth what the regulations say."""

    kind: AverageKind


@dataclass(frozen=True, slots=True)
class Percentage:
    """An artificial score given as a percentage of the board's top (0 to 100)."""

    percent: Fraction


@dataclass(frozen=True, slots=True)
class Weighted:
    """A weighted assigned score, Law 12C1(c): North-South points and weights that add up to 1."""

    parts: tuple[tuple[int, Fraction], ...]


@dataclass(frozen=True, slots=True)
class NotPlayed:
    """Not played and given no score: the pair has one board less, and its total is factored up. Not an average."""


@dataclass(frozen=True, slots=True)
class Neutral:
    """Left out by mistake, not by the movement (manual, lines 1322-1334): the field is scored by the neutral-board
    rule, and the side gets `award`, or the average when nothing was awarded."""

    award: Average | Percentage | None = None


@dataclass(frozen=True, slots=True)
class LatePlay:
    """Put off to be played later (late play): nothing is known yet. Neither a result nor an average, and awaited."""


SideOutcome = TableScore | Average | Percentage | Weighted | NotPlayed | Neutral | LatePlay

_HALF_PERCENT = Fraction(50)


def award_kind(outcome: SideOutcome) -> AverageKind | None:
    """Returns the average (of three) that an artificial score is. Returns None for any other outcome.

    A percentage of the top has no top where margins are counted or boards are won: more than half is average plus, less
    is average minus (decision).
    """
    match outcome:
        case Average(kind):
            return kind
        case Percentage(percent) if percent == _HALF_PERCENT:
            return AverageKind.AVERAGE
        case Percentage(percent):
            return AverageKind.PLUS if percent > _HALF_PERCENT else AverageKind.MINUS
        case Neutral(award):
            return AverageKind.AVERAGE if award is None else award_kind(award)
        case _:
            return None


@dataclass(frozen=True, slots=True)
class Line:
    """One row of a traveller: who played the board against whom, and what each side got.

    `ns` and `ew` hold two numbers each for individuals. `group` tells fouled forms of the board apart (0 is as dealt).
    """

    board: BoardNumber
    ns: tuple[Number, ...]
    ew: tuple[Number, ...]
    ns_outcome: SideOutcome
    ew_outcome: SideOutcome
    group: int = 0

    @classmethod
    def of_score(cls, board: BoardNumber, ns: Number, ew: Number, score: int) -> Line:
        """Returns the usual line: one pair each side and one table score for both."""
        outcome = TableScore(score)
        return cls(board=board, ns=(ns,), ew=(ew,), ns_outcome=outcome, ew_outcome=outcome)

    @property
    def is_put_off(self) -> bool:
        """True if the board is still to be played at the table (late play)."""
        return isinstance(self.ns_outcome, LatePlay) or isinstance(self.ew_outcome, LatePlay)

    @property
    def is_adjusted(self) -> bool:
        """True if the line is artificial, neutral or split, so that its board need not have the usual sum."""
        is_split = self.ns_outcome is not self.ew_outcome and self.ns_outcome != self.ew_outcome
        return is_split or isinstance(self.ns_outcome, Average | Percentage | Neutral)

    @property
    def has_score(self) -> bool:
        """True if a side has more than an adjusted score in percent or as an average: the board was played."""
        return not all(isinstance(one, Average | Percentage) for one in (self.ns_outcome, self.ew_outcome))

    def side(self, side: Side) -> tuple[tuple[Number, ...], SideOutcome]:
        """Returns the contestants on `side` and their outcome."""
        return (self.ns, self.ns_outcome) if side is Side.NS else (self.ew, self.ew_outcome)
