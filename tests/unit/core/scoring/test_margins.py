"""Methods that count margins: what holds of any board, and explanations that lead to every number."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import NotFound
from arrowswitch.core.game.seats import Side
from arrowswitch.core.regulations import Regulations
from arrowswitch.core.scoring.explain import explain_line, explain_rank, explain_total
from arrowswitch.core.scoring.inputs import Penalty, ScoringInput
from arrowswitch.core.scoring.method_rules import Divisor, Factoring
from arrowswitch.core.scoring.methods import Method, penalty_units
from arrowswitch.core.scoring.outcomes import Line, SideOutcome, TableScore, Weighted
from arrowswitch.core.scoring.rules import PenaltyUnit, RankBy
from arrowswitch.core.scoring.sessions import BOARDS, score
from arrowswitch.core.scoring.standings import Standings
from arrowswitch.core.scoring.steps import Explanation
from arrowswitch.core.scoring.totals.matchpoints import sum_problems
from arrowswitch.core.scoring.totals.ranking import ranked_among
from arrowswitch.i18n import Locale
from tests.reckoning import amounts, exact_words
from tests.rotation import examples
from tests.tables import for_each
from tests.travellers import JCBL, SESSION_METHODS, WBF, fr, num, session, traveller, with_rules

MARGINS = [method for method in SESSION_METHODS if method is not Method.MATCHPOINTS]
CROSSES = [Method.IMPS, Method.TOTAL_POINTS]
DIVIDED = with_rules(with_rules(JCBL, "imps", divide_by=Divisor.COMPARISONS), "total_points", divide_by=Divisor.RESULTS)

scores = st.integers(-400, 400).map(lambda tens: 10 * tens)
weighted = st.builds(
    lambda one, other, percent: Weighted(((one, Fraction(percent, 100)), (other, 1 - Fraction(percent, 100)))),
    scores,
    scores,
    st.integers(1, 99),
)
outcomes = st.one_of(scores.map(TableScore), weighted)


@st.composite
def boards(draw: st.DrawFn, groups: int = 1) -> list[Line]:
    results = draw(st.lists(st.tuples(outcomes, st.integers(0, groups - 1)), min_size=1, max_size=7))
    return [
        Line(1, num(2 * place + 1), num(2 * place + 2), outcome, outcome, group)
        for place, (outcome, group) in enumerate(results)
    ]


def turn_outcome(outcome: SideOutcome) -> SideOutcome:
    assert isinstance(outcome, TableScore | Weighted)
    if isinstance(outcome, TableScore):
        return TableScore(-outcome.ns)
    return Weighted(tuple((-points, weight) for points, weight in outcome.parts))


def exact(standings: Standings, side: Side) -> list[Fraction | None]:
    return [row.side(side).exact for row in standings.boards[1].rows]


@given(boards(), st.sampled_from(CROSSES), st.sampled_from([JCBL, DIVIDED]))
def test_a_board_sums_to_nothing(lines: list[Line], method: Method, rules: Regulations) -> None:
    standings = score(session(lines), rules, method)
    assert sum_problems(standings.boards[1]) == ()
    for side in Side:
        assert sum(points or 0 for points in exact(standings, side)) == 0


@given(boards(groups=3), st.sampled_from(MARGINS))
def test_turning_the_table_turns_the_points(lines: list[Line], method: Method) -> None:
    """Swapping the sides of every result swaps the points of the sides; the datum changes its sign."""
    other = [replace(x, ns_outcome=turn_outcome(x.ns_outcome), ew_outcome=turn_outcome(x.ew_outcome)) for x in lines]
    standings = score(session(lines, round_boards=8), JCBL, method)
    again = score(session(other, round_boards=8), JCBL, method)
    assert exact(standings, Side.NS) == exact(again, Side.EW)
    assert exact(standings, Side.EW) == exact(again, Side.NS)
    datum, other_datum = standings.boards[1].datum, again.boards[1].datum
    assert (datum is None) == (other_datum is None)
    assert datum is None or datum == -(other_datum or 0)
    assert sum_problems(standings.boards[1]) == () or method in CROSSES


@given(boards(), st.sampled_from(MARGINS))
def test_numbers_and_order_do_not_matter(lines: list[Line], method: Method) -> None:
    standings = score(session(lines, round_boards=8), JCBL, method)
    again = score(session(list(reversed(lines)), round_boards=8), JCBL, method)
    assert {row.number: row for row in standings.ranking} == {row.number: row for row in again.ranking}


@given(st.lists(scores, min_size=1, max_size=9))
def test_total_points_are_n_times_the_score_less_the_sum(given_scores: list[int]) -> None:
    lines = [Line.of_score(1, num(2 * i + 1)[0], num(2 * i + 2)[0], s) for i, s in enumerate(given_scores)]
    expected = [len(given_scores) * s - sum(given_scores) for s in given_scores]
    assert exact(score(session(lines), JCBL, Method.TOTAL_POINTS), Side.NS) == expected


@given(boards(groups=3), st.sampled_from(MARGINS), st.sampled_from([JCBL, DIVIDED]))
@settings(max_examples=examples(60))
def test_every_explanation_leads_to_its_number(lines: list[Line], method: Method, rules: Regulations) -> None:
    """The amounts of the steps add up to the published points, and every step has words in both languages."""
    given_session = session(lines, round_boards=8)
    standings = score(given_session, rules, method)
    for row in standings.boards[1].rows:
        explanation = explain_line(standings, given_session, rules, 1, row.line.ns[0])
        assert explanation.result == row.ns.points
        assert amounts(words(explanation))[-1].value == row.ns.points
        words(explanation)
    for standing in standings.ranking:
        explanation = explain_total(standings, given_session, rules, standing.number)
        assert explanation.result == standing.total == amounts(words(explanation))[-1].value
        words(explain_rank(standings, rules, standing.number))


def words(explanation: Explanation) -> list[str]:
    by_locale = {locale: exact_words(explanation.steps, locale) for locale in Locale}
    return by_locale[Locale.EN]


def line_words(given_session: ScoringInput, number: str, method: Method, rules: Regulations = JCBL) -> list[str]:
    standings = score(given_session, rules, method)
    return words(explain_line(standings, given_session, rules, 1, Number(number)))[1:]


def total_words(given_session: ScoringInput, number: str, method: Method, rules: Regulations = JCBL) -> list[str]:
    return words(explain_total(score(given_session, rules, method), given_session, rules, Number(number)))


OVER = "of your side over the number of results"


class TestWords:
    def test_comparisons(self) -> None:
        given_session = session(traveller("1 2 420", "3 4 170", "5 6 170"))
        assert line_words(given_session, "1", Method.IMPS, DIVIDED) == [
            "You scored +420.",
            "Against 2 with +170: 420 − 170 = 250 points are 6 IMPs; 2 × 6 = 12.",
            "Together = 12.",
            "Divided by 2: 12 / 2 = 6.",
        ]
        assert (
            line_words(given_session, "2", Method.TOTAL_POINTS)[1] == "Against 2 with -170: 2 × (-420 − (-170)) = -500."
        )

    def test_datum(self) -> None:
        given_session = session(traveller("1 2 420", "3 4 170", "5 6 175", "7 8 50%100,50%170"))
        assert line_words(given_session, "1", Method.BUTLER) == [
            "Of 4 scores the 1 best and the 1 worst are left out.",
            "The mean of 2 scores: (175 + 170) / 2 = 172.5.",
            "Rounded to the nearest multiple of 10, halves away from zero: 172.5 → 170.",
            "420 − 170 = 250 points are 6 IMPs.",
        ]
        weighted = line_words(given_session, "7", Method.BUTLER)
        assert "The part of 50 % at 100: 100 − 170 = -70 points are -2 IMPs; -2 × 50 / 100 = -1." in weighted
        assert weighted[-1] == "Together: -1 + 0 = -1."

    @for_each(
        "method, text, expected",
        [
            (Method.IMPS, "A", "Average = 0."),
            (Method.IMPS, "A+", f"Average plus, 60 % of the plus results {OVER}: 60 / 100 × (6) / 2 = 1.8."),
            (Method.IMPS, "A-", f"Average minus, 60 % of the minus results {OVER}: 60 / 100 × (-6) / 2 = -1.8."),
            (Method.BUTLER, "A", "Average = 0."),
            (Method.BUTLER, "A+", "Average plus = 3 IMPs."),
            (Method.BUTLER, "A-", "Average minus = -3 IMPs."),
            (Method.IMPS, "NP", "Board 1 was not played. It has no score, which is not an average."),
        ],
    )
    def test_awards(self, method: Method, text: str, expected: str) -> None:
        assert line_words(session(traveller("1 2 420", "3 4 170", f"5 6 {text}")), "5", method) == [expected]

    def test_neutral_and_removed(self) -> None:
        lines = traveller("1 2 420", "3 4 170", "5 6 N", "7 8 100")
        given_session = session(lines, excluded=frozenset(num(8)))
        assert line_words(given_session, "5", Method.IMPS) == [
            "The board was left out by mistake: a neutral board.",
            "Average = 0.",
        ]
        assert line_words(given_session, "7", Method.IMPS)[0].startswith("Board 1 does not count")

    def test_so_far(self) -> None:
        lines = traveller("1 2 420", "3 4 170")
        given_session = session(lines, is_provisional=True, full_results={1: 3})
        assert line_words(given_session, "1", Method.IMPS)[0].startswith("Not all results")

    def test_totals(self) -> None:
        penalties = tuple(Penalty(Number("1"), fr(1), unit, "late") for unit in penalty_units(Method.IMPS))
        lines = traveller("1 2 420", "3 4 170", "5 6 170")
        assert total_words(session(lines, penalties=penalties), "1", Method.IMPS) == [
            "The sum of 1 board: 12 (#1) = 12.",
            "Penalty of 1 board: 1 × 10 = 10, taken off (late).",
            "Penalty of 1 matchpoint, as a part of a board: 1 × 10 / 2 = 5, taken off (late).",
            "Penalty of 1 %: 1 / 100 × (1 × 10) = 0.1, taken off (late).",
            "Penalty in IMPs = 1, taken off (late).",
            "Total: 12 − 10 − 5 − 0.1 − 1 = -4.1.",
        ]

    @pytest.mark.parametrize(("factoring", "expected"), [(Factoring.UP, "up from 1"), (Factoring.DOWN, "down from 2")])
    def test_rounds(self, factoring: Factoring, expected: str) -> None:
        rules = with_rules(JCBL, "totals", factoring=factoring)
        lines = [traveller("1 3 100", "2 4 50", board=b) for b in range(1, 9)]
        lines += [traveller("1 4 100", board=b) for b in range(9, 17)]
        given_session = session(*lines, penalties=(Penalty(Number("4"), fr(1), PenaltyUnit.VP),))
        texts = [line for number in "1234" for line in total_words(given_session, number, Method.HOUSTON, rules)]
        boards = " + ".join(f"1 (#{board})" for board in range(1, 9))
        assert f"Against 3 on 8 boards: {boards} = 8 IMPs." in texts
        row = "A margin of 8: by the scale wbf-25, column of 8 boards, 6 to 8 give 17 to the winner and 13 to the loser"
        assert any(line.startswith(row) for line in texts)
        assert any(expected in line for line in texts)
        assert "Penalty in VP = 1, taken off (-)." in texts
        assert score(given_session, rules, Method.HOUSTON).is_informal == (factoring is Factoring.DOWN)

    def test_ranks(self) -> None:
        """WBF ranks by percentage; IMPs have none and are ranked by total, among sections too."""
        given_session = session(traveller("1 2 420", "3 4 170"))
        standings = score(given_session, WBF, Method.IMPS)
        assert standings.ranked_by is RankBy.TOTAL
        assert [row.rank for row in ranked_among(standings, num(1, 2, 3), WBF.scoring.ranking)] == [1, 2, 2]
        texts = words(explain_rank(standings, WBF, Number("1")))
        assert texts[0].startswith("Ranked by total")


def test_every_method_scores() -> None:
    assert {method.boards for method in Method} == set(BOARDS)
    given_session = session(traveller("1 2 420", "3 4 170"), round_boards=8)
    assert [score(given_session, JCBL, method).method for method in SESSION_METHODS] == list(SESSION_METHODS)
    assert score(given_session, JCBL).method == "matchpoints"


@for_each("method", SESSION_METHODS)
def test_nothing_yet(method: Method) -> None:
    assert score(session(is_provisional=True), JCBL, method).ranking == ()


def test_penalties_in_matchpoints_of_a_single_table() -> None:
    """One table alone has a top of 0: a penalty in matchpoints is nothing there."""
    penalties = (Penalty(Number("1"), fr(3), PenaltyUnit.MATCHPOINTS),)
    own = score(session(traveller("1 2 420"), penalties=penalties), JCBL, Method.BUTLER).of(Number("1"))
    assert own is not None
    assert own.total == 0


def test_a_scale_that_is_not_there_is_told() -> None:
    with pytest.raises(NotFound, match=r"scale\.unknown"):
        score(session(traveller("1 2 420")), replace(JCBL, scales=()), Method.HOUSTON)
