"""`score`, `explain`, `convert` on small files and on an event of our own."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.cli.scoring.ranking_table import ShownStanding
from arrowswitch.core.game.boards import Vulnerability
from arrowswitch.core.game.possible import possible_scores
from arrowswitch.core.game.seats import Side
from arrowswitch.core.scoring import sessions
from tests.foreign import foreign_file
from tests.rotation import examples, rotate
from tests.unit.cli.runner import cli

RESULTS = """board,ns,ew,contract,by,result
1,1,2,4S,N,=
1,3,4,4S,N,+1
1,5,6,3NT,S,-1
2,2,1,2H,E,=
2,4,3,1NT,W,-1
2,6,5,P,,
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "r.csv").write_text(RESULTS, encoding="utf-8")
    return tmp_path


def test_score_as_json(folder: Path) -> None:
    """R-161: three results a board, top 2, E-W the complement; 1 and 2 share the third place.

    board 1   1-2 +420 1   3-4 +450 2   5-6 -50 0        board 2   2-1 -110 0   4-3 +50 2   6-5 0 1
    totals    1: 1+2=3   2: 1+0=1   3: 2+0=2   4: 0+2=2   5: 0+1=1   6: 2+1=3
    """
    document = cli("score", "r.csv", "--json", folder=folder).json
    assert list(document) == ["event", "method", "regulations", "standings", "boards", "problems"]
    assert (document["method"], document["regulations"]) == ("matchpoints", "jcbl-2008")
    ranking = [(row["rank"], row["tied"], row["number"], row["score"], row["percent"]) for row in document["standings"]]
    assert ranking == [
        (1, True, "1", "3.00", "75.00"),
        (1, True, "6", "3.00", "75.00"),
        (3, True, "3", "2.00", "50.00"),
        (3, True, "4", "2.00", "50.00"),
        (5, True, "2", "1.00", "25.00"),
        (5, True, "5", "1.00", "25.00"),
    ]
    assert {row["direction"] for row in document["standings"]} == {None}
    assert document["boards"][0]["results"][0] == {
        "ns": "1",
        "ew": "2",
        "contract": "4S",
        "by": "N",
        "tricks": 10,
        "score": 420,
        "ns_points": "1.00",
        "ew_points": "1.00",
    }
    assert [note["code"] for note in document["problems"]] == ["cli.rules.default"]


def test_a_large_file_is_scored_on_arrays(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Above the limit the table is printed without scoring the boards line by line, and says the same."""
    scores = tuple(possible_scores(Vulnerability.NONE))
    rows = [
        f"{16 * board + 1},{table},{31 + (table + 7 * board) % 30},{scores[(table * 31 + board * 17) % len(scores)]}"
        for board in range(1, 11)
        for table in range(1, 31)
    ]
    (folder / "many.csv").write_text("\n".join(["board,ns,ew,score", *rows, ""]), encoding="utf-8")
    line_by_line = cli("score", "many.csv", "--json", folder=folder).json["standings"]
    monkeypatch.setattr(sessions, "LARGE", 300)
    monkeypatch.setattr(sessions, "FOLLOWED", 0)
    assert cli("score", "many.csv", "--json", folder=folder).json["standings"] == line_by_line
    monkeypatch.setattr(sessions, "score", None)
    for language in ("ja", "en"):
        printed = cli("score", "many.csv", "--lang", language, folder=folder).out
        assert all(row["score"] in printed for row in line_by_line)


@settings(max_examples=examples(30), deadline=None)
@given(
    st.builds(
        ShownStanding,
        rank=st.integers(0, 300_000),
        is_tied=st.booleans(),
        direction=st.sampled_from([None, *Side]),
        number=st.text(),
        total=st.text(),
        percent=st.none() | st.text(),
        boards=st.integers(0, 99),
        penalty=st.text(),
    )
)
def test_a_standing_is_written_as_the_encoder_writes_it(row: ShownStanding) -> None:
    """A large file prints its standings without the encoder."""
    assert row.plain_text() == json.dumps(row.plain(()), ensure_ascii=False)


def test_two_winners(folder: Path) -> None:
    """R-162: both fields number from 1, so the numbers carry their direction."""
    (folder / "m.csv").write_text("board,ns,ew,score\n1,1,1,420\n1,2,2,50\n2,1,2,50\n2,2,1,-100\n", encoding="utf-8")
    document = cli("score", "m.csv", "--json", folder=folder).json
    assert [(row["direction"], row["number"]) for row in document["standings"]] == [
        ("NS", "NS1"),
        ("NS", "NS2"),
        ("EW", "EW1"),
        ("EW", "EW2"),
    ]


def test_score_in_words(folder: Path) -> None:
    english = cli("score", "r.csv", folder=folder)
    assert english.code == 0
    assert "1=" in english.out
    assert "75.00" in english.out
    assert "jcbl-2008" in english.out
    japanese = cli("score", "r.csv", "--lang", "ja", folder=folder).out
    assert "順位" in japanese
    assert "規定" in japanese


def test_standard_input(folder: Path) -> None:
    assert len(cli("score", "-", "--json", stdin=RESULTS.encode()).json["standings"]) == 6


def test_rules_that_are_asked_for(folder: Path) -> None:
    document = cli("score", "r.csv", "--json", "--regulations", "wbf-2017", folder=folder).json
    assert document["regulations"] == "wbf-2017"
    assert document["problems"][0]["code"] == "cli.rules.asked"
    (folder / "own.toml").write_text('inherits = "jcbl-2008"\nname = "own"\n', encoding="utf-8")
    assert cli("score", "r.csv", "--json", "--regulations", "own.toml", folder=folder).json["regulations"] == "own"
    outcome = cli("score", "r.csv", "--regulations", "nobody", folder=folder)
    assert outcome.code == 1
    assert "jcbl-2008" in outcome.err


def test_rules_of_the_program_that_made_the_file(folder: Path) -> None:
    cli("convert", "r.csv", "r.xml", folder=folder)
    text = (folder / "r.xml").read_text(encoding="utf-8")
    for program, code in (("BriAn", "cli.rules.program"), ("Unheard-of", "cli.rules.default-program")):
        (folder / "p.xml").write_text(text.replace("Arrowswitch", program), encoding="utf-8")
        notes = cli("score", "p.xml", "--json", folder=folder).json["problems"]
        counted = ["results.counted"] if program == "BriAn" else []
        assert [note["code"] for note in notes] == [code, *counted]
        assert program in notes[0]["message"]


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("score", "none.csv"), "none.csv"),
        (("score", "."), "folder"),
        (("score", "r.csv", "--method", "patton"), "patton"),
        (("score", "nul\0l.csv"), "cannot be read"),
        (("explain", "r.csv", "--board", "9", "--ns", "1"), "9"),
        (("explain", "r.csv", "--board", "1", "--ns", "77"), "77"),
        (("convert", "r.csv", "r.docx"), ".csv"),
        (("convert", "r.csv", "no/where.csv"), "no/where.csv"),
    ],
)
def test_mistakes(folder: Path, words: tuple[str, ...], hint: str) -> None:
    outcome = cli(*words, folder=folder)
    assert (outcome.code, outcome.out) == (2 if "--method" in words else 1, "")
    assert hint in outcome.err


@pytest.mark.parametrize(
    ("content", "problems"),
    [
        (b"", 1),
        (b"board,ns,ew,contract,by,result\n1,1,2,8NT,N,=\n99999,3,4,4S,N,+9\nx,y\n", 3),
        (b"<USEBIO><EVENT>", 1),
        (b'{"boards": [', 1),
        (b'{"format": "arrowswitch-event", "version": 1, "ledger": [', 1),
        (b"\x00\x01\x02", 1),
        (b"board,ns,ew,score\n1," + b"9" * 10_000 + b",2,420\n", 1),
    ],
    ids=["empty", "csv", "xml-cut", "json-cut", "event-cut", "binary", "long"],
)
@rotate("language", ["en", "ja"])
def test_bad_files(folder: Path, content: bytes, problems: int, language: str) -> None:
    """One clear line for each problem, in the language asked for; nothing on the standard output."""
    (folder / "bad").write_bytes(content)
    outcome = cli("score", "bad", "--json", "--lang", language, folder=folder)
    assert (outcome.code, outcome.out) == (1, "")
    assert len(outcome.errors) == problems
    assert all(line.startswith("arrowswitch: bad: ") and len(line) < 400 for line in outcome.errors)
    assert all(any("\u3040" <= c <= "\u9fff" for c in line) == (language == "ja") for line in outcome.errors)


def test_a_file_of_a_gigabyte_is_refused_unread(folder: Path) -> None:
    with (folder / "huge.csv").open("wb") as stream:
        stream.truncate(10**9)
    outcome = cli("score", "huge.csv", folder=folder)
    assert outcome.code == 1
    assert "400 MB" in outcome.err


def test_markup_in_a_name_stays_text(folder: Path) -> None:
    name = "<script>alert(1)</script>"
    (folder / "h.csv").write_text(f"board,ns,ew,score,ns names\n1,1,2,420,{name}\n1,3,4,50,\n", encoding="utf-8")
    document = cli("score", "h.csv", "--json", folder=folder).json
    assert [row["names"] for row in document["standings"] if row["number"] == "1"] == [["<script>alert(1)<", "script>"]]
    cli("convert", "h.csv", "h.html", folder=folder)
    assert "<script>" not in (folder / "h.html").read_text(encoding="utf-8")


def test_explain_a_score(folder: Path) -> None:
    """Step by step: what it was compared with, and the rule."""
    outcome = cli("explain", "r.csv", "--board", "1", "--ns", "3", folder=folder)
    assert outcome.code == 0
    assert "Board 1" in outcome.out
    assert outcome.out.rstrip().endswith("Points: 2")
    plain = cli("explain", "r.csv", "--board", "1", "--ew", "4", "--json", folder=folder).json
    assert (plain["number"], plain["board"], plain["points"]) == ("4", 1, "0")
    assert all(step["text"] and step["code"].startswith("explain.") for step in plain["steps"])
    assert any(step["clause"] for step in plain["steps"])


def test_explain_a_total(folder: Path) -> None:
    plain = cli("explain", "r.csv", "--ns", "1", "--json", folder=folder).json
    assert (plain["number"], plain["board"], plain["points"]) == ("1", None, "3")
    assert "合計" in cli("explain", "r.csv", "--ns", "1", "--lang", "ja", folder=folder).out


@pytest.mark.parametrize("ending", [".csv", ".xml", ".pbn", ".json"])
def test_convert_there_and_back(folder: Path, ending: str) -> None:
    """R-389, R-310: the ranking of what was converted is the ranking of the original."""
    made = cli("convert", "r.csv", f"out{ending}", folder=folder)
    assert (made.code, made.err) == (0, "")
    assert "6" in made.out
    first = cli("score", "r.csv", "--json", folder=folder).json
    again = cli("score", f"out{ending}", "--json", "--regulations", "jcbl-2008", folder=folder).json
    assert again["standings"] == first["standings"]
    assert again["boards"] == first["boards"]


def test_convert_scores_what_publishes_nothing(folder: Path) -> None:
    """R-310: what goes to the office has ranks and points."""
    cli("convert", "r.csv", "r.json", folder=folder)
    plain = json.loads((folder / "r.json").read_text(encoding="utf-8"))
    assert plain["standings"][0]["rank"] == 1
    assert plain["boards"][0]["results"][0]["ns_points"] == "1"


def test_convert_to_a_page(folder: Path) -> None:
    document = cli("convert", "r.csv", "r.html", "--json", folder=folder).json
    codes = [problem["code"] for problem in document.pop("problems")]
    assert document == {"file": "r.html", "format": "html", "boards": 2, "results": 6, "matches": 0}
    assert codes == ["cli.rules.default", "held.for-people"]
    assert "75" in (folder / "r.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("method", "scores"),
    [
        ("imps", {"6": "22.00", "1": "16.00", "3": "6.00", "4": "-6.00", "2": "-16.00", "5": "-22.00"}),
        (
            "total-points",
            {"6": "1030.00", "1": "710.00", "3": "320.00", "4": "-320.00", "2": "-710.00", "5": "-1030.00"},
        ),
        ("butler", {"6": "10.00", "1": "3.00", "3": "-1.00", "4": "1.00", "2": "-3.00", "5": "-10.00"}),
    ],
)
def test_other_methods(folder: Path, method: str, scores: dict[str, str]) -> None:
    """R-166, R-170, R-179: the same file by other methods; E-W scores are N-S scores turned over.

    IMPs, board 1: 420 against 450 and -50 is -1 + 10 = 9, 450: 1 + 11 = 12, -50: -21; board 2: -7, 6, 1.
    Points: 3 x 420 - 820 = 440, 530, -970; 3 x -110 + 60 = -270, 210, 60. Datums 420 and 0: 0, 1, -10; -3, 2, 0.
    """
    document = cli("score", "r.csv", "--json", "--method", method, folder=folder).json
    totals = {row["number"]: row["score"] for row in document["standings"]}
    assert document["method"] == method
    assert totals == scores
    assert {row["percent"] for row in document["standings"]} == {None}
    assert f"({method}, jcbl-2008)" in cli("score", "r.csv", "--method", method, folder=folder).out


def test_explained_by_other_methods(folder: Path) -> None:
    output = cli("explain", "r.csv", "--board", "1", "--ns", "1", "--method", "imps", folder=folder).out
    assert "Against 1 with -50: 420 − (-50) = 470 points are 10 IMPs; 1 × 10 = 10." in output
    assert "Together: -1 + 10 = 9." in output
    output = cli("explain", "r.csv", "--ns", "1", "--method", "imps", folder=folder).out
    assert "The sum of 2 boards: 9 (#1) + 7 (#2) = 16." in output
    assert "Ranked by total" in output


def test_a_houston_trial_of_two_boards_has_no_scale(folder: Path) -> None:
    """R-168, R-174: two pairs have one board together: no column, nothing made up."""
    outcome = cli("score", "r.csv", "--method", "houston", folder=folder)
    assert (outcome.code, outcome.out) == (1, "")
    assert "no column" in outcome.err


PAIRS_BY_MATCHES = "board,ns,ew,score\n" + "".join(
    f"{board},1,2,{420 if board < 5 else 50}\n{board},3,4,170\n" for board in range(1, 8)
)


def test_methods_beside_the_games_of_the_documents(tmp_path: Path) -> None:
    """R-171: board-a-match, Swiss pairs with a table of one's own, instant matchpoints against a table."""
    (tmp_path / "seven.csv").write_text(PAIRS_BY_MATCHES, encoding="utf-8")
    bam = cli("score", "seven.csv", "--method", "bam", "--json", folder=tmp_path).json
    assert (bam["method"], {row["number"]: row["score"] for row in bam["standings"]}) == (
        "board-a-match",
        {"1": "8.00", "4": "8.00", "2": "6.00", "3": "6.00"},
    )
    swiss = cli("score", "seven.csv", "--method", "swiss-matchpoints", "--json", folder=tmp_path).json
    assert sorted(row["score"] for row in swiss["standings"]) == ["15.00", "15.00", "5.00", "5.00"]
    scale = 'name = "own"\ntitle = "x"\nkind = "bands"\nunit = "percent"\nsource = "x"\nvps = [[2, 2], [4, 0]]\n'
    (tmp_path / "own.toml").write_text(
        f'{scale}[columns]\n"7" = {{ from = [0, 500], source = "x" }}\n', encoding="utf-8"
    )
    own = cli("score", "seven.csv", "--method", "swiss-matchpoints", "--scale", "own.toml", "--json", folder=tmp_path)
    assert sorted(row["score"] for row in own.json["standings"]) == ["0.00", "0.00", "4.00", "4.00"]
    imps = cli("score", "seven.csv", "--method", "swiss-imps", "--scale", "wbf-continuous", "--json", folder=tmp_path)
    assert sum(Fraction(row["score"]) for row in imps.json["standings"]) == 40
    (tmp_path / "table.csv").write_text(
        "board,score,count\n" + "".join(f"{b},170,3\n{b},400,1\n" for b in range(1, 8)), encoding="utf-8"
    )
    instant = cli("score", "seven.csv", "--method", "instant", "--table", "table.csv", "--json", folder=tmp_path).json
    assert {row["number"]: row["score"] for row in instant["standings"]}["1"] == "16.00"
    missing = cli("score", "seven.csv", "--method", "instant", folder=tmp_path)
    assert (missing.code, len(missing.errors)) == (1, 7)
    outcome = cli("explain", "seven.csv", "--method", "bam", "--board", "1", "--ns", "1", folder=tmp_path)
    assert "(1 × 2 + 0 × 1) / 1 = 2" in outcome.out


def test_datums_that_were_given(folder: Path) -> None:
    """A datum in place of the board's own; a board without one is reported, and so is a method that compares with
    none."""
    (folder / "r.csv").write_text("board,ns,ew,score\n1,1,2,420\n1,3,4,-50\n2,2,1,50\n2,4,3,100\n", encoding="utf-8")
    (folder / "datums.csv").write_text("board,datum\n1,200\n", encoding="utf-8")
    document = cli("score", "r.csv", "--method", "butler", "--datums", "datums.csv", "--json", folder=folder).json
    assert [row["ns_points"] for row in document["boards"][0]["results"]] == ["6.00", "-6.00"]
    (note,) = [one["message"] for one in document["problems"] if one["code"] == "cli.score.own-datums"]
    assert "2" in note
    explained = cli(
        "explain", "r.csv", "--method", "butler", "--datums", "datums.csv", "--board", "1", "--ns", "1", folder=folder
    )
    assert "200" in explained.out
    assert "matchpoints" in cli("score", "r.csv", "--datums", "datums.csv", folder=folder).err
    (folder / "bad.csv").write_text("board,datum\n1,200\n1,300\nx\n2,99999\n", encoding="utf-8")
    bad = cli("score", "r.csv", "--method", "butler", "--datums", "bad.csv", folder=folder)
    assert [bad.err.count(f"line {line}:") for line in (2, 3, 4, 5)] == [0, 1, 1, 1]


def test_regulations_of_the_program_that_a_format_does_not_name_are_told(folder: Path) -> None:
    (folder / "mp.xml").write_bytes(foreign_file("mp-howell-12-pairs.xml"))
    made = cli("convert", "mp.xml", "made.csv", "--json", folder=folder).json
    assert "held.no-regulations" in [one["code"] for one in made["problems"]]
