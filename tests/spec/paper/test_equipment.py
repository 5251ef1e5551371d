"""On paper: the texts of the printed sheets, read back from the PDFs (manual, lines 436-588, 714-784).

Every test prints and reads the text of the PDF, so that what is proven is what a player holds in the hand.
"""

from __future__ import annotations

import random
import re
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.game.seats import Side
from arrowswitch.core.movements.families.ab_tables import with_ab_table
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.model import Meeting, Movement
from arrowswitch.documents.movement.room_plan import room_pages
from arrowswitch.documents.words import Words
from arrowswitch.i18n import Locale
from arrowswitch.tournament.model.state import Section
from arrowswitch.tournament.model.values.people import Person
from tests.builders import new_evening
from tests.movements import encounters, number, sheet
from tests.paper import Paper, Word, job_of, open_part, planned_job, print_paper, with_options
from tests.rotation import is_exhaustive, rotate, rotation_seed
from tests.tables import for_each

pytestmark = pytest.mark.slow

PAIR_SHEETS = (
    "fig07_howell_12p_11r",
    "fig09_mitchell_7t",
    "fig10_relay_mitchell_8t",
    "fig11_skip_mitchell_8t",
    "two_session_8t_scrambled_mitchell",
    "two_session_9t_scrambled_mitchell",
)


class TestTableNumbers:
    """Table number and the four compass points, in the section's colour (lines 732-734)."""

    def test_seven_tables_seven_sheets(self) -> None:
        """R-001: a section of 7 tables gets 7 sheets, each with its number and N, E, S, W."""
        paper = print_paper("table-numbers", planned_job(make("mitchell", tables=7)))
        assert len(paper.pages) == 7
        for table, text in enumerate(paper.texts, start=1):
            words = text.split()
            assert [words.count(letter) for letter in "NESW"] == [1, 1, 1, 1]
            assert words.count(f"A{table}") == 4
            assert words.count(str(table)) == 1

    def test_the_number_is_the_largest_thing_on_the_page(self) -> None:
        """R-001: the number stands more than 60 mm high (a letter of 170 points)."""
        words = print_paper("table-numbers", planned_job(make("mitchell", tables=7))).words()
        largest = max(words, key=lambda word: word.size)
        assert largest.text == "1"
        assert largest.size > 170

    def test_sections_have_their_colours_and_letters(self) -> None:
        """R-001, R-024: section A is blue #0072b2, B orange, C green; each also bears its letter."""
        movements = [make("mitchell", tables=tables) for tables in (3, 5, 7)]
        paper = print_paper("table-numbers", planned_job(*movements))
        firsts = (0, 3, 8)
        assert [paper.colours(page) for page in firsts] == [{"#0072b2"}, {"#d55e00"}, {"#009e73"}]
        assert [paper.texts[page].split()[-2] for page in firsts] == ["A", "B", "C"]


_GOES = r"(?:(stay|here, \S+|\S+ [NE]-[SW]) )?"
GUIDE_ROW = re.compile(
    rf"^(\d+)\*? (\S+) {_GOES}(\S+) {_GOES}([\d, -]+?)(?: ⇄ .*)?(?: (?:aside|finished|stay|table|bye)\b.*)?\s*$"
)
NEXT = re.compile(r"Stay here|Next: table (\d+) (N-S|E-W)|Stay at this table, next (N-S|E-W)")
CELL = re.compile(r"stay|(\d+) (N-S|E-W)|here, (N-S|E-W)")


def place_after(match: re.Match[str], table: int, side: Side) -> tuple[int, Side]:
    """Returns the table and the side that an instruction leads to."""
    if match[1]:
        return int(match[1]), Side.NS if match[2] == "N-S" else Side.EW
    return table, side.opponents if match[3] else side


def seat_moves(text: str, seat: str, table: int, side: Side, rounds: int) -> dict[int, tuple[int, Side]]:
    """Returns where a card sends the players of a seat after each round: always to the place in front of the seat, or
    to those of the rows."""
    line = next(line for line in text.split("\n") if re.match(rf"{seat}(\s|Next|Stay)", line))
    if (always := NEXT.search(line)) is not None:
        return dict.fromkeys(range(1, rounds), place_after(always, table, side))
    assert "see the table" in line
    rows = [row for row in map(GUIDE_ROW.match, text.split("\n")) if row]
    cells = {int(row[1]): CELL.match(row[3 if side is Side.NS else 5]) for row in rows if row[3]}
    return {after: place_after(cell, table, side) for after, cell in cells.items() if cell}


def rows_of(text: str) -> list[tuple[int, str, str, str]]:
    """Returns the lines of a guide card: round, North-South, East-West, boards."""
    rows = [GUIDE_ROW.match(line) for line in text.split("\n")]
    return [(int(row[1]), row[2], row[4], row[6]) for row in rows if row]


def bare(written: Number) -> str:
    """Returns a number as it is printed where the column gives the side."""
    return written.removeprefix("NS").removeprefix("EW")


class TestGuideSheets:
    """Each table's rounds, and before each seat where its player goes next (lines 736-746, 833-837)."""

    @rotate("name", PAIR_SHEETS, cells=2)
    def test_the_cards_hold_the_whole_sheet(self, name: str) -> None:
        """R-002: the rounds printed on all cards are the meetings of the documents' sheet, with their boards."""
        movement = sheet(name)
        paper = print_paper("guide-cards", planned_job(movement), Locale.EN)
        cells = {
            (r, table, ns, ew, boards)
            for table, text in enumerate(paper.texts, 1)
            for r, ns, ew, boards in rows_of(text)
        }
        assert cells == {
            (m.round, m.table, bare(m.ns[0]), bare(m.ew[0]), boards_text(movement, m)) for m in movement.meetings
        }

    @rotate("name", PAIR_SHEETS, cells=2)
    def test_following_the_next_seats_reproduces_the_sheet(self, name: str) -> None:
        """R-002: from the seats of round 1, the texts before the seats and in the rows lead everyone through all of
        the rounds of the sheet."""
        movement = sheet(name)
        texts = print_paper("guide-cards", planned_job(movement), Locale.EN).texts
        moves = {
            (table, side, seat): seat_moves(texts[table - 1], seat, table, side, movement.rounds)
            for table in range(1, movement.tables + 1)
            for side, seats in ((Side.NS, "NS"), (Side.EW, "EW"))
            for seat in seats
        }
        place = {n: (m.table, s) for m in movement.in_round(1) for s, n in ((Side.NS, m.ns[0]), (Side.EW, m.ew[0]))}
        for round_number in range(2, movement.rounds + 1):
            place = {
                n: one_of(moves[table, side, seat][round_number - 1] for seat in side.value)
                for n, (table, side) in place.items()
            }
            planned_places = {
                n: (m.table, s)
                for m in movement.in_round(round_number)
                for s, n in ((Side.NS, m.ns[0]), (Side.EW, m.ew[0]))
            }
            assert place == planned_places, round_number

    def test_the_table_number_stands_in_all_four_corners(self) -> None:
        """R-002: six cards for 12 pairs; the table's number stands in each corner of its card."""
        paper = print_paper("guide-cards", planned_job(sheet("fig07_howell_12p_11r")))
        assert len(paper.pages) == 6
        for table, text in enumerate(paper.texts, start=1):
            assert text.split("\n")[:8] == ["A", str(table)] * 4

    def test_both_languages_say_the_same(self) -> None:
        """R-002: at table 2 of the figure North-South go to table 5 as East-West, East-West to table 3 as East-West."""
        job = planned_job(sheet("fig07_howell_12p_11r"))
        japanese = re.sub(r"\s", "", print_paper("guide-cards", job).texts[1])
        english = print_paper("guide-cards", job, Locale.EN).texts[1]
        assert "N次はテーブル5E-WS次はテーブル5E-WW次はテーブル3E-WE次はテーブル3E-W" in japanese
        assert english.count("Next: table 5 E-W") == 2
        assert english.count("Next: table 3 E-W") == 2

    def test_against_the_phantom_the_card_says_sit_out(self) -> None:
        """R-002: 11 pairs with 12 as the phantom: at table 1 every round is a sit-out, and nobody is sent to seat N."""
        card = print_paper("guide-cards", planned_job(sheet("fig07_howell_12p_11r").with_phantom(Number("12")))).texts[
            0
        ]
        assert re.findall(r"^(\d+) – (\d+) 休み$", card, re.MULTILINE) == [(str(r), str(r)) for r in range(1, 12)]
        assert card.count("ファンタム") == 2


def one_of(places: object) -> tuple[int, Side]:
    """Returns the one place that both seats of a side are sent to."""
    distinct = set(places)  # type: ignore[call-overload]  # a generator of places
    assert len(distinct) == 1
    place: tuple[int, Side] = distinct.pop()
    return place


def boards_text(movement: Movement, meeting: Meeting) -> str:
    """Returns the boards of a meeting as a card writes them."""
    boards = movement.boards_of(meeting)
    return str(boards[0]) if len(boards) == 1 else f"{boards[0]}-{boards[-1]}"


def ab_howell() -> Movement:
    """Returns figure 7 with its bracketed cells: the last table split into 6A and 6B, which share their boards."""
    return replace(sheet("fig07_howell_14p_11r_ab"), table_labels={6: "6A", 7: "6B"})


@pytest.mark.parametrize("family", ["scrambled-mitchell", "mitchell"])
def test_card_slip_and_summary_say_the_same_of_the_arrow(family: str) -> None:
    """Line 1084: the guide card turns, and nobody changes seats as well, which would undo it."""
    movement = make(family, tables=7, boards_per_round=2)
    turned = [f"{number}*" for number in movement.arrow_switched]
    assert bool(turned) == (family == "scrambled-mitchell")
    card, slip = (
        print_paper(name, planned_job(movement), Locale.EN).texts[0] for name in ("guide-cards", "guide-slips")
    )
    summary = print_paper("director-summary", planned_job(movement), Locale.EN).text
    for text in (card, slip, summary):
        assert re.findall(r"\b\d\*", text)[: len(turned)] == turned
        assert ("Keep your usual seats" in " ".join(text.split())) == bool(turned)
    assert "next E-W" not in card
    assert ("stay (E-W)" in card) == bool(turned)
    assert ("2, same seats (N-S)" in " ".join(card.split())) == bool(turned)


class TestAbTables:
    """A and B tables in place of the last one (lines 890-910)."""

    def test_cards_of_6a_and_6b_name_each_other(self) -> None:
        """R-003: the set holds the cards 6A and 6B, and on both every round says that the boards are shared."""
        paper = print_paper("guide-cards", planned_job(ab_howell()))
        assert [text.split("\n")[1] for text in paper.texts] == ["1", "2", "3", "4", "5", "6A", "6B"]
        for page, other in ((5, "6B"), (6, "6A")):
            assert paper.texts[page].count(f"⇄ {other}") == 11
            assert "リレイ" in paper.texts[page]

    def test_a_late_pair_gets_a_seventh_card(self) -> None:
        """R-003: the last table of a 6-table Howell split in two: cards 6A and 6B, boards shared in all 11 rounds."""
        movement = with_ab_table(make("howell", tables=6))
        texts = print_paper("guide-cards", planned_job(movement), Locale.EN).texts
        assert [text.split("\n")[1] for text in texts] == ["1", "2", "3", "4", "5", "6A", "6B"]
        assert [texts[5].count("⇄ 6B"), texts[6].count("⇄ 6A")] == [11, 11]
        assert (
            "Tables 6A, 6B share boards in every round"
            in print_paper("room-plan", planned_job(movement), Locale.EN).text
        )

    def test_the_master_sheet_brackets_their_pairs(self) -> None:
        """R-003, R-004: round 1 shows (7-13) and (14-4) as figure 7 does."""
        text = print_paper("master-sheet", planned_job(ab_howell())).text
        assert "(7-13)" in text
        assert "(14-4)" in text
        assert len(re.findall(r"\(\d+-\d+\)", text)) == 22


def middle(word: Word) -> float:
    """Returns about where the middle of a word stands, in millimetres."""
    return word.x + len(word.text) * word.size * 0.56 * 25.4 / 72 / 2


def master_entries(paper: Paper) -> set[tuple[int, int, str, str]]:
    """Returns the entries of a master sheet by sets: round, column, table and entry, by their places on the page."""
    words = paper.words()
    entry_like = [word for word in words if re.fullmatch(r"\(?\d+-\d+\)?", word.text)]
    head_line = max(word.y for word in entry_like)
    heads = sorted(middle(word) for word in entry_like if word.y == head_line)
    rounds = {word.y: int(word.text) for word in words if word.x < 22 and word.text.isdigit() and word.y < head_line}
    entries = set()
    for word in entry_like:
        if word.y < head_line:
            above = [
                w for w in words if w.text.isdigit() and 0 < w.y - word.y < 7 and abs(middle(w) - middle(word)) < 3
            ]
            table = min(above, key=lambda w: w.y - word.y).text
            column = min(range(len(heads)), key=lambda at: abs(heads[at] - middle(word))) + 1
            row = min(rounds, key=lambda y: abs(y - word.y - 1))
            entries.add((rounds[row], column, table, word.text))
    return entries


class TestMasterSheet:
    """Rounds x board sets with pairs and tables (lines 843-866)."""

    @for_each("name", ["fig07_howell_12p_11r", "fig09_mitchell_7t", "fig11_skip_mitchell_8t"])
    def test_the_print_is_the_printed_figure(self, name: str) -> None:
        """R-004: every entry stands in the figure's row and column, with its table above it."""
        movement = sheet(name)
        entries = master_entries(print_paper("master-sheet", planned_job(movement)))
        assert {(r, s, entry) for r, s, _, entry in entries} == {
            (r, s, f"{bare(ns)}-{bare(ew)}") for r, s, ns, ew in encounters(name)
        }
        assert {(r, table, entry) for r, _, table, entry in entries} == {
            (m.round, str(m.table), f"{bare(m.ns[0])}-{bare(m.ew[0])}") for m in movement.meetings
        }

    def test_twenty_two_tables_stay_on_the_page(self) -> None:
        """R-004: 22 tables x 13 rounds: 286 entries on one A4 page, none outside its margins, none smaller than 7
        points."""
        paper = print_paper(
            "master-sheet", planned_job(make("skip-mitchell", tables=22, rounds=13, boards_per_round=2))
        )
        assert len(paper.pages) == 1
        entries = [w for w in paper.words() if re.fullmatch(r"\d+-\d+", w.text) and w.y < 175]
        assert len(entries) == 22 * 13
        assert all(10 <= word.x <= 285 and word.y >= 15 and word.size >= 7 for word in entries)


class TestGuideSlips:
    """A slip for each pair with its own way (lines 2304, 3842)."""

    def test_a_slip_is_the_master_sheet_filtered_by_its_pair(self) -> None:
        """R-005: movements drawn at random, every pair: round, table, seat, opponents and boards."""
        draw = random.Random(20261121 if is_exhaustive() else rotation_seed())
        for _ in range(5 if is_exhaustive() else 1):
            tables, family = draw.choice(
                [(7, "mitchell"), (8, "skip-mitchell"), (9, "mitchell"), (8, "relay-mitchell")]
            )
            movement = make(family, tables=tables, boards_per_round=draw.randint(2, 4))
            job = planned_job(movement)
            for contestant in movement.contestants:
                text = print_paper("guide-slips", with_options(job, number=contestant)).text
                rows = re.findall(r"^(\d+) (\S+) (N-S|E-W) (\d+) ([\d-]+)$", text, re.MULTILINE)
                assert rows == [
                    self.expected_line(movement, m, contestant) for m in movement.itinerary(contestant) if m
                ]

    @staticmethod
    def expected_line(movement: Movement, meeting: Meeting, contestant: Number) -> tuple[str, ...]:
        is_ns = contestant in meeting.ns
        other = bare((meeting.ew if is_ns else meeting.ns)[0])
        side = "N-S" if is_ns else "E-W"
        return str(meeting.round), str(meeting.table), side, other, boards_text(movement, meeting)

    def test_the_phantom_gets_no_slip_and_its_opponents_a_sit_out(self) -> None:
        """R-005: 13 pairs in a 7-table Mitchell: 13 slips, four to a page; each East-West pair sits out once."""
        paper = print_paper("guide-slips", planned_job(make("mitchell", pairs=13)))
        assert len(paper.pages) == 4
        assert paper.text.count("ペア\n") + paper.text.count("ペア ") == 13
        assert len(re.findall(r"^\d+ 7 E-W 休み$", paper.text, re.MULTILINE)) == 7


class TestPickupSlips:
    """One slip for each table and round, filled from the movement (lines 538-553, 3840)."""

    def test_thirteen_rounds_need_thirteen_slips_a_table(self) -> None:
        """R-009: a session of 13 rounds prints 13 slips for table 4, one for each round."""
        job = planned_job(make("mitchell", tables=13, boards_per_round=2), options={"table": "4"})
        text = print_paper("pickup-slips", job).text
        assert sorted(int(r) for r in re.findall(r"テーブル 4 ラウンド (\d+)", text)) == list(range(1, 14))
        assert len(re.findall(r"テーブル (\d+) ラウンド", text)) == 13

    def test_a_slip_is_filled_with_what_the_movement_plans(self) -> None:
        """R-009: table 3, round 2 of a 7-table Mitchell: NS 3 and EW 2 with their names, boards 10, 11, 12."""
        job = planned_job(make("mitchell", tables=7), options={"table": "3", "round": "2"})
        paper = print_paper("pickup-slips", job, Locale.EN)
        assert "Section A Table 3 Round 2" in paper.text
        assert "N-S 3 青井 五葉 – 緑川 六葉 E-W 2 海野 波 – 山辺 峰" in paper.text
        assert re.findall(r"^N S (\d+) E W$", paper.text, re.MULTILINE) == ["10", "11", "12"]
        assert "N-S score M D Contract By Board By Contract M D E-W score" in paper.text

    def test_the_three_warnings_stand_on_every_slip(self) -> None:
        """R-009: no other score sheet, board numbers on the back, penalties for wrong entries."""
        text = print_paper(
            "pickup-slips", planned_job(make("mitchell", tables=7), options={"table": "1"})
        ).unspaced_text
        for warning in (
            "1.スコアはこのスリップだけ",
            "2.ボード番号を書き込むときは裏面",
            "3.記入の誤りには重いペナルティ",
        ):
            assert text.count(warning) == 7

    def test_a_blank_slip_has_three_board_lines(self) -> None:
        """R-009: a blank slip, four to a page: three lines each, and nothing filled in but the section."""
        paper = print_paper("pickup-slips", planned_job(make("mitchell", tables=7), options={"layout": "blank"}))
        assert len(paper.pages) == 1
        assert len(re.findall(r"^N S E W$", paper.text, re.MULTILINE)) == 4 * 3

    def test_where_the_director_plays_the_back_bears_the_boards(self) -> None:
        """R-009: behind every page of slips comes its back, with table, round and boards (line 543)."""
        job = planned_job(make("mitchell", tables=7), options={"table": "3", "round": "2"}, is_director_playing=True)
        paper = print_paper("pickup-slips", job)
        assert len(paper.pages) == 2
        assert paper.texts[1].split() == ["A", "テーブル", "3", "ラウンド", "2", "ボード", "10-12"]

    def test_front_and_back_meet_when_the_page_is_turned(self) -> None:
        """R-009: the slip at the left of the front is at the right of the back."""
        job = planned_job(make("mitchell", tables=7), options={"reverse": "yes", "table": "1"})
        paper = print_paper("pickup-slips", job)
        front = {word.text: word.x for word in paper.words(0)}
        back = {word.text: word.x for word in paper.words(1)}
        assert front["14"] < 148.5 < front["20"]
        assert back["13-15"] > 148.5 > back["19-21"]

    def test_the_slip_has_a_place_for_the_confirmation(self) -> None:
        """R-010: every slip has a field in which East-West agree to the tricks."""
        text = print_paper(
            "pickup-slips", planned_job(make("mitchell", tables=7), options={"table": "1"})
        ).unspaced_text
        assert text.count("E-W確認（サイン）") == 7


class TestEntryForms:
    """Names, membership numbers and pair numbers, blank or filled (lines 764-768, 3805, 3857)."""

    def test_the_form_of_pair_12_of_section_a(self) -> None:
        """R-016: pair 12 of figure 7 begins at table 1 of section A, North-South; its form shows the seat and names
        both players."""
        movement = sheet("fig07_howell_12p_11r")
        people = [
            (Person(f"見本 {n}番", f"20{n:02}"), Person(f"例 {n}番", f"30{n:02}"))
            for n in map(int, movement.contestants)
        ]
        paper = print_paper("entry-forms", planned_job(movement, people=people, options={"table": "1"}))
        assert "セクションAテーブル1N-Sペア番号12" in paper.unspaced_text
        assert re.search(r"氏名JCBL会員番号見本12番2012例12番3012", paper.unspaced_text)

    def test_a_blank_form_has_nothing_but_its_lines(self) -> None:
        """R-016: two blank forms to a page, without table, numbers and names."""
        paper = print_paper("entry-forms", planned_job(make("mitchell", tables=7), options={"layout": "blank"}))
        assert len(paper.pages) == 1
        assert paper.unspaced_text.count("氏名JCBL会員番号") == 4
        assert "春川" not in paper.text


class TestSectionColours:
    """Forms, cards and slips of a section share its colour (lines 2300-2304, 3844)."""

    @rotate(
        name=["entry-forms", "guide-cards", "guide-slips", "pickup-slips", "table-numbers"],
        section=[("A", "#0072b2"), ("B", "#d55e00"), ("C", "#009e73")],
    )
    def test_every_sheet_of_a_section_bears_its_colour_and_letter(self, name: str, section: tuple[str, str]) -> None:
        """R-024: sections A, B and C print in blue, orange and green, each with its letter as the black-and-white
        fallback."""
        letter, colour = section
        movements = [make("mitchell", tables=tables) for tables in (3, 5, 7)]
        options = {"section": letter} if name == "guide-slips" else {"section": letter, "table": "2"}
        paper = print_paper(name, planned_job(*movements, options=options))
        for page, text in enumerate(paper.texts):
            assert paper.colours(page) & {"#0072b2", "#d55e00", "#009e73"} == {colour}
            assert re.search(rf"\b{letter}\d*\b", text)


class TestCheckList:
    """The equipment to bring, counted from the movement (lines 714-778, 3840)."""

    def test_quantities_of_26_tables_and_13_rounds(self) -> None:
        """R-025: 26 tables, 13 rounds of 2 boards: 338 slips, 26 guides, 52 boards, 104 bidding boxes, 104 chairs."""
        movement = make("skip-mitchell", tables=26, rounds=13, boards_per_round=2)
        text = print_paper("checklist", planned_job(movement), Locale.EN).text
        assert "Pick-up slips 338" in text
        assert "Guide cards 26" in text
        assert "Boards 52 Boards 1-52, 1 set" in text
        assert "Bidding boxes 104" in text
        assert "Chairs 104" in text

    def test_sit_outs_need_no_slips(self) -> None:
        """R-025: with 13 pairs at 7 tables only 6 tables play in each of the 7 rounds: 42 slips."""
        assert "Pick-up slips 42" in print_paper("checklist", planned_job(make("mitchell", pairs=13)), Locale.EN).text

    def test_the_club_adds_its_own_lines(self) -> None:
        """R-025: lines given with the print are on the list."""
        job = planned_job(make("mitchell", tables=7), options={"extra": "お茶とお菓子; 名札"})
        text = print_paper("checklist", job).text
        assert "お茶とお菓子" in text
        assert "名札" in text


class TestAnnouncement:
    """Date, venue, eligibility, conditions, fee, entry beforehand (lines 770-774)."""

    def test_all_six_items_are_printed(self) -> None:
        """R-027: with everything given, nothing is left to fill in."""
        evening = new_evening(venue="見本会館")
        text = print_paper(
            "announcement", job_of(evening, eligibility="会員と同伴者", fee="1,500円", **{"advance-entry": "不要"})
        ).unspaced_text
        for item in ("2026年11月21日（土）19:00開始", "見本会館", "会員と同伴者", "1,500円", "不要", "試合要項"):
            assert item in text
        assert "ご記入ください" not in text

    def test_what_is_missing_is_marked(self) -> None:
        """R-027: without venue, eligibility, fee and entry four lines ask to be filled in."""
        text = print_paper("announcement", job_of(new_evening())).unspaced_text
        assert text.count("ご記入ください") == 4

    def test_the_correction_time_is_printed(self) -> None:
        """R-027: the conditions tell how long scores may be corrected: the weekly rule, or the minutes set."""
        weekly = print_paper("announcement", job_of(new_evening())).unspaced_text
        announced = print_paper("announcement", job_of(new_evening(correction_minutes=20))).unspaced_text
        assert "スコアの訂正期限次回のゲームまで" in weekly
        assert "結果の公表から20分以内" in announced


@pytest.fixture(scope="module")
def stations() -> list[Any]:
    """Returns the places of the plan of an 8-table relay Mitchell."""
    movement = make("relay-mitchell", tables=8)
    return [
        station
        for page in room_pages(Section("A", movement), movement, Words(Locale.JA, None))
        for station in open_part(page).stations
    ]


class TestRoomPlan:
    """Tables clockwise in a ring, relays together, bye stands between, one North (lines 780-784)."""

    def test_the_bye_stand_is_between_4_and_5(self, stations: list[Any]) -> None:
        """R-028: eight tables with a relay: the stand follows table 4 in the ring, before table 5."""
        assert [(s.label if s.is_table else "stand") for s in stations] == [
            "1",
            "2",
            "3",
            "4",
            "stand",
            "5",
            "6",
            "7",
            "8",
        ]

    def test_neighbours_stand_together_and_the_ring_is_closed(self, stations: list[Any]) -> None:
        """R-028: each place is next to the following, and table 8 next to table 1, with which it shares its boards."""
        ring = [*stations, stations[0]]
        assert all(max(abs(a.column - b.column), abs(a.row - b.row)) == 1 for a, b in pairwise(ring))
        assert (stations[-1].column, stations[-1].row) == (stations[0].column, stations[0].row + 1)
        assert (stations[0].relay, stations[-1].relay) == ("⇄ 8", "⇄ 1")

    def test_the_ring_runs_clockwise(self, stations: list[Any]) -> None:
        """R-028: seen from above with North on top the numbers run to the right above and back below."""
        area = sum(
            a.column * b.row - b.column * a.row for a, b in zip(stations, stations[1:] + stations[:1], strict=True)
        )
        assert area > 0

    def test_the_print_tells_direction_stand_and_relay(self) -> None:
        """R-028: every table shows N, E, S, W, the boards it begins with, and the plan says which tables share."""
        text = print_paper("room-plan", planned_job(make("relay-mitchell", tables=8)), Locale.EN).text
        assert text.count("N\nS\nW E") == 8
        assert "Tables 1, 8 share boards in every round" in text
        assert "Put a bye stand between tables 4 and 5" in text
        assert "Bye stand\n13-15" in text


def test_the_documents_numbers_are_ours() -> None:
    """R-004: a copied sheet's `N3` is the pair `NS3`, so that the comparisons above compare the same pairs."""
    assert number("N3") == "NS3"
