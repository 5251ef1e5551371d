"""PBN: score tables, one game a result, inheritance, and what is against the standard."""

import pytest

from arrowswitch.core.errors import Malformed, Problem
from arrowswitch.core.scoring.methods import Method
from arrowswitch.formats.pbn.check import pbn_problems
from arrowswitch.formats.pbn.games import TableColumn, columns, read_pbn
from arrowswitch.formats.pbn.results import read_pbn_results
from tests.foreign import foreign_file
from tests.tables import for_each

TABLE = """% PBN 2.1
%Creator: Sample
[Event "Evening"]
[Board "3"]
[Scoring "MP"]
[ScoreTable "Table\\1R;PairId_NS\\2R;PairId_EW\\2R;Contract\\4L;Declarer;Result;Score_NS;Score_EW;MP_NS;Names_NS"]
1  1  2 4SX  N  9 -200   -  0.0 "Alder Oak;Birch Elm"
2  3  4 Pass -  -    0   -  2.0 -
3  5  6 3NT  W 10    - 630  1.0 -
4  7  8 A    A  A    -   -    - -
"""


def problems(text: str) -> list[Problem]:
    return list(pbn_problems(read_pbn(text.encode())))


def test_a_score_table() -> None:
    file = read_pbn_results(TABLE.encode())
    assert [line.score for line in file.lines] == [-200, 0, -630, None]
    assert [line.table for line in file.lines] == [1, 2, 3, 4]
    assert (file.event, file.program, file.lines[0].line.board) == ("Evening", "Sample", 3)


def test_columns_by_width_where_words_do_not_tell() -> None:
    text = (
        '[Board "1"]\n[ScoreTable "PairId_NS\\2R;PairId_EW\\2R;Contract\\4L;Declarer\\1;Result\\2R;Score_NS\\4R"]\n'
        " 1  2 4S   N 10  420\n 3  4           420\n"
    )
    file = read_pbn_results(text.encode())
    assert [line.score for line in file.lines] == [420, 420]


def test_one_game_for_each_result() -> None:
    tags = ('Board "1"', 'PairNS "{0}"', 'PairEW "{1}"', 'Declarer "N"', 'Contract "4S"', 'Result "{2}"', 'Score "{3}"')
    game = "".join(f"[{tag}]\n" for tag in tags) + "\n"
    file = read_pbn_results((game.format(1, 2, 10, "NS 420") + game.format(3, 4, 9, "EW 50")).encode())
    assert [line.score for line in file.lines] == [420, -50]


def test_values_are_handed_on() -> None:
    text = '[Event "##Evening"]\n[Site "Hall"]\n\n[Site "#"]\n[Board "2"]\n'
    second = read_pbn(text.encode()).games[1]
    assert (second.value("Event"), second.value("Site"), second.value("Board")) == ("Evening", "Hall", "2")


def test_remarks_are_passed_over() -> None:
    text = '[Board "1"] ; a remark\n{ one\n\nthat runs on }\n[Dealer "N"]\n[Site "a;b{c}"]\n'
    (game,) = read_pbn(text.encode()).games
    assert [tag.name for tag in game.tags] == ["Board", "Dealer", "Site"]
    assert game.value("Site") == "a;b{c}"


def test_the_charset_is_obeyed() -> None:
    text = '%Content-type: text/x-pbn; charset={}\n[Event "{}"]\n'
    assert read_pbn(text.format("ISO-8859-1", "Café").encode("latin-1")).games[0].value("Event") == "Café"
    assert read_pbn(text.format("cp932", "夜").encode("cp932")).games[0].value("Event") == "夜"
    assert read_pbn(text.format("no-such", "Café").encode("latin-1")).games[0].value("Event") == "Café"


def test_columns() -> None:
    assert columns("-Rank\\3R;Names") == (TableColumn("Rank", "-", 3), TableColumn("Names"))
    for bad in ("Call\\", "Call\\L", "", "A;;B"):
        with pytest.raises(Malformed):
            columns(bad)


@for_each(
    "scoring, method", [("IMP", "imps"), ("Butler", "butler"), ("MP;MP1", "matchpoints"), ("Total", "total-points")]
)
def test_methods(scoring: str, method: str) -> None:
    file = read_pbn_results(TABLE.replace('"MP"', f'"{scoring}"').encode())
    assert file.method is Method(method)


def test_tables_that_cannot_be_read_are_told() -> None:
    with pytest.raises(Malformed) as caught:
        read_pbn_results(TABLE.replace("2  3  4 Pass -  -    0   -  2.0 -", "2  3  4").encode())
    assert [(p.where, p.code) for p in caught.value.problems] == [("line 8", "pbn.row")]
    with pytest.raises(Malformed) as caught:
        read_pbn_results(TABLE.replace("Declarer;", "\\;").encode())
    assert ("line 6", "pbn.column") in [(p.where, p.code) for p in caught.value.problems]


def test_frequencies_are_not_results_of_pairs() -> None:
    with pytest.raises(Malformed) as caught:
        read_pbn_results(b'[Board "1"]\n[ScoreTable "Score_NS;Multiplicity"]\n420 3\n')
    assert [p.code for p in caught.value.problems] == ["pbn.no-results"]


def test_stray_lines_are_told() -> None:
    assert [(p.where, p.code) for p in problems('hello\n[Board "1"]\n')] == [("line 1", "pbn.stray")]


@for_each(
    "play, is_fine",
    [
        ("D3 D2 D4 DA\n+ - - SA", True),
        ("D3 DA S5 D4\n- - - +\n- - - -", False),
        ("D3 DA S5 D4\n+ SA - -", False),
        ("H2 HA H3 H4\n- S2 + -\n*", True),
        ("+", True),
    ],
)
def test_nothing_stands_behind_a_plus(play: str, is_fine: bool) -> None:
    """The columns are seats from the first leader on; the winner of a trick leads the next (spades are trumps)."""
    text = f'[Deal "N:- - - -"]\n[Contract "4S"]\n[Play "E"]\n{play}\n'
    assert [p.code for p in problems(text)] == ([] if is_fine else ["pbn.after-plus"])


class TestStandardCases:
    """The PBN author's own files: correct ones are read without a note, each error is reported with its place."""

    def test_correct_files(self) -> None:
        for name in ("correct_20", "correct_21"):
            data = foreign_file(f"{name}.pbn")
            assert pbn_problems(read_pbn(data)) == ()

    def test_each_faulty_game_is_told(self) -> None:
        """23 games of PBN 2.0 and 2 of PBN 2.1, each with the error that its remark names."""
        expected = {
            "errors_20": ["value"] * 2
            + ["history"] * 4
            + ["after-plus"] * 5
            + ["tag", "tag", "column"]
            + ["forbidden"] * 6
            + ["row", "order", "order"],
            "errors_21": ["value", "value"],
        }
        for name, kinds in expected.items():
            data = foreign_file(f"{name}.pbn")
            file = read_pbn(data)
            codes = [[p.code for p in pbn_problems(type(file)((game,), (), ()))] for game in file.games]
            assert codes == [[f"pbn.{kind}"] for kind in kinds]
            with pytest.raises(Malformed) as caught:
                read_pbn_results(data)
            assert len(caught.value.problems) == 1 + len(kinds)
