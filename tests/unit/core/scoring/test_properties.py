"""Properties of any board and session with any results."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.seats import Side
from arrowswitch.core.regulations import Regulations
from arrowswitch.core.scoring.boards.comparisons import ComparedResults, Result, side_result
from arrowswitch.core.scoring.boards.matchpoints import BoardContext, score_board
from arrowswitch.core.scoring.inputs import ScoringInput
from arrowswitch.core.scoring.method_rules import Factoring
from arrowswitch.core.scoring.outcomes import Line, SideOutcome, TableScore, Weighted
from arrowswitch.core.scoring.rules import Incomplete, NeutralMethod, PointsPerWin
from arrowswitch.core.scoring.sessions import score
from arrowswitch.core.scoring.standings import Standings
from arrowswitch.core.scoring.totals.matchpoints import sum_problems
from tests.travellers import JCBL, WBF, num, session, with_rules

scores = st.integers(-30, 30).map(lambda tens: 10 * tens)
weights = st.integers(1, 99).map(lambda hundredths: Fraction(hundredths, 100))
weighted = st.builds(lambda one, other, weight: Weighted(((one, weight), (other, 1 - weight))), scores, scores, weights)
outcomes = st.one_of(scores.map(TableScore), weighted)
rules = st.builds(
    lambda incomplete, unit, neutral: with_rules(
        JCBL, "boards", incomplete=incomplete, points_per_win=unit, neutral_weekly=neutral
    ),
    st.sampled_from(Incomplete),
    st.sampled_from(PointsPerWin),
    st.sampled_from(NeutralMethod),
)


def table(place: int, outcome: SideOutcome, board: int = 1) -> Line:
    return Line(board, num(2 * place + 1), num(2 * place + 2), outcome, outcome)


@st.composite
def boards(draw: st.DrawFn) -> list[Line]:
    results = draw(st.lists(outcomes, min_size=1, max_size=9))
    return [table(place, outcome) for place, outcome in enumerate(results)]


@st.composite
def sessions(draw: st.DrawFn) -> ScoringInput:
    """A few boards of up to six tables, each table with its own two pairs."""
    lines = [
        table(place, draw(outcomes), board)
        for board in range(1, draw(st.integers(1, 5)) + 1)
        for place in sorted(draw(st.sets(st.integers(0, 5), min_size=1)))
    ]
    return session(lines)


@given(boards(), rules, st.integers(1, 12))
def test_a_board_sums_to_a_constant(lines: list[Line], regulations: Regulations, full: int) -> None:
    """Both sides add up to results x top / 2, however many results are missing and with weighted scores."""
    board = score_board(lines, BoardContext(regulations.scoring, full_results=full))
    assert not board.is_adjusted
    assert sum_problems(board) == ()
    assert board.expected_sum == len(lines) * board.top / 2


@given(boards(), rules)
def test_points_lie_between_nothing_and_the_top(lines: list[Line], regulations: Regulations) -> None:
    board = score_board(lines, BoardContext(regulations.scoring, full_results=10))
    for row in board.rows:
        for side in Side:
            points = row.side(side)
            assert points.exact is not None
            assert 0 <= points.exact <= points.top


@given(boards(), rules)
def test_east_west_is_the_complement(lines: list[Line], regulations: Regulations) -> None:
    board = score_board(lines, BoardContext(regulations.scoring, full_results=10))
    assert all((row.ns.exact or 0) + (row.ew.exact or 0) == board.top for row in board.rows)


@given(boards())
def test_turning_the_board_swaps_the_sides(lines: list[Line]) -> None:
    """With every score negated and the pairs exchanged everybody has the same points."""
    turned = [
        Line(line.board, line.ew, line.ns, _turn_outcome(line.ew_outcome), _turn_outcome(line.ns_outcome))
        for line in lines
    ]
    before, after = (score_board(some, BoardContext(JCBL.scoring)) for some in (lines, turned))
    assert [(row.ns, row.ew) for row in before.rows] == [(row.ew, row.ns) for row in after.rows]


def _turn_outcome(outcome: SideOutcome) -> SideOutcome:
    if isinstance(outcome, TableScore):
        return TableScore(-outcome.ns)
    assert isinstance(outcome, Weighted)
    return Weighted(tuple((-score, weight) for score, weight in outcome.parts))


@given(boards(), st.integers(1, 50), st.integers(-500, 500))
def test_only_the_order_of_the_scores_counts(lines: list[Line], factor: int, plus: int) -> None:
    def move_scores(outcome: SideOutcome) -> SideOutcome:
        if isinstance(outcome, TableScore):
            return TableScore(factor * outcome.ns + plus)
        assert isinstance(outcome, Weighted)
        return Weighted(tuple((factor * score + plus, weight) for score, weight in outcome.parts))

    changed = [
        replace(line, ns_outcome=move_scores(line.ns_outcome), ew_outcome=move_scores(line.ew_outcome))
        for line in lines
    ]
    before, after = (score_board(some, BoardContext(JCBL.scoring)) for some in (lines, changed))
    assert [(row.ns, row.ew) for row in before.rows] == [(row.ns, row.ew) for row in after.rows]


@given(boards())
def test_points_of_two_are_points_of_one_doubled(lines: list[Line]) -> None:
    halves, twos = (
        score_board(lines, BoardContext(with_rules(JCBL, "boards", points_per_win=unit).scoring))
        for unit in PointsPerWin
    )
    assert [(row.ns.exact or 0) * 2 for row in halves.rows] == [row.ns.exact for row in twos.rows]


@given(st.lists(outcomes, min_size=1, max_size=9))
def test_counting_agrees_with_comparing_one_by_one(results_of_side: list[SideOutcome]) -> None:
    """The counted points are those of comparing every part of every result with every part of every other."""
    lines = [Line(1, (), (), outcome, outcome) for outcome in results_of_side]
    results = [result for line in lines if (result := side_result(line, Side.NS)) is not None]
    field = ComparedResults(results)
    for place, own in enumerate(results):
        others = results[:place] + results[place + 1 :]
        assert field.points(own) == sum((_beats(own, other) for other in others), Fraction(0))


def _beats(own: Result, other: Result) -> Fraction:
    return sum(
        (mine * theirs * (Fraction(a > b) + Fraction(a == b, 2)) for a, mine in own.parts for b, theirs in other.parts),
        Fraction(0),
    )


@given(boards(), st.integers(1, 6))
def test_neuberg_in_its_other_form(lines: list[Line], missing: int) -> None:
    """`N S / n + (N - n) / (2 n)` is `(S + 1/2) N / n - 1/2` in points of one for a win."""
    n, full = len(lines), len(lines) + missing
    own, raised = (score_board(lines, BoardContext(WBF.scoring, full_results=results)) for results in (n, full))
    for before, after in zip(own.rows, raised.rows, strict=True):
        assert before.ns.exact is not None
        single = before.ns.exact / 2
        assert after.ns.exact == 2 * ((single + Fraction(1, 2)) * full / n - Fraction(1, 2))


def _view(standings: Standings) -> list[tuple[Number, int, Fraction, Fraction | None]]:
    return sorted((row.number, row.rank, row.total, row.percent) for row in standings.ranking)


@given(sessions(), st.permutations(range(1, 13)))
def test_renumbering_changes_no_ranking(given_session: ScoringInput, order: list[int]) -> None:
    names = {Number(str(number)): Number(f"P{order[number - 1]}") for number in range(1, 13)}
    renamed = [
        replace(line, ns=tuple(names[n] for n in line.ns), ew=tuple(names[n] for n in line.ew))
        for line in given_session.lines
    ]
    before, after = (score(some, JCBL) for some in (given_session, session(renamed)))
    assert sorted((names[number], *rest) for number, *rest in _view(before)) == _view(after)


@given(sessions(), st.randoms())
def test_the_order_of_the_lines_does_not_matter(given_session: ScoringInput, random: object) -> None:
    lines = list(given_session.lines)
    random.shuffle(lines)  # type: ignore[attr-defined]  # hypothesis types its generator as object here
    assert _view(score(session(lines), JCBL)) == _view(score(given_session, JCBL))


@given(sessions())
def test_rescoring_is_idempotent(given_session: ScoringInput) -> None:
    """The lines of the scored boards give the same standings again."""
    once = score(given_session, JCBL)
    again = session([row.line for board in once.boards.values() for row in board.rows])
    assert score(again, JCBL) == once


@given(sessions())
def test_a_complete_session_is_the_same_live_and_final(given_session: ScoringInput) -> None:
    """Where nobody has fewer boards, the live ranking of complete boards is the final one."""
    full = {board: len(lines) for board, lines in given_session.by_board().items()}
    live = replace(given_session, full_results=full, is_provisional=True)
    rules_without = with_rules(WBF, "totals", factoring=Factoring.NONE)
    assert score(live, rules_without).ranking == score(given_session, rules_without).ranking


@pytest.mark.parametrize("incomplete", Incomplete)
@given(boards())
def test_a_full_board_needs_no_bringing_up(incomplete: Incomplete, lines: list[Line]) -> None:
    regulations = with_rules(JCBL, "boards", incomplete=incomplete)
    board = score_board(lines, BoardContext(regulations.scoring, full_results=len(lines)))
    assert board == score_board(lines, BoardContext(JCBL.scoring))
