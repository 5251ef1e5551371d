"""`results.txt` of Jannersten's programs: the example of its page, and whole events there and back."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Malformed
from arrowswitch.core.scoring.methods import Method
from arrowswitch.formats.detect import JANNERSTEN, format_of, read_results, writer_for
from arrowswitch.formats.results.held import not_held
from arrowswitch.formats.results.results import FileContestant, ResultsFile
from tests.foreign import foreign_file
from tests.tables import for_each
from tests.unit.formats.samples import SMALL, line

EXAMPLE = """\
[GAME]
A;3;30;10;;;;;;;;1
[Contestants]
A;1;N; "Alder Oak";240;60;;
A;1;S; "Birch Elm";240;60;;
A;11;E; "Cedar Fir";170;42.5;;
A;11;W; "Dogwood; Gum";170;42.5;;
[RESULTS]
#01;A;1;1;11;;;400;3NT;N;9;C2;4;14;;;22;78;;14;;
#01;A;2;2;12;;;400;3NT;N;9;C2;4;14;;;22;78;;14;;
#01;A;9;9;19;;;460;3NT;N;11;C2;18;0;;;100;0;;14;;
#01;A;10;10;20;;;-50;3NT;N;8;C2;0;18;;;0;100;;14;;
#02
"""
"""The example of jannersten.com/Help/BSC/html/results_txt.html, shortened, with other names."""


def test_the_example_of_the_page_is_read() -> None:
    assert format_of(EXAMPLE.encode(), "results.txt") is JANNERSTEN
    read = read_results(EXAMPLE.encode(), "results.txt")
    assert (len(read.lines), read.winners, read.method) == (4, 2, Method.MATCHPOINTS)
    first = read.lines[0]
    assert (first.contract, first.score, first.lead, first.round) == ("3NT", 400, "C2", 1)
    assert (first.ns_points, first.ew_points) == (Fraction(4), Fraction(14))
    pair = read.contestant(Number("11"))
    assert pair is not None
    assert (pair.names, pair.total, pair.percent) == (("Cedar Fir", "Dogwood; Gum"), Fraction(170), Fraction(85, 2))


@for_each(
    "name",
    [
        "mp-howell-12-pairs.xml",
        "mp-mitchell-11-tables.xml",
        "mp-mitchell-8-tables-uneven.xml",
        "mp-two-sections-35-pairs.xml",
        "cross-imp-howell.xml",
        "acblscore-three-quarter-howell-11-pairs.json",
    ],
)
def test_events_are_written_and_read_again(name: str) -> None:
    results = replace(read_results(foreign_file(name), name), deals={})
    again = read_results(JANNERSTEN.write(results), "results.txt")
    assert {one.line for one in again.lines} == {one.line for one in results.lines}
    assert (again.winners, again.method) == (results.winners, results.method)
    points = [sorted((str(one.ns_points), str(one.ew_points)) for one in file.lines) for file in (results, again)]
    assert points[0] == points[1]
    codes = {problem.code for problem in not_held(JANNERSTEN, JANNERSTEN.write(results), results)}
    assert codes <= {"held.no-adjustments"}


def test_averages_single_players_and_odd_names_survive() -> None:
    single = ResultsFile(
        source="x",
        lines=(line(1, "1", "2", "4SX-1 N"), line(2, "1", "2", "60%/40%")),
        contestants=tuple(FileContestant(Number(str(n)), (f'O"ak; {n}',), rank=n) for n in range(1, 5)),
        kind=ContestantKind.PLAYER,
    )
    single = replace(
        single,
        lines=tuple(
            replace(one, line=replace(one.line, ns=(Number("1"), Number("3")), ew=(Number("2"), Number("4"))))
            for one in single.lines
        ),
    )
    for results in (SMALL, single):
        again = read_results(JANNERSTEN.write(results), "results.txt")
        assert {one.line for one in again.lines} == {one.line for one in results.lines}
        assert again.kind is results.kind
        assert [one.names for one in again.contestants] == [one.names for one in results.contestants]


def test_the_name_of_two_endings_chooses_it() -> None:
    assert writer_for("evening.jannersten.txt") is JANNERSTEN
    assert writer_for("evening.v2.csv").name == "csv"


@for_each(
    "changed, code, where",
    [
        (EXAMPLE.replace("[RESULTS]", "[TEAMS]\nx\n[RESULTS]"), "jannersten.part", "line 8"),
        (EXAMPLE.replace("#01;A;2;2;", "#x1;A;2;2;"), "results.board", "line 10"),
        (EXAMPLE.replace(";;14;;\n#02", ";;14;;;;more\n#02"), "csv.row-long", "line 12"),
    ],
)
def test_what_is_wrong_has_its_line(changed: str, code: str, where: str) -> None:
    with pytest.raises(Malformed) as caught:
        read_results(changed.encode(), "results.txt")
    assert [(problem.code, problem.where) for problem in caught.value.problems] == [(code, where)]
