"""The Houston trial: IMPs against the datum, added for each round against one pair, turned into victory points.

Manual, lines 1388-1444 and 2598-2601. All boards that two contestants play against one another in a session make their
round. Both sides' victory points follow from their own IMPs, so that they need not balance when a board was fouled
(regulations summary, line 226). The scale is that of the regulations, in its column for the boards of a round: the
manual prints none for this method (decision).

Who met fewer opponents has the total factored like matchpoints (`totals.factoring`), for a round lost is not 0. While
results are awaited everybody is ranked by the share of what could be won so far.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.core.contestants import Number, number_order
from arrowswitch.core.errors import Impossible
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.boards.datums import score_datum_boards
from arrowswitch.core.scoring.inputs import Penalty, ScoringInput
from arrowswitch.core.scoring.regulations import ScoringRegulations
from arrowswitch.core.scoring.rules import Factoring, PenaltyUnit, RankBy
from arrowswitch.core.scoring.scales import Scale
from arrowswitch.core.scoring.standings import ScoredBoard, ScoredLine, Standing, Standings
from arrowswitch.core.scoring.totals.accounts import unranked
from arrowswitch.core.scoring.totals.margins import Worth
from arrowswitch.core.scoring.totals.matchpoints import one_board_top
from arrowswitch.core.scoring.totals.ranking import ranked_by_field

METHOD = "houston"


@dataclass(frozen=True, slots=True)
class Round:
    """A contestant's round: against whom, its IMPs on each scored board, and its victory points."""

    opponents: tuple[Number, ...]
    margins: tuple[Fraction, ...]
    points: Fraction

    @property
    def boards(self) -> int:
        """Returns on how many boards the contestant has IMPs."""
        return len(self.margins)

    @property
    def imps(self) -> Fraction:
        """Returns the IMPs of all boards."""
        return sum(self.margins, Fraction(0))


@dataclass(frozen=True, slots=True)
class HoustonAccount:
    """How a total comes about: the rounds, the most victory points of a round, the factor for fewer rounds, and each
    penalty in victory points."""

    rounds: tuple[Round, ...]
    most: Fraction
    factor: Fraction
    unscored: int
    penalties: tuple[tuple[Penalty, Fraction], ...]

    @property
    def points(self) -> Fraction:
        """Returns the victory points of all rounds."""
        return sum((one.points for one in self.rounds), Fraction(0))

    @property
    def boards(self) -> int:
        """Returns the number of boards that were scored."""
        return sum(one.boards for one in self.rounds)

    @property
    def possible(self) -> Fraction:
        """Returns what could be won, factored."""
        return self.most * len(self.rounds) * self.factor

    @property
    def penalty(self) -> Fraction:
        """Returns all that is deducted."""
        return sum((points for _, points in self.penalties), Fraction(0))

    @property
    def factored(self) -> Fraction:
        """Returns the victory points of all rounds, factored."""
        return self.points * self.factor

    @property
    def exact_total(self) -> Fraction:
        """Returns the total before rounding."""
        return self.factored - self.penalty

    @property
    def exact_percent(self) -> Fraction:
        """Returns the share of what could be won, before rounding."""
        return self.exact_total * 100 / self.possible


def score_houston(session: ScoringInput, regulations: ScoringRegulations) -> Standings:
    """Returns the standings of a session by the victory points of its rounds; raises Refused as `methods.score`."""
    session.check()
    rules = regulations.scoring
    boards = score_datum_boards(session, rules.houston)
    by = RankBy.PERCENT if session.is_provisional else RankBy.TOTAL
    rows = (
        _standing(number, account, session, regulations)
        for number, account in houston_accounts(session, regulations, boards).items()
    )
    ranking = ranked_by_field(rows, rules.ranking, by)
    is_informal = rules.totals.factoring is Factoring.DOWN
    return Standings(
        method=METHOD,
        regulations=regulations.name,
        ranking=ranking,
        boards=boards,
        is_provisional=session.is_provisional,
        is_informal=is_informal,
        ranked_by=by,
    )


def houston_accounts(
    session: ScoringInput, regulations: ScoringRegulations, boards: Mapping[BoardNumber, ScoredBoard]
) -> dict[Number, HoustonAccount]:
    """Returns how the total of everybody who scored on some board comes about, in the order of the contestants."""
    rules = regulations.scoring
    rounds, unscored, scale = _rounds(session, regulations, boards), _unscored(boards), scale_of(regulations)
    if not rounds:
        return {}
    most = scale.most(round_boards(session))
    counts = [len(own) for own in rounds.values()]
    factoring = Factoring.NONE if session.is_provisional else rules.totals.factoring
    target = {Factoring.UP: max(counts), Factoring.DOWN: min(counts), Factoring.NONE: None}[factoring]
    worth = worth_of_board(session, regulations)
    accounts = {}
    for number, own in rounds.items():
        factor = Fraction(1) if target is None else Fraction(target, len(own))
        # A percentage is one of what could be won, and one board is `vp-percent` of a round's most.
        in_boards = most * len(own) * factor / worth.board if worth.board else Fraction(0)
        given = (penalty for penalty in session.penalties if penalty.number == number)
        penalties = tuple((penalty, worth.amount(penalty, in_boards)) for penalty in given)
        accounts[number] = HoustonAccount(
            rounds=own, most=most, factor=factor, unscored=unscored.get(number, 0), penalties=penalties
        )
    return accounts


def worth_of_board(session: ScoringInput, regulations: ScoringRegulations) -> Worth:
    """Returns what one board is worth: so many percent of a round's most victory points (summary, lines 55-57)."""
    rules = regulations.scoring
    most = scale_of(regulations).most(round_boards(session))
    return Worth(METHOD, PenaltyUnit.VP, most * rules.worth.vp_percent / 100, one_board_top(session, rules))


def round_boards(session: ScoringInput) -> int:
    """Returns how many boards a round has: as the movement plans, else the most that two contestants have together."""
    if session.round_boards is not None:
        return session.round_boards
    meetings: dict[frozenset[tuple[Number, ...]], int] = defaultdict(int)
    for line in session.lines:
        meetings[frozenset((line.ns, line.ew))] += 1
    return max(meetings.values(), default=0)


def scale_of(regulations: ScoringRegulations) -> Scale:
    """Returns the scale that the regulations name for this method."""
    name = regulations.scoring.houston.scale
    found = next((scale for scale in regulations.scales if scale.name == name), None)
    if found is None:
        raise Impossible(f"the regulations {regulations.name!r} name the scale {name!r} and do not hold it")
    return found


def _rounds(
    session: ScoringInput, regulations: ScoringRegulations, boards: Mapping[BoardNumber, ScoredBoard]
) -> dict[Number, tuple[Round, ...]]:
    scale, size = scale_of(regulations), round_boards(session)
    met: dict[Number, dict[tuple[Number, ...], list[Fraction]]] = defaultdict(lambda: defaultdict(list))
    for row in (row for board in boards.values() for row in board.rows):
        for side in Side:
            exact = row.side(side).exact
            if exact is not None:
                for number in row.line.side(side)[0]:
                    met[number][_opponents(row, side)].append(exact)
    return {
        number: tuple(
            Round(opponents, tuple(won), scale.points(sum(won, Fraction(0)), size)[0])
            for opponents, won in sorted(met[number].items(), key=lambda item: number_order(item[0][0]))
        )
        for number in session.ranked
        if number in met
    }


def _opponents(row: ScoredLine, side: Side) -> tuple[Number, ...]:
    return row.line.side(side.opponents)[0]


def _unscored(boards: Mapping[BoardNumber, ScoredBoard]) -> dict[Number, int]:
    found: dict[Number, int] = defaultdict(int)
    for row in (row for board in boards.values() for row in board.rows):
        for side in Side:
            for number in row.line.side(side)[0]:
                found[number] += row.side(side).exact is None
    return found


def _standing(
    number: Number, account: HoustonAccount, session: ScoringInput, regulations: ScoringRegulations
) -> Standing:
    rules = regulations.scoring
    total = rules.houston.total_rounding.of(account.exact_total)
    return unranked(session, number, account, total, rules.totals.percent_rounding.of(account.exact_percent))
