"""Numbers published in a file compared with those computed from its results: each difference with its size."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from arrowswitch import regulations
from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Problem
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.sessions import score_session
from arrowswitch.formats.results.differences import MOST_TOLD, differences
from arrowswitch.formats.results.results import FileContestant, FileLine, ResultsFile
from arrowswitch.formats.results.scoring_input import scoring_input
from tests.unit.formats.samples import line

RULES = regulations.load("jcbl-2008")


def publish_file(factor: Fraction = Fraction(1), boards: int = 2) -> ResultsFile:
    """Returns a file of four pairs that publishes what its results give, points multiplied by the factor."""
    lines = tuple(
        one
        for board in range(1, boards + 1)
        for one in (line(board, "1", "2", "3NT= N"), line(board, "3", "4", "3NT-1 N"))
    )
    bare = ResultsFile("sample", lines=lines, contestants=tuple(FileContestant(Number(str(n))) for n in range(1, 5)))
    scored = score_session(scoring_input(bare), RULES, Method.MATCHPOINTS)
    rows = {(row.line.board, row.line.ns): row for board in scored.boards.values() for row in board.rows}
    ranked = {standing.number: standing for standing in scored.ranking}
    return replace(
        bare,
        lines=tuple(_with_points(one, rows[one.line.board, one.line.ns], factor) for one in lines),
        contestants=tuple(
            replace(
                one,
                total=ranked[one.number].total * factor,
                percent=ranked[one.number].percent,
                rank=ranked[one.number].rank,
            )
            for one in bare.contestants
        ),
    )


def _with_points(line: FileLine, row: object, factor: Fraction) -> FileLine:
    ns, ew = (getattr(row, side).points for side in ("ns", "ew"))
    return replace(line, ns_points=ns * factor, ew_points=ew * factor)


def list_differences(file: ResultsFile) -> list[Problem]:
    return list(differences(file, score_session(scoring_input(file), RULES, Method.MATCHPOINTS)))


def test_a_file_that_agrees_has_no_differences() -> None:
    assert list_differences(publish_file()) == []


def test_each_number_that_differs_is_told_with_its_size() -> None:
    file = publish_file(boards=10)
    wrong = replace(file.lines[0], ns_points=Fraction(1, 2))
    first = replace(file.contestants[0], total=Fraction(7), percent=Fraction(35), rank=3)
    file = replace(file, lines=(wrong, *file.lines[1:]), contestants=(first, *file.contestants[1:]))
    assert [
        (note.code, note.params["theirs"], note.params["ours"], note.params["by"]) for note in list_differences(file)
    ] == [
        ("results.points-differ", "0.50", "1", "-0.50"),
        ("results.total-differs", "7", "10", "-3"),
        ("results.percent-differs", "35", "100", "-65"),
        ("results.rank-differs", "3", "1", "2"),
    ]


def test_points_counted_double_are_one_note() -> None:
    assert [(note.code, note.params) for note in list_differences(publish_file(Fraction(2)))] == [
        ("results.counted", {"factor": "0.5"})
    ]
    assert [(note.code, note.params) for note in list_differences(publish_file(Fraction(1, 2)))] == [
        ("results.counted", {"factor": "2"})
    ]


def test_points_counted_as_percentages_are_one_note() -> None:
    """The top of a board of two results is 1: a win is 100 %. Totals of such points have no place in the comparison."""
    file = publish_file(Fraction(100), boards=10)
    assert [note.code for note in list_differences(file)] == ["results.counted-percent"]
    wrong = replace(file.lines[0], ns_points=Fraction(75))
    codes = [
        (note.code, note.params.get("by")) for note in list_differences(replace(file, lines=(wrong, *file.lines[1:])))
    ]
    assert codes == [("results.counted-percent", None), ("results.points-differ", "-25")]


def test_amounts_are_compared_to_the_decimals_of_the_file() -> None:
    file = publish_file()
    near = replace(file.contestants[0], percent=Fraction("99.96"))
    others = tuple(replace(one, percent=Fraction("0.1")) if one.percent == 0 else one for one in file.contestants[1:])
    assert [note.params["number"] for note in list_differences(replace(file, contestants=(near, *others)))] == [
        "1",
        "2",
        "3",
    ]
    fine = tuple(replace(one, percent=(one.percent or Fraction(0)) + Fraction("0.002077")) for one in file.contestants)
    assert list_differences(replace(file, contestants=fine)) == []
    rough = tuple(replace(one, percent=Fraction(one.percent or 0)) for one in file.contestants)
    assert list_differences(replace(file, contestants=rough)) == []


def test_many_differences_are_counted_after_the_first() -> None:
    file = publish_file(boards=60)
    more = [Fraction(one.ns_points or 0) + place % 5 for place, one in enumerate(file.lines)]
    lines = tuple(replace(one, ns_points=points) for one, points in zip(file.lines, more, strict=True))
    notes = [
        note
        for note in list_differences(replace(file, lines=lines))
        if note.code in ("results.points-differ", "results.more-differ")
    ]
    assert len(notes) == MOST_TOLD + 1
    assert notes[-1].params == {"n": 96 - MOST_TOLD, "all": 240, "largest": "4.00"}
