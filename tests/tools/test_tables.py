"""A table is one test that runs all its rows and lists every wrong one."""

from __future__ import annotations

import inspect
from collections.abc import Callable

import pytest

from arrowswitch.core.game.seats import Seat
from tests.tables import WrongRows, for_each


def run(table: Callable[..., object], **fixtures: object) -> None:
    """Runs a test as pytest does: without the parameters of its rows."""
    table(**fixtures)


def test_every_row_runs_with_its_values() -> None:
    seen = []

    @for_each("pairs, boards", [(8, 28), (9, 27)])
    def check(pairs: int, boards: int) -> None:
        seen.append((pairs, boards))

<<<<<<< HEAD
    check()
=======
    run(check)
>>>>>>> t-unit
    assert seen == [(8, 28), (9, 27)]


def test_all_wrong_rows_are_listed_and_no_right_one() -> None:
    @for_each("number", range(10, 16))
    def check(number: int) -> None:
        assert number % 2 == 0, "odd"

    with pytest.raises(WrongRows) as fault:
<<<<<<< HEAD
        check()
=======
        run(check)
>>>>>>> t-unit
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
<<<<<<< HEAD
        check()
=======
        run(check)
>>>>>>> t-unit
    assert "[fail] Failed: not this one" in str(fault.value)


def test_fixtures_and_the_instance_are_passed_on() -> None:
    class TestSomething:
        @for_each("row", [1, 2])
        def test_it(self, desk: str, row: int) -> None:
            assert (desk, row) == ("desk", 2)

    assert list(inspect.signature(TestSomething.test_it).parameters) == ["self", "desk"]
    with pytest.raises(WrongRows, match=r"1 of 2 rows(.|\n)*\[1\]"):
<<<<<<< HEAD
        TestSomething().test_it(desk="desk")
=======
        run(TestSomething().test_it, desk="desk")
>>>>>>> t-unit


def test_tables_can_be_crossed() -> None:
    seen = []

    @for_each("a", [1, 2])
    @for_each("b", "xy")
    def check(a: int, b: str) -> None:
        seen.append(f"{a}{b}")

<<<<<<< HEAD
    check()
=======
    run(check)
>>>>>>> t-unit
    assert seen == ["1x", "1y", "2x", "2y"]


def test_a_function_of_rows_is_called_when_the_test_runs() -> None:
    called = []

    def sizes() -> list[int]:
        called.append("sizes")
        return [5, 6]

    seen = []

    @for_each("size", sizes, ids=lambda size: f"{size} tables")
    def check(size: int) -> None:
        seen.append(size)
        assert size == 5

    assert called == []
    with pytest.raises(WrongRows, match=r"1 of 2 rows(.|\n)*\[6 tables\]"):
        run(check)
    assert (called, seen) == (["sizes"], [5, 6])


def test_the_rows_of_an_enum_are_its_members() -> None:
    seen = []

    @for_each("seat", Seat)
    def check(seat: Seat) -> None:
        seen.append(seat)

    run(check)
    assert seen == [Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST]


def test_a_function_that_returns_no_rows_fails() -> None:
    @for_each("size", list)
    def check(size: int) -> None: ...

    with pytest.raises(ValueError, match="the table of size has no rows"):
        run(check)


def test_rows_are_chosen_by_their_name(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    @for_each("size", [5, 6, 16], ids=lambda size: f"{size} tables")
    def check(size: int) -> None:
        seen.append(size)

    monkeypatch.setenv("ROWS", "6 tables")
<<<<<<< HEAD
    check()
=======
    run(check)
>>>>>>> t-unit
    assert seen == [6, 16]


def test_a_table_without_rows_or_with_a_short_row_is_refused() -> None:
    with pytest.raises(ValueError, match="has no rows"):
        for_each("size", [])
    with pytest.raises(ValueError, match="row 1 of a, b has 1 values"):
        for_each("a, b", [(1, 2), (3,)])
    with pytest.raises(ValueError, match="does not take"):
        for_each("wrong", [1])(lambda right: None)
