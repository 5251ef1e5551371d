"""Properties of any large field with any results, checked on the bulk form itself."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring.bulk import BulkField, BulkStandings, score_bulk
from arrowswitch.core.scoring.methods import Method
from tests.rotation import examples
from tests.tables import for_each
from tests.travellers import JCBL

METHODS = (Method.MATCHPOINTS, Method.IMPS, Method.TOTAL_POINTS)
_TABLES, _BOARDS = 60, 5


@st.composite
def fields(draw: st.DrawFn) -> BulkField:
    """Sixty tables and five boards; a board's scores come from a few or from many values."""
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    size = _TABLES * _BOARDS
    boards = np.repeat(np.arange(1, _BOARDS + 1), _TABLES)
    tables = np.tile(np.arange(_TABLES), _BOARDS)
    scores = random.integers(-draw(st.sampled_from([2, 30, 400])), 40, size) * 10
    return BulkField(boards, 1 + tables, 1 + _TABLES + (tables + 7 * boards) % _TABLES, scores)


def totals(standings: BulkStandings) -> list[list[int]]:
    return [values.tolist() for values in (standings.rank, standings.total, standings.percent, standings.boards)]


@settings(max_examples=examples(25), deadline=None)
@given(fields())
def test_matchpoints_of_a_board_sum_to_a_constant(field: BulkField) -> None:
    """Each side of a board of 60 results has 60 x 59 / 2 = 1770 points, in hundredths 177000."""
    standings = score_bulk(field, JCBL)
    for points in standings.points.values():
        assert np.bincount(field.boards, points)[1:].tolist() == [177000] * _BOARDS


@pytest.mark.parametrize("method", [Method.IMPS, Method.TOTAL_POINTS])
@settings(max_examples=examples(25), deadline=None)
@given(fields())
def test_a_board_by_margins_sums_to_nothing(method: Method, field: BulkField) -> None:
    standings = score_bulk(field, JCBL, method)
    for points in standings.points.values():
        assert np.bincount(field.boards, points).tolist() == [0] * (_BOARDS + 1)
    assert np.array_equal(standings.points[Side.NS], -standings.points[Side.EW])


@settings(max_examples=examples(25), deadline=None)
@given(fields())
def test_both_sides_share_the_top(field: BulkField) -> None:
    points = score_bulk(field, JCBL).points
    assert set((points[Side.NS] + points[Side.EW]).tolist()) == {5900}


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=examples(25), deadline=None)
@given(fields())
def test_turning_the_boards_swaps_the_sides(method: Method, field: BulkField) -> None:
    turned = replace(field, ns=field.ew, ew=field.ns, scores=-field.scores)
    before, after = (score_bulk(some, JCBL, method) for some in (field, turned))
    assert totals(before) == totals(after)
    assert np.array_equal(before.points[Side.NS], after.points[Side.EW])


@settings(max_examples=examples(25), deadline=None)
@given(fields(), st.integers(1, 50), st.integers(-500, 500))
def test_only_the_order_of_scores_counts_in_matchpoints(field: BulkField, factor: int, plus: int) -> None:
    moved = replace(field, scores=field.scores * factor + plus)
    assert totals(score_bulk(moved, JCBL)) == totals(score_bulk(field, JCBL))


@pytest.mark.parametrize("method", [Method.IMPS, Method.TOTAL_POINTS])
@settings(max_examples=examples(25), deadline=None)
@given(fields(), st.integers(-500, 500))
def test_only_differences_count_in_margins(method: Method, field: BulkField, plus: int) -> None:
    moved = replace(field, scores=field.scores + plus)
    assert totals(score_bulk(moved, JCBL, method)) == totals(score_bulk(field, JCBL, method))


@settings(max_examples=examples(25), deadline=None)
@given(fields(), st.integers(1, 50))
def test_total_points_grow_with_the_scores(field: BulkField, factor: int) -> None:
    plain, more = (
        score_bulk(some, JCBL, Method.TOTAL_POINTS) for some in (field, replace(field, scores=field.scores * factor))
    )
    assert np.array_equal(plain.total * factor, more.total)
    assert np.array_equal(plain.rank, more.rank)


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=examples(25), deadline=None)
@given(fields())
def test_scoring_twice_is_scoring_once(method: Method, field: BulkField) -> None:
    """And leaves the arrays as they were."""
    before = [values.copy() for values in (field.boards, field.ns, field.ew, field.scores)]
    assert totals(score_bulk(field, JCBL, method)) == totals(score_bulk(field, JCBL, method))
    assert all(map(np.array_equal, before, (field.boards, field.ns, field.ew, field.scores)))


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=examples(25), deadline=None)
@given(fields(), st.integers(0, 2**32))
def test_the_order_of_the_results_does_not_matter(method: Method, field: BulkField, seed: int) -> None:
    order = np.random.default_rng(seed).permutation(field.size)
    moved = replace(
        field, boards=field.boards[order], ns=field.ns[order], ew=field.ew[order], scores=field.scores[order]
    )
    before, after = (score_bulk(some, JCBL, method) for some in (field, moved))
    assert totals(before) == totals(after)
    assert np.array_equal(before.points[Side.NS][order], after.points[Side.NS])


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=examples(25), deadline=None)
@given(fields(), st.integers(0, 2**32))
def test_renumbering_changes_no_ranking(method: Method, field: BulkField, seed: int) -> None:
    new = np.random.default_rng(seed).permutation(2 * _TABLES + 1)
    renamed = replace(field, ns=new[field.ns], ew=new[field.ew])
    before, after = (score_bulk(some, JCBL, method) for some in (field, renamed))
    playing = np.unique(np.concatenate((field.ns, field.ew)))
    assert np.array_equal(before.rank[playing], after.rank[new[playing]])
    assert np.array_equal(before.total[playing], after.total[new[playing]])


@for_each("kind", [np.int16, np.int32, np.uint16])
def test_small_whole_numbers_are_as_good(kind: type[np.integer]) -> None:
    boards = np.repeat(np.arange(1, 4), 100)
    tables = np.tile(np.arange(100), 3)
    field = BulkField(boards, tables, 100 + (tables + boards) % 100, 7600 - 10 * (tables * boards % 77))
    small = replace(field, boards=boards.astype(kind), ns=field.ns.astype(kind), ew=field.ew.astype(kind))
    small = replace(small, scores=field.scores.astype(kind))
    for method in METHODS:
        assert totals(score_bulk(small, JCBL, method)) == totals(score_bulk(field, JCBL, method))
