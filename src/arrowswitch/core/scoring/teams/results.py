"""The points of a match of teams for both sides, with rulings, penalties and boards left out.

| clause | rule | here |
|---|---|---|
| regulations summary, lines 39-45 | IMP teams: average 0, plus and minus 3 IMPs | `TeamRules.award` |
| regulations summary, lines 29-37 | B-a-M: average 1, plus 1.5 and 100, from the third 1.2, minus | `BamRules.award` |
| guidance on Law 12C1(c), lines 25-36 | each outcome to IMPs, weighted, nearest whole IMP | `Weighed` |
| manual, lines 2651-2652 | wrong seats: the board leaves the comparison of the teams | `TeamMatch.left_out` |
| regulations summary, line 258 | penalties in IMPs | `TeamMatch.penalties` |
| documents silent: a slip with the victory points of both | they stand as reported | `TeamMatch.given_vp` |

The two sides of a ruled board need not balance: each has a margin of its own, and its own victory points from it. A
penalty in IMPs comes off the offender's IMPs before they become victory points (decision).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.scoring.boards.imps import imps
from arrowswitch.core.scoring.outcomes import AverageKind
from arrowswitch.core.scoring.rounding import round_half_up_0
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.core.scoring.scales import ScaleUnit
from arrowswitch.core.scoring.team_rules import TeamRules
from arrowswitch.core.scoring.teams.match import (
    Both,
    MatchPart,
    MatchRules,
    MatchScore,
    Nets,
    PlayedBoards,
    TeamMethod,
    boards_score,
    margin_of,
)

_NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class Weighed:
    """A weighted result of a board: net scores of the team on it, with weights that add up to 1."""

    parts: tuple[tuple[int, Fraction], ...]


RuledValue = AverageKind | Weighed


@dataclass(frozen=True, slots=True)
class RuledBoard:
    """A board with a ruling: what the first team gets and what the second, each from its own side."""

    board: BoardNumber
    first: RuledValue
    second: RuledValue


@dataclass(frozen=True, slots=True)
class TeamPenalty:
    """A penalty of a team: a positive amount in IMPs, VP, points of the table or boards. `round` is that of the match
    whose IMPs it lowers; a penalty without one comes off the total."""

    number: Number
    amount: Fraction
    unit: PenaltyUnit
    round: int | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """A match of two teams: its parts as `boards_score` takes them, everything seen from `first`.

    `boards` is its number of boards (None: the number in the event's rules). `ruled` boards and those `left_out` (wrong
    seats) are not compared, even if the parts contain them. `forfeited_by` are the teams that lost it without playing.
    `given_vp` are victory points as a slip reports them: once every board is scored they apply, regardless of the
    margin.
    """

    first: Number
    second: Number
    parts: tuple[MatchPart, ...] = ()
    round: int = 0
    boards: int | None = None
    ruled: tuple[RuledBoard, ...] = ()
    left_out: frozenset[BoardNumber] = frozenset()
    forfeited_by: tuple[Number, ...] = ()
    given_vp: Both | None = None

    @property
    def teams(self) -> tuple[Number, Number]:
        return self.first, self.second

    def has(self, number: Number) -> bool:
        """True if a team is one of the two."""
        return number in self.teams

    def other(self, number: Number) -> Number:
        """Returns the opponents of a team of the match."""
        return self.second if number == self.first else self.first


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A match scored. `score` holds the boards compared, from the first team's side; `ruled` what each ruled board
    brings both sides.

    `points` are the IMPs, board points or total points of both, rulings included; `lost` is what each side lost, on
    ruled boards by its own ruling; `margins` are each side's own, penalties deducted; `vp` and `brings` come when the
    match is complete (`MatchScore`). Without victory points matches of IMPs and of total points bring the margins.
    """

    match: TeamMatch
    score: MatchScore
    ruled: tuple[tuple[BoardNumber, Both], ...]
    penalties: tuple[TeamPenalty, ...]
    points: Both
    lost: Both
    margins: Both
    vp: Both | None
    brings: Both | None

    @property
    def is_complete(self) -> bool:
        """True if every board is compared, ruled on or left out, and not all of them are left out: without a board that
        counts a match has no result until it is ruled on."""
        return self.score.is_complete and bool(self.score.compared or self.ruled)


def match_result(
    match: TeamMatch, rules: MatchRules, teams: TeamRules, penalties: tuple[TeamPenalty, ...] = ()
) -> MatchResult:
    """Returns the result of a match for both teams so far; `penalties` are those that lower its IMPs.

    Raises Refused as `MatchRules.check` and `boards_score`, and `team.penalty-unit` for IMPs where none are counted.
    """
    rules = rules if match.boards is None else replace(rules, boards=match.boards)
    rules.check()
    Refused.check(_unit_problems(rules, penalties))
    settled = match.left_out | {board.board for board in match.ruled}
    compared = replace(rules, boards=max(rules.boards - len(settled), 0))
    score = boards_score([without_boards(part, settled) for part in match.parts], compared)
    ruled = tuple(_ruled_boards(match, rules, teams, score))
    points = _add_ruled(score.points, [value for _, value, _ in ruled], rules.method)
    margins = _margins(margin_of(score, rules), [margin for _, _, margin in ruled], penalties, match, teams)
    is_complete = score.is_complete and bool(score.compared or ruled)
    vp = (match.given_vp or rules.vp(margins)) if is_complete else None
    brings = rules.table_points(points, margins, vp) if is_complete else None
    values = tuple((board, value) for board, value, _ in ruled)
    return MatchResult(
        match=match,
        score=score,
        ruled=values,
        penalties=penalties,
        points=points,
        lost=_lost(score.points, [value for _, value, _ in ruled], rules),
        margins=margins,
        vp=vp,
        brings=brings,
    )


def losers_of(result: MatchResult, withdrawn: frozenset[Number]) -> tuple[Number, ...]:
    """Returns the teams that forfeit a match: by a ruling, or because they left before it was over."""
    if result.match.forfeited_by:
        return result.match.forfeited_by
    return () if result.is_complete else tuple(number for number in result.match.teams if number in withdrawn)


def lowers_match(penalty: TeamPenalty) -> bool:
    """True if a penalty lowers the IMPs of a match and not the total."""
    return penalty.unit is PenaltyUnit.IMPS and penalty.round is not None


def _unit_problems(rules: MatchRules, penalties: tuple[TeamPenalty, ...]) -> Iterator[Problem]:
    counts_imps = rules.method in (TeamMethod.IMPS, TeamMethod.PACHABO)
    for penalty in penalties:
        if not counts_imps:
            yield Problem("team.penalty-unit", {"number": penalty.number, "method": rules.method.value})


def without_boards(part: MatchPart, boards: frozenset[BoardNumber]) -> MatchPart:
    """Returns a part of a match without some of its boards; totals stay as they are."""
    match part:
        case PlayedBoards(lines):
            return PlayedBoards(tuple(line for line in lines if line.board not in boards))
        case Nets(nets):
            return Nets(tuple((board, net) for board, net in nets if board not in boards))
        case _:
            return part


def _ruled_boards(
    match: TeamMatch, rules: MatchRules, teams: TeamRules, score: MatchScore
) -> Iterator[tuple[BoardNumber, Both, Both]]:
    """Yields each ruled board with the points and the margins of both sides."""
    done = [line.points for line in score.lines if line.points is not None]
    counts: tuple[Counter[AverageKind], Counter[AverageKind]] = Counter(), Counter()
    for board in match.ruled:
        values, margins = [], []
        for side, value in enumerate((board.first, board.second)):
            mean = sum((points[side] for points in done), _NOTHING) / len(done) / rules.share if done else None
            if isinstance(value, AverageKind):
                counts[side][value] += 1
                values.append(_award(value, counts[side][value], mean, rules, teams))
            else:
                values.append(_weighed_points(value, rules))
            margins.append(_ruled_margin(value, values[-1], rules, teams))
        share = rules.share
        yield board.board, (share * values[0], share * values[1]), (share * margins[0], share * margins[1])


def _award(kind: AverageKind, place: int, mean: Fraction | None, rules: MatchRules, teams: TeamRules) -> Fraction:
    if rules.method.is_board_a_match:
        return rules.bam.award(kind, place, mean)
    return teams.award(kind) if rules.method is TeamMethod.IMPS else Fraction(rules.bam.award_net(kind))


def _weighed_points(value: Weighed, rules: MatchRules) -> Fraction:
    if rules.method.is_board_a_match:
        return sum((weight * rules.bam.board(net) for net, weight in value.parts), _NOTHING)
    return weighed_imps(value) if rules.method is TeamMethod.IMPS else mean_net(value)


def weighed_imps(value: Weighed) -> Fraction:
    """Returns the whole IMPs of a weighted result: 0.4 x 13 - 0.2 x 1 - 0.1 x 13 = 3.7 are 4 (guidance, line 36)."""
    return round_half_up_0(sum((weight * imps(net) for net, weight in value.parts), _NOTHING))


def mean_net(value: Weighed) -> Fraction:
    """Returns the weighted mean of the net scores of a weighted result."""
    return sum((weight * net for net, weight in value.parts), _NOTHING)


def _ruled_margin(value: RuledValue, points: Fraction, rules: MatchRules, teams: TeamRules) -> Fraction:
    """Returns the margin of a ruled board for a side: IMPs, the net score, or board points won less lost."""
    if rules.method.margin_unit is ScaleUnit.POINTS:
        return Fraction(rules.bam.award_net(value)) if isinstance(value, AverageKind) else mean_net(value)
    if rules.method is TeamMethod.PACHABO:
        return teams.award(value) if isinstance(value, AverageKind) else weighed_imps(value)
    return 2 * points - rules.bam.win if rules.method.is_board_a_match else points


def _add_ruled(points: Both, ruled: list[Both], method: TeamMethod) -> Both:
    """Returns the points of both sides with ruled boards: of a margin the positive part, as of a board compared."""
    own, other = points
    for first, second in ruled:
        own += first if method.is_board_a_match else max(first, _NOTHING)
        other += second if method.is_board_a_match else max(second, _NOTHING)
    return own, other


def _lost(points: Both, ruled: list[Both], rules: MatchRules) -> Both:
    """Returns the points that both sides lost: on boards compared those that the other won, on ruled boards by each
    side's own ruling: a margin that is negative, or the part of a board that it did not get."""
    board = rules.share * rules.bam.win if rules.method.is_board_a_match else _NOTHING
    first, second = (sum((max(board - both[side], _NOTHING) for both in ruled), points[1 - side]) for side in (0, 1))
    return first, second


def _margins(
    base: Fraction,
    ruled: list[Both],
    penalties: tuple[TeamPenalty, ...],
    match: TeamMatch,
    teams: TeamRules,
) -> Both:
    own = base + sum((first for first, _ in ruled), _NOTHING)
    other = -base + sum((second for _, second in ruled), _NOTHING)
    for penalty in penalties:
        is_own = penalty.number == match.first
        moved = penalty.amount if teams.penalty_moves_margin else _NOTHING
        own += -penalty.amount if is_own else moved
        other += moved if is_own else -penalty.amount
    return own, other
