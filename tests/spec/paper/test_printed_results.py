"""On paper after the play: travellers, recaps, scorecards and rankings (manual, lines 436-588, 1501-1503), read
back from the PDFs."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.scoring.rules import PenaltyUnit
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.places import Place, Slot
from arrowswitch.tournament.model.slices.entries import AddEntry
from arrowswitch.tournament.model.slices.movement import AssignNumbers, ChooseMovement
from arrowswitch.tournament.model.slices.play import StartPlay
from arrowswitch.tournament.model.slices.results import EnterResult
from arrowswitch.tournament.model.slices.rulings import GiveAward, GivePenalty
from arrowswitch.tournament.model.slices.settings import ChangeSettings
from arrowswitch.tournament.model.values.people import Person
from arrowswitch.tournament.ranking.rankings import ranking
from tests.builders import Evening, entry_ids, mitchell_evening, new_evening
from tests.paper import Paper, job_of, model, open_part, planned_job, print_paper
from tests.tables import for_each

pytestmark = pytest.mark.slow


class TestTravellers:
    """Blank travellers of 18 and 32 rows, and filled ones (lines 436-536, 1503)."""

    @pytest.mark.parametrize("rows", [18, 32])
    def test_blank_sheets_have_their_rows(self, rows: int) -> None:
        """R-007: rows 1 to 18 or 32, with the East-West index from 1 again in the second half (rows 17-32 carry
        1-16)."""
        paper = print_paper(
            "travellers",
            planned_job(make("mitchell", tables=7), options={"layout": f"blank-{rows}", "board": "4"}),
            Locale.EN,
        )
        lines = [line for line in paper.lines if re.fullmatch(r"\d+( \d+)?", line)]
        half = rows // 2
        first = [str(row) for row in range(1, half + 1)]
        assert lines == ["4", *first, *(f"{row} {row - half}" for row in range(half + 1, rows + 1))]

    def test_blank_sheets_have_the_columns_of_the_form(self) -> None:
        """R-007: pair, contract, by, made, down, scores of both sides, opponents, matchpoints; board 4 is both
        vulnerable."""
        paper = print_paper(
            "travellers",
            planned_job(make("mitchell", tables=7), options={"layout": "blank-18", "board": "4"}),
            Locale.EN,
        )
        text = paper.text
        assert "N-SContractByMDE-WMPN-SE-W" in paper.unspaced_text
        assert "Dealer W, both vulnerable" in text

    def test_figure_15(self) -> None:
        """R-008: board 9 of figure 15: 800 gets 5, 450 gets 4, 420 twice 2x, 170 gets 1, -50 gets 0; both sums are
        15."""
        text = print_paper("travellers", job_of(figure_15(), half="x")).text
        rows = re.findall(r"^(\d+) \D+ (\d+) \D+ \d\S* [NESW] \d (\d+) (\S+) (\S+)$", text, re.MULTILINE)
        assert rows == [
            ("5", "6", "800", "5", "0"),
            ("2", "9", "450", "4", "1"),
            ("7", "8", "420", "2x", "2x"),
            ("10", "4", "420", "2x", "2x"),
            ("1", "11", "170", "1", "4"),
            ("12", "3", "50", "0", "5"),
        ]
        assert "合計 N-S 15・E-W 15（15）✓" in text

    def test_made_and_down_stand_in_their_columns(self) -> None:
        """R-008: 1S by N with ten tricks is made 4, 5C doubled by W down 3, as figure 15 writes them."""
        text = print_paper("travellers", job_of(figure_15())).text
        assert re.search(r"1♠ N 4 170", text)
        assert re.search(r"5♣× W 3 800", text)

    def test_thirteen_results_doubled_have_a_top_of_24(self) -> None:
        """R-178: with 13 results the best has 12 matchpoints, shown doubled 24, and says so."""
        movement = make("mitchell", tables=13, boards_per_round=1)
        evening = new_evening()
        for pair in range(1, 27):
            evening.do(AddEntry((Person(f"見本 {pair}番"), Person(f"例 {pair}番"))))
        evening.start(movement)
        scores = iter((-500, -300, -150, -100, -50, 50, 90, 110, 120, 140, 170, 420, 450))
        for meeting in movement.meetings:
            if meeting.board_set == 1:
                evening.enter(meeting.round, meeting.table, 1, str(next(scores)))
        single = print_paper("travellers", job_of(evening, board="1")).text
        doubled = print_paper("travellers", job_of(evening, board="1", points="doubled")).text
        assert re.findall(r" 450 (\d+) (\d+)$", single, re.MULTILINE) == [("12", "0")]
        assert re.findall(r" 450 (\d+) (\d+)$", doubled, re.MULTILINE) == [("24", "0")]
        assert "2 倍表示" in doubled


def figure_15() -> Evening:
    """Returns figure 15 of the manual (lines 1199-1230): board 9, pairs as written on it, no master sheet."""
    evening = new_evening(12)
    evening.do(ChooseMovement(Place(1, "A"), None))
    evening.do(AssignNumbers(Place(1, "A"), {Number(str(n)): e for n, e in enumerate(entry_ids(evening), start=1)}))
    evening.do(StartPlay(1))
    written = [
        (1, 11, "1S+3 N"),
        (2, 9, "4H+1 S"),
        (5, 6, "5CX-3 W"),
        (7, 8, "4H= S"),
        (10, 4, "4S= N"),
        (12, 3, "4H-1 S"),
    ]
    for table, (ns, ew, result) in enumerate(written, start=1):
        slot = Slot(1, "A", 1, table, 9)
        evening.do(EnterResult(slot, result, ns=evening.pair(str(ns)), ew=evening.pair(str(ew))))
    return evening


RECAP_ROW = re.compile(r"^(NS\d+|EW\d+) (\S+ \S+・ ?\S+ \S+|\S+ \S+ – \S+ \S+) (\d+=?) ([\d.x]+) (.+)$")


def recap_rows(paper: Paper) -> dict[str, list[str]]:
    """Returns the recap's lines by pair: total, then the columns."""
    rows = [RECAP_ROW.match(line) for line in paper.lines]
    return {row[1]: [row[4], *row[5].split()] for row in rows if row}


def amount(text: str) -> Fraction:
    """Returns an amount of a recap: `7x` and `7.5` are seven and a half."""
    return Fraction(text.removesuffix("x") or "0") + Fraction(1, 2) if text.endswith("x") else Fraction(text)


@pytest.fixture(scope="module")
def evening() -> Evening:
    """Returns a 5-table Mitchell with 2 boards a round, all played."""
    mitchell = mitchell_evening(tables=5, boards_per_round=2)
    mitchell.play_all()
    return mitchell


def test_a_blank_traveller_has_lines_for_the_hands_where_there_is_room(evening: Evening) -> None:
    """Lines 443-470: four hands above the lines of 18 tables; 32 lines leave no room for them."""
    cards = print_paper("travellers", job_of(evening, layout="blank-18")).texts[0]
    assert {cards.count(suit) for suit in "♠♥♦♣"} == {8}
    assert "♠" not in print_paper("travellers", job_of(evening, layout="blank-32")).text


class TestRecap:
    """Everybody's matchpoints by board or by round (lines 555-588, figures 3 and 4)."""

    def test_columns_of_the_figure_and_their_sums(self, evening: Evening) -> None:
        """R-011: pair, names, rank, total, one column a board; with 5 results every column adds up to 5*4/2 = 10."""
        paper = print_paper("recap", job_of(evening), Locale.EN)
        assert "Pair Names Rank Total 1 2 3 4 5 6 7 8 9 10" in paper.text
        rows = recap_rows(paper)
        assert len(rows) == 10
        for side in ("NS", "EW"):
            lines = [row for pair, row in rows.items() if pair.startswith(side)]
            assert [sum(amount(line[at]) for line in lines) for at in range(1, 11)] == [10] * 10
        assert paper.text.count("Column sum 10 10 10 10 10 10 10 10 10 10") == 2

    def test_the_head_names_event_date_movement_and_average(self, evening: Evening) -> None:
        """R-011: 10 boards with a top of 4 have an average of 20."""
        text = print_paper("recap", job_of(evening), Locale.EN).texts[0]
        assert "水曜例会" in text
        assert "Sat 21 Nov 2026" in text
        assert "Straight Mitchell. Average: 20" in text

    def test_totals_are_those_of_the_ranking(self, evening: Evening) -> None:
        """R-011: the total of each line is the pair's total, and the sum of its columns."""
        rows = recap_rows(print_paper("recap", job_of(evening)))
        for _, group in ranking(evening.state).groups:
            for row in group:
                total, *columns = map(amount, rows[row.standing.number])
                assert total == row.standing.total == sum(columns)

    def test_a_number_has_the_letter_of_its_section(self) -> None:
        """Two sections of three tables: A1 and B1 are different pairs; the sheet showed two rows of number 1."""
        evening = new_evening(12)
        for at, letter in enumerate("AB"):
            place, own = Place(1, letter), entry_ids(evening)[6 * at : 6 * at + 6]
            movement = make("howell", tables=3, boards_per_round=2)
            evening.do(ChooseMovement(place, movement))
            evening.do(AssignNumbers(place, dict(zip(movement.contestants, own, strict=True))))
        evening.do(StartPlay(1))
        evening.play_all()
        lines = [line for part in open_part(model("recap", job_of(evening)).sheet).pages for line in part.lines]
        assert [line.number for line in lines] == [f"{letter}{number}" for letter in "AB" for number in range(1, 7)]

    def test_by_round_adds_the_boards_of_a_round(self, evening: Evening) -> None:
        """R-012: as figure 4 is figure 3 with the boards of a round added: NS 1 plays boards 1-2 in round 1."""
        by_board = recap_rows(print_paper("recap", job_of(evening)))
        by_round = recap_rows(print_paper("recap", job_of(evening, by="rounds")))
        for meeting in make("mitchell", tables=5, boards_per_round=2).meetings:
            boards = (2 * meeting.board_set - 1, 2 * meeting.board_set)
            for pair in meeting.contestants:
                assert amount(by_round[pair][meeting.round]) == sum(amount(by_board[pair][board]) for board in boards)

    def test_half_points_as_x_change_no_total(self, evening: Evening) -> None:
        """R-013: the same sheet with `x` for half a point reads as the same amounts; `7.5` becomes `7x`."""
        decimal = recap_rows(print_paper("recap", job_of(evening, half="decimal")))
        traditional = recap_rows(print_paper("recap", job_of(evening, half="x")))
        assert any(cell.endswith(".5") for row in decimal.values() for cell in row)
        assert not any("." in cell for row in traditional.values() for cell in row)
        assert any(cell.endswith("x") for row in traditional.values() for cell in row)
        assert {p: [*map(amount, row)] for p, row in decimal.items()} == {
            p: [*map(amount, r)] for p, r in traditional.items()
        }

    def test_the_event_chooses_how_halves_are_written(self) -> None:
        """R-013: without an option the event's setting decides."""
        evening = mitchell_evening(tables=5)
        evening.play_all()
        state = replace(
            evening.state,
            settings=replace(
                evening.state.settings, scoring=replace(evening.state.settings.scoring, half_point_as_x=True)
            ),
        )
        paper = print_paper("recap", replace(job_of(evening), state=state))
        assert any(cell.endswith("x") for row in recap_rows(paper).values() for cell in row)


class TestPrivateScores:
    """Everybody's own evening, blank or filled (lines 748-758, 1503, 1644)."""

    @pytest.mark.parametrize(("layout", "points"), [("blank-pairs", "MP"), ("blank-teams", "IMP")])
    def test_a_blank_sheet_has_the_columns_and_a_system_summary(self, layout: str, points: str) -> None:
        """R-014: Vul, Bd, Vs, Contract, By, M, D, Plus, Minus, Pts, for pairs and teams, with the system next to it."""
        text = print_paper(
            "private-scores", planned_job(make("mitchell", tables=7), options={"layout": layout}), Locale.EN
        ).text
        assert f"Vul Bd Vs Contract By M D Plus Minus {points}" in text
        assert "System summary" in text
        assert "Opening leads" in text
        assert re.search(r"^– 1\nN-S 2\nE-W 3\nBoth 4\nN-S 5$", text, re.MULTILINE)

    def test_a_filled_sheet_adds_up_to_the_ranking(self) -> None:
        """R-015: for every pair the points of its boards add up to the printed total, which is the ranking's."""
        evening = mitchell_evening(tables=3, boards_per_round=4)
        evening.play_all()
        for _, group in ranking(evening.state).groups:
            for row in group:
                text = print_paper("private-scores", job_of(evening, number=row.standing.number), Locale.EN).text
                points = [
                    Fraction(p)
                    for p in re.findall(r"^(?:\d+ )?\d+ (?:–|N-S|E-W|Both) .* ([\d.]+)$", text, re.MULTILINE)
                ]
                assert len(points) == 12
                assert sum(points) == row.standing.total
                total = re.search(r"Rank Total % (\d+=?) ([\d.]+) ([\d.]+)%", text)
                assert total is not None
                assert Fraction(total[2]) == row.standing.total

    def test_a_filled_sheet_tells_opponents_and_results(self) -> None:
        """R-015: the board, the opponents with their names, the contract and the score from the pair's own side."""
        evening = mitchell_evening(tables=3, boards_per_round=2)
        evening.enter(1, 2, 3, "4S-1 N")
        text = print_paper("private-scores", job_of(evening, number="EW2"), Locale.EN).text
        state = evening.state
        first, _ = state.entries[state.sessions[1].sections["A"].numbers[Number("NS2")]].names
        assert f"1 3 E-W 2 {first} 4♠ N 1 50" in text

    @for_each("sheet", ["private-scores", "travellers"])
    @for_each("locale, words", [(Locale.EN, "60% of 420, 40% of -50"), (Locale.JA, "420 の 60%、-50 の 40%")])
    def test_a_weighted_score_is_told_in_words(self, locale: Locale, words: str, sheet: str) -> None:
        """R-180: as on the pages, and not as it is typed."""
        evening = mitchell_evening(tables=3, boards_per_round=2)
        evening.enter(1, 2, 3, "4S-1 N")
        weighted = "60% 420, 40% -50"
        evening.do(GiveAward(Slot(1, "A", 1, 2, 3), weighted, weighted, law="12C1c"), reason="ruling")
        text = "".join(print_paper(sheet, job_of(evening), locale).text.split())
        assert all(part in text for part in re.split("[,、 ]+", words))
        assert "60%420" not in text

    def test_a_penalty_stands_on_the_sheet_of_its_pair_alone(self) -> None:
        """R-015: who had none finds no penalty, nor does a pair that has no score yet."""
        evening = mitchell_evening(tables=3, boards_per_round=2)
        evening.enter(1, 1, 1, "-100")
        fine = GivePenalty(
            place=Place(1, "A"), number=Number("NS1"), amount=Fraction(1, 2), unit=PenaltyUnit.MATCHPOINTS
        )
        evening.do(fine, reason="late")
        pages = open_part(model("private-scores", job_of(evening)).sheet).pages
        sheets = [sheet for page in pages for sheet in page if sheet is not None]
        assert {sheet.number: sheet.penalty for sheet in sheets if sheet.penalty} == {"NS1": "-0.50"}
        assert len(sheets) == 6


class TestRankingOrders:
    """The ranking by rank and by number (line 1501)."""

    def test_a_column_that_says_nothing_is_left_out(self) -> None:
        """R-017: master points only where they are reckoned."""
        evening = mitchell_evening(tables=3)
        evening.play_all()
        assert not open_part(model("ranking", job_of(evening)).sheet).has_points
        evening.do(
            ChangeSettings(
                replace(evening.state.settings, awards=replace(evening.state.settings.awards, master_point_class=2))
            )
        )
        assert open_part(model("ranking", job_of(evening)).sheet).has_points

    def test_both_lists_hold_the_same_rows(self) -> None:
        """R-017: by rank the ranks ascend, by number the numbers do; the rows are the same."""
        evening = mitchell_evening(tables=5)
        evening.play_all()
        row = re.compile(r"^(\d+)=? (NS|EW)(\d+) .+%$")
        lists = {}
        for order in ("rank", "number"):
            matched = [
                row.match(line) for line in print_paper("ranking", job_of(evening, order=order, lists="main")).lines
            ]
            lists[order] = [match for match in matched if match]
        assert Counter(m.group() for m in lists["rank"]) == Counter(m.group() for m in lists["number"])
        for side in ("NS", "EW"):
            ranks = [int(m[1]) for m in lists["rank"] if m[2] == side]
            numbers = [int(m[3]) for m in lists["number"] if m[2] == side]
            assert ranks == sorted(ranks)
            assert numbers == [1, 2, 3, 4, 5]
