"""How the totals of all methods come about, and the standings that are made from them.

Order of operations (manual, lines 1297-1311): the boards are added, the total is factored up to the most boards that
anybody played, penalties are deducted, the rest is rounded and ranked. A percentage is the same amount over what could
be won. Methods that count margins (IMPs and points, which average 0 on every board) factor only where the regulations
say so (`imps.factoring`), have no percentage, and rank by the total also while results are awaited.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple, TypeVar

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.scoring.boards.measures import MEASURES
from arrowswitch.core.scoring.fractions import per_cent
from arrowswitch.core.scoring.inputs import Penalty, ScoringInput
from arrowswitch.core.scoring.method_rules import Factoring
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.regulations import ScoringRegulations
from arrowswitch.core.scoring.rounding import Rounding
from arrowswitch.core.scoring.rules import PenaltyUnit, PercentOf, RankBy, ScoringRules
from arrowswitch.core.scoring.standings import ScoredBoard, Standing, Standings
from arrowswitch.core.scoring.totals.ranking import ranked_by_field
from arrowswitch.core.scoring.totals.running import RunningTotals, WonOnBoards

_NOTHING, _ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True, slots=True)
class Worth:
    """The cost of penalties of a method: `board` is the cost of one board, in the unit of the method. `top` is the most
    matchpoints of a board, for penalties in matchpoints."""

    method: Method
    board: Fraction
    top: Fraction

    def amount(self, penalty: Penalty, possible: Fraction) -> Fraction:
        """Returns a penalty in the method's unit; percent are taken of all that could be won (`possible`).

        Raises Refused (`scoring.penalty-unit`) for a unit of other methods.
        """
        per_unit = {
            PenaltyUnit.BOARDS: self.board,
            PenaltyUnit.PERCENT: possible / 100,
            PenaltyUnit.MATCHPOINTS: self.board / self.top if self.top else _NOTHING,
            self.method.unit: Fraction(1),
        }
        if penalty.unit not in per_unit:
            raise Refused.of("scoring.penalty-unit", number=penalty.number, unit=penalty.unit.value, method=self.method)
        return penalty.amount * per_unit[penalty.unit]

    def amounts(self, penalties: Iterable[Penalty], possible: Fraction) -> tuple[tuple[Penalty, Fraction], ...]:
        """Returns the cost of each penalty."""
        return tuple((penalty, self.amount(penalty, possible)) for penalty in penalties)


@dataclass(frozen=True, slots=True)
class TotalRounding:
    """How a method publishes its totals: the rounding, the key that it stands under in the regulations, and whether a
    percentage is one of the published total."""

    rounding: Rounding
    key: str
    is_percent_of_total: bool = False


@dataclass(frozen=True, slots=True)
class Account:
    """The account of a total: the points won before factoring on the scored `boards`, and the `most` that could be won
    there (0 if a method has none); boards without a score, the factor for fewer boards or rounds, and the cost of each
    penalty."""

    points: Fraction
    most: Fraction
    boards: int
    unscored: int = 0
    factor: Fraction = _ONE
    penalties: tuple[tuple[Penalty, Fraction], ...] = ()

    @property
    def factored_points(self) -> Fraction:
        return self.points if self.factor is _ONE or self.factor == 1 else self.points * self.factor

    @property
    def possible(self) -> Fraction:
        """Returns the points that could be won, factored."""
        return self.most if self.factor is _ONE or self.factor == 1 else self.most * self.factor

    @property
    def penalty(self) -> Fraction:
        return sum((points for _, points in self.penalties), _NOTHING) if self.penalties else _NOTHING

    @property
    def exact_total(self) -> Fraction:
        """Returns the total before rounding."""
        return self.factored_points - self.penalty if self.penalties else self.factored_points

    def base_total(self, published: TotalRounding) -> Fraction:
        """Returns the total that the percentage is one of: the published one or the exact one."""
        return published.rounding.of(self.exact_total) if published.is_percent_of_total else self.exact_total

    def percent(self, published: TotalRounding) -> Fraction | None:
        """Returns the percentage before rounding; None where nothing could be won."""
        possible = self.possible
        return per_cent(self.base_total(published), possible) if possible else None

    def with_penalties(self, penalties: Iterable[Penalty], worth: Worth) -> Account:
        """Returns the account with penalties; if boards have no maximum, their worth in penalties takes its place."""
        possible = self.possible if worth.method.unit is PenaltyUnit.MATCHPOINTS else worth.board * self.boards
        return replace(self, penalties=worth.amounts(penalties, possible))


AnyAccount = TypeVar("AnyAccount", bound=Account)


def planned_results(session: ScoringInput) -> dict[BoardNumber, int]:
    """Returns how many results each board is to have: what the movement plans, or what it has when that is more."""
    settled = {board: session.count_results(lines) for board, lines in session.by_board().items()}
    boards = {*settled, *session.full_results}
    return {board: max(session.full_results.get(board, 0), settled.get(board, 0)) for board in boards}


def one_board_top(session: ScoringInput, rules: ScoringRules) -> Fraction:
    """Returns the top of the session's boards, which a penalty of one board costs (regulations summary, line 49)."""
    return worth_of(max(planned_results(session).values(), default=1), rules, Method.MATCHPOINTS).top


def board_worth(session: ScoringInput, regulations: ScoringRegulations, method: Method) -> Worth:
    """Returns the worth of one board where totals are those of boards (regulations summary, lines 47-59)."""
    if method is Method.BOARD_A_MATCH:
        return Worth(method, regulations.board_a_match.win, regulations.board_a_match.win)
    if method is Method.INSTANT:
        top = Fraction(session.largest_table * regulations.scoring.boards.points_per_win)
        return Worth(method, top, top)
    return worth_of(max(planned_results(session).values(), default=1), regulations.scoring, method)


def worth_of(results: int, rules: ScoringRules, method: Method) -> Worth:
    """Returns the worth of one board where boards have this many results and each is compared with the others.

    Margins are divided as the method divides its boards. Against a datum there is one comparison: five IMPs, as in a
    knockout match (decision).
    """
    top = Fraction((results - 1) * rules.boards.points_per_win)
    if method is Method.MATCHPOINTS:
        return Worth(method, top, top)
    if method is Method.BUTLER:
        return Worth(method, rules.worth.imps, top)
    measure = MEASURES[method]
    divisor = measure.rules_of(rules).divide_by.of(results)
    return Worth(method, (results - 1) * measure.board_worth(rules) / divisor, top)


def total_rounding(regulations: ScoringRegulations, method: Method, *, is_provisional: bool) -> TotalRounding:
    """Returns how the totals of a method are published."""
    rules = regulations.scoring
    has_percent = method.unit is PenaltyUnit.MATCHPOINTS
    is_of_total = has_percent and rules.totals.percent_of is PercentOf.TOTAL and not is_provisional
    own = {
        Method.BOARD_A_MATCH: regulations.board_a_match.total_rounding,
        Method.IMPS: rules.imps.total_rounding,
        Method.TOTAL_POINTS: rules.total_points.total_rounding,
        Method.BUTLER: rules.butler.total_rounding,
        Method.HOUSTON: rules.houston.total_rounding,
    }
    if method in own:
        return TotalRounding(own[method], f"{method}.total-rounding", is_of_total)
    if has_percent:
        return TotalRounding(rules.totals.rounding, "totals.rounding", is_of_total)
    return TotalRounding(regulations.swiss_pairs.total_rounding, "swiss-pairs.total-rounding")


def factored_to(counts: Iterable[int], factoring: Factoring, *, is_provisional: bool) -> int | None:
    """Returns the number of boards that totals are brought to, given those that contestants have; None for none."""
    if is_provisional or factoring is Factoring.NONE:
        return None
    return max(counts, default=None) if factoring is Factoring.UP else min(counts, default=None)


def board_factoring(rules: ScoringRules, method: Method) -> Factoring:
    """Returns how totals of different numbers of boards are made comparable by a method that adds boards."""
    if method.unit is PenaltyUnit.MATCHPOINTS:
        return rules.totals.factoring
    own = {
        Method.IMPS: rules.imps.factoring,
        Method.TOTAL_POINTS: rules.total_points.factoring,
        Method.BUTLER: rules.butler.factoring,
    }
    return own.get(method, Factoring.NONE)


class _Accounts(NamedTuple):
    """The accounts of a session without penalties, each with the points it was made from, and the number of boards that
    all of them were factored to."""

    target: int | None
    made: Mapping[Number, tuple[WonOnBoards, Account]]


class _Row(NamedTuple):
    account: Account
    row: Standing


class _Rows(NamedTuple):
    """The rows of a ranking, and their sources in addition to the accounts."""

    beside: tuple[object, ...]
    rows: Mapping[Number, _Row]


class ScoringMemory:
    """The totals, accounts and rows of one session's standings as they were computed last, so that a result costs only
    what it changes.

    A caller that scores a session after each result makes one for it and passes it to `sessions.score`. It changes no
    number: each part is used only where it was made from the very same values. Several threads may use it at once,
    because each part is one immutable value that is replaced as a whole.
    """

    __slots__ = ("accounts", "rows", "totals")

    def __init__(self) -> None:
        self.totals = RunningTotals()
        self.accounts: _Accounts | None = None
        self.rows: _Rows | None = None


def board_accounts(
    session: ScoringInput,
    regulations: ScoringRegulations,
    boards: Mapping[BoardNumber, ScoredBoard],
    method: Method,
    memory: ScoringMemory | None = None,
) -> dict[Number, Account]:
    """Returns the account of each contestant with a score on some board, in the order of the contestants.

    `memory` has the accounts of the session before this result. Raises Refused for a penalty in a unit of other
    methods.
    """
    rules, memory = regulations.scoring, ScoringMemory() if memory is None else memory
    won = memory.totals.won_on(boards, rules, method)
    worth = board_worth(session, regulations, method)
    ranked = {number: won[number] for number in session.ranked_numbers if number in won and won[number].boards}
    counts = [one.boards for one in ranked.values()]
    target = factored_to(counts, board_factoring(rules, method), is_provisional=session.is_provisional)
    latest = memory.accounts
    earlier = latest.made if latest is not None and latest.target == target else {}
    made = {}
    for number, sums in ranked.items():
        before = earlier.get(number)
        made[number] = before if before is not None and before[0] is sums else (sums, _account(sums, target))
    memory.accounts = _Accounts(target, made)
    accounts = {number: account for number, (_, account) in made.items()}
    for number in dict.fromkeys(penalty.number for penalty in session.penalties):
        if number in accounts:
            accounts[number] = accounts[number].with_penalties(session.penalties_of(number), worth)
    return accounts


def _account(won: WonOnBoards, target: int | None) -> Account:
    factor = _ONE if target is None or target == won.boards else Fraction(target, won.boards)
    return Account(points=won.points, most=won.most, boards=won.boards, unscored=won.unscored, factor=factor)


def brought_to(target: int | None, account: AnyAccount, own: int) -> AnyAccount:
    """Returns an account factored from its `own` boards or rounds to `target` (None: not factored)."""
    return account if target is None else replace(account, factor=Fraction(target, own))


def standings_of(
    session: ScoringInput,
    regulations: ScoringRegulations,
    boards: Mapping[BoardNumber, ScoredBoard],
    accounts: Mapping[Number, Account],
    method: Method,
    memory: ScoringMemory | None = None,
) -> Standings:
    """Returns the standings that accounts make: totals and percentages published, every field ranked. `memory` has the
    rows of the session before this result."""
    rules, is_provisional = regulations.scoring, session.is_provisional
    memory = ScoringMemory() if memory is None else memory
    has_percent = method.unit is PenaltyUnit.MATCHPOINTS or method.is_of_rounds
    ranked_by = None
    if method.unit is not PenaltyUnit.MATCHPOINTS:
        ranked_by = RankBy.PERCENT if is_provisional and has_percent else RankBy.TOTAL
    by = ranked_by or (rules.ranking.by_percent if is_provisional else rules.ranking.by)
    published = total_rounding(regulations, method, is_provisional=is_provisional)
    fields = session.places_of_fields()
    beside = (method, regulations, is_provisional, fields, session.directions, session.boards_due)
    latest = memory.rows
    earlier = latest.rows if latest is not None and latest.beside == beside else {}
    rows = (
        earlier[number].row
        if number in earlier and earlier[number].account is account
        else _standing(session, number, fields.get(number, 0), account, rules, published, earlier.get(number))
        for number, account in accounts.items()
    )
    ranking = ranked_by_field(rows, rules.ranking, by)
    memory.rows = _Rows(beside, {row.number: _Row(accounts[row.number], row) for row in ranking})
    return Standings(
        method=method.value,
        regulations=regulations.name,
        ranking=ranking,
        boards=boards,
        is_provisional=is_provisional,
        is_informal=has_percent and rules.totals.factoring is Factoring.DOWN,
        ranked_by=ranked_by,
    )


def _standing(
    session: ScoringInput,
    number: Number,
    field: int,
    account: Account,
    rules: ScoringRules,
    published: TotalRounding,
    before: _Row | None,
) -> Standing:
    """Returns the row of a contestant at its rank of `before`, which most keep and the ranking corrects."""
    percent = account.percent(published)
    published_percent = None if percent is None else rules.totals.percent_rounding.of(percent)
    row = None if before is None else before.row
    return Standing(
        number=number,
        rank=0 if row is None else row.rank,
        is_tied=row is not None and row.is_tied,
        is_placed=row is not None and row.is_placed,
        field=field,
        direction=session.directions.get(number),
        raw=account.points,
        penalty=account.penalty,
        total=published.rounding.of(account.exact_total),
        percent=published_percent,
        percent_cut=rules.percent_cut(percent, published_percent),
        boards=account.boards,
        boards_due=session.boards_due.get(number, account.boards + account.unscored),
    )
