"""A table is one test that runs all its rows and lists every wrong one."""

from __future__ import annotations

import inspect
from enum import Enum

import pytest

from tests.tables import WrongRows, for_each


def test_every_row_runs_with_its_values() -> None:
    seen = []

    @for_each("pairs, boards", [(8, 28), (9, 27)])
    def check(pairs: int, boards: int) -> None:
        seen.append((pairs, boards))

    check()
    assert seen == [(8, 28), (9, 27)]


def test_all_wrong_rows_are_listed_and_no_right_one() -> None:
    @for_each("number", range(10, 16))
    def check(number: int) -> None:
        assert number % 2 == 0, "odd"

    with pytest.raises(WrongRows) as fault:
        check()
    lines = str(fault.value).splitlines()
    assert lines[0].startswith("3 of 6 rows are wrong")
    assert [line[:6] for line in lines if line.startswith("  [")] == ["  [11]", "  [13]", "  [15]"]


def test_an_error_and_a_failed_test_count_as_wrong() -> None:
    @for_each("how", ["error", "fail"])
    def check(how: str) -> None:
        if how == "fail":
            pytest.fail("not this one")
        raise KeyError(how)

    with pytest.raises(WrongRows, match="2 of 2 rows") as fault:
        check()
    assert "[fail] Failed: not this one" in str(fault.value)


def test_fixtures_and_the_instance_are_passed_on() -> None:
    class TestSomething:
        @for_each("row", [1, 2])
        def test_it(self, desk: str, row: int) -> None:
            assert (desk, row) == ("desk", 2)

    assert list(inspect.signature(TestSomething.test_it).parameters) == ["self", "desk"]
    with pytest.raises(WrongRows, match=r"1 of 2 rows(.|\n)*\[1\]"):
        TestSomething().test_it(desk="desk")


def test_tables_can_be_crossed() -> None:
    seen = []

    @for_each("a", [1, 2])
    @for_each("b", "xy")
    def check(a: int, b: str) -> None:
        seen.append(f"{a}{b}")

    check()
    assert seen == ["1x", "1y", "2x", "2y"]


def test_rows_are_chosen_by_their_name(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    @for_each("size", [5, 6, 16], ids=lambda size: f"{size} tables")
    def check(size: int) -> None:
        seen.append(size)

    monkeypatch.setenv("ROWS", "6 tables")
    check()
    assert seen == [6, 16]


def test_a_table_without_rows_or_with_a_short_row_is_refused() -> None:
    with pytest.raises(ValueError, match="has no rows"):
        for_each("size", [])
    with pytest.raises(ValueError, match="row 1 of a, b has 1 values"):
        for_each("a, b", [(1, 2), (3,)])
    with pytest.raises(ValueError, match="does not take"):
        for_each("wrong", [1])(lambda right: None)


def test_rows_can_be_a_function_that_is_called_when_the_test_runs() -> None:
    calls, seen = [], []

    def sizes() -> list[int]:
        calls.append("called")
        return [5, 6]

    @for_each("size", sizes)
    def check(size: int) -> None:
        seen.append(size)

    assert calls == []
    check()
    assert (calls, seen) == (["called"], [5, 6])


def test_a_function_without_rows_is_refused_when_the_test_runs() -> None:
    @for_each("size", list)
    def check(size: int) -> None: ...

    with pytest.raises(ValueError, match="has no rows"):
        check()


def test_the_members_of_an_enumeration_are_rows() -> None:
    class Side(Enum):
        NS = "ns"
        EW = "ew"

    seen = []

    @for_each("side", Side)
    def check(side: Side) -> None:
        seen.append(side)

    check()
    assert seen == [Side.NS, Side.EW]
