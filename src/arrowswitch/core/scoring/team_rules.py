"""The rules of matches of teams, and of pairs whose boards are matches, as regulations files define them.

Every field is in a regulations file under the same name (`teams.draw-share`), next to its clause. All have defaults,
those of the JCBL documents or of the bodies that publish a method, so that older copies can still be read.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from arrowswitch.core.scoring.outcomes import AverageKind
from arrowswitch.core.scoring.rounding import Rounding
from arrowswitch.core.scoring.tie_breaks import TiesSplit


class TeamsRankBy(StrEnum):
    """The order of a table of matches: by the points of the matches (victory points), or by the matches won, a tied one
    counting half (manual, lines 1748-1750)."""

    POINTS = "points"
    WINS = "wins"


class TieBreak(StrEnum):
    """The tie-breaks of teams with equal scores, in the order of the conditions; without one the rank is shared.

    - `direct-match`: the points won in the matches against one another, when all of them have met; then the margin of
      these matches;
    - `quotient`: what was won in all matches over what was lost (IMPs; total points; board points);
    - `difference`: won less lost, in all matches;
    - `opponents`: the sum of the scores of the opponents met;
    - `wins`: matches won, tied ones half;
    - `common-opponent`: the margin against the highest ranked opponent that all of them have met, then against the
      next, and so on; opponents of equal score count together;
    - `boards-won`: boards with more points than the opponents', those with as many counting half. A match reported
      without its boards has none.
    """

    DIRECT_MATCH = "direct-match"
    QUOTIENT = "quotient"
    DIFFERENCE = "difference"
    OPPONENTS = "opponents"
    WINS = "wins"
    COMMON_OPPONENT = "common-opponent"
    BOARDS_WON = "boards-won"


@dataclass(frozen=True, slots=True)
class BamRules:
    """Board-a-match: a board won brings `win`, a tied one half of it, a lost one nothing.

    Average plus is `plus` and a net score of `plus_net`, from the `later_from`-th of a match on `plus_later`, or the
    side's own mean when that is more; average minus is `minus` and `minus_net` the other way. A difference of up to
    `tie_within` points is a tie.
    """

    win: Fraction = Fraction(2)
    tie_within: int = 0
    average: Fraction = Fraction(1)
    plus: Fraction = Fraction(3, 2)
    plus_later: Fraction = Fraction(6, 5)
    later_from: int = 3
    minus: Fraction = Fraction(1, 2)
    plus_net: int = 100
    minus_net: int = 100
    rounding: Rounding = Rounding.HALF_UP_2
    total_rounding: Rounding = Rounding.HALF_UP_2

    def board(self, difference: int) -> Fraction:
        """Returns the points of a side for its difference.

        >>> [int(BamRules().board(difference)) for difference in (10, 0, -10)]
        [2, 1, 0]
        """
        if abs(difference) <= self.tie_within:
            return self.win / 2
        return self.win if difference > 0 else Fraction(0)

    def award(self, kind: AverageKind, place: int, own_mean: Fraction | None) -> Fraction:
        """Returns the board points of an artificial score, the `place`-th of its kind in the match (from 1)."""
        if kind is not AverageKind.PLUS:
            return self.average if kind is AverageKind.AVERAGE else self.minus
        if place < self.later_from:
            return self.plus
        return self.plus_later if own_mean is None else max(self.plus_later, own_mean)

    def award_net(self, kind: AverageKind) -> int:
        """Returns the net score of an artificial score."""
        return {AverageKind.PLUS: self.plus_net, AverageKind.MINUS: -self.minus_net}.get(kind, 0)


@dataclass(frozen=True, slots=True)
class HybridRules:
    """Board points, and in addition victory points for the margin of the match: Patton and Pachabo.

    The scale is adapted to `margin_per_board` victory points for each board of the match (0: unchanged).
    """

    scale: str
    margin_per_board: Fraction = Fraction(2)
    rounding: Rounding = Rounding.HALF_UP_2


@dataclass(frozen=True, slots=True)
class PattonRules(HybridRules):
    """Patton: the margin is the net score of all boards. Four boards bring 8 + 8 points (EBU, Tournament Focus, winter
    2009); the scale is the only one from net scores that our documents print."""

    scale: str = "bam-vp"


@dataclass(frozen=True, slots=True)
class PachaboRules(HybridRules):
    """Pachabo, or hybrid IMPs: the margin is counted in IMPs. Three boards bring 12, four 16 points (EBU White Book
    3.1.6 and 3.3.6); a body's own scale replaces the continuous one."""

    scale: str = "wbf-continuous"


@dataclass(frozen=True, slots=True)
class TeamRules:
    """Matches of teams: artificial scores in IMPs, forfeits, withdrawals, penalties, the table.

    - `scale` turns the margin of a match of IMPs into victory points, unless the event has another.
    - Average plus and minus on a board of IMPs are worth `plus` and `minus` IMPs.
    - A forfeit brings the winner the most of: its mean, the mean of the other's opponents, `draw_share` times a draw.
    - Who misses `removed_from` of its matches or more has all of them removed; the opponents' too, but for Swiss draws
      when `swiss_keeps_opponents`.
    - Who is `late_minutes` late has lost the match, and who cannot play half of its boards at `minutes_per_board` each.
    - With `penalty_moves_margin` a penalty in IMPs changes the margin of the match for both sides, else the offender's.
    - `tie_breaks` separate equal scores one after another, and `ties_split` says when.
    - `mismatch_share` and `void_share` are those of `swiss_rulings`; with 0 the rule is not used.
    """

    scale: str = "wbf-25"
    plus: Fraction = Fraction(3)
    minus: Fraction = Fraction(3)
    draw_share: Fraction = Fraction(6, 5)
    forfeit_rounding: Rounding = Rounding.HALF_UP_2
    removed_from: Fraction = Fraction(1, 2)
    swiss_keeps_opponents: bool = True
    late_minutes: int = 30
    minutes_per_board: int = 7
    penalty_moves_margin: bool = True
    rank_by: TeamsRankBy = TeamsRankBy.POINTS
    tie_breaks: tuple[TieBreak, ...] = ()
    ties_split: TiesSplit = TiesSplit.ALWAYS
    mismatch_share: Fraction = Fraction(0)
    void_share: Fraction = Fraction(0)

    def award(self, kind: AverageKind) -> Fraction:
        """Returns the IMPs of an artificial score."""
        return {AverageKind.PLUS: self.plus, AverageKind.MINUS: -self.minus}.get(kind, Fraction(0))

    def playable(self, minutes: int) -> int:
        """Returns the number of boards that can be played in `minutes`."""
        return max(minutes, 0) // self.minutes_per_board

    def is_forfeit(self, boards: int, minutes: int) -> bool:
        """True if a match of this many boards is lost before it begins: fewer than half of them can be played in the
        minutes left (summary, line 71).

        >>> [TeamRules().is_forfeit(8, minutes) for minutes in (28, 27)]
        [False, True]
        """
        return 2 * self.playable(minutes) < boards


@dataclass(frozen=True, slots=True)
class SwissPairsRules:
    """The rules of pairs that score the boards against one opponent as a match: the scale for the share of the
    matchpoints, and that for the IMPs of both sides' boards (manual, lines 1511-1517 and 2591-2596)."""

    percent_scale: str = "ebu-swiss-pairs"
    imps_scale: str = "wbf-25"
    total_rounding: Rounding = Rounding.HALF_UP_2
