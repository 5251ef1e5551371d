"""CSV in the hands of people: headers in many words, other separators, cells of all kinds."""

import pytest

from arrowswitch.core.errors import Malformed
from arrowswitch.core.game.notation import format_result
from arrowswitch.core.scoring.outcomes import Average, AverageKind, NotPlayed
from arrowswitch.formats.results.csv_results import looks_like_csv, read_csv, write_csv
from arrowswitch.formats.results.results import ResultsFile
from tests.tables import for_each


def read(text: str, encoding: str = "utf-8") -> ResultsFile:
    return read_csv(text.encode(encoding))


def results_of(text: str, encoding: str = "utf-8") -> list[str]:
    return [format_result(line.result) if line.result else "" for line in read(text, encoding).lines]


def problems_of(text: str) -> list[tuple[str, str]]:
    with pytest.raises(Malformed) as caught:
        read(text)
    return [(problem.where, problem.code) for problem in caught.value.problems]


@for_each(
    "text, encoding",
    [
        ("board,ns,ew,contract,by,result\n5,1,2,4SX,N,-1\n", "utf-8"),
        ("Board No.;N-S;E-W;Contract;Declarer;Result\n5;1;2;4♠x;n;−1\n", "utf-8"),
        ("ボード\t南北\t東西\tコントラクト\tディクレアラー\t結果\n５\t１\t２\t４Ｓ×\t北\t－１\n", "cp932"),
        ("\ufeffBd,NS Pair,EW Pair,Contract,By,Tricks\n5,1,2,4SX,N,9\n", "utf-8"),
        ("ew,ns,board,contract,by,made,down\n2,1,5,4S*,N,,1\n", "utf-8"),
        ("board,ns,ew,contract\n5,1,2,4SX-1 N\n", "utf-8"),
        ("5,1,2,4SX,N,-1\n", "utf-8"),
        ("5,1,2,4SX,N,-1,-200\n", "utf-8"),
        ("# from the club\n\nboard,ns,ew,contract,by,score\n5,1,2,4SX,N,-200\n", "utf-8"),
        ("board,ns,ew,contract,by,result,ew score\n5,1,2,4SX,N,1,200\n".replace(",1,200", ",-1,200"), "utf-8"),
    ],
    ids=[
        "plain",
        "semicolons",
        "japanese",
        "tricks",
        "made-down",
        "one-cell",
        "bare",
        "bare-score",
        "from-score",
        "ew-score",
    ],
)
def test_the_same_result_in_many_forms(text: str, encoding: str) -> None:
    file = read(text, encoding)
    assert [format_result(line.result) for line in file.lines if line.result] == ["4SX-1 N"]
    assert file.lines[0].line.board == 5
    assert (file.lines[0].line.ns, file.lines[0].line.ew) == (("1",), ("2",))
    assert file.lines[0].score == -200


def test_scores_alone() -> None:
    file = read("board,ns,ew,score\n1,1,2,420\n1,3,4,A+/A-\n2,2,1,\n2,3,4,NP\n")
    assert [line.score for line in file.lines] == [420, None, None, None]
    assert file.lines[1].line.ns_outcome == Average(AverageKind.PLUS)
    assert [line.line.ns_outcome for line in file.lines[2:]] == [NotPlayed(), NotPlayed()]


def test_a_number_without_sign_is_settled_by_the_score() -> None:
    """Spreadsheets turn +1 into 1; with a score its meaning is certain."""
    head = "board,ns,ew,contract,by,result,score\n"
    assert results_of(head + "1,1,2,4S,N,1,450\n1,3,4,4S,N,4,420\n") == ["4S+1 N", "4S= N"]
    assert problems_of("board,ns,ew,contract,by,result\n1,1,2,4S,N,1\n") == [("line 2", "result.bare-number")]


def test_everything_wrong_is_told_with_its_line() -> None:
    rows = [
        "board,ns,ew,contract,by,result",
        "1,1,2,8NT,N,=",
        "x,1,2,1C,N,=",
        "99999,1,2,1C,N,=",
        "1,,2,1C,N,=",
        "1,7,7,1C,N,=",
        "1,3,4,4S,N,+9",
        "1,5,6,1C,,=",
        "1,8,9,1C,N,=",
        "1,8,10,1D,N,=",
        "1,11,12,1C,N,=,,extra",
    ]
    assert problems_of("\n".join(rows)) == [("line 11", "csv.row-long")]
    assert problems_of("\n".join(rows[:-1])) == [
        ("line 2", "result.level"),
        ("line 3", "results.board"),
        ("line 4", "results.board"),
        ("line 5", "results.number"),
        ("line 6", "results.itself"),
        ("line 7", "result.too-many-tricks"),
        ("line 8", "result.no-declarer"),
        ("line 10", "results.pair-twice"),
    ]


@for_each(
    "text, code",
    [
        ("", "format.empty"),
        ("name,town\nOak,Kyoto\n", "csv.no-columns"),
        ("1,2,3\n", "csv.no-columns"),
        ("board,ns,ew,score\n", "results.none"),
        ('board,ns,ew,score\n1,1,2,"420\n', "csv.broken"),
    ],
)
def test_files_that_are_no_results(text: str, code: str) -> None:
    assert code in [found for _, found in problems_of(text)]


def test_a_score_that_is_not_the_contracts_is_noted_and_stands() -> None:
    """R-141: the stated score is used, and the difference is noted."""
    file = read("board,ns,ew,contract,by,result,score\n9,1,2,3NT,W,+1,-430\n9,3,4,3NT,W,+1,-630\n")
    assert [line.score for line in file.lines] == [-430, -630]
    (note,) = [note for note in file.notes if note.code.startswith("score.")]
    assert (note.code, note.where) == ("score.differs", "line 2")


def test_repeated_rows_count_once() -> None:
    """R-140: the same result twice is one result; another result of the same pair is refused."""
    file = read("board,ns,ew,score\n1,1,2,420\n1,1,2,420\n2,2,1,50\n")
    assert len(file.lines) == 2
    assert "results.repeated" in [note.code for note in file.notes]


def test_two_rankings_when_nobody_changed_sides() -> None:
    file = read("board,ns,ew,score\n1,1,11,420\n1,2,12,420\n2,1,12,50\n2,2,11,50\n")
    assert file.winners == 2
    assert file.fields == (("1", "2"), ("11", "12"))
    assert [note.code for note in file.notes] == ["results.two-fields"]


def test_both_fields_number_from_one() -> None:
    file = read("board,ns,ew,score\n1,1,1,420\n1,2,2,420\n2,1,2,50\n2,2,1,50\n")
    assert file.fields == (("NS1", "NS2"), ("EW1", "EW2"))


def test_sections_that_both_number_from_one() -> None:
    file = read("board,section,ns,ew,score\n1,A,1,2,420\n1,B,1,2,430\n2,A,2,1,50\n2,B,2,1,110\n")
    assert file.fields == (("A1", "A2", "B1", "B2"),)


def test_of_two_columns_of_one_meaning_the_better_word_is_read() -> None:
    """`points` next to `score` are no scores and do not replace them."""
    for head in ("board,ns,ew,score,points", "board,ns,ew,points,score"):
        cells = "1,1,2,420,7" if head.endswith("points") else "1,1,2,7,420"
        file = read_csv(f"{head}\n{cells}\n".encode())
        assert [line.score for line in file.lines] == [420]
        assert {note.code: note.params.get("names") for note in file.notes}["results.left-out"] == "points"


def test_rows_of_several_sessions_are_refused_at_the_first_of_the_second() -> None:
    rows = "1,1,1,2,420\n1,1,3,4,50\n2,1,1,3,420"
    with pytest.raises(Malformed) as caught:
        read_csv(f"session,board,ns,ew,score\n{rows}\n".encode())
    refusal = {problem.code: problem for problem in caught.value.problems}["csv.sessions"]
    assert (refusal.where, refusal.params["names"]) == ("line 4", "1, 2")
    assert read_csv(b"session,board,ns,ew,score\n1,1,1,2,420\n1,1,3,4,50\n").lines


def test_names_in_columns() -> None:
    file = read("board,ns,ew,score,ns names,ew names\n1,1,2,420,Alder / Oak,春川 & 夏山\n2,2,1,50,,\n")
    assert [one.names for one in file.contestants] == [("Alder", "Oak"), ("春川", "夏山")]


@for_each(
    "text, is_one",
    [("board,ns,ew,score\n", True), ("1;2;3;420", True), ("a,b", False), ("", False), ("name,town,age\n", False)],
)
def test_what_looks_like_a_table(text: str, is_one: bool) -> None:
    assert looks_like_csv(text) is is_one


def test_no_cell_is_calculated_and_names_come_back() -> None:
    text = "board,ns,ew,contract,by,result,score,ns_names,ew_names\n1,1,2,3NT,N,=,400,=cmd|' /C calc'!A0/+1,@x/-Pat\n"
    written = write_csv(read(text))
    names = written.decode("utf-8-sig").splitlines()[1].split(",")[7:]
    assert [name[:2] for name in names] == ["'=", "'@"]
    assert [one.names for one in read_csv(written).contestants] == [one.names for one in read(text).contestants]
    assert read_csv(written).contestants[0].names[0].startswith("=cmd")


def test_a_number_that_is_a_formula_is_not_calculated_and_comes_back() -> None:
    written = write_csv(read("board,ns,ew,contract,by,result,score\n1,=1+1,2,3NT,N,=,400\n"))
    assert written.decode("utf-8-sig").splitlines()[1].split(",")[1:3] == ["'=1+1", "2"]
    assert write_csv(read_csv(written)) == written
