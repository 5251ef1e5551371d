"""Matrices rotate: few cells, every value of every axis, one choice for one seed, all cells in `make exhaustive`."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests import rotation
from tests.conftest import is_in_part, is_in_tier
from tests.rotation import choose, covering, has_turn, rotate

FORMS, LOCALES, WIDTHS = ("pairs", "teams", "swiss", "bracket"), ("ja", "en"), (360, 1366)


def rows_of(rotated: Callable[[Callable[..., None]], Callable[..., None]]) -> list[Any]:
    """Returns the rows that a decorated test is run with."""

    def some_test() -> None: ...

    return chosen_by(rotated(some_test))


def chosen_by(test: Callable[..., None]) -> list[Any]:
    """Returns the rows that a test is parametrized with."""
    (mark,) = (mark for mark in test.__dict__["pytestmark"] if mark.name == "parametrize")
    return list(mark.args[1])


@pytest.fixture
def in_tier(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, int], None]:
    """Sets the tier and the seed of the choice."""

    def choose(tier: str, seed: int) -> None:
        monkeypatch.setenv(rotation.TIER, tier)
        monkeypatch.setenv(rotation.SEED, str(seed))
        rotation.rotation_seed.cache_clear()

    return choose


@pytest.fixture(autouse=True)
def seed_of_this_run() -> object:
    """Lets the other tests of this process go on with the seed of the run."""
    yield
    rotation.rotation_seed.cache_clear()


@given(st.lists(st.lists(st.integers(), min_size=1, max_size=5, unique=True), min_size=2, max_size=4), st.integers())
def test_every_value_of_every_axis_gets_a_cell_and_no_cell_is_spare(axes: list[list[int]], seed: int) -> None:
    rows = list(itertools.product(*axes))
    chosen = covering(rows, lambda row: row, random.Random(seed))
    assert set(chosen) <= set(rows)
    for at, axis in enumerate(axes):
        assert {row[at] for row in chosen} == set(axis)
    # A cell may meet an axis that is covered already, but each was chosen for a value that was still missing.
    assert len(chosen) <= sum(len(axis) for axis in axes)


def test_a_product_needs_as_many_cells_as_its_longest_axis(in_tier: Callable[[str, int], None]) -> None:
    for seed in range(20):
        in_tier("", seed)
        assert len(rows_of(rotate(form=FORMS, locale=LOCALES, width=WIDTHS))) == len(FORMS)


def test_all_cells_in_the_exhaustive_tier(in_tier: Callable[[str, int], None]) -> None:
    in_tier("exhaustive", 1)
    assert rows_of(rotate(form=FORMS, locale=LOCALES)) == list(itertools.product(FORMS, LOCALES))
    assert rows_of(rotate("locale", LOCALES)) == list(LOCALES)


def test_one_seed_repeats_the_choice_and_another_changes_it(in_tier: Callable[[str, int], None]) -> None:
    def choice(seed: int) -> list[object]:
        in_tier("", seed)
        return rows_of(rotate(form=FORMS, width=range(10)))

    assert choice(7) == choice(7)
    assert len({tuple(choice(seed)) for seed in range(10)}) > 5


def test_a_language_rotates_by_test(in_tier: Callable[[str, int], None]) -> None:
    in_tier("", 3)
    locales = set()
    for name in ("first", "second", "third", "fourth", "fifth", "sixth", "seventh"):

        def some_test() -> None: ...

        some_test.__qualname__ = name
        (locale,) = chosen_by(rotate("locale", LOCALES)(some_test))
        locales.add(locale)
    assert locales == set(LOCALES)


def test_rows_with_axes_of_their_own(in_tier: Callable[[str, int], None]) -> None:
    rows = [("pairs", 8), ("pairs", 9), ("teams", 4), ("teams", 5), ("swiss", 4)]
    in_tier("", 5)
    chosen = rows_of(rotate("row", rows, by=lambda row: (row[0],)))
    assert sorted(row[0] for row in chosen) == ["pairs", "swiss", "teams"]


def test_a_loop_runs_every_value_of_its_axes_or_the_whole_matrix(in_tier: Callable[[str, int], None]) -> None:
    rows = list(itertools.product(FORMS, WIDTHS))
    in_tier("", 5)
    chosen = choose(rows, "widths", by=lambda row: row)
    assert len(chosen) == len(FORMS)
    assert {width for _, width in chosen} == set(WIDTHS)
    assert len(choose(rows, "widths", cells=3)) == 3
    assert len({tuple(choose(rows, name, cells=3)) for name in "abcdef"}) > 1
    in_tier("exhaustive", 5)
    assert choose(rows, "widths", cells=3) == rows


def test_the_seed_is_that_of_the_tree(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, in_tier: Callable[[str, int], None]
) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.py").write_text("x = 1\n", encoding="utf-8")
    monkeypatch.setattr(rotation, "ROOT", tmp_path)
    monkeypatch.delenv(rotation.SEED, raising=False)
    rotation.rotation_seed.cache_clear()
    first = rotation.rotation_seed()
    rotation.rotation_seed.cache_clear()
    assert rotation.rotation_seed() == first
    (tmp_path / "src" / "a.py").write_text("x = 2\n", encoding="utf-8")
    rotation.rotation_seed.cache_clear()
    assert rotation.rotation_seed() != first


def test_a_marked_test_runs_in_the_exhaustive_tier_only(
    request: pytest.FixtureRequest, in_tier: Callable[[str, int], None]
) -> None:
    in_tier("", 1)
    assert is_in_tier(request.node)
    request.node.add_marker("exhaustive")
    assert not is_in_tier(request.node)
    in_tier("exhaustive", 1)
    assert is_in_tier(request.node)


def test_a_slow_test_runs_in_a_third_of_the_trees(
    request: pytest.FixtureRequest, in_tier: Callable[[str, int], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def trees(name: str) -> list[int]:
        monkeypatch.setenv(rotation.TURNS, name)
        chosen = []
        for seed in range(40):
            in_tier("", seed)
            if is_in_tier(request.node):
                chosen.append(seed)
        return chosen

    assert len(trees("on")) == 40
    request.node.add_marker("slow")
    thirds = trees("on")
    assert 7 < len(thirds) < 20
    assert len(trees("off")) == 40
    request.node.add_marker(pytest.mark.turns(of=5))
    assert 2 <= len(trees("on")) < len(thirds)
    in_tier("exhaustive", 1)
    monkeypatch.setenv(rotation.TURNS, "on")
    assert is_in_tier(request.node)


def test_all_cells_of_a_test_run_in_one_turn(in_tier: Callable[[str, int], None]) -> None:
    names = [f"tests/test_{number}.py::test_it" for number in range(400)]
    chosen = []
    for seed in (1, 2):
        in_tier("", seed)
        chosen.append({name for name in names if has_turn(name, 2)})
    assert all(150 < len(one) < 250 for one in chosen)
    assert 50 < len(chosen[0] & chosen[1]) < 150
    assert all(has_turn(name, 1) for name in names)


def test_parts_are_disjoint_and_whole() -> None:
    names = [f"tests/test_{number}.py::test_it[{number}]" for number in range(200)]
    parts = [[name for name in names if is_in_part(name, f"{number}/4")] for number in range(1, 5)]
    assert sorted(itertools.chain(*parts)) == sorted(names)
    assert min(map(len, parts)) > 25


@pytest.mark.parametrize("part", ["0/4", "5/4", "1", "a/b", ""])
def test_a_part_that_is_none_is_refused(part: str) -> None:
    with pytest.raises(pytest.UsageError, match="such as 1/4"):
        is_in_part("tests/test_a.py::test_a", part)
