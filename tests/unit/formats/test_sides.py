"""The score cells of both sides are read together and must agree (`formats.results.entries`)."""

from __future__ import annotations

import pytest

from arrowswitch.core.errors import Mistake
from arrowswitch.formats.results.csv_results import read_csv
from arrowswitch.formats.results.entries import score_of_sides
from tests.tables import for_each

NO_COLUMN, EMPTY = "", "-"


@for_each(
    "ns, ew, expected",
    [
        ("420", NO_COLUMN, "420"),
        ("-50", NO_COLUMN, "-50"),
        ("420", EMPTY, "420"),
        (EMPTY, "50", "-50"),
        ("", "50", "-50"),
        ("420", "-420", "420"),
        ("-420", "420", "-420"),
        ("0", "0", "0"),
        ("", NO_COLUMN, ""),
        ("50%", NO_COLUMN, "50%"),
        ("50%", EMPTY, "50%"),
        (EMPTY, "50%", "50%"),
        ("60%", "40%", "60%/40%"),
        ("60%", "60%", "60%/60%"),
        ("A", "A", "A"),
        ("A-", "A+", "A-/A+"),
        ("A+", "A+", "A+/A+"),
        ("A+", NO_COLUMN, "A+"),
        ("NP", EMPTY, "NP"),
        ("NP", "NP", "NP"),
        ("420", "A+", "420/A+"),
        ("A+", "50", "A+/-50"),
        ("PASS", EMPTY, "PASS"),
        ("6０％", "４０%", "6０％/４０%"),
    ],
)
def test_both_cells_make_one_text(ns: str, ew: str, expected: str) -> None:
    assert score_of_sides(ns, ew) == expected


@for_each(
    "ns, ew, code",
    [
        ("420", "420", "results.sides-differ"),
        ("420", "-430", "results.sides-differ"),
        ("420", "0", "results.sides-differ"),
        ("A+", EMPTY, "results.one-side"),
        (EMPTY, "A+", "results.one-side"),
        (EMPTY, "A-", "results.one-side"),
        ("60%", EMPTY, "results.one-side"),
        (EMPTY, "60%", "results.one-side"),
    ],
)
def test_cells_that_do_not_fit_together_are_named(ns: str, ew: str, code: str) -> None:
    with pytest.raises(Mistake) as refused:
        score_of_sides(ns, ew)
    assert [problem.code for problem in refused.value.problems] == [code]


def test_the_line_is_named() -> None:
    """The file is refused with the line of each pair of cells."""
    with pytest.raises(Mistake) as refused:
        read_csv(b"board,ns,ew,ns score,ew score\n1,1,2,420,\n1,3,4,420,420\n1,5,6,,A+\n")
    assert [(one.code, one.where) for one in refused.value.problems] == [
        ("results.sides-differ", "line 3"),
        ("results.one-side", "line 4"),
    ]
