"""Totals and standings of the methods that count margins: IMPs and points, which average 0 on every board.

Nothing is factored (manual, lines 1297-1305 are about matchpoints). Penalties are deducted from the sum of the boards;
one board is worth `WorthRules` (regulations summary, lines 47-59), divided as the method divides its boards. Highest
total first, also while results are awaited.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Impossible, Refused
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.boards.measures import IMPS, POINTS
from arrowswitch.core.scoring.inputs import Penalty, ScoringInput
from arrowswitch.core.scoring.outcomes import Average, AverageKind, Line, Neutral, Percentage, SideOutcome
from arrowswitch.core.scoring.regulations import ScoringRegulations
from arrowswitch.core.scoring.rounding import Rounding
from arrowswitch.core.scoring.rules import PenaltyUnit, RankBy, ScoringRules
from arrowswitch.core.scoring.standings import ScoredBoard, ScoredLine, SidePoints, Standings
from arrowswitch.core.scoring.totals.accounts import unranked
from arrowswitch.core.scoring.totals.matchpoints import planned_results
from arrowswitch.core.scoring.totals.ranking import ranked_by_field

BUTLER = "butler"
_CROSSES = {measure.method: measure for measure in (IMPS, POINTS)}
_HALF_PERCENT = Fraction(50)


@dataclass(frozen=True, slots=True)
class Worth:
    """What a penalty is counted in: the method's own `unit`, and what one board is worth in it. `top` is the most
    matchpoints of a board, as penalties in matchpoints mean it."""

    method: str
    unit: PenaltyUnit
    board: Fraction
    top: Fraction

    def amount(self, penalty: Penalty, boards: Fraction) -> Fraction:
        """Returns a penalty in the method's unit; percent and matchpoints are taken as parts of `boards` and of a top.

        Raises Refused (`scoring.penalty-unit`) for a unit of other methods.
        """
        per_unit = {
            self.unit: Fraction(1),
            PenaltyUnit.BOARDS: self.board,
            PenaltyUnit.PERCENT: self.board * boards / 100,
            PenaltyUnit.MATCHPOINTS: self.board / self.top if self.top else Fraction(0),
        }
        if penalty.unit not in per_unit:
            raise Refused.of("scoring.penalty-unit", number=penalty.number, unit=penalty.unit.value, method=self.method)
        return penalty.amount * per_unit[penalty.unit]


@dataclass(frozen=True, slots=True)
class MarginAccount:
    """How a total comes about: the sum of the boards, how many were scored and not, each penalty, the exact total."""

    points: Fraction
    boards: int
    unscored: int
    penalties: tuple[tuple[Penalty, Fraction], ...]

    @property
    def penalty(self) -> Fraction:
        """Returns all that is deducted."""
        return sum((points for _, points in self.penalties), Fraction(0))

    @property
    def exact_total(self) -> Fraction:
        """Returns the total before rounding."""
        return self.points - self.penalty


def award_kind(outcome: SideOutcome) -> AverageKind | None:
    """Returns which of the three averages an artificial score is, None for any other outcome.

    A percentage of the top has no top here: more than half is average plus, less is average minus (decision).
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


def scored_line(line: Line, points: Mapping[Side, Fraction | None], rounding: Rounding) -> ScoredLine:
    """Returns a line with the exact points of both sides, rounded for publication."""
    sides = (
        SidePoints(None if exact is None else rounding.of(exact), exact, Fraction(0))
        for exact in (points[Side.NS], points[Side.EW])
    )
    return ScoredLine(line, *sides)


def make_standings(
    session: ScoringInput, regulations: ScoringRegulations, boards: Mapping[BoardNumber, ScoredBoard], method: str
) -> Standings:
    """Returns the standings by the sum of the boards' points, for the methods `imps`, `butler` and `total-points`."""
    rules = regulations.scoring
    rounding = total_rounding(rules, method)
    rows = (
        unranked(session, number, account, rounding.of(account.exact_total), None)
        for number, account in margin_accounts(session, rules, boards, method).items()
    )
    ranking = ranked_by_field(rows, rules.ranking, RankBy.TOTAL)
    return Standings(
        method=method,
        regulations=regulations.name,
        ranking=ranking,
        boards=boards,
        is_provisional=session.is_provisional,
        ranked_by=RankBy.TOTAL,
    )


def margin_accounts(
    session: ScoringInput, rules: ScoringRules, boards: Mapping[BoardNumber, ScoredBoard], method: str
) -> dict[Number, MarginAccount]:
    """Returns how the total of everybody who scored on some board comes about, in the order of the contestants."""
    worth = board_worth(session, rules, method)
    found = side_points(boards.values())
    accounts = {}
    for number in session.ranked:
        won = [points.exact for points in found.get(number, ()) if points.exact is not None]
        if won:
            given = [penalty for penalty in session.penalties if penalty.number == number]
            penalties = tuple((penalty, worth.amount(penalty, Fraction(len(won)))) for penalty in given)
            unscored = len(found[number]) - len(won)
            accounts[number] = MarginAccount(sum(won, Fraction(0)), len(won), unscored, penalties)
    return accounts


def side_points(boards: Iterable[ScoredBoard]) -> dict[Number, list[SidePoints]]:
    """Returns the points of everybody on all boards."""
    found: dict[Number, list[SidePoints]] = defaultdict(list)
    for row in (row for board in boards for row in board.rows):
        for side in Side:
            for number in row.line.side(side)[0]:
                found[number].append(row.side(side))
    return found


def board_worth(session: ScoringInput, rules: ScoringRules, method: str) -> Worth:
    """Returns what one board is worth in a method that adds margins (regulations summary, lines 47-59)."""
    return worth_of(max(planned_results(session, session.by_board()).values(), default=1), rules, method)


def worth_of(most: int, rules: ScoringRules, method: str) -> Worth:
    """Returns what one board is worth where boards have `most` results.

    Against a datum there is one comparison: five IMPs, as in a knockout match (decision).
    """
    top = Fraction((most - 1) * rules.boards.points_per_win)
    if method == BUTLER:
        return Worth(method, PenaltyUnit.IMPS, rules.worth.imps, top)
    measure = _CROSSES.get(method)
    if measure is None:
        raise Impossible(f"{method!r} does not add margins")
    divisor = measure.rules_of(rules).divide_by.of(most)
    return Worth(method, measure.unit, (most - 1) * measure.board_worth(rules) / divisor, top)


def total_rounding(rules: ScoringRules, method: str) -> Rounding:
    """Returns how the total of a method that adds margins is rounded."""
    if method == BUTLER:
        return rules.butler.total_rounding
    return _CROSSES[method].rules_of(rules).total_rounding
