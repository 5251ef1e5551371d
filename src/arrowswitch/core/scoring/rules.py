"""The scoring rules of regulations, as values: the code has the mechanisms, the files have the numbers.

Every field is in a regulations file under the same name (`averages.plus`), next to its clause. The mechanisms are those
of the JCBL director's manual 3.3 and the regulations summary, of the Laws of Duplicate Bridge, and of the programs
whose published events are reproduced. `method_rules.py` holds what IMPs, datums and VPs need.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from fractions import Fraction

from arrowswitch.core.scoring.method_rules import ButlerRules, CrossRules, Factoring, HoustonRules, WorthRules
from arrowswitch.core.scoring.outcomes import AverageKind
from arrowswitch.core.scoring.rounding import Rounding
from arrowswitch.core.scoring.tie_breaks import TiesSplit


class EventClass(StrEnum):
    """The grade of an event, lowest first: several rules are simpler for club games."""

    WEEKLY = "weekly"
    LOCAL = "local"
    CCG = "ccg"
    SECTIONAL = "sectional"
    REGIONAL = "regional"
    NATIONAL = "national"

    @property
    def level(self) -> int:
        """Returns the position in the order of grades, 0 for a weekly game."""
        return list(EventClass).index(self)


class PointsPerWin(IntEnum):
    """The points for a pair beaten; a tie is half of it: one in the manual (line 1179), two in Law 78A."""

    ONE = 1
    TWO = 2


class Incomplete(StrEnum):
    """How the points of a board with fewer results reach the value of the other boards.

    `proportion` multiplies by full top / own top (manual, lines 1328-1330); `neuberg` is `N*S/n + (N-n)/(2n)` in
    points of one a win; `own-top` leaves the board at its own, smaller top.
    """

    PROPORTION = "proportion"
    NEUBERG = "neuberg"
    OWN_TOP = "own-top"


class NeutralMethod(StrEnum):
    """The points of the others when one table left a board out by mistake (manual, lines 1326-1334).

    `as-incomplete` treats the board like any with fewer results (method 1); `half-point` adds half a point for each
    neutral result (method 2).
    """

    AS_INCOMPLETE = "as-incomplete"
    HALF_POINT = "half-point"


class ShownPoints(StrEnum):
    """The points that a board shows: scored to the full top, or those among its own results."""

    FULL_TOP = "full-top"
    OWN_RESULTS = "own-results"


class Addends(StrEnum):
    """The addends of a total: exact board points, or the rounded ones that were published."""

    EXACT = "exact"
    PUBLISHED = "published"


class PercentOf(StrEnum):
    """The base of the percentage: the exact points won, or the published total."""

    EXACT = "exact"
    TOTAL = "total"


class SessionsBy(StrEnum):
    """The total of several sessions: their points, a smaller top factored up to the largest (manual, lines 2219 and
    2276), or the mean of their percentages, so that each session counts the same, regardless of its boards and top."""

    POINTS = "points"
    PERCENT = "percent"


class RankBy(StrEnum):
    """The number that is ranked: a published one, or the percentage before it is rounded."""

    TOTAL = "total"
    PERCENT = "percent"
    EXACT_PERCENT = "exact-percent"


class Ties(StrEnum):
    """The rank after a shared one: 1, 2, 2, 4 or 1, 2, 2, 3."""

    NEXT_SKIPPED = "next-skipped"
    NEXT_FOLLOWS = "next-follows"


class CutTies(StrEnum):
    """The placing of contestants who share the last place of a cut (prizes, master points, qualifying): all of them are
    placed, or none if there are not enough places."""

    ALL_IN = "all-in"
    ALL_OUT = "all-out"


class PairTieBreak(StrEnum):
    """The tie-breaks of pairs or single players with equal scores, in the order of the conditions (`pair_ties`).

    - `direct-match`: the points won on the boards against one another, when all of them have met;
    - `opponents`: the sum of the final scores of the opponents met; of single players divided by the partners';
    - `boards-won`: boards with more than half of the top, those with just half counting half;
    - `common-boards`: matchpoints among the tied only, on the boards that all of them have;
    - `tops`: boards that brought all that could be won.
    """

    DIRECT_MATCH = "direct-match"
    OPPONENTS = "opponents"
    BOARDS_WON = "boards-won"
    COMMON_BOARDS = "common-boards"
    TOPS = "tops"


class ThreeAndThree(StrEnum):
    """How a fouled board of six results in two groups of three is scored: the documents disagree."""

    PERCENTAGES = "percentages"
    FORMULA = "formula"


class PenaltyUnit(StrEnum):
    """The unit of a penalty: tops of a board, hundredths of the maximum, or the unit of the method."""

    BOARDS = "boards"
    MATCHPOINTS = "matchpoints"
    PERCENT = "percent"
    IMPS = "imps"
    POINTS = "points"
    VP = "vp"


@dataclass(frozen=True, slots=True)
class AverageRules:
    """Artificial scores, in percent of a board's top. With `uses_session_percent` average plus is at least, and
    average minus at most, what the pair has over the boards it really scored."""

    average: Fraction
    plus: Fraction
    minus: Fraction
    uses_session_percent: bool

    def percent(self, kind: AverageKind, session_percent: Fraction | None = None) -> Fraction:
        """Returns the value of an artificial score in percent of the top, given the pair's own session percentage."""
        fixed = {AverageKind.AVERAGE: self.average, AverageKind.PLUS: self.plus, AverageKind.MINUS: self.minus}[kind]
        if session_percent is None or not self.uses_session_percent or kind is AverageKind.AVERAGE:
            return fixed
        return max(fixed, session_percent) if kind is AverageKind.PLUS else min(fixed, session_percent)


@dataclass(frozen=True, slots=True)
class BoardRules:
    """One board: points for each pair beaten, unequal numbers of results, neutral boards, what is shown.

    With `has_common_top` every board of a game is brought to the largest number of results that any of its boards has.
    """

    points_per_win: PointsPerWin
    incomplete: Incomplete
    has_common_top: bool
    neutral_weekly: NeutralMethod
    neutral_other: NeutralMethod
    shown: ShownPoints
    rounding: Rounding

    def neutral(self, event_class: EventClass) -> NeutralMethod:
        """Returns the neutral-board method for events of a class."""
        return self.neutral_weekly if event_class is EventClass.WEEKLY else self.neutral_other


@dataclass(frozen=True, slots=True)
class TotalRules:
    """Totals and percentages: what is added, how it is factored and rounded, in this order; and what makes the total of
    several sessions."""

    adds: Addends
    factoring: Factoring
    rounding: Rounding
    percent_of: PercentOf
    percent_rounding: Rounding
    sessions_by: SessionsBy = SessionsBy.POINTS


@dataclass(frozen=True, slots=True)
class RankingRules:
    """Ranks: by what, ties, how many percent of a field are placed (rounded up), and ties for the last of these.

    `tie_breaks` separate equal scores one after another, and `ties_split` says when. An event has `most_strata` strata
    at the most (0: as many as one likes), and the lowest has `least_lowest_stratum` pairs at the least (0: no number).
    """

    by: RankBy
    ties: Ties
    placed_percent: Fraction
    cut_ties: CutTies = CutTies.ALL_IN
    tie_breaks: tuple[PairTieBreak, ...] = ()
    ties_split: TiesSplit = TiesSplit.ALWAYS
    most_strata: int = 0
    least_lowest_stratum: int = 0

    @property
    def by_percent(self) -> RankBy:
        """Returns the percentage that ranks contestants wherever fields of different sizes are ranked together."""
        return RankBy.EXACT_PERCENT if self.by is RankBy.EXACT_PERCENT else RankBy.PERCENT

    @property
    def splits_ties(self) -> bool:
        """True if tie-breaks can ever separate equal scores."""
        return bool(self.tie_breaks) and self.ties_split is not TiesSplit.NEVER


@dataclass(frozen=True, slots=True)
class FouledRules:
    """Boards played in two or more forms. Groups of four or more use Neuberg's formula; small ones a list of
    percentages, best score first. Events of `simple_up_to` and below may add half points instead when
    `allows_simple`. A group of two or three is small only when it has no more than `small_share` of the results."""

    allows_simple: bool
    simple_up_to: EventClass
    three_and_three: ThreeAndThree
    percents_of_three: tuple[Fraction, ...]
    percents_of_two: tuple[Fraction, ...]
    percents_of_one: tuple[Fraction, ...]
    small_share: Fraction = Fraction(1)

    def is_simple(self, event_class: EventClass) -> bool:
        """True if events of a class use the simple method."""
        return self.allows_simple and event_class.level <= self.simple_up_to.level

    def percents(self, group: int, board: int) -> tuple[Fraction, ...] | None:
        """Returns the percentages for a group of `group` of the board's results. Returns None if the formula
        applies."""
        if group > 1 and group > self.small_share * board:
            return None
        if group == 3:
            is_formula = board in (4, 5) or (board == 6 and self.three_and_three is ThreeAndThree.FORMULA)
            return None if is_formula else self.percents_of_three
        return {1: self.percents_of_one, 2: self.percents_of_two}.get(group)


@dataclass(frozen=True, slots=True)
class ScoringRules:
    """Everything that regulations decide about the scoring of pairs and single players: the first five sections about
    matchpoints and every ranking, the others about the methods that count margins."""

    averages: AverageRules
    boards: BoardRules
    totals: TotalRules
    ranking: RankingRules
    fouled: FouledRules
    imps: CrossRules = field(default_factory=CrossRules)
    total_points: CrossRules = field(default_factory=CrossRules)
    butler: ButlerRules = field(default_factory=ButlerRules)
    houston: HoustonRules = field(default_factory=HoustonRules)
    worth: WorthRules = field(default_factory=WorthRules)

    def percent_cut(self, exact: Fraction | None, published: Fraction | None) -> Fraction:
        """Returns the part that rounding removed from a percentage if the regulations rank by the exact one, otherwise
        0."""
        if exact is None or published is None or self.ranking.by is not RankBy.EXACT_PERCENT:
            return Fraction(0)
        return exact - published
