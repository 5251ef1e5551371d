"""Random fields for tests of both forms of scoring, and the two forms side by side."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from hypothesis import strategies as st

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.seats import Side
from arrowswitch.core.regulations import Regulations
from arrowswitch.core.scoring.bulk import NONE, BulkStandings, field_of, score_bulk
from arrowswitch.core.scoring.inputs import Penalty, ScoringInput
from arrowswitch.core.scoring.method_rules import Divisor, Factoring
from arrowswitch.core.scoring.methods import Method, penalty_units
from arrowswitch.core.scoring.outcomes import (
    Average,
    AverageKind,
    Line,
    Neutral,
    NotPlayed,
    Percentage,
    SideOutcome,
    TableScore,
)
from arrowswitch.core.scoring.rounding import Rounding
from arrowswitch.core.scoring.rules import (
    Addends,
    CutTies,
    EventClass,
    Incomplete,
    NeutralMethod,
    PercentOf,
    PointsPerWin,
    RankBy,
    ShownPoints,
    ThreeAndThree,
    Ties,
)
from arrowswitch.core.scoring.sessions import score
from arrowswitch.core.scoring.standings import Standings
from tests.travellers import JCBL, WBF, num, session, with_rules

Points = tuple[int, Side, Fraction | None, Fraction | None]
ROUNDINGS = [rounding for rounding in Rounding if rounding is not Rounding.EXACT]

scores = st.one_of(st.sampled_from([-100, -50, 0, 50, 110, 420, 430]), st.integers(-3000, 3000))
percents = st.integers(0, 10000).map(lambda hundredths: Fraction(hundredths, 100))
artificial = st.one_of(st.sampled_from(AverageKind).map(Average), percents.map(Percentage))
unusual = st.one_of(artificial, st.just(NotPlayed()), st.builds(Neutral, st.one_of(st.none(), artificial)))
averages = st.builds(
    lambda plus, minus, uses: {"plus": plus, "minus": minus, "uses_session_percent": uses},
    st.sampled_from([Fraction(60), Fraction("60.5"), Fraction(5)]),
    st.sampled_from([Fraction(40), Fraction("39.9"), Fraction(95)]),
    st.booleans(),
)


@st.composite
def regulations(draw: st.DrawFn) -> Regulations:
    """Regulations with every choice that matchpoints, IMPs and total points have."""
    rules = draw(st.sampled_from([JCBL, WBF]))
    adds = draw(st.sampled_from(Addends))
    points = draw(st.sampled_from(ShownPoints)) if adds is Addends.EXACT else ShownPoints.FULL_TOP
    rounding = st.sampled_from(ROUNDINGS)
    rules = with_rules(
        rules,
        "boards",
        points_per_win=draw(st.sampled_from(PointsPerWin)),
        incomplete=draw(st.sampled_from(Incomplete)),
        has_common_top=draw(st.booleans()),
        neutral_weekly=draw(st.sampled_from(NeutralMethod)),
        neutral_other=draw(st.sampled_from(NeutralMethod)),
        shown=points,
        rounding=draw(rounding),
    )
    rules = with_rules(
        rules,
        "totals",
        adds=adds,
        factoring=draw(st.sampled_from(Factoring)),
        rounding=draw(rounding),
        percent_of=draw(st.sampled_from(PercentOf)),
        percent_rounding=draw(rounding),
    )
    rules = with_rules(
        rules,
        "ranking",
        by=draw(st.sampled_from([RankBy.TOTAL, RankBy.PERCENT])),
        ties=draw(st.sampled_from(Ties)),
        cut_ties=draw(st.sampled_from(CutTies)),
    )
    rules = with_rules(
        rules,
        "fouled",
        allows_simple=draw(st.booleans()),
        three_and_three=draw(st.sampled_from(ThreeAndThree)),
        small_share=draw(st.sampled_from([Fraction(1), Fraction(1, 3)])),
        percents_of_three=draw(st.sampled_from([(Fraction(70), Fraction(60), Fraction(50)), (Fraction("66.6"),) * 3])),
    )
    for section in ("imps", "total_points"):
        rules = with_rules(
            rules,
            section,
            divide_by=draw(st.sampled_from(Divisor)),
            rounding=draw(rounding),
            total_rounding=draw(rounding),
            award_share=draw(st.sampled_from([Fraction(60), Fraction("33.3")])),
        )
    return with_rules(rules, "averages", **draw(averages))


@st.composite
def lines(draw: st.DrawFn, tables: int = 9, boards: int = 4) -> list[Line]:
    """A few boards, some of them fouled, with some results that are no scores and some that differ by side."""
    drawn_lines = []
    for board in draw(st.lists(st.sampled_from([1, 2, 3, 7, 5_000_000]), min_size=1, max_size=boards, unique=True)):
        groups = draw(st.sampled_from([(0,), (0,), (0, 1), (0, 1, 9)]))
        for table in sorted(draw(st.sets(st.integers(0, tables - 1), min_size=1))):
            ns, ew = _outcomes(draw)
            moved = (table + board) % tables
            group = draw(st.sampled_from(groups))
            drawn_lines.append(Line(board, num(table + 1), num(100 + moved), ns, ew, group))
    return drawn_lines


def _outcomes(draw: st.DrawFn) -> tuple[SideOutcome, SideOutcome]:
    choice = draw(st.integers(0, 11))
    if choice == 0:
        return draw(unusual), draw(unusual)
    if choice == 1:
        return TableScore(draw(scores)), draw(unusual)
    if choice == 2:
        return TableScore(draw(scores)), TableScore(draw(scores))
    outcome = draw(unusual) if choice == 3 else TableScore(draw(scores))
    return outcome, outcome


@st.composite
def sessions(draw: st.DrawFn, method: Method = Method.MATCHPOINTS) -> ScoringInput:
    """A session with fields, excluded numbers, penalties and results to come."""
    scoring = session(draw(lines()))
    names = scoring.ranked_numbers
    fields: tuple[tuple[Number, ...], ...] = ()
    if draw(st.booleans()):
        fields = (tuple(n for n in names if int(n) < 100), tuple(n for n in names if int(n) >= 100))
    penalty = st.builds(
        Penalty,
        st.sampled_from(names),
        st.fractions(0, 2, max_denominator=12),
        st.sampled_from(penalty_units(method)),
    )
    return replace(
        scoring,
        fields=fields,
        excluded=frozenset(draw(st.lists(st.sampled_from(names), max_size=2))),
        full_results=draw(st.dictionaries(st.sampled_from([1, 2, 7, 60, 5_000_000, 6_000_000]), st.integers(0, 14))),
        penalties=tuple(draw(st.lists(penalty, max_size=2))),
        is_provisional=draw(st.booleans()),
        event_class=draw(st.sampled_from(EventClass)),
    )


@dataclass(frozen=True)
class View:
    """The results on which both forms must agree: the ranking row by row, and the points of every line."""

    ranking: list[tuple[Number, int, bool, bool, Fraction, Fraction | None, Fraction, int]]
    points: list[Points]


def plain_view(scoring: ScoringInput, rules: Regulations, method: Method) -> View:
    """Returns the results of the plain form."""
    standings = score(scoring, rules, method)
    rows = [
        (row.number, row.rank, row.is_tied, row.is_placed, row.total, row.percent, row.raw, row.boards)
        for row in standings.ranking
    ]
    return View(rows, _plain_points(scoring, standings))


def _plain_points(scoring: ScoringInput, standings: Standings) -> list[Points]:
    by_board = scoring.by_board()
    rows = {
        id(line): row
        for board, scored in standings.boards.items()
        for line, row in zip(by_board[board], scored.rows, strict=True)
    }
    return [
        (place, side, rows[id(line)].side(side).points, rows[id(line)].side(side).exact)
        for place, line in enumerate(scoring.lines)
        for side in Side
    ]


def bulk_view(scoring: ScoringInput, rules: Regulations, method: Method) -> View:
    """Returns the results of the bulk form."""
    field, names = field_of(scoring)
    standings = score_bulk(field, rules, method)
    raws = standings.raws()
    rows = [
        (
            names[number],
            int(standings.rank[number]),
            bool(standings.is_tied[number]),
            bool(standings.is_placed[number]),
            Fraction(int(standings.total[number]), 10**standings.total_places),
            amount(int(standings.percent[number]), standings.percent_places),
            raws[number],
            int(standings.boards[number]),
        )
        for number in standings.order.tolist()
    ]
    return View(rows, _bulk_points(scoring, standings))


def _bulk_points(scoring: ScoringInput, standings: BulkStandings) -> list[Points]:
    return [
        (
            place,
            side,
            amount(int(standings.points[side][place]), standings.point_places),
            exact_points(standings, side, place),
        )
        for place in range(len(scoring.lines))
        for side in Side
    ]


def exact_points(standings: BulkStandings, side: Side, result: int) -> Fraction | None:
    """Returns the points of one result before rounding, None without a score."""
    scored = next(some for some, _ in standings.addends if some.side is side)
    cell = int(scored.cell_table()[scored.lookup.places(slice(result, result + 1))[0]])
    return None if cell == -1 else scored.exact.exact(cell)


def amount(value: int, places: int) -> Fraction | None:
    """Returns a published number, None where there is none."""
    return None if value == NONE else Fraction(value, 10**places)
