"""The bulk form: the fields it accepts, those it refuses, and its answers about contestants and results."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Malformed, Mistake, Problem, Refused
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.bulk import NONE, BulkField, Kind, field_of, score_bulk
from arrowswitch.core.scoring.bulk.cells import Axis, Forms
from arrowswitch.core.scoring.inputs import Penalty
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.rounding import Rounding
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.i18n import Locale, problem_text
from tests.fields import exact_points
from tests.tables import for_each
from tests.travellers import JCBL, row, session, traveller, with_rules


def ints(*values: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    return np.array(values, np.int64)


FIELD = BulkField(ints(1, 1, 2, 2), ints(1, 2, 1, 2), ints(3, 4, 4, 3), ints(420, 170, -50, 100))


def codes(field: BulkField, method: Method = Method.MATCHPOINTS) -> list[tuple[str, str]]:
    """Returns the codes and arrays of what is wrong, each with words in both languages."""
    with pytest.raises(Mistake) as caught:
        score_bulk(field, JCBL, method)
    assert all(problem_text(problem, locale) for problem in caught.value.problems for locale in Locale)
    return [(problem.code, str(problem.params.get("array", ""))) for problem in caught.value.problems]


class TestStandings:
    def test_two_tables_and_two_boards(self) -> None:
        """Board 1: +420 beats +170. Board 2: +100 beats -50.

        | number | board 1 | board 2 | total |
        | 1 | 1 | 0 | 1 | and all others the same: 3: 0 + 0 = 0, 4: 1 + 1 = 2
        """
        result = score_bulk(FIELD, JCBL)
        assert result.points[Side.NS].tolist() == [100, 0, 0, 100]
        assert result.points[Side.EW].tolist() == [0, 100, 100, 0]
        assert result.total.tolist() == [0, 100, 100, 0, 200]
        assert result.percent.tolist()[1:] == [5000, 5000, 0, 10000]
        assert result.rank.tolist() == [0, 2, 2, 4, 1]
        assert result.order.tolist() == [4, 1, 2, 3]
        assert result.is_tied.tolist() == [False, True, True, False, False]
        assert (result.method, result.regulations, result.total_places) == ("matchpoints", "jcbl-2008", 2)

    def test_imps(self) -> None:
        """250 points are 6 IMPs, 150 are 4."""
        result = score_bulk(FIELD, JCBL, Method.IMPS)
        assert result.points[Side.NS].tolist() == [600, -600, -400, 400]
        assert result.percent.tolist() == [NONE] * 5

    def test_who_has_no_score_is_not_ranked(self) -> None:
        kinds = ints(Kind.SCORE, Kind.SCORE, Kind.NOT_PLAYED, Kind.NOT_PLAYED)
        result = score_bulk(replace(FIELD, boards=ints(1, 1, 2, 2), ew=ints(3, 4, 5, 6), kinds=kinds), JCBL)
        assert result.rank.tolist()[5:] == [0, 0]
        assert result.points[Side.NS].tolist()[2:] == [NONE, NONE]
        assert exact_points(result, Side.NS, 2) is None
        assert exact_points(result, Side.NS, 0) == 1
        assert [result.raws()[1], result.raws().get(5)] == [1, None]

    def test_half_points_are_exact(self) -> None:
        result = score_bulk(replace(FIELD, scores=ints(420, 420, 0, 0)), JCBL)
        assert [exact_points(result, side, 0) for side in Side] == [Fraction(1, 2), Fraction(1, 2)]

    @for_each("method", [Method.MATCHPOINTS, Method.IMPS, Method.TOTAL_POINTS])
    def test_an_empty_field(self, method: Method) -> None:
        result = score_bulk(BulkField(ints(), ints(), ints(), ints()), JCBL, method)
        assert result.order.tolist() == []
        assert result.points[Side.NS].tolist() == []


class TestRefusals:
    @for_each(
        "changes, expected",
        [
            ({"scores": np.array([1.5, 2, 3, 4])}, [("bulk.not-whole", "scores")]),
            ({"fields": np.array(["a"])}, [("bulk.not-whole", "fields")]),
            ({"ns": ints(1, 2, 1, 2).reshape(2, 2)}, [("bulk.not-whole", "ns"), ("bulk.length", "ns")]),
            ({"scores": ints(1, 2), "kinds": ints(0)}, [("bulk.length", "scores"), ("bulk.length", "kinds")]),
            ({"kinds": ints(0, 0, 7, 0)}, [("bulk.range", "kinds")]),
            ({"kinds": ints(0, 0, 4, 0)}, [("bulk.length", "percents")]),
            ({"kinds": ints(0, 0, 4, 0), "percents": ints(0, 0, 10001, 0)}, [("bulk.range", "percents")]),
            ({"ew_kinds": ints(0, 0, -1, 0)}, [("bulk.range", "ew_kinds")]),
            ({"ns": ints(1, 2, -1, 2)}, [("bulk.range", "ns")]),
            ({"ew": ints(1, 2, 3, 10**9)}, [("bulk.range", "ew")]),
            ({"excluded": frozenset({-1})}, [("bulk.range", "excluded")]),
            ({"fields": ints(0, 0, 1)}, [("bulk.length", "fields")]),
            ({"scores": ints(1, 2, 3, 1_000_001)}, [("bulk.range", "scores")]),
            ({"scores": ints(1, 2, 3, -1_000_001)}, [("bulk.range", "scores")]),
            ({"full_results": {1: 10**17}}, [("bulk.too-large", "")]),
        ],
    )
    def test_arrays(self, changes: dict[str, Any], expected: list[tuple[str, str]]) -> None:
        assert codes(replace(FIELD, **changes)) == expected

    @for_each("number", ["5", "NS1", "-1", "２"])
    def test_a_penalty_of_nobody(self, number: str) -> None:
        penalty = Penalty(Number(number), Fraction(1), PenaltyUnit.BOARDS)
        assert codes(replace(FIELD, penalties=(penalty,))) == [("bulk.unknown-penalty", "")]

    def test_a_penalty_of_another_method(self) -> None:
        penalty = Penalty(Number("1"), Fraction(1), PenaltyUnit.VP)
        assert codes(replace(FIELD, penalties=(penalty,))) == [("scoring.penalty-unit", "")]
        assert codes(replace(FIELD, penalties=(penalty,)), Method.IMPS) == [("scoring.penalty-unit", "")]

    @pytest.mark.parametrize("method", [Method.BUTLER, Method.HOUSTON])
    def test_methods_with_datums(self, method: Method) -> None:
        assert codes(FIELD, method) == [("bulk.method", "")]

    @for_each("section, key", [("boards", "rounding"), ("totals", "rounding"), ("totals", "percent_rounding")])
    def test_amounts_that_are_not_rounded(self, section: str, key: str) -> None:
        rules = with_rules(JCBL, section, **{key: Rounding.EXACT})
        with pytest.raises(Refused, match=r"bulk\.rounding"):
            score_bulk(FIELD, rules)

    def test_words_of_all_refusals(self) -> None:
        for locale in Locale:
            assert "exact" in problem_text(Problem("bulk.rounding", {"rounding": "exact"}), locale)

    @for_each(
        "text, code",
        [
            ("1+2 3+4 50", "bulk.players"),
            ("1 3 50%100,50%200", "bulk.outcome"),
            ("1 3 33.333%", "bulk.outcome"),
            ("1 3 N:33.333%", "bulk.outcome"),
        ],
    )
    def test_lines_that_arrays_cannot_hold(self, text: str, code: str) -> None:
        with pytest.raises(Refused) as caught:
            field_of(session([row(text)]))
        assert [problem.code for problem in caught.value.problems] == [code]
        assert all(problem_text(problem, locale) for problem in caught.value.problems for locale in Locale)

    def test_a_field_that_overflows_in_margins(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """More results than a check of the sums allows are not needed to try it: the bound is put down."""
        monkeypatch.setattr("arrowswitch.core.scoring.bulk.arrays.LIMIT", 1000)
        with pytest.raises(Refused, match=r"bulk\.too-large"):
            score_bulk(FIELD, JCBL, Method.TOTAL_POINTS)


class TestLines:
    def test_a_session_becomes_arrays(self) -> None:
        field, names = field_of(session(traveller("1 3 420", "2 4 A+/A-", "5 6 N:60%", "7 8 NP")))
        assert names == ("1", "2", "3", "4", "5", "6", "7", "8")
        assert field.scores.tolist() == [420, 0, 0, 0]
        assert field.kinds is not None
        assert field.kinds.tolist() == [Kind.SCORE, Kind.PLUS, Kind.PERCENTAGE, Kind.NOT_PLAYED]
        assert field.side(Side.EW).kinds is field.ew_kinds
        assert field.percents is not None
        assert field.percents.tolist() == [0, 0, 6000, 0]
        assert field.groups is None

    def test_what_is_wrong_in_a_session_is_told(self) -> None:
        field = session(traveller("1 2 420"), contestants=(Number("1"),))
        with pytest.raises(Mistake, match=r"scoring\.unknown-contestant"):
            field_of(field)


class TestPlaces:
    def test_numbers_close_together(self) -> None:
        axis = Axis(ints(7, 5, 9))
        assert axis.of(slice(0, 3)).tolist() == [2, 0, 4]
        assert axis.by_place({5: 50, 9: 90, 4: 40, 10: 100}).tolist() == [50, 0, 0, 0, 90]

    def test_numbers_far_apart(self) -> None:
        axis = Axis(ints(7, 5_000_000, -9))
        assert axis.of(slice(0, 3)).tolist() == [1, 2, 0]
        assert axis.by_place({7: 70, 8: 80, 6_000_000: 1}).tolist() == [0, 70, 0]

    def test_numbers_too_far_apart_to_be_sorted_with_their_places(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("arrowswitch.core.scoring.bulk.cells.LIMIT", 1)
        assert Axis(ints(7, 5_000_000, -9, 7)).of(slice(0, 4)).tolist() == [1, 2, 0, 1]

    def test_forms_have_boards(self) -> None:
        forms = Forms(ints(1, 1, 3, 3), ints(0, 2, 0, 0))
        assert forms.count == 3
        assert forms.board.tolist() == [0, 0, 2]
        assert forms.axis.of(ints(0, 1, 2, 3)).tolist() == [0, 1, 2, 2]


def test_malformed_is_a_mistake_of_the_input() -> None:
    with pytest.raises(Malformed):
        replace(FIELD, ns=ints(1)).check()
