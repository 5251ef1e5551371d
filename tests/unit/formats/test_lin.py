"""LIN with results: vugraphs of two rooms, tournaments of one, hands of a table; damage is reported."""

import contextlib
from dataclasses import replace
from pathlib import Path

import pytest

from arrowswitch.core.errors import Malformed, Mistake
from arrowswitch.core.game.seats import Seat
from arrowswitch.core.scoring.methods import Method
from arrowswitch.formats.detect import format_of
from arrowswitch.formats.lin.results import read_lin_results
from arrowswitch.formats.lin.writing import write_lin_results
from arrowswitch.formats.results.results import ResultsFile
from tests.tables import for_each
from tests.unit.cli.runner import cli

ONE = "3S269H2568QADTQC2T,S47AHJD3479C4567Q,S58QH479KDKAC38JA,"
TWO = "4S9JH579QAD8KAC39Q,S5QKH24TD35TQC56K,S268AH3KD27C247TJ,"
OPEN_ONE = (
    f"qx|o1|pn|Alder,Birch,Cedar,Dogwood|st||md|{ONE}|rh||ah|Board 1|sv|o|mb|1N!|an|12-14|mb|p|mb|2D|mb|p|mb|3H|"
    "mb|p|mb|4H|mb|p|mb|p|mb|p|pg||pc|SJ|pc|S2|pc|SA|pc|S5|pg||pc|C4|pc|C3|pc|CK|pc|C2|pg||mc|11|pg||"
)
CLOSED_ONE = (
    f"qx|c1|pn|Elm,Fir,Gorse,Holly|md|{ONE}|sv|o|mb|p|mb|p|mb|1D|mb|p|mb|1H|mb|p|mb|3N|mb|p|mb|p|mb|p|pg||mc|9|"
)
VUGRAPH = f"""vg|Autumn Cup,Final 1 of 2,I,1,2,Larks,0,Owls,3|
rs|4HN+1,3NS=,PASS,2SxW-1|
pn|Alder,Birch,Cedar,Dogwood,Elm,Fir,Gorse,Holly|
{OPEN_ONE}
nt|well played|
{CLOSED_ONE}
qx|o2|md|{TWO}|sv|n|mb|p|mb|p|mb|p|mb|p|
"""
TOURNAMENT = f"""vg|Weekly pairs,Bridge Base Online,P,1,2,,,,|
rs|4HN+1,,3NS=,,|
bn|1,2|
{OPEN_ONE.replace("|c", "|o")}
{OPEN_ONE.replace("Alder", "Elm").replace("Birch", "Fir").replace("Cedar", "Gorse").replace("Dogwood", "Holly")}
"""


def read(text: str) -> ResultsFile:
    return read_lin_results(text.encode())


def codes(results: ResultsFile) -> list[str]:
    return [note.code for note in results.notes]


class TestVugraphs:
    def test_results_of_both_rooms(self) -> None:
        """The closed room's second board was not shown: its result stands in the list alone."""
        file = read(VUGRAPH)
        lines = [(line.line.board, line.numbers, line.contract, line.score) for line in file.lines]
        assert lines == [
            (1, ("1", "2"), "4H", 450),
            (1, ("3", "4"), "3NT", 400),
            (2, ("1", "2"), "PASS", 0),
            (2, ("3", "4"), "2SX", 100),
        ]
        assert (file.event, file.method, sorted(file.deals)) == ("Autumn Cup Final 1 of 2", None, [1, 2])

    def test_teams_sit_in_both_rooms(self) -> None:
        file = read(VUGRAPH)
        assert [(team.name, team.pairs) for team in file.teams] == [("Larks", ("1", "4")), ("Owls", ("2", "3"))]
        assert {"results.first-sits-ns", "results.counted-pairs"} <= set(codes(file))
        [left_out] = [note.params["names"] for note in file.notes if note.code == "results.left-out"]
        assert left_out == "nt, vg (carry-over)"

    def test_auction_play_and_explanation(self) -> None:
        record = read(VUGRAPH).lines[0].record
        assert record is not None
        assert record.auction is not None
        assert (record.auction.first, record.auction.calls[0], record.auction.notes) == (
            Seat.NORTH,
            "1NT",
            {0: "12-14"},
        )
        assert record.play is not None
        assert record.play.tricks == (("SJ", "S2", "SA", "S5"), ("CK", "C2", "C4", "C3"))

    def test_the_match_is_scored_and_converted(self, tmp_path: Path) -> None:
        """450 against 400 and 0 against 100: 1 IMP and minus 3."""
        (tmp_path / "a.lin").write_text(VUGRAPH, encoding="utf-8")
        ours = cli("score", "a.lin", "--json", folder=tmp_path).json
        assert [(row["number"], row["rank"]) for row in ours["standings"]] == [("2", 1), ("1", 2)]
        assert cli("convert", "a.lin", "a.json", folder=tmp_path).code == 0
        again = cli("score", "a.json", "--json", folder=tmp_path).json
        assert [row["score"] for row in again["standings"]] == [row["score"] for row in ours["standings"]]
        assert "4 results" in cli("convert", "a.lin", "a.pbn", folder=tmp_path).out


class TestWriting:
    def test_a_match_comes_back(self) -> None:
        """Results of both rooms, names, hands, auction, explanations and play."""
        ours = read(VUGRAPH)
        written = write_lin_results(ours)
        again = read_lin_results(written)
        assert b"rs|4HN+1,3NS=,PASS,2SxW-1|" in written
        assert [(line.line, line.result, line.record) for line in again.lines] == [
            (line.line, line.result, line.record) for line in ours.lines
        ]
        assert (again.teams, again.matches, again.deals) == (
            tuple(replace(team, rank=None, total=None, is_tied=False) for team in ours.teams),
            tuple(replace(match, imps={}, points=(None, None)) for match in ours.matches),
            ours.deals,
        )
        assert {one.names for one in again.contestants} == {one.names for one in ours.contestants}
        assert again.event == ours.event

    def test_signs_of_the_format_in_names_are_replaced(self) -> None:
        ours = replace(read(VUGRAPH), event="Cup, 2026 | final")
        assert read_lin_results(write_lin_results(ours)).event == "Cup 2026 / final"

    def test_what_is_not_held_is_told(self, tmp_path: Path) -> None:
        """A board of three tables without auctions: nothing of it comes back, and that is said; hands do."""
        (tmp_path / "a.lin").write_text(VUGRAPH, encoding="utf-8")
        rows = "board,ns,ew,score\n1,1,2,420\n1,3,4,450\n1,5,6,-50\n"
        (tmp_path / "a.csv").write_text(rows, encoding="utf-8")
        made = cli("convert", "a.csv", "b.lin", "--json", folder=tmp_path)
        assert "held.unread" in [one["code"] for one in made.json["problems"]]
        cli("convert", "a.lin", "a.json", folder=tmp_path)
        made = cli("convert", "a.json", "b.lin", "--json", folder=tmp_path)
        codes = [one["code"] for one in made.json["problems"] if one["code"].startswith("held.")]
        assert (made.json["results"], made.json["matches"], codes) == (4, 1, [])
        ranks = [
            [(row["number"], row["score"]) for row in cli("score", name, "--json", folder=tmp_path).json["standings"]]
            for name in ("a.lin", "b.lin")
        ]
        assert ranks[0] == ranks[1]
        assert cli("convert", "b.lin", "b.dup", folder=tmp_path).code == 0


class TestOthers:
    def test_a_board_of_many_tables(self) -> None:
        file = read(TOURNAMENT)
        assert (file.method, file.teams, len(file.lines)) == (Method.MATCHPOINTS, (), 2)
        assert [line.numbers for line in file.lines] == [("1", "2"), ("3", "4")]
        assert "pbn.nobody" in codes(file)  # the second board stands in the list, and nobody's name with it

    def test_the_hands_of_one_table(self) -> None:
        """Hands that players save have neither a title nor a list: the claim gives the tricks, the name the number."""
        file = read(OPEN_ONE.removeprefix("qx|o1|"))
        assert [(line.line.board, line.score) for line in file.lines] == [(1, 450)]

    def test_the_list_counts(self) -> None:
        file = read(VUGRAPH.replace("4HN+1", "4HN="))
        assert (file.lines[0].score, "lin.other-result" in codes(file)) == (420, True)

    def test_hands_alone_are_deals(self, tmp_path: Path) -> None:
        (tmp_path / "a.lin").write_text(f"qx|o1|md|{ONE}|sv|o|pg||\n", encoding="utf-8")
        with pytest.raises(Malformed) as caught:
            read((tmp_path / "a.lin").read_text(encoding="utf-8"))
        assert [one.code for one in caught.value.problems] == ["lin.no-results"]
        assert cli("convert", "a.lin", "a.pbn", folder=tmp_path).code == 0

    def test_known_by_what_is_in_it(self) -> None:
        assert [format_of(text.encode()).name for text in (VUGRAPH, OPEN_ONE)] == ["lin", "lin"]


class TestDamage:
    @for_each(
        "change, code",
        [
            (("mb|2D|", "mb|2Q|"), "pbn.call"),
            (("mb|2D|", "mb|1C|"), "auction.insufficient"),
            (("pc|S2|", "pc|S1|"), "pbn.card"),
            (("2SxW-1", "2S??"), "lin.result"),
            (("nt|well played|", "nt|well played"), "lin.unread"),
            (("rs|4HN+1", "rs|=,=,4HN+1"), "lin.more-results"),
        ],
    )
    def test_each_fault_is_told_with_its_line(self, change: tuple[str, str], code: str) -> None:
        file = read(VUGRAPH.replace(*change))
        assert [bool(note.where) for note in file.notes if note.code == code][:1] == [True]

    def test_a_card_twice(self) -> None:
        with pytest.raises(Malformed) as caught:
            read(VUGRAPH.replace("S47A", "S27A"))
        assert "deal.card-twice" in [one.code for one in caught.value.problems]

    def test_cut_off_anywhere(self) -> None:
        data = VUGRAPH.encode()
        for cut in range(0, len(data), 7):
            with contextlib.suppress(Mistake):
                assert read_lin_results(data[:cut]).lines
