"""Swiss pairs: the boards of two pairs against one another are a match, which brings both victory points.

| clause | rule | here |
|---|---|---|
| manual, line 1513 | the mean percentage of the matchpoints of a round becomes VP, by a table | `MATCHPOINTS` |
| manual, line 2595 | or the margin of the IMPs does | `IMPS` |

No table from percentages is printed: the scale is data that the organiser gives or chooses
(`swiss-pairs.percent-scale`), and a number of boards without a column is refused. IMPs are those against the datum of
each board, as in the Houston trial (decision). Who meets an opponent again plays another match: the boards of both
meetings are parted by their numbers and the boards of a round. Nothing is factored: a round that was not played brings
nothing, but one that somebody had to sit out as the odd pair brings the share of a draw that a forfeit brings at the
least (decision; regulations summary, line 240).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from arrowswitch.core.contestants import Number, number_order
from arrowswitch.core.errors import Refused
from arrowswitch.core.game.boards import BoardNumber
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.boards.datums import score_datum_boards
from arrowswitch.core.scoring.boards.houston import round_boards
from arrowswitch.core.scoring.inputs import Penalty, ScoringInput
from arrowswitch.core.scoring.regulations import ScoringRegulations
from arrowswitch.core.scoring.rules import PenaltyUnit, RankBy
from arrowswitch.core.scoring.scales import Scale, ScaleUnit
from arrowswitch.core.scoring.standings import ScoredBoard, SidePoints, Standing, Standings
from arrowswitch.core.scoring.totals.accounts import unranked
from arrowswitch.core.scoring.totals.margins import Worth
from arrowswitch.core.scoring.totals.matchpoints import one_board_top, score_boards
from arrowswitch.core.scoring.totals.ranking import ranked_by_field

MATCHPOINTS = "swiss-matchpoints"
IMPS = "swiss-imps"

_HALF = Fraction(50)
_NOTHING = Fraction(0)


@dataclass(frozen=True, slots=True)
class PairMatch:
    """A match of a contestant: against whom, on which scored boards, what each brought, what could be won (IMPs have no
    most), the margin by which the scale is read, and the victory points."""

    opponents: tuple[Number, ...]
    boards: tuple[BoardNumber, ...]
    amounts: tuple[Fraction, ...]
    possible: Fraction
    margin: Fraction
    points: Fraction

    @property
    def won(self) -> Fraction:
        """Returns the matchpoints or IMPs of all boards."""
        return sum(self.amounts, _NOTHING)


@dataclass(frozen=True, slots=True)
class SwissAccount:
    """How a total comes about: the matches, boards without a score, each penalty in victory points, and what each round
    sat out brought."""

    matches: tuple[PairMatch, ...]
    unscored: int
    penalties: tuple[tuple[Penalty, Fraction], ...]
    rests: tuple[Fraction, ...] = ()

    @property
    def points(self) -> Fraction:
        """Returns the victory points of all matches and of the rounds sat out."""
        return sum((one.points for one in self.matches), sum(self.rests, _NOTHING))

    @property
    def boards(self) -> int:
        """Returns the number of boards that were scored."""
        return sum(len(one.boards) for one in self.matches)

    @property
    def penalty(self) -> Fraction:
        """Returns all that is deducted."""
        return sum((points for _, points in self.penalties), _NOTHING)


def percent_margin(percent: Fraction) -> Fraction:
    """Returns by how many hundredths of a percent a share is above half (below: negative), as scales count it.

    >>> percent_margin(Fraction("56.23"))
    Fraction(623, 1)
    """
    return (percent - _HALF) * 100


def swiss_scale(regulations: ScoringRegulations, method: str) -> Scale:
    """Returns the scale that the regulations name for a method.

    Raises Refused (`swiss.scale-unit`) for one that counts something else, NotFound for one that they do not hold.
    """
    rules = regulations.swiss_pairs
    name, unit = (
        (rules.percent_scale, ScaleUnit.PERCENT) if method == MATCHPOINTS else (rules.imps_scale, ScaleUnit.IMPS)
    )
    scale = regulations.scale(name)
    if scale.unit is not unit:
        raise Refused.of("swiss.scale-unit", name=name, unit=scale.unit.value)
    return scale


def score_swiss(session: ScoringInput, regulations: ScoringRegulations, method: str) -> Standings:
    """Returns the standings of a session by the victory points of its matches; raises Refused as `methods.score`."""
    session.check()
    boards = swiss_boards(session, regulations, method)
    rows = (
        _standing(number, account, session, regulations)
        for number, account in swiss_accounts(session, regulations, boards, method).items()
    )
    ranking = ranked_by_field(rows, regulations.scoring.ranking, RankBy.TOTAL)
    return Standings(
        method=method,
        regulations=regulations.name,
        ranking=ranking,
        boards=boards,
        is_provisional=session.is_provisional,
        ranked_by=RankBy.TOTAL,
    )


def swiss_boards(session: ScoringInput, regulations: ScoringRegulations, method: str) -> dict[BoardNumber, ScoredBoard]:
    """Returns every board scored by matchpoints, or by IMPs against its datum."""
    if method == MATCHPOINTS:
        return score_boards(session, regulations.scoring)
    return score_datum_boards(session, regulations.scoring.butler)


def swiss_accounts(
    session: ScoringInput, regulations: ScoringRegulations, boards: Mapping[BoardNumber, ScoredBoard], method: str
) -> dict[Number, SwissAccount]:
    """Returns how the total of everybody who scored on some board comes about, in the order of the contestants."""
    scale, size = swiss_scale(regulations, method), round_boards(session)
    met: dict[Number, dict[tuple[Number, ...], list[tuple[BoardNumber, SidePoints]]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for row in (row for board in boards.values() for row in board.rows):
        for side in Side:
            numbers, opponents = row.line.side(side)[0], row.line.side(side.opponents)[0]
            for number in numbers:
                met[number][opponents].append((row.line.board, row.side(side)))
    if not met:
        return {}
    most, worth = scale.most(size), board_worth(session, regulations, method)
    rest = rest_points(scale, size, regulations)
    accounts = {}
    for number in session.ranked:
        matches = tuple(_matches(met.get(number, {}), scale, size))
        rests = (rest,) * session.sat_out.get(number, 0)
        if matches or rests:
            in_boards = most * len(matches) / worth.board if worth.board else _NOTHING
            given = (penalty for penalty in session.penalties if penalty.number == number)
            penalties = tuple((penalty, worth.amount(penalty, in_boards)) for penalty in given)
            unscored = sum(points.exact is None for rows in met.get(number, {}).values() for _, points in rows)
            accounts[number] = SwissAccount(matches, unscored, penalties, rests)
    return accounts


def rest_points(scale: Scale, size: int, regulations: ScoringRegulations) -> Fraction:
    """Returns what a round sat out brings: `teams.draw-share` of a draw."""
    return regulations.teams.draw_share * scale.points(0, size)[0]


def board_worth(session: ScoringInput, regulations: ScoringRegulations, method: str) -> Worth:
    """Returns what one board is worth: so many percent of a match's most (regulations summary, line 57)."""
    rules = regulations.scoring
    most = swiss_scale(regulations, method).most(round_boards(session))
    return Worth(method, PenaltyUnit.VP, most * rules.worth.vp_percent / 100, one_board_top(session, rules))


def _matches(
    met: Mapping[tuple[Number, ...], Sequence[tuple[BoardNumber, SidePoints]]], scale: Scale, size: int
) -> Iterator[PairMatch]:
    for opponents in sorted(met, key=lambda numbers: number_order(numbers[0])):
        rows = sorted(met[opponents], key=lambda row: row[0])
        for start in range(0, len(rows), max(size, 1)):
            scored = [row for row in rows[start : start + size] if row[1].exact is not None]
            if scored:
                yield _match(opponents, scored, scale, size)


def _match(
    opponents: tuple[Number, ...], rows: Sequence[tuple[BoardNumber, SidePoints]], scale: Scale, size: int
) -> PairMatch:
    amounts = tuple(points.exact or _NOTHING for _, points in rows)
    won = sum(amounts, _NOTHING)
    possible = sum((points.top for _, points in rows), _NOTHING)
    margin = won
    if scale.unit is ScaleUnit.PERCENT:
        margin = percent_margin(won * 100 / possible) if possible else _NOTHING
    boards = tuple(board for board, _ in rows)
    return PairMatch(
        opponents=opponents,
        boards=boards,
        amounts=amounts,
        possible=possible,
        margin=margin,
        points=scale.points(margin, size)[0],
    )


def _standing(
    number: Number, account: SwissAccount, session: ScoringInput, regulations: ScoringRegulations
) -> Standing:
    total = regulations.swiss_pairs.total_rounding.of(account.points - account.penalty)
    return unranked(session, number, account, total, None)
