"""Files that contradict themselves: each contradiction is named with its line, and the results stay as they are."""

from __future__ import annotations

from arrowswitch.formats.results.contradictions import MOST_NOTES
from arrowswitch.formats.results.csv_results import read_csv
from arrowswitch.formats.results.json_results import read_json
from tests.tables import for_each

HEAD = "board,ns,ew,contract,by,result,score,round\n"


def list_contradictions(text: str, head: str = HEAD) -> list[tuple[str, str]]:
    """Returns the contradictions of a CSV file and their places."""
    notes = read_csv(f"{head}{text}".encode()).notes
    return [(note.code.partition(".")[2], note.where) for note in notes if note.code.startswith("contradicts.")]


def test_both_sides_declare_a_suit() -> None:
    """Two tables played spades by North-South; the third one probably has the wrong declarer."""
    rows = "1,1,2,4S,N,=,420,1\n1,3,4,4S,S,+1,450,2\n1,5,6,4S,E,=,-420,3\n1,7,8,3NT,E,=,-400,4\n"
    assert list_contradictions(rows) == [("suit", "line 4")]
    assert list_contradictions(rows.replace("4S,E", "4H,E")) == []


def test_the_score_of_the_other_side() -> None:
    """420 to East-West for a contract of North: the sign or declarer is wrong. Other differences are no such case."""
    assert list_contradictions("1,1,2,4S,N,=,-420,1\n") == [("declarer", "line 2")]
    assert list_contradictions("1,1,2,4S,N,=,450,1\n") == []
    assert list_contradictions("5,1,2,4S,N,=,-420,1\n") == [("declarer", "line 2")]


def test_a_board_with_more_results_than_rounds() -> None:
    """Two rounds of two tables on four boards; a third result of board 4 belongs to another board."""
    tables = ((1, 1, 2, (1, 2)), (1, 3, 4, (3, 4)), (2, 5, 6, (3, 4)), (2, 7, 8, (1, 2)))
    rows = [f"{board},{ns},{ew},,,,50,{played}" for played, ns, ew, boards in tables for board in boards]
    assert list_contradictions("\n".join(rows)) == []
    assert list_contradictions("\n".join([*rows, "4,9,10,,,,50,2"])) == [("board-count", "line 10")]


def test_all_tables_play_the_same_boards() -> None:
    """A barometer has copies of each board: nothing is wrong with more results than rounds."""
    rows = [f"{board},{table},{table + 10},,,,50,1" for board in (1, 2, 3) for table in (1, 2, 3)]
    assert list_contradictions("\n".join(rows)) == []


@for_each("award, is_named", [("A", True), ("60%/40%", True), ("NP", False), ("A+/A-", True)])
def test_sit_outs_with_adjusted_scores(award: str, is_named: bool) -> None:
    rows = f"1,1,2,420\n1,3,9,{award}\n2,2,3,110\n2,1,9,{award}\n"
    assert list_contradictions(rows, "board,ns,ew,score\n") == ([("sit-outs", "line 3")] if is_named else [])


DEAL = "N:A98.J92.A75.Q852 532.86.K632.KJT7 KQ4.AKT73.JT.A93 JT76.Q54.Q984.64"


@for_each(
    "declarer, lead, is_named",
    [
        ("N", "S5", False),
        ("N", "SA", True),
        ("S", "SJ", False),
        ("S", "JS", False),
        ("S", "S5", True),
        ("N", "?", False),
    ],
)
def test_a_lead_that_the_leader_does_not_hold(declarer: str, lead: str, is_named: bool) -> None:
    """East has the five of spades and leads against North, West the jack."""
    row = f'{{"ns": "1", "ew": "2", "contract": "4H", "by": "{declarer}", "tricks": 10, "lead": "{lead}"}}'
    text = f'{{"boards": [{{"board": 1, "results": [{row}]}}], "deals": {{"1": "{DEAL}"}}}}'
    codes = [note.code for note in read_json(text.encode()).notes]
    assert ("contradicts.lead" in codes) == is_named


def test_many_contradictions_are_counted() -> None:
    rows = [f"{board},1,2,2S,N,=,110,1\n{board},3,4,2S,E,=,-110,2" for board in range(1, 31)]
    codes = [code for code, _ in list_contradictions("\n".join(rows))]
    assert codes.count("suit") == MOST_NOTES
    assert codes[-1] == "more"
