"""How the matches of a team event are scored and seated, as its organiser fixes and publishes it; line-ups, forfeits.

JCBL director's manual 3.3, lines 1632 (who moves first is ruled, and the manual leaves the rule out), 1670-1686 (half
time, substitutes), 1688-1692 and 2609-2615 (what a match is scored by). Every field is None where the organiser fixed
nothing: then what is usual for the form holds, and the conditions of contest show a gap where nothing is usual.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.scoring.scales import ScaleUnit
from arrowswitch.core.scoring.teams.match import TeamMethod
from arrowswitch.tournament.model.ids import EntryId
from arrowswitch.tournament.model.places import RoundPlace, Slot
from arrowswitch.tournament.model.values.knockout import CarriedIn, Decision


class TeamScoring(StrEnum):
    """The scoring of the boards of a match, with or without victory points (manual, lines 2609-2615; EBU White Book
    3.1.6 for the last three)."""

    IMPS_VP = "imps-vp"
    IMPS = "imps"
    TOTAL_POINTS = "total-points"
    BOARD_A_MATCH = "board-a-match"
    BOARD_A_MATCH_VP = "board-a-match-vp"
    POINT_A_BOARD = "point-a-board"
    PATTON = "patton"
    PACHABO = "pachabo"

    @property
    def method(self) -> TeamMethod:
        return TeamMethod.IMPS if self is TeamScoring.IMPS_VP else TeamMethod(self.value)

    @property
    def unit(self) -> ScaleUnit | None:
        """Returns the unit of the margins converted into victory points; None if there are none."""
        return None if self is TeamScoring.IMPS else self.method.margin_unit

    @property
    def has_usual_scale(self) -> bool:
        """True if the regulations name the scale, so that the event need not choose one."""
        return self in (TeamScoring.PATTON, TeamScoring.PACHABO)


class HomeRule(StrEnum):
    """The rule for the home team of a drawn match: the team that was at home less often, the lower number, by lot, or
    the winner of the toss. The sheet of a round robin has its own home teams."""

    BALANCED = "balanced"
    LOWER_NUMBER = "lower-number"
    LOT = "lot"
    TOSS = "toss"


class SeatingRight(StrEnum):
    """The team that may see the opponents' line-up before its own: the home team, the visitors, each for one half (the
    visitors first), the winner of a toss, or nobody (both at the same time)."""

    HOME = "home"
    AWAY = "away"
    ALTERNATE = "alternate"
    TOSS = "toss"
    NOBODY = "nobody"


class HalfTime(StrEnum):
    """The pairs that change places at half time (lines 1670-1680): those of the losing team, as in the league; the home
    team's or the visitors' at any score; as the teams agree; nobody's."""

    LOSER = "loser"
    HOME = "home"
    AWAY = "away"
    AGREED = "agreed"
    NOBODY = "nobody"


class Substitution(StrEnum):
    """The changes allowed in a line-up at half time (lines 1682-1686): substitutes may come in and none of the four
    gets another partner among them, as in the league; all changes; none."""

    PARTNERS_STAY = "partners-stay"
    FREE = "free"
    NONE = "none"


class EightScoring(StrEnum):
    """How the four tables of a match of teams of eight are compared: each own North-South score with each own East-West
    score, or all four scores added."""

    CROSS = "cross"
    AGGREGATE = "aggregate"


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """The settings of team matches. `eight` is None for teams of four, else the comparison of four tables."""

    scoring: TeamScoring | None = None
    home: HomeRule | None = None
    seating: SeatingRight | None = None
    half_time: HalfTime | None = None
    substitution: Substitution | None = None
    eight: EightScoring | None = None

    @property
    def tables(self) -> int:
        return 2 if self.eight is None else 4

    @property
    def people(self) -> int:
        """Returns the number of players of a team at the tables at a time."""
        return 2 * self.tables

    @property
    def most_people(self) -> int:
        """Returns the most players that a team may have, including substitutes."""
        return 8 if self.eight is None else 12


@dataclass(frozen=True, slots=True)
class Lineup:
    """The line-up of a team for a half of a match: two players North-South at home, two East-West, by their names."""

    at: RoundPlace
    number: Number
    half: int
    ns: tuple[str, ...]
    ew: tuple[str, ...]


class SlipUnit(StrEnum):
    """The unit of the slip of a whole match: the points of its boards (IMPs, boards won, score differences), or the
    victory points of both teams."""

    POINTS = "points"
    VP = "vp"


@dataclass(frozen=True, slots=True)
class MatchSlip:
    """The result of a match as its slip reports it, without its boards.

    `at` is the first round of the match. `boards` is how many of its boards the slip is of, in their order: boards that
    are added later (to a level match of a knockout, by the next session) are not on it.
    """

    at: RoundPlace
    home: Number
    away: Number
    home_points: Fraction
    away_points: Fraction
    unit: SlipUnit
    boards: int
    reason: str
    seq: int

    @property
    def points(self) -> tuple[Fraction, Fraction]:
        """Returns the points of both teams, the home team first."""
        return self.home_points, self.away_points


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A match of a round that a team has lost without playing it, or without playing enough of it."""

    at: RoundPlace
    number: Number
    opponent: Number
    reason: str
    seq: int


@dataclass(frozen=True, slots=True)
class ShortenedMatch:
    """A match that is scored on the boards played; `slots` are those of its other boards. `at` is the first round of
    the match."""

    at: RoundPlace
    home: Number
    away: Number
    slots: tuple[Slot, ...]
    reason: str
    seq: int


@dataclass(frozen=True, slots=True)
class MatchesState:
    """The matches of an event as far as its boards do not show them: forfeits, line-ups, slips of whole matches,
    matches scored on the boards played; in a knockout who goes on by the director's decision, and the IMPs that teams
    carry in. `standby` is the pair that plays in a Swiss while the number of the others is odd."""

    forfeits: tuple[Forfeit, ...] = ()
    lineups: tuple[Lineup, ...] = ()
    slips: tuple[MatchSlip, ...] = ()
    decisions: tuple[Decision, ...] = ()
    carried: tuple[CarriedIn, ...] = ()
    shortened: tuple[ShortenedMatch, ...] = ()
    standby: EntryId | None = None
