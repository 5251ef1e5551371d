"""A match of two teams: its value from the results of both tables, or from what the captains report.

| clause | rule | here |
|---|---|---|
| manual, lines 1640-1668 | own N-S score + own E-W score, each with its sign, to IMPs | `TwoTables`, `boards_score` |
| manual, line 1688 | total points instead of IMPs | `TeamMethod.TOTAL_POINTS` |
| manual, lines 1821-1827 | a board won 2, tied 1, lost 0; with VP for the net score of the round | `BOARD_A_MATCH` |
| manual, line 1823; EBU White Book 3.1.6 | point-a-board: the boards alone, as in B-a-M | `POINT_A_BOARD` |
| EBU, Tournament Focus, winter 2009 | Patton: board points, and VP for the net score | `PATTON` |
| EBU White Book 3.1.6 | Pachabo, hybrid IMPs: board points, and VP for the IMPs | `PACHABO` |
| manual, lines 1829-1864 | report forms: net scores by board, or only totals | `Nets`, `Totals` |
| manual, line 3427 | half of the match played: IMPs so far, VP when all is played | `results.match_result` |

A board is compared when both tables are in; until then it is held and brings nothing. Everything is seen from one team;
the other has the opposite (line 1668).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.scoring.boards.imps import imps
from arrowswitch.core.scoring.scales import Scale, ScaleUnit
from arrowswitch.core.scoring.team_rules import BamRules, HybridRules

Both = tuple[Fraction, Fraction]
"""Points of the team and of its opponents."""


class TeamMethod(StrEnum):
    """How boards of a team match become points."""

    IMPS = "imps"
    TOTAL_POINTS = "total-points"
    BOARD_A_MATCH = "board-a-match"
    BOARD_A_MATCH_VP = "board-a-match-vp"
    POINT_A_BOARD = "point-a-board"
    PATTON = "patton"
    PACHABO = "pachabo"

    @property
    def is_board_a_match(self) -> bool:
        """True if boards are won, tied or lost."""
        return self not in (TeamMethod.IMPS, TeamMethod.TOTAL_POINTS)

    @property
    def adds_vp(self) -> bool:
        """True if victory points are added to the points of the boards, so that a scale is needed."""
        return self in (TeamMethod.BOARD_A_MATCH_VP, TeamMethod.PATTON, TeamMethod.PACHABO)

    @property
    def margin_unit(self) -> ScaleUnit | None:
        """Returns the unit of a match margin that is converted into victory points; None if none is."""
        return _UNIT.get(self)


_UNIT = {
    TeamMethod.IMPS: ScaleUnit.IMPS,
    TeamMethod.BOARD_A_MATCH_VP: ScaleUnit.POINTS,
    TeamMethod.PATTON: ScaleUnit.POINTS,
    TeamMethod.PACHABO: ScaleUnit.IMPS,
}


@dataclass(frozen=True, slots=True)
class MatchRules:
    """How a match is scored: by what, over how many boards, and on which VP scale (None: without victory points).

    `bam` tells what boards bring that are won or tied, `hybrid` what the scale is brought to in Patton and Pachabo.
    `share` is the part of a board that each comparison counts: where four tables are compared each with each, a board
    is compared four times for one half, and `boards` counts the comparisons. `is_half` is true for a match of a
    triangle, whose points and margin become victory points together with those of another match.
    """

    method: TeamMethod
    boards: int
    scale: Scale | None = None
    bam: BamRules = field(default_factory=BamRules)
    hybrid: HybridRules | None = None
    share: Fraction = Fraction(1)
    is_half: bool = False

    @property
    def worth(self) -> int:
        """Returns the number of boards that the victory points are for."""
        return int(self.boards * self.share)

    def check(self) -> None:
        """Raises Refused: `team.scale` when the scale does not fit the method, and what `Scale.points` raises for a
        number of boards that it does not know."""
        wanted = self.method.margin_unit
        is_missing = self.scale is None and self.method.adds_vp and not self.is_half
        if is_missing or (self.scale is not None and self.scale.unit is not wanted):
            raise Refused.of("team.scale", method=self.method.value)
        if self.scale is not None:
            self.scale.points(0, self.worth)

    def vp(self, margins: Both) -> Both | None:
        """Returns the victory points of both sides from the margin of each, usually opposite ones; None without a
        scale. Where rulings give the sides margins of their own their victory points need not balance."""
        if self.scale is None:
            return None
        own, other = (self.scale.points(margin, self.worth)[0] for margin in margins)
        if self.hybrid is None or not self.hybrid.margin_per_board:
            return own, other
        factor = self.hybrid.margin_per_board * self.worth / sum(self.scale.points(0, self.worth))
        return self.hybrid.rounding.of(own * factor), self.hybrid.rounding.of(other * factor)

    def brings(self, points: Both, vp: Both | None) -> Both:
        """Returns the points of a match for both sides: victory points, the points of its boards, or both added."""
        if vp is None:
            return points
        return (points[0] + vp[0], points[1] + vp[1]) if self.method.adds_vp else vp

    def table_points(self, points: Both, margins: Both, vp: Both | None) -> Both:
        """Returns the points of both sides in the table: as `brings`, but without victory points a match of IMPs or
        total points counts with its margins."""
        return margins if vp is None and not self.method.is_board_a_match else self.brings(points, vp)

    def board_points(self, difference: int) -> Both:
        """Returns the points of a board for both sides: IMPs or score difference to the winner, or the points of a
        board won or tied."""
        if self.method.is_board_a_match:
            return self.share * self.bam.board(difference), self.share * self.bam.board(-difference)
        size = self.share * (abs(imps(difference)) if self.method is TeamMethod.IMPS else abs(difference))
        return (size, Fraction(0)) if difference > 0 else (Fraction(0), size)


@dataclass(frozen=True, slots=True)
class TwoTables:
    """A board of a match: what the team won where it sat North-South and where it sat East-West, each from its own
    side; None while a table's result is missing."""

    board: BoardNumber
    own_ns: int | None
    own_ew: int | None

    @property
    def difference(self) -> int | None:
        """Returns the team's net score on the board; None while a table is missing."""
        return None if self.own_ns is None or self.own_ew is None else self.own_ns + self.own_ew


@dataclass(frozen=True, slots=True)
class Nets:
    """A part of a match as a report form has it board by board: the team's net scores (negative when it lost)."""

    boards: tuple[tuple[BoardNumber, int], ...]


@dataclass(frozen=True, slots=True)
class Totals:
    """A part of a match as totals only: the number of boards, the net score, and the points of both sides (IMPs or
    board points). Totals that the method does not need may be None."""

    boards: int
    net: int | None = None
    points: Both | None = None


@dataclass(frozen=True, slots=True)
class PlayedBoards:
    """A part of a match board by board."""

    boards: tuple[TwoTables, ...]


MatchPart = PlayedBoards | Nets | Totals


@dataclass(frozen=True, slots=True)
class ComparedBoard:
    """One board compared; everything is None while it is held."""

    board: BoardNumber
    difference: int | None
    points: Both | None


@dataclass(frozen=True, slots=True)
class MatchScore:
    """The boards of a match as far as they are played, seen from one team.

    `compared` of `boards` boards have both tables; `net` is the score difference of these, `points` what both sides
    have won (IMPs, board points, or the score difference as points of one side).
    """

    lines: tuple[ComparedBoard, ...]
    boards: int
    compared: int
    net: int
    points: Both

    @property
    def is_complete(self) -> bool:
        return self.compared == self.boards

    @property
    def boards_waiting(self) -> tuple[BoardNumber, ...]:
        """Returns the boards still waiting for the other table."""
        return tuple(line.board for line in self.lines if line.difference is None)

    @property
    def margin(self) -> Fraction:
        """Returns the team's lead in points (IMPs or board points)."""
        return self.points[0] - self.points[1]


def boards_score(parts: Sequence[MatchPart], rules: MatchRules) -> MatchScore:
    """Returns the boards of a match compared, from its parts (halves, sessions), each board by board or as reported.
    `results.match_result` gives their points.

    Raises Refused with all problems: `team.board-twice`, `team.too-many-boards`; `team.totals-incomplete` when totals
    lack what the method needs, `team.board-points` when they do not add up.
    """
    Refused.check(_problems(parts, rules))
    lines = tuple(_line(board, net, rules) for board, net in _differences(parts))
    totals = [part for part in parts if isinstance(part, Totals)]
    compared = sum(line.points is not None for line in lines) + sum(part.boards for part in totals)
    net = sum(line.difference or 0 for line in lines) + sum(part.net or 0 for part in totals)
    won = [line.points for line in lines if line.points is not None] + [_points(part, rules.method) for part in totals]
    points = sum((own for own, _ in won), Fraction(0)), sum((other for _, other in won), Fraction(0))
    return MatchScore(lines=lines, boards=rules.boards, compared=compared, net=net, points=points)


def margin_of(score: MatchScore, rules: MatchRules) -> Fraction:
    """Returns the margin of a match that becomes victory points: IMPs, or the net score; else that of its points."""
    if rules.method is TeamMethod.PACHABO:
        return rules.share * sum(imps(line.difference or 0) for line in score.lines)
    return rules.share * score.net if rules.method.margin_unit is ScaleUnit.POINTS else score.margin


def board_points(difference: int, method: TeamMethod) -> Both:
    """Returns the points of a board for both sides by the rules of the documents (`MatchRules.board_points`).

    >>> board_points(-250, TeamMethod.IMPS)
    (Fraction(0, 1), Fraction(6, 1))
    """
    return MatchRules(method, 1).board_points(difference)


def _differences(parts: Sequence[MatchPart]) -> Iterator[tuple[BoardNumber, int | None]]:
    for part in parts:
        if isinstance(part, PlayedBoards):
            yield from ((two.board, two.difference) for two in part.boards)
        elif isinstance(part, Nets):
            yield from part.boards


def _line(board: BoardNumber, difference: int | None, rules: MatchRules) -> ComparedBoard:
    return ComparedBoard(board, difference, None if difference is None else rules.board_points(difference))


def _points(part: Totals, method: TeamMethod) -> Both:
    if part.points is not None and method is not TeamMethod.TOTAL_POINTS:
        return part.points
    return board_points(part.net or 0, TeamMethod.TOTAL_POINTS)


def _problems(parts: Sequence[MatchPart], rules: MatchRules) -> Iterator[Problem]:
    seen: set[BoardNumber] = set()
    for board, _ in _differences(parts):
        if board in seen:
            yield Problem("team.board-twice", {"board": board})
        seen.add(board)
    totals = [part for part in parts if isinstance(part, Totals)]
    count = len(seen) + sum(part.boards for part in totals)
    if count > rules.boards:
        yield Problem("team.too-many-boards", {"n": count, "boards": rules.boards})
    for part in totals:
        yield from _totals_problems(part, rules)


def _totals_problems(part: Totals, rules: MatchRules) -> Iterator[Problem]:
    method = rules.method
    needs_net = method is TeamMethod.TOTAL_POINTS or method.margin_unit is ScaleUnit.POINTS
    needs_points = method is not TeamMethod.TOTAL_POINTS
    # Pachabo counts both IMPs and board points, and totals have no place for both.
    needs_boards = method is TeamMethod.PACHABO
    if needs_boards or (needs_net and part.net is None) or (needs_points and part.points is None):
        yield Problem("team.totals-incomplete", {"method": method.value})
    elif (
        method.is_board_a_match
        and part.points is not None
        and sum(part.points) != rules.share * rules.bam.win * part.boards
    ):
        yield Problem("team.board-points", {"sum": str(sum(part.points)), "boards": part.boards})
