"""Totals, percentages and standings of a matchpoint session.

Order of operations (manual, lines 1297-1311): each board with East-West turned over, total, factored up to the most
boards that anybody played, penalties deducted, rounded, ranked. A percentage is the same amount over what could be
won.

A pair's own session percentage, which average plus and minus look at, counts the boards on which it really scored and
leaves adjusted boards out (the regulations say the session, the manual says the other boards).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem, Refused
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.amounts import plain_string
from arrowswitch.core.scoring.boards.matchpoints import BoardContext, is_table_score, score_board
from arrowswitch.core.scoring.inputs import Penalty, ScoringInput
from arrowswitch.core.scoring.outcomes import Average, Line, Neutral
from arrowswitch.core.scoring.regulations import ScoringRegulations
from arrowswitch.core.scoring.rules import Addends, Factoring, PenaltyUnit, PercentOf, RankBy, ScoringRules
from arrowswitch.core.scoring.standings import ScoredBoard, SidePoints, Standings
from arrowswitch.core.scoring.totals.accounts import unranked
from arrowswitch.core.scoring.totals.ranking import ranked_by_field

METHOD = "matchpoints"


@dataclass(frozen=True, slots=True)
class Tally:
    """What a contestant won before factoring: points, what could be won, and on how many boards."""

    points: Fraction
    possible: Fraction
    boards: int
    unscored: int


@dataclass(frozen=True, slots=True)
class Account:
    """How a total comes about: the tally, the factor, each penalty in matchpoints, and the exact amounts before
    rounding."""

    tally: Tally
    factor: Fraction
    penalties: tuple[tuple[Penalty, Fraction], ...]
    exact_total: Fraction
    exact_percent: Fraction | None

    @property
    def points(self) -> Fraction:
        """Returns what was won before factoring."""
        return self.tally.points

    @property
    def factored(self) -> Fraction:
        """Returns what was won, factored."""
        return self.tally.points * self.factor

    @property
    def possible(self) -> Fraction:
        """Returns what could be won, factored."""
        return self.tally.possible * self.factor

    def counted(self, rules: ScoringRules, *, is_provisional: bool) -> Fraction:
        """Returns the total that the percentage is one of: the published one or the exact one."""
        is_of_total = rules.totals.percent_of is PercentOf.TOTAL and not is_provisional
        return rules.totals.rounding.of(self.exact_total) if is_of_total else self.exact_total

    @property
    def boards(self) -> int:
        """Returns the number of boards that were scored."""
        return self.tally.boards

    @property
    def unscored(self) -> int:
        """Returns the number of boards without a score."""
        return self.tally.unscored

    @property
    def penalty(self) -> Fraction:
        """Returns all that is deducted, in matchpoints."""
        return sum((points for _, points in self.penalties), Fraction(0))


def score_matchpoints(session: ScoringInput, regulations: ScoringRegulations) -> Standings:
    """Returns the standings of a session: every board scored, and the ranking of each field.

    Who has no score on any board is not ranked; without results the standings are empty. Raises Refused with all
    problems of the input (see `ScoringInput.check`).
    """
    session.check()
    rules = regulations.scoring
    boards = score_boards(session, rules)
    return standings_of(session, regulations, boards, make_accounts(session, rules, boards), METHOD)


def standings_of(
    session: ScoringInput,
    regulations: ScoringRegulations,
    boards: Mapping[BoardNumber, ScoredBoard],
    accounts: Mapping[Number, Account],
    method: str,
) -> Standings:
    """Returns the standings that accounts make: totals and percentages published, every field ranked."""
    rules, is_provisional = regulations.scoring, session.is_provisional
    rows = (
        unranked(session, number, account, *published(account, rules, is_provisional=is_provisional))
        for number, account in accounts.items()
    )
    ranking = ranked_by_field(rows, rules.ranking, RankBy.PERCENT if is_provisional else rules.ranking.by)
    is_informal = rules.totals.factoring is Factoring.DOWN
    return Standings(
        method=method,
        regulations=regulations.name,
        ranking=ranking,
        boards=boards,
        is_provisional=is_provisional,
        is_informal=is_informal,
    )


def score_boards(session: ScoringInput, rules: ScoringRules) -> dict[BoardNumber, ScoredBoard]:
    """Returns every board of the session scored, boards in ascending order."""
    by_board = session.by_board()
    contexts = board_contexts(session, rules)
    scored = {board: score_board(lines, contexts[board]) for board, lines in by_board.items()}
    again = [board for board, lines in by_board.items() if any(_asks_session_percent(line) for line in lines)]
    if again and rules.averages.uses_session_percent:
        percents = session_percents(scored.values())
        scored |= {b: score_board(by_board[b], replace(contexts[b], session_percents=percents)) for b in again}
    return scored


def board_contexts(
    session: ScoringInput, rules: ScoringRules, percents: Mapping[Number, Fraction] | None = None
) -> dict[BoardNumber, BoardContext]:
    """Returns what is known of each board beside its lines; `percents` are the session percentages when known."""
    full = full_results(session, rules, session.by_board())
    context = BoardContext(
        rules=rules,
        event_class=session.event_class,
        full_results=None,
        excluded=session.excluded,
        session_percents=percents or {},
    )
    return {board: replace(context, full_results=results) for board, results in full.items()}


def full_results(
    session: ScoringInput, rules: ScoringRules, by_board: Mapping[BoardNumber, tuple[Line, ...]]
) -> dict[BoardNumber, int | None]:
    """Returns how many results each board is brought to; None, for its own number, while a board is not complete."""
    planned = planned_results(session, by_board)
    most = max(planned.values(), default=0)
    return {
        b: None
        if session.is_provisional and not session.is_complete(b, lines)
        else (most if rules.boards.has_common_top else planned[b])
        for b, lines in by_board.items()
    }


def planned_results(session: ScoringInput, by_board: Mapping[BoardNumber, tuple[Line, ...]]) -> dict[BoardNumber, int]:
    """Returns how many results each board is to have: what the movement plans, or what it has when that is more."""
    settled = {board: session.settled(lines) for board, lines in by_board.items()}
    boards = {*settled, *session.full_results}
    return {board: max(session.full_results.get(board, 0), settled.get(board, 0)) for board in boards}


def one_board_top(session: ScoringInput, rules: ScoringRules) -> Fraction:
    """Returns the top of the session's boards, which a penalty of one board costs (regulations summary, line 49)."""
    most = max(planned_results(session, session.by_board()).values(), default=1)
    return Fraction((most - 1) * rules.boards.points_per_win)


def make_accounts(
    session: ScoringInput, rules: ScoringRules, boards: Mapping[BoardNumber, ScoredBoard]
) -> dict[Number, Account]:
    """Returns how the total of everybody who scored on some board comes about, in the order of the contestants."""
    tallies = _tallies(session.ranked, boards.values(), rules)
    return accounts_of(tallies, session, rules, one_board_top(session, rules))


def accounts_of(
    tallies: Mapping[Number, Tally], session: ScoringInput, rules: ScoringRules, board_top: Fraction
) -> dict[Number, Account]:
    """Returns the accounts of tallies: factored alike, one board of penalty worth `board_top`."""
    counts = [tally.boards for tally in tallies.values()]
    target = factored_to(counts, rules.totals.factoring, is_provisional=session.is_provisional)
    return {
        number: account_of(tally, target, board_top, [p for p in session.penalties if p.number == number])
        for number, tally in tallies.items()
    }


def sum_problems(board: ScoredBoard) -> tuple[Problem, ...]:
    """Returns what is wrong with the sums of a board (manual, lines 1196-1197); an adjusted board need not balance, nor
    one that was compared with a datum.

    Code `scoring.sum` with the side, the sum and the expected sum.
    """
    if board.is_adjusted or board.datum is not None:
        return ()
    sums = {side: sum((row.side(side).exact or Fraction(0) for row in board.rows), Fraction(0)) for side in Side}
    return tuple(
        Problem(
            "scoring.sum",
            {
                "board": board.board,
                "side": side.value,
                "sum": plain_string(total),
                "expected": plain_string(board.expected_sum),
            },
        )
        for side, total in sums.items()
        if total != board.expected_sum
    )


def penalty_points(penalty: Penalty, board_top: Fraction, possible: Fraction) -> Fraction:
    """Returns a penalty in matchpoints. One board is worth its top (regulations summary, line 49).

    Raises Refused (`scoring.penalty-unit`) for a unit of other methods.
    """
    per_unit = {
        PenaltyUnit.BOARDS: board_top,
        PenaltyUnit.PERCENT: possible / 100,
        PenaltyUnit.MATCHPOINTS: Fraction(1),
    }
    if penalty.unit not in per_unit:
        raise Refused.of("scoring.penalty-unit", number=penalty.number, unit=penalty.unit.value, method=METHOD)
    return penalty.amount * per_unit[penalty.unit]


def session_percents(boards: Iterable[ScoredBoard]) -> dict[Number, Fraction]:
    """Returns the percentage of everybody over the boards really scored, adjusted boards left out (Law 12C2(c))."""
    return {number: won * 100 / possible for number, (won, possible) in session_points(boards).items()}


def session_points(boards: Iterable[ScoredBoard]) -> dict[Number, tuple[Fraction, Fraction]]:
    """Returns what everybody won on the boards really scored, and what could be won there; who could win nothing is
    left out."""
    won: dict[Number, Fraction] = defaultdict(Fraction)
    possible: dict[Number, Fraction] = defaultdict(Fraction)
    for row in (row for board in boards for row in board.rows):
        for side in Side:
            numbers, outcome = row.line.side(side)
            points = row.side(side)
            if points.exact is not None and is_table_score(outcome):
                for number in numbers:
                    won[number] += points.exact
                    possible[number] += points.top
    return {number: (won[number], possible[number]) for number in won if possible[number]}


def published(account: Account, rules: ScoringRules, *, is_provisional: bool) -> tuple[Fraction, Fraction | None]:
    """Returns total and percentage of an account as they are published; None where nothing could be won."""
    total = rules.totals.rounding.of(account.exact_total)
    if account.exact_percent is None:
        return total, None
    percent = account.counted(rules, is_provisional=is_provisional) * 100 / account.possible
    return total, rules.totals.percent_rounding.of(percent)


def account_of(tally: Tally, target: int | None, board_top: Fraction, penalties: Iterable[Penalty]) -> Account:
    """Returns the account of a tally, factored to `target` boards (None: not factored); one board costs `board_top`."""
    factor = Fraction(1) if target is None else Fraction(target, tally.boards)
    possible = tally.possible * factor
    deducted = tuple((given, penalty_points(given, board_top, possible)) for given in penalties)
    total = tally.points * factor - sum((points for _, points in deducted), Fraction(0))
    return Account(
        tally=tally,
        factor=factor,
        penalties=deducted,
        exact_total=total,
        exact_percent=total * 100 / possible if possible else None,
    )


def factored_to(counts: Iterable[int], factoring: Factoring, *, is_provisional: bool) -> int | None:
    """Returns the number of boards that totals are brought to, given those that contestants have; None for none."""
    if is_provisional or factoring is Factoring.NONE:
        return None
    return max(counts, default=None) if factoring is Factoring.UP else min(counts, default=None)


def _tallies(numbers: Iterable[Number], boards: Iterable[ScoredBoard], rules: ScoringRules) -> dict[Number, Tally]:
    found: dict[Number, list[SidePoints]] = defaultdict(list)
    for board in boards:
        for row in board.rows:
            for side in Side:
                for number in row.line.side(side)[0]:
                    found[number].append(row.side(side))
    tallies = {number: _tally(found[number], rules) for number in numbers if number in found}
    return {number: tally for number, tally in tallies.items() if tally.boards}


def _tally(points: Iterable[SidePoints], rules: ScoringRules) -> Tally:
    all_points = tuple(points)
    scored = [side for side in all_points if side.exact is not None]
    is_exact = rules.totals.adds is Addends.EXACT
    won = sum(((side.exact if is_exact else side.points) or Fraction(0) for side in scored), Fraction(0))
    possible = sum((side.top for side in scored), Fraction(0))
    return Tally(won, possible, len(scored), len(all_points) - len(scored))


def _asks_session_percent(line: Line) -> bool:
    return any(isinstance(outcome, Average | Neutral) for outcome in (line.ns_outcome, line.ew_outcome))
