"""The plain and the bulk form agree on every published number, for any field and any regulations."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import fields, replace
from fractions import Fraction
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.core.contestants import Number
from arrowswitch.core.regulations import Regulations
from arrowswitch.core.scoring.bulk import arrays, cells, crosses, ranks, sums
from arrowswitch.core.scoring.inputs import Penalty
from arrowswitch.core.scoring.method_rules import CrossRules, Divisor, Factoring, WorthRules
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.outcomes import Line, TableScore
from arrowswitch.core.scoring.rounding import Rounding
from arrowswitch.core.scoring.rules import (
    Addends,
    AverageRules,
    BoardRules,
    EventClass,
    FouledRules,
    Incomplete,
    PenaltyUnit,
    PercentOf,
    RankingRules,
    ShownPoints,
    TotalRules,
)
from tests.fields import bulk_view, plain_view, regulations, sessions
from tests.rotation import examples
from tests.tables import for_each
from tests.travellers import JCBL, WBF, num, session, traveller, with_rules

METHODS = (Method.MATCHPOINTS, Method.IMPS, Method.TOTAL_POINTS)


def number_of(number: int) -> Number:
    return num(number)[0]


@contextmanager
def cramp_room() -> Iterator[None]:
    """As with millions of results: no table for all scores, no common denominator, many small blocks."""
    narrow = ((cells, "_LEAST_TABLE", 0), (sums, "LIMIT", 2**36), (arrays, "_BLOCK", 4))
    with ExitStack() as stack:
        for module, name, value in (*narrow, (crosses, "_AT_ONCE", 8), (ranks, "LIMIT", 1)):
            stack.enter_context(patch.object(module, name, value))
        yield


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=examples(30), deadline=None)
@given(data=st.data(), rules=regulations())
def test_plain_is_bulk(method: Method, data: st.DataObject, rules: Regulations) -> None:
    """Ties, averages of all kinds, fouled groups, split scores, boards and contestants with fewer results."""
    field = data.draw(sessions(method))
    assert bulk_view(field, rules, method) == plain_view(field, rules, method)


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=examples(30), deadline=None)
@given(data=st.data(), rules=regulations())
def test_plain_is_bulk_also_where_room_is_scarce(method: Method, data: st.DataObject, rules: Regulations) -> None:
    """With sums that are known only within bounds, and scores that are sorted instead of counted."""
    field = data.draw(sessions(method))
    with cramp_room():
        bulk = bulk_view(field, rules, method)
    assert bulk == plain_view(field, rules, method)


@for_each("method", METHODS)
@for_each("rules", [JCBL, WBF], ids=["jcbl", "wbf"])
def test_boards_without_a_common_denominator(rules: Regulations, method: Method) -> None:
    """26 boards with 20 to 45 results: no whole number of 64 bits is a multiple of all these."""
    lines = [
        Line.of_score(
            board, number_of(table + 1), number_of(100 + (table + board) % 46), 10 * ((table * 7 + board * 3) % 23 - 11)
        )
        for board in range(1, 27)
        for table in range(19 + board)
    ]
    divided = with_rules(rules, "imps", divide_by=Divisor.RESULTS)
    assert bulk_view(session(lines), divided, method) == plain_view(session(lines), divided, method)


EVERYTHING = session(
    traveller("1 11 420", "2 12 420", "3 13 170", "4 14 -50", "5 15 A+", "6 16 60%"),
    traveller("1 12 420", "2 13 400", "3 14 A-/A+", "4 15 -50", "5 16 NP", "6 11 N", board=2),
    traveller("1 13 620", "2 14 600", "3 15 170", "4 16 -100", board=3),
    traveller("5 11 620", board=3, group=1),
    traveller("1 14 50", "2 15 A-", "3 16 A", "9 11 50/-50", "4 12 0", board=4),
    traveller("1 15 1430", "2 16 680", "3 11 A+/A-", "4 9 A+", board=5),
    excluded=frozenset(num(9)),
    fields=(num(1, 2, 3, 4, 5, 6), num(11, 12, 13, 14, 15, 16)),
    full_results={1: 7, 6: 8},
    penalties=(
        Penalty(number_of(1), Fraction(1, 3), PenaltyUnit.BOARDS),
        Penalty(number_of(9), Fraction(1), PenaltyUnit.BOARDS),
    ),
)
TO_EVEN = with_rules(JCBL, "totals", rounding=Rounding.HALF_EVEN_1, percent_of=PercentOf.TOTAL)
PUBLISHED = with_rules(JCBL, "totals", adds=Addends.PUBLISHED, factoring=Factoring.NONE)
OWN_TOP = with_rules(WBF, "boards", incomplete=Incomplete.OWN_TOP, has_common_top=False, shown=ShownPoints.OWN_RESULTS)


@for_each("method", METHODS)
@for_each("is_provisional", [False, True], ids=["final", "live"])
@for_each("event_class", [EventClass.WEEKLY, EventClass.NATIONAL])
@for_each("rules", [JCBL, WBF, TO_EVEN, PUBLISHED, OWN_TOP], ids=["jcbl", "wbf", "even", "published", "own"])
def test_a_session_with_everything(
    rules: Regulations, event_class: EventClass, is_provisional: bool, method: Method
) -> None:
    """Averages of all kinds, better and worse sessions than these, a removed pair, a form alone, split scores."""
    field = replace(EVERYTHING, event_class=event_class, is_provisional=is_provisional)
    plain = plain_view(field, rules, method)
    assert bulk_view(field, rules, method) == plain
    with cramp_room():
        assert bulk_view(field, rules, method) == plain


@for_each("method", METHODS)
def test_one_contestant_on_a_board_without_a_top(method: Method) -> None:
    """Nothing can be won, so that there is no percentage; who can win something comes first."""
    alone = traveller("3 4 50", board=2)
    field = session(traveller("1 2 420", "5 6 50"), alone)
    own = with_rules(OWN_TOP, "totals", factoring=Factoring.UP)
    assert bulk_view(field, own, method) == plain_view(field, own, method)


def test_awards_without_a_common_denominator() -> None:
    """A third of a percent of a top of one board is no whole number of the units that are left."""
    field = session(traveller("1 3 420", "2 4 33.33%"), traveller("1 4 50", "2 3 66.67%/33.34%", board=2))
    with patch.object(sums, "LIMIT", 2**26):
        bulk = bulk_view(field, JCBL, Method.MATCHPOINTS)
    assert bulk == plain_view(field, JCBL, Method.MATCHPOINTS)


@for_each("method", METHODS)
def test_every_size_of_two_fouled_groups(method: Method) -> None:
    """Groups of one to six results next to groups of one to six, in both sorts of events."""
    for first in range(1, 7):
        for second in range(1, 7):
            scores = [(group, 10 * (place * place % 5)) for group in (0, 1) for place in range((first, second)[group])]
            lines = [
                replace(Line.of_score(1, number_of(table + 1), number_of(table + 21), score), group=group)
                for table, (group, score) in enumerate(scores)
            ]
            for rules in (JCBL, WBF):
                field = session(lines)
                assert bulk_view(field, rules, method) == plain_view(field, rules, method)


def test_the_bulk_form_knows_every_rule_of_the_plain_one() -> None:
    """A rule added to the plain form must be added to the bulk form, or be refused there."""
    names = {
        AverageRules: "average plus minus uses_session_percent",
        BoardRules: "points_per_win incomplete has_common_top neutral_weekly neutral_other shown rounding",
        TotalRules: "adds factoring rounding percent_of percent_rounding sessions_by",
        RankingRules: "by ties placed_percent cut_ties tie_breaks ties_split most_strata least_lowest_stratum",
        FouledRules: (
            "allows_simple simple_up_to three_and_three percents_of_three percents_of_two percents_of_one small_share"
        ),
        CrossRules: "divide_by rounding total_rounding award_share single_share factoring",
        WorthRules: "imps_per_comparison points_per_comparison vp_percent imps",
        Line: "board ns ew ns_outcome ew_outcome group",
    }
    assert {kind: " ".join(item.name for item in fields(kind)) for kind in names} == names


def test_a_line_alone() -> None:
    field = session([Line.of_score(1, number_of(1), number_of(2), 420)])
    for method in METHODS:
        view = bulk_view(field, JCBL, method)
        assert view == plain_view(field, JCBL, method)
        assert [row[4] for row in view.ranking] == [Fraction(0), Fraction(0)]


def test_an_event_of_a_club_evening() -> None:
    """13 tables, 26 boards: 338 results with a tie here and there."""
    lines = [
        Line(board, num(table), num(20 + (table + board) % 13), TableScore(score), TableScore(score))
        for board in range(1, 27)
        for table in range(1, 14)
        for score in [(-100, 50, 110, 140, 170, 420, 620)[(table * board) % 7]]
    ]
    for method in METHODS:
        assert bulk_view(session(lines), JCBL, method) == plain_view(session(lines), JCBL, method)


def test_a_board_marked_as_not_played_is_no_longer_awaited() -> None:
    """While the session goes on: one of two results, and one not played: the board is complete, and brought to two."""
    field = session(
        traveller("1 2 100", "3 4 NP"),
        traveller("1 4 100", "3 2 50", board=2),
        full_results={1: 2, 2: 2},
        is_provisional=True,
    )
    for method in METHODS:
        assert bulk_view(field, JCBL, method) == plain_view(field, JCBL, method)
