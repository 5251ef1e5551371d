"""Tables as one test: the rows of a table run one after another, and a failure lists every wrong row.

For hundreds of rows that cost nothing (vectors of a specification, registered sheets, refusals):

    @for_each("pairs, boards", [(8, 28), (9, 27)])
    def test_boards(pairs: int, boards: int) -> None: ...

All rows share their fixtures: use `pytest.mark.parametrize` for a test that stores or changes something.
`make test ROWS=text` runs only the rows whose name contains the text. If the rows are large or
slow to compute, give a function that returns them; it is called when the test runs:

    @for_each("reader", readers)
    def test_a_reader(reader: Reader) -> None: ...
"""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

import pytest

ROWS = "ROWS"

Test: TypeAlias = Callable[..., None]
Case: TypeAlias = tuple[str, Mapping[str, object]]


class WrongRows(AssertionError):
    """Lists the rows of a table that are wrong."""


def for_each(
    names: str,
    rows: Iterable[Any] | Callable[[], Iterable[Any]],
    *,
    ids: Callable[[Any], object] | Sequence[str] | None = None,
) -> Callable[[Test], Test]:
    """Runs a test once for each row of a table, as one test.

    Args:
        names: the parameters of a row, separated by commas, as for `pytest.mark.parametrize`.
        rows: the rows: one value each for a single parameter, a sequence of values for several; or a function without
            parameters that returns them.
        ids: the names of the rows in a failure, or a function of a value. By default their values.

    Raises:
        ValueError: if the table has no rows, since its test would check nothing, or a row has too few values. If the
            rows are a function, the test raises it.
    """
    parameters = [name.strip() for name in names.split(",")]
    # The class of an enumeration can be called as well, but its members are the rows.
    table = _table(parameters, rows) if isinstance(rows, Iterable) else ()

    def decorate(test: Test) -> Test:
        @functools.wraps(test)
        def run_rows(*args: object, **fixtures: object) -> None:
            values = table if isinstance(rows, Iterable) else _table(parameters, rows())
            _run(test, list(_cases(parameters, values, ids)), args, fixtures)

        signature = inspect.signature(test)
        fixtures_left = [parameter for name, parameter in signature.parameters.items() if name not in parameters]
        if len(fixtures_left) != len(signature.parameters) - len(parameters):
            raise ValueError(f"{test.__qualname__} does not take {names}")
        # pytest asks for the fixtures in the signature, and would find those of a row in the wrapped function.
        del run_rows.__dict__["__wrapped__"]
        run_rows.__dict__["__signature__"] = signature.replace(parameters=fixtures_left)
        return run_rows

    return decorate


def _table(parameters: Sequence[str], rows: Iterable[Any]) -> Sequence[Sequence[object]]:
    """Returns the values of each row."""
    table = []
    for at, row in enumerate(rows):
        values = (row,) if len(parameters) == 1 else tuple(row)
        if len(values) != len(parameters):
            raise ValueError(f"row {at} of {', '.join(parameters)} has {len(values)} values: {row!r}")
        table.append(values)
    if not table:
        raise ValueError(f"the table of {', '.join(parameters)} has no rows: the test would check nothing")
    return table


def _cases(
    parameters: Sequence[str], table: Sequence[Sequence[object]], ids: Callable[[Any], object] | Sequence[str] | None
) -> Iterator[Case]:
    """Yields the name and the arguments of each row when the test runs: the name of a large value is as large."""
    for at, values in enumerate(table):
        name = ids[at] if isinstance(ids, Sequence) else "-".join(_name(value, ids) for value in values)
        yield name, dict(zip(parameters, values, strict=True))


def _name(value: object, ids: Callable[[Any], object] | None) -> str:
    name = ids(value) if ids is not None else None
    return str(name if name is not None else getattr(value, "__name__", value))


def _run(
    test: Test,
    cases: Sequence[Case],
    args: Sequence[object],
    fixtures: Mapping[str, object],
) -> None:
    wanted = os.environ.get(ROWS, "")
    chosen = [(name, case) for name, case in cases if wanted in name] or cases
    faults: list[tuple[str, BaseException]] = []
    for name, case in chosen:
        try:
            test(*args, **fixtures, **case)
        except (Exception, pytest.fail.Exception) as fault:  # noqa: BLE001 - every fault is listed with its row
            faults.append((name, fault))
    if not faults:
        return
    if len(chosen) == 1:
        raise faults[0][1]
    lines = [f"{len(faults)} of {len(chosen)} rows are wrong (ROWS=text runs rows by name):"]
    lines += [f"  [{name}] {type(fault).__name__}: {str(fault) or 'no message'}" for name, fault in faults]
    raise WrongRows("\n".join(lines)) from faults[0][1]
