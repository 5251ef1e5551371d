"""PBN with a game for each result: names, rooms, auctions and plays, and the export format that they are written in."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.deals.double_dummy import tricks_of_text
from arrowswitch.core.game.contracts import Denomination
from arrowswitch.core.game.seats import Seat
from arrowswitch.core.scoring.methods import Method
from arrowswitch.core.scoring.teams.match import TeamMethod
from arrowswitch.formats.detect import read_results, writer_for
from arrowswitch.formats.pbn.check import pbn_problems
from arrowswitch.formats.pbn.games import read_pbn
from arrowswitch.formats.pbn.results import read_pbn_results
from arrowswitch.formats.pbn.writing import write_pbn_results
from arrowswitch.formats.results.results import ResultsFile
from tests.foreign import foreign_file
from tests.tables import for_each
from tests.unit.cli.runner import cli

DEAL = "W:AJ9754.J62.K62.6 32..A954.AQJ9875 KQ86.KQT843.QJ.K T.A975.T873.T432"
GAME = f"""[Event "Evening"]
[Board "16"]
[West "Birch"]
[North "Alder"]
[East "Dogwood"]
[South "Cedar"]
[Dealer "W"]
[Vulnerable "EW"]
[Deal "{DEAL}"]
[Scoring "IMP"]
[Declarer "N"]
[Contract "5CX"]
[Result "NS 11"]
[Score "NS +550"]
[Auction "W"]
2D =1= 3C 4H 5C
Pass Pass X ! Pass
Pass Pass
[Note "1:weak in a major"]
[Play "E"]
SK ST S4 S2
HK H5 H2 C7
+
"""
OTHER = GAME.replace('"Birch"', '"Fir"').replace('"Alder"', '"Elm"').replace('"Cedar"', '"Gorse"')
OTHER = OTHER.replace('"Dogwood"', '"Holly"').replace("NS 11", "EW 3 NS 10").replace("NS +550", "EW 100")


def read(text: str) -> ResultsFile:
    return read_pbn_results(text.encode())


def codes(results: ResultsFile) -> list[str]:
    return [note.code for note in results.notes]


def problems(text: str) -> list[tuple[str, str]]:
    return [(one.where, one.code) for one in pbn_problems(read_pbn(text.encode()))]


class TestOneGameForEachResult:
    def test_pairs_are_known_by_their_names(self) -> None:
        file = read(f"{GAME}\n{OTHER}")
        assert [(line.numbers, line.score) for line in file.lines] == [(("1", "2"), 550), (("3", "4"), -100)]
        assert [one.names for one in file.contestants] == [
            ("Alder", "Cedar"),
            ("Dogwood", "Birch"),
            ("Elm", "Gorse"),
            ("Holly", "Fir"),
        ]
        assert "results.counted-pairs" in codes(file)
        assert file.method is Method.IMPS
        assert [line.contract_played.tricks for line in file.lines if line.contract_played] == [11, 10]

    def test_a_score_without_a_side_is_declarers(self) -> None:
        """PBN 2.1, section 4.2.1."""
        text = GAME.replace('"N"]\n[Contract', '"E"]\n[Contract').replace("NS +550", "-300").replace("NS 11", "9")
        [line] = read(text).lines
        assert line.score == 300

    def test_auction_and_play_are_kept(self) -> None:
        [line] = read(GAME).lines
        assert line.record is not None
        assert line.record.auction is not None
        assert line.record.auction.calls[:4] == ("2D", "3C", "4H", "5C")
        assert line.record.auction.notes == {0: "weak in a major"}
        assert line.record.play is not None
        assert line.record.play.tricks == (("SK", "ST", "S4", "S2"), ("HK", "H5", "H2", "C7"))

    def test_what_the_tags_leave_open_the_auction_tells(self) -> None:
        text = re.sub(r"\[(Declarer|Contract)[^\n]*\n", "", GAME)
        [line] = read(text).lines
        assert (line.contract, line.score) == ("5CX", 550)

    def test_nothing_is_left_out_in_silence(self) -> None:
        """Judgements of calls, remarks, other tags; and a game without a result, or by nobody knows whom."""
        text = GAME.replace("[Result", '[Annotator "Rowan"] { a remark }\n[Result')
        unfinished = re.sub(r"\[(Result|Score) [^\n]*\n", "", GAME)
        nobody = re.sub(r"\[(West|North|East|South) [^\n]*\n", "", GAME).replace('"16"', '"17"')
        file = read(f"{text}\n{unfinished}\n{nobody}")
        [left_out] = [note.params["names"] for note in file.notes if note.code == "results.left-out"]
        assert str(left_out).startswith("Annotator, Auction $")
        assert {"pbn.remarks", "pbn.unfinished", "pbn.nobody"} <= set(codes(file))
        assert len(file.lines) == 1

    def test_a_game_of_a_table_is_no_second_result(self) -> None:
        """PBN 2.1, section 5.9: a game with auction and play still stands in the table."""
        table = '[Board "16"]\n[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result"]\n1 2 5CX N 11\n3 4 4H E 9\n'
        by_number = GAME.replace("[West", '[PairNS "1"]\n[PairEW "2"]\n[West')
        for game in (GAME, by_number):
            file = read(f"{table}\n{game}")
            assert [line.record is not None for line in file.lines] == [True, False]
        unknown = GAME.replace("NS 11", "NS 12")
        assert "pbn.record-alone" in codes(read(f"{table}\n{unknown}"))
        other = by_number.replace('"5CX"', '"5C"')
        assert "pbn.table-counts" in codes(read(f"{table}\n{other}"))

    def test_two_rooms_make_a_match(self) -> None:
        teams = '[HomeTeam "Larks"]\n[VisitTeam "Owls"]\n[Room "{}"]\n'
        file = read(f"{teams.format('Open')}{GAME}\n{teams.format('Closed')}{OTHER}")
        assert [(team.name, team.pairs) for team in file.teams] == [("Larks", ("1", "4")), ("Owls", ("2", "3"))]
        assert (file.method, file.matches[0].boards, "results.first-sits-ns" in codes(file)) == (None, (16,), True)

    def test_teams_that_meet_again_have_a_match_in_each_round(self) -> None:
        head = '[HomeTeam "Larks"]\n[VisitTeam "Owls"]\n[Round "{}"]\n[Room "{}"]\n'
        games = [(1, "Open", GAME), (1, "Closed", OTHER), (2, "Open", GAME), (2, "Closed", OTHER)]
        rooms = [head.format(number, room) + game.replace('"16"', f'"{15 + number}"') for number, room, game in games]
        assert [(match.round, match.boards) for match in read("\n".join(rooms)).matches] == [(1, (16,)), (2, (17,))]
        [whole] = read("\n".join((rooms[0], rooms[3].replace('"17"', '"16"')))).matches
        assert (whole.round, whole.boards) == (None, (16,)), "the halves of a match in two rounds"

    def test_score_tables_that_only_name(self) -> None:
        text = (
            '[Board "{}"]\n[ScoreTable "Names_NS;Names_EW;Score_NS;Percentage_NS;Percentage_EW"]\n'
            '"Alder;Birch" "Cedar;Dogwood" {} - -\n"Elm;Fir" "Gorse;Holly" - ^60 ^40\n'
        )
        file = read(f"{text.format(1, 420)}\n{text.format(2, -50)}")
        results = {(line.line.board, line.numbers): (line.score, line.award) for line in file.lines}
        assert results[1, ("3", "4")] == (None, "60%/40%")
        assert results[2, ("1", "2")][0] == -50


class TestAgainstTheStandard:
    @for_each(
        "change, expected",
        [
            (("3C 4H", "2C 4H"), "auction.insufficient"),
            (("X ! Pass", "XX Pass"), "auction.double"),
            (("4H 5C", "4H 5Z"), "pbn.call"),
            (("HK H5", "HK S3"), "play.not-held"),
            (("ST S4", "C2 S4"), "play.revoke"),
            (("HK H5", "HK H99"), "pbn.card"),
            (('[Auction "W"]', '[Auction "Q"]'), "pbn.first"),
            (('[Contract "5CX"]', '[Contract "5C"]'), "pbn.other-contract"),
            (('[Dealer "W"]\n', ""), "pbn.needs-before"),
            (('[Declarer "N"]', '[Declarer "#"]'), "pbn.inherited"),
            (('[Scoring "IMP"]', '[Scoring "IMP"]\n[Scoring "MP"]'), "pbn.tag-twice"),
            (('[Result "NS 11"]', '[Result "eleven"]'), "pbn.value"),
            (('[Event "Evening"]', '[Event "Evening"'), "pbn.tag"),
        ],
    )
    def test_each_fault_is_told(self, change: tuple[str, str], expected: str) -> None:
        assert problems(GAME) == []
        assert expected in [code for _, code in problems(GAME.replace(*change))]

    def test_tags_over_lines_and_several_on_a_line(self) -> None:
        """PBN 2.1, section 3.3."""
        (game,) = read_pbn(b'[Event\n"Evening"\n]\n[Site"Hall"] [Board "2" ]\n[Annotator "a\\"b\\\\c"]\n').games
        assert [(tag.name, tag.value) for tag in game.tags] == [
            ("Event", "Evening"),
            ("Site", "Hall"),
            ("Board", "2"),
            ("Annotator", 'a"b\\c'),
        ]

    def test_inheritance(self) -> None:
        """PBN 2.1, section 4.8: a value handed on may be replaced without `##`, and ends with `#`."""
        text = (
            '[Date "##2026.11.21"]\n[Stage "##A"]\n\n[Board "2"]\n\n[Date "2026.11.22"]\n[Stage "#"]\n\n[Board "4"]\n'
        )
        games = read_pbn(text.encode()).games
        assert [game.value("Date") for game in games] == ["2026.11.21"] * 2 + ["2026.11.22"] * 2
        assert [game.value("Stage") for game in games] == ["A", "A", "A", ""]


class TestWriting:
    def test_the_export_format(self) -> None:
        """PBN 2.1, section 3.1 and 3.4: fifteen tags in their order, others by name, CR LF, no fault against itself."""
        data = write_pbn_results(read(f"{GAME}\n{OTHER}"))
        assert data.endswith(b"\r\n")
        assert pbn_problems(read_pbn(data)) == ()
        for game in read_pbn(data).games:
            names = [tag.name for tag in game.tags]
            assert names[:15] == [
                *("Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal"),
                *("Scoring", "Declarer", "Contract", "Result"),
            ]
            others = names[15 : names.index("Auction") if "Auction" in names else names.index("ScoreTable")]
            assert others == sorted(others)
            assert game.value("Deal") == DEAL

    def test_matches_of_teams_come_back(self) -> None:
        """R-310: a Swiss of ten teams, each pair with a number of its own; nothing has to be entered again."""
        ours = read_results(foreign_file("multiple-teams-10.xml"), "teams.xml")
        written = write_pbn_results(ours)
        again = read_pbn_results(written)
        assert pbn_problems(read_pbn(written)) == ()
        assert again.teams == tuple(sorted(ours.teams, key=lambda team: team.rank or 0))
        matches = [{(one.round, one.teams, one.boards) for one in file.matches} for file in (ours, again)]
        assert matches[0] == matches[1]
        assert (again.method, again.team_method, again.is_by_vp) == (None, ours.team_method, ours.is_by_vp)
        assert {one.names for one in again.contestants} == {one.names for one in ours.contestants}

    @for_each(
        "method, is_by_vp, scale, scoring",
        [
            (TeamMethod.BOARD_A_MATCH, False, "", "BAM"),
            (TeamMethod.PATTON, True, "patton", "BAM"),
            (TeamMethod.TOTAL_POINTS, None, "", "Total"),
            (TeamMethod.IMPS, True, "wbf-25", "IMP"),
        ],
    )
    def test_how_matches_are_compared_comes_back(
        self, method: TeamMethod, is_by_vp: bool | None, scale: str, scoring: str
    ) -> None:
        teams = '[HomeTeam "Larks"]\n[VisitTeam "Owls"]\n[Room "{}"]\n'
        match = read(f"{teams.format('Open')}{GAME}\n{teams.format('Closed')}{OTHER}")
        ours = replace(match, team_method=method, is_by_vp=is_by_vp, scale=scale)
        written = write_pbn_results(ours)
        again = read_pbn_results(written)
        assert (again.team_method, again.is_by_vp, again.scale) == (method, is_by_vp, scale)
        assert f'[Scoring "{scoring}"]'.encode() in written

    def test_boards_a_match_are_no_imps(self) -> None:
        """The tag `Scoring` of other programs tells how a match is compared; it was taken to be by IMPs."""
        teams = '[HomeTeam "Larks"]\n[VisitTeam "Owls"]\n[Room "{}"]\n'
        match = f"{teams.format('Open')}{GAME}\n{teams.format('Closed')}{OTHER}"
        assert read(match.replace('"IMP"', '"BAM"')).team_method is TeamMethod.BOARD_A_MATCH
        assert read(GAME.replace('"IMP"', '"BAM"')).team_method is None

    @pytest.mark.parametrize("ending", [".pbn", ".json"])
    def test_auctions_and_plays_come_back(self, ending: str) -> None:
        ours = read(f"{GAME}\n{OTHER}")
        again = read_results(writer_for(f"x{ending}").write(ours), f"x{ending}")
        assert [(line.line, line.result, line.record) for line in again.lines] == [
            (line.line, line.result, line.record) for line in ours.lines
        ]
        assert again.deals == ours.deals
        assert again.contestant(Number("1")) == ours.contestant(Number("1"))

    def test_optimum_results(self) -> None:
        """PBN 2.1, section 5.7, with the table of the standard's own correct file."""
        rows = "N C 9/N D 6/N H 5/N S 6/N NT 6/E C 3/E D 7/E H 8/E S 7/E NT 6"
        rows += "/S C 9/S D 6/S H 5/S S 6/S NT 6/W C 3/W D 7/W H 8/W S 7/W NT 7"
        table = '[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]\n' + rows.replace("/", "\n")
        file = read(f'[Board "1"]\n[PairNS "1"]\n[PairEW "2"]\n[Contract "Pass"]\n[Result ""]\n{table}\n')
        assert tricks_of_text(file.tricks[1])[Denomination.HEARTS][Seat.WEST] == 8
        written = write_pbn_results(file)
        assert b'[OptimumScore "NS 100"]' in written
        assert read_pbn_results(written).tricks == file.tricks
        half = read(f'[Board "1"]\n[PairNS "1"]\n[PairEW "2"]\n[Contract "Pass"]\n{table[:120]}\n')
        assert (half.tricks, "pbn.optimum" in codes(half)) == ({}, True)

    def test_what_a_format_does_not_hold_is_told(self, tmp_path: Path) -> None:
        (tmp_path / "a.pbn").write_text(f"{GAME}\n{OTHER}", encoding="utf-8")
        problems = cli("convert", "a.pbn", "b.csv", "--json", folder=tmp_path).json["problems"]
        assert "held.no-records" in [one["code"] for one in problems]
        assert cli("score", "a.pbn", folder=tmp_path).code == 0
