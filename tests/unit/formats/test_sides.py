"""The score cells of both sides are read together and must agree (`formats.results.entries`)."""

from __future__ import annotations

import pytest

from arrowswitch.core.errors import Mistake
from arrowswitch.core.scoring.outcomes import NotPlayed
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


HEAD = "board,ns,ew,contract,by,result,score,ew score\n"


@for_each(
    "row, unused",
    [
        ("1,1,2,4S,N,=,NP,", ()),
        ("1,1,2,NP,,,420,", ("NP",)),
        ("1,1,2,A+/A-,,,420,", ("A+/A-",)),
        ("1,1,2,4S,N,,400,", ("4S",)),
        ("1,1,2,4S,N,+1,3NT= N,", ("4S", "+1")),
        ("1,1,2,PASS,,+1,0,0", ("+1",)),
        ("1,1,2,,N,+1,,", ("+1",)),
        ("1,1,2,420,,,A,A", ("420",)),
    ],
)
def test_a_cell_that_the_result_leaves_out_is_named(row: str, unused: tuple[str, ...]) -> None:
    """The result that was read stands in the note, and the note has the line."""
    notes = [note for note in read_csv(f"{HEAD}{row}\n".encode()).notes if note.code == "results.cell-unused"]
    assert tuple(note.params["text"] for note in notes) == unused
    assert {note.where for note in notes} <= {"line 2"}


def test_a_ruling_that_a_board_is_not_played_beats_its_contract() -> None:
    (line,) = read_csv(f"{HEAD}1,1,2,4S,N,=,NP,\n".encode()).lines
    assert (line.line.ns_outcome, line.contract, line.award) == (NotPlayed(), "4S", "NP")


@for_each(
    "row, code",
    [
        ("1,1,2,4S,Smith,=,,", "result.no-declarer"),
        ("1,1,2,60,,,,", "score.never"),
        ("1,1,2,,,,420,3NT= N", "results.sides-differ"),
        ("1,1,2,,,,A60,40", "results.one-side"),
        ("50%,1,2,,,,420,", "results.board"),
    ],
)
def test_cells_that_are_no_results_are_refused(row: str, code: str) -> None:
    with pytest.raises(Mistake) as refused:
        read_csv(f"{HEAD}{row}\n".encode())
    assert [(problem.code, problem.where) for problem in refused.value.problems] == [(code, "line 2")]


@for_each(
    "row, code",
    [
        ("1,1,2,4S,N,,,", "results.no-tricks"),
        ("1,1,2,4S,NS,=,,", "bws.side-only"),
        ("1,-1,2,4S,N,=,,\n1,3,4,4S,N,=,,", "results.odd-numbers"),
        ("1,1N,2,4S,N,=,,\n1,3,4,4S,N,=,,", "results.odd-numbers"),
        ("1,n/a,2,4S,N,=,,\n1,3,4,4S,N,=,,", "results.odd-numbers"),
    ],
)
def test_a_reading_that_needs_an_assumption_is_noted(row: str, code: str) -> None:
    assert code in [note.code for note in read_csv(f"{HEAD}{row}\n".encode()).notes]
