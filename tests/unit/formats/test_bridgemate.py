"""Bridgemate's `.bws`: the results that count, the notes, the pairs; files are built by `tests/bws_files.py`."""

from __future__ import annotations

import pytest

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Malformed, ParamValue
from arrowswitch.core.scoring.outcomes import Average, AverageKind, NotPlayed
from arrowswitch.formats.bridgemate.reader import read_bws
from arrowswitch.formats.detect import format_of, read_results, writer_for
from arrowswitch.formats.results.results import ResultsFile
from tests.access_files import BOOLEAN, DATE, SHORT, TEXT, Row, Table, access_file
from tests.bws_files import RESULT_COLUMNS, SINGLE_ROUNDS, bws_file, results, single_players_file
from tests.tables import for_each

RESULT = {"Section": 1, "Table": 1, "Round": 1, "Board": 1, "PairNS": 1, "PairEW": 6, "NS/EW": "N"}
OTHERS = results()[1:]


def notes_of(file: ResultsFile) -> dict[str, dict[str, ParamValue]]:
    return {note.code: dict(note.params) for note in file.notes}


def read_one(contract: str, result: str, **more: object) -> tuple[ResultsFile, str, int | None]:
    row: Row = {**RESULT, "ID": 1, "Contract": contract, "Result": result, **more}
    file = read_bws(bws_file([row, *OTHERS]))
    line = next(line for line in file.lines if line.table == 1 and line.line.board == 1)
    return file, line.contract, line.score


class TestTheFile:
    def test_is_known_by_its_content(self) -> None:
        assert format_of(bws_file(), "evening.dat").name == "bws"

    def test_is_not_written(self) -> None:
        with pytest.raises(Malformed):
            read_results(b"\x00\x01\x00\x00Standard Jet DB\x00", "evening.bws")
        with pytest.raises(Exception, match="no-writer"):
            writer_for("evening.bws")

    def test_of_another_kind_is_told(self) -> None:
        with pytest.raises(Malformed) as caught:
            read_bws(access_file(Table("Orders", [("ID", SHORT)])))
        assert caught.value.problems[0].code == "bws.foreign"
        assert caught.value.problems[0].params["tables"] == "Orders"

    def test_without_a_column_that_a_result_needs_is_refused(self) -> None:
        with pytest.raises(Malformed) as caught:
            read_bws(bws_file(without=["Contract", "Board"]))
        assert [p.code for p in caught.value.problems] == ["bws.columns"]
        assert caught.value.problems[0].params["names"] == "Board, Contract"

    def test_without_what_is_optional_is_read_and_told(self) -> None:
        file = read_bws(bws_file(without=["Remarks", "LeadCard"], lacking=["RoundData", "PlayerNumbers", "Section"]))
        assert (
            notes_of(file)["bws.missing"]["names"] == "ReceivedData.LeadCard, ReceivedData.Remarks, Section, RoundData"
        )
        assert {one.names for one in file.contestants} == {()}
        assert {line.section for line in file.lines} == {"1"}


class TestResults:
    def test_of_an_evening(self) -> None:
        file = read_bws(bws_file())
        first = file.lines[0]
        assert (first.section, first.round, first.table, first.lead) == ("A", 1, 1, "HK")
        assert [(line.line.board, line.contract, line.score) for line in file.lines[:6]] == [
            (1, "4S", 420),
            (2, "3NT", -430),
            (1, "4HX", 300),
            (2, "PASS", 0),
            (1, "4S", -50),
            (2, "2DXX", 1160),
        ]
        assert len(file.lines) == 12

    @for_each(
        "contract, result, is_read",
        [
            ("4 H x", "-1", ("4HX", -100)),
            ("1 NT XX", "=", ("1NTXX", 560)),
            ("7 c", "+0", ("7C", 1440)),
            ("Pass", "", ("PASS", 0)),
        ],
    )
    def test_contracts_as_devices_write_them(self, contract: str, result: str, is_read: tuple[str, int]) -> None:
        assert read_one(contract, result)[1:] == is_read

    def test_a_side_in_place_of_a_seat(self) -> None:
        file, contract, score = read_one("4 S", "=", **{"NS/EW": "EW"})
        assert (contract, score, notes_of(file)["bws.side-only"]) == ("4S", -420, {"n": 1})

    def test_averages_as_they_can_be_keyed_in(self) -> None:
        line = next(line for line in read_bws(bws_file()).lines if line.award.startswith("A"))
        assert (line.line.ns_outcome, line.line.ew_outcome) == (Average(AverageKind.PLUS), Average(AverageKind.MINUS))

    @for_each("remark, award", [("50%-50%", "A"), ("40-60", "A-/A+"), ("70%-25%", "70%/25%")])
    def test_remarks_that_are_awards(self, remark: str, award: str) -> None:
        file, _, _ = read_one("", "", Remarks=remark)
        assert award in [line.award for line in file.lines if line.score is None]

    def test_a_board_that_was_not_played(self) -> None:
        outcomes = [line.line.ns_outcome for line in read_bws(bws_file()).lines]
        assert outcomes.count(NotPlayed()) == 1

    def test_erased_ones_do_not_count_and_the_newest_does(self) -> None:
        again = {**RESULT, "ID": 99, "Contract": "4 S", "Result": "+1"}
        file = read_bws(bws_file([*results(), again]))
        line = next(line for line in file.lines if line.table == 1 and line.line.board == 1)
        assert (line.score, notes_of(file)["bws.again"], notes_of(file)["bws.erased"]) == (450, {"n": 1}, {"n": 1})

    def test_a_remark_that_says_something_else(self) -> None:
        file, contract, _ = read_one("4 S", "=", Remarks="see the slip")
        assert contract == "4S"
        assert notes_of(file)["bws.remark"]["text"] == "see the slip"

    def test_pairs_that_sat_in_the_wrong_direction(self) -> None:
        """The contract stands by the seat of declarer; it counts for the pairs as they sat, and that is said."""
        file, _, score = read_one("4 S", "=", Remarks="Wrong direction")
        line = next(line for line in file.lines if line.table == 1 and line.line.board == 1)
        assert (line.numbers, score) == (("6", "1"), 420)
        assert notes_of(file)["bws.turned"] == {"ns": "6", "ew": "1"}
        assert "bws.other-way" not in notes_of(file)

    def test_a_director_s_score_that_is_still_to_come(self) -> None:
        file = read_bws(bws_file([{**RESULT, "ID": 1, "Remarks": "Arbitral score"}, *OTHERS]))
        assert notes_of(file)["bws.arbitral"] == {"board": 1}
        assert len(file.lines) == 11
        assert "bws.unfinished" not in notes_of(file)

    def test_declarer_of_the_other_pair_and_unusual_results_are_told(self) -> None:
        file, _, _ = read_one("4 S", "=", Declarer=6)
        assert notes_of(file)["bws.declarer"] == {"n": 1, "boards": "1"}
        table = Table(
            "ReceivedData",
            [*RESULT_COLUMNS, ("SuspiciousContract", BOOLEAN)],
            [{**row, "SuspiciousContract": row["Board"] == 3} for row in results()],
        )
        marked = read_bws(bws_file(more=[table]))
        assert notes_of(marked)["bws.suspicious"] == {"n": 3, "boards": "3"}

    def test_a_result_that_was_begun(self) -> None:
        file = read_bws(bws_file([{**RESULT, "ID": 1, "Contract": "4 S", "Result": None}, *OTHERS]))
        assert notes_of(file)["bws.unfinished"] == {"board": 1}
        assert [note.where for note in file.notes if note.code == "bws.unfinished"] == ["round 1 table 1 board 1"]

    def test_a_board_that_nobody_entered(self) -> None:
        assert notes_of(read_bws(bws_file(OTHERS)))["bws.no-result"] == {"n": 1, "boards": "1"}

    def test_an_impossible_result_names_its_place(self) -> None:
        with pytest.raises(Malformed) as caught:
            read_bws(bws_file([{**RESULT, "ID": 1, "Contract": "6 S", "Result": "+4"}, *OTHERS]))
        assert caught.value.problems[0].where == "round 1 table 1 board 1"


class TestAgainstTheMovement:
    @for_each(
        "change, code",
        [
            ({"PairEW": 9}, "bws.other-pairs"),
            ({"PairNS": 6, "PairEW": 1}, "bws.other-way"),
            ({"Board": 9}, "bws.other-board"),
            ({"Round": 7, "Board": 9}, "bws.no-round"),
        ],
    )
    def test_what_does_not_fit_is_told_and_taken(self, change: Row, code: str) -> None:
        row = {**RESULT, "ID": 1, "Contract": "4 S", "Result": "=", **change}
        assert code in notes_of(read_bws(bws_file([row, *OTHERS])))


_SECTION = [
    ("ID", SHORT),
    ("Letter", TEXT),
    *((name, SHORT) for name in ("Winners", "Session", "MissingPair", "ScoringType")),
]


def section_table(**more: int) -> Table:
    """Returns the table of one section."""
    return Table("Section", _SECTION, [{"ID": 1, "Letter": "A", **more}])


class TestWhoAndWhat:
    def test_names_are_those_keyed_in_at_the_first_table(self) -> None:
        names = {str(one.number): one.names for one in read_bws(bws_file()).contestants}
        assert names["1"] == ("Alder Oak", "Birch Elm")
        assert names["6"] == ("春川 一", "夏山 二")
        assert names["4"] == ("Zoë Fir", "Rowan Yew"), "the last one by the club's list of numbers"

    def test_two_sections_keep_their_pairs_apart(self) -> None:
        rows = [*results(), *({**row, "Section": 2, "ID": 100 + place} for place, row in enumerate(results()))]
        section = Table(
            "Section", [("ID", SHORT), ("Letter", TEXT)], [{"ID": 1, "Letter": "A"}, {"ID": 2, "Letter": "B"}]
        )
        file = read_bws(bws_file(rows, more=[section]))
        assert Number("A1") in [one.number for one in file.contestants]
        assert Number("B1") in [one.number for one in file.contestants]

    def test_sections_behind_z_keep_their_letters(self) -> None:
        sections = [(1, "Z"), (2, "AA"), (3, "AB")]
        rows = [
            {**row, "Section": at, "ID": 100 * at + place} for at, _ in sections for place, row in enumerate(results())
        ]
        table = Table(
            "Section", [("ID", SHORT), ("Letter", TEXT)], [{"ID": at, "Letter": name} for at, name in sections]
        )
        file = read_bws(bws_file(rows, more=[table]))
        numbers = {one.number for one in file.contestants}
        assert {Number(f"{name}{pair}") for _, name in sections for pair in range(1, 7)} == numbers

    def test_single_players(self) -> None:
        """South and West have numbers of their own; everybody has the names keyed in at the first table."""
        file = read_bws(single_players_file())
        assert file.kind is ContestantKind.PLAYER
        assert {(line.round, line.table): line.numbers for line in file.lines} == {
            (number, table): (f"{seats[0]}+{seats[1]}", f"{seats[2]}+{seats[3]}")
            for number, table, seats in SINGLE_ROUNDS
        }
        names = {one.number: one.names for one in file.contestants}
        assert [names[Number(str(number))] for number in (1, 2, 3, 4)] == [
            ("Alder Oak",),
            ("Birch Elm",),
            ("春川 一",),
            ("夏山 二",),
        ]
        assert not {"bws.other-way", "bws.other-pairs", "bws.declarer", "bws.no-result"} & set(notes_of(file))

    @for_each("declarer, by", [(2, "S"), (3, "E"), (4, "W"), (9, None)])
    def test_who_declared_by_the_number_of_a_single_player(self, declarer: int, by: str | None) -> None:
        """Where the column of the seat is empty, the number of declarer tells it; nobody is made declarer."""
        row = {**RESULT, "ID": 1, "PairNS": 1, "South": 2, "PairEW": 3, "West": 4, "Contract": "2 H", "Result": "="}
        columns = [*RESULT_COLUMNS, ("South", SHORT), ("West", SHORT)]
        entered = Table("ReceivedData", columns, [{**row, "NS/EW": "", "Declarer": declarer}])
        if by is None:
            with pytest.raises(Malformed):
                read_bws(bws_file(more=[entered]))
            return
        line = read_bws(bws_file(more=[entered])).lines[0]
        assert line.contract_played is not None
        assert line.contract_played.contract.declarer.value == by

    def test_a_declaring_pair_without_its_seat_is_told(self) -> None:
        row = {**RESULT, "ID": 1, "NS/EW": "", "Declarer": RESULT["PairEW"], "Contract": "2 H", "Result": "="}
        file = read_bws(bws_file([row, *OTHERS]))
        assert notes_of(file)["bws.side-only"] == {"n": 1}
        played = next(line.contract_played for line in file.lines if line.line.board == RESULT["Board"])
        assert played is not None
        assert played.contract.declarer.value == "E"

    @pytest.mark.parametrize(("winners", "missing"), [(1, 6), (2, -6)])
    def test_a_pair_that_is_missing_all_along_is_nobody(self, winners: int, missing: int) -> None:
        """Its boards are not missed, and it is no pair without results. Of two fields the number of an East-West pair
        is less than nothing (Bridgemate Data Connector, SectionDTO)."""
        rows = [row for row in results() if 6 not in (row["PairNS"], row["PairEW"])]
        file = read_bws(
            bws_file(rows, more=[section_table(Winners=winners, MissingPair=missing)], lacking=["PlayerNumbers"])
        )
        other = read_bws(bws_file(rows, more=[section_table(Winners=winners)], lacking=["PlayerNumbers"]))
        names = {one.number.lstrip("NSEW") for one in file.contestants}
        assert "6" not in names
        assert "6" in {one.number.lstrip("NSEW") for one in other.contestants}
        missed = [notes_of(one).get("bws.no-result", {"n": 0})["n"] for one in (file, other)]
        assert missed[1] == int(str(missed[0])) + 4

    def test_name_and_day_are_those_of_the_session(self) -> None:
        columns = [("ID", SHORT), ("Name", TEXT), ("Date", DATE)]
        days = [{"ID": 1, "Name": "Winter", "Date": 46349.0}, {"ID": 2, "Name": "Wednesday", "Date": 46350.7}]
        file = read_bws(bws_file(more=[section_table(Session=2), Table("Session", columns, days)]))
        assert (file.event, file.date) == ("Wednesday", "2026-11-24")
        assert "bws.sessions" not in notes_of(file)
        both = Table(
            "Section", _SECTION, [{"ID": 1, "Letter": "A", "Session": 1}, {"ID": 2, "Letter": "B", "Session": 2}]
        )
        file = read_bws(bws_file(more=[both, Table("Session", columns, days)]))
        assert notes_of(file)["bws.sessions"] == {"n": 2, "names": "Winter, Wednesday"}

    @for_each("day", [-1.0, 0.0, 1e300, float("inf"), float("nan")])
    def test_a_day_that_is_none(self, day: float) -> None:
        session = Table("Session", [("ID", SHORT), ("Date", DATE)], [{"ID": 1, "Date": day}])
        assert read_bws(bws_file(more=[session])).date == ""

    def test_sections_scored_as_teams_are_told(self) -> None:
        file = read_bws(bws_file(more=[section_table(ScoringType=4)]))
        assert notes_of(file)["bws.teams"] == {"n": 1, "sections": "A"}

    def test_hands_are_taken_and_auctions_told(self) -> None:
        suits = ("Spades", "Hearts", "Diamonds", "Clubs")
        columns = [
            ("Board", SHORT),
            *((f"{seat}{suit}", TEXT) for seat in ("North", "East", "South", "West") for suit in suits),
        ]
        whole = {
            f"{seat}{suit}": "AKQJ1098765432"
            for seat, suit in zip(("North", "East", "South", "West"), suits, strict=True)
        }
        bids = Table("PlayData", [("Board", SHORT), ("Card", TEXT)], [{"Board": 1, "Card": "HK"}])
        hands = Table("HandRecord", columns, [{"Board": 1, **whole}, {"Board": 2, "NorthSpades": "AK"}])
        file = read_bws(bws_file(more=[bids, hands]))
        suit = "AKQJT98765432"
        assert file.deals == {1: f"N:{suit}... .{suit}.. ..{suit}. ...{suit}"}
        assert notes_of(file)["results.left-out"]["names"] == "PlayData"

    def test_results_still_on_a_device_are_counted(self) -> None:
        columns = [("Section", SHORT), ("Table", SHORT), ("Round", SHORT), ("Board", SHORT)]
        waiting = Table("IntermediateData", columns, [{"Section": 1, "Table": 1, "Round": 9, "Board": 30}])
        assert notes_of(read_bws(bws_file(more=[waiting])))["bws.unsent"] == {"n": 1}
