"""Howells, three-quarter and short Howells, A/B tables (lines 810-948, 3048-3068)."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.checking.fairness import fairness
from arrowswitch.core.movements.checking.faults import Severity
from arrowswitch.core.movements.checking.verify import faults
from arrowswitch.core.movements.families.ab_tables import late_pair, with_ab_table
from arrowswitch.core.movements.families.howell import howell
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.guide.boards import setup_instructions
from arrowswitch.core.movements.guide.cards import guide_cards
from arrowswitch.core.movements.model import Movement
from arrowswitch.core.movements.searched.starters import library
from arrowswitch.i18n import Locale, translate
from tests.movements import competition, encounters, meetings_of, rows_for, sheet, vector
from tests.tables import for_each

ROWS = [entry for entry in vector("weekly_howell")["entries"] if entry["kind"] == "H"]
NO_AB_TABLE = {(6, 7), (11, 12)}
STATIONARY = [row for row in vector("two_session_howell")["entries"] if row["follows_rule"]]


def row_id(row: dict[str, Any]) -> str:
    """Returns a row as people say it."""
    return f"{row['tables']}T-{row['rounds']}x{row['boards_per_round']}"


def serious(movement: Movement) -> list[str]:
    """Returns the codes of the faults that the independent checker finds."""
    return [fault.code for fault in faults(movement) if fault.severity is Severity.FAULT]


def meetings(movement: Movement) -> list[frozenset[Number]]:
    """Returns every two that meet, once for each time they do."""
    return [frozenset(meeting.contestants) for meeting in movement.meetings]


class TestFigureSeven:
    """The Howell of 12 pairs, 11 rounds, 22 boards (lines 851-864)."""

    def test_it_is_made_exactly_as_printed(self) -> None:
        """R-062: from the base 12-1@1 11-6@3 9-5@7 3-2@8 8-10@9 7-4@11, all 66 encounters with set, side and table."""
        movement = howell(6, 11, boards_per_round=2)
        assert meetings_of(movement) == encounters("fig07_howell_12p_11r")
        assert set(movement.meetings) == set(sheet("fig07_howell_12p_11r").meetings)
        assert movement.board_sets == sheet("fig07_howell_12p_11r").board_sets

    def test_everybody_meets_everybody_and_plays_every_set(self) -> None:
        """R-062: 66 meetings, each two of 12 once; each pair each of the 11 sets once."""
        movement = howell(6, 11)
        every_two = set(map(frozenset, combinations(movement.contestants, 2)))
        assert set(meetings(movement)) == every_two
        assert len(meetings(movement)) == len(every_two) == 66
        for number in movement.contestants:
            sets = [meeting.board_set for meeting in movement.itinerary(number) if meeting is not None]
            assert sorted(sets) == list(range(1, 12))

    def test_boards_go_down_over_the_bye_stands(self) -> None:
        """R-062: tables are at places 1, 3, 7, 8, 9, 11: one, three and one set rest behind tables 1, 2 and 5."""
        assert howell(6, 11).bye_stands == {1: 1, 2: 3, 5: 1}

    def test_half_of_the_boards_each_way(self) -> None:
        """R-062: 12 always sits North-South, the others 5 times North-South and 6 times East-West (line 828)."""
        shares = {share.number: (share.rounds_ns, share.rounds_ew) for share in fairness(howell(6, 11)).shares}
        assert shares.pop(Number("12")) == (11, 0)
        assert set(shares.values()) == {(5, 6)}


class TestBalance:
    def test_a_perfect_howell(self) -> None:
        """R-063: 8, 12 and 16 pairs: everybody is compared with everybody alike, s = 0 (line 829)."""
        for tables in (4, 6, 8):
            assert fairness(howell(tables, 2 * tables - 1)).balance == 0

    def test_eleven_of_twelve_pairs(self) -> None:
        """R-063: without a moving pair boards have 5 or 6 results and the balance is lost; without 12 it is kept."""
        whole, without_12 = howell(6, 11), howell(6, 11, phantom="12")
        without_3 = howell(6, 11, phantom="3")
        assert set(competition(whole).values()) == {10}
        assert fairness(without_12).balance == 0
        assert fairness(without_3).balance != 0
        assert (fairness(without_3).plays.least, fairness(without_3).plays.most) == (5, 5)

    def test_an_appendix_table_costs_balance_too(self) -> None:
        """R-063: with an A/B table 13 and 14 meet each of the others but not 12 nor each other."""
        balance = fairness(with_ab_table(howell(6, 11)))
        assert balance.balance is not None
        assert balance.balance > 0
        missed = {share.number: len(share.missed) for share in balance.shares}
        assert missed == {Number(f"{n}"): 2 for n in range(1, 15)}


class TestThreeQuarterAndShort:
    def test_seven_tables_nine_rounds(self) -> None:
        """R-064: 9 pairs move, 10 to 14 are stationary, nobody meets twice, and each misses 13 - 9 = 4."""
        movement = howell(7, 9)
        assert movement.stationary == tuple(map(str, range(10, 15)))
        assert len(set(meetings(movement))) == len(movement.meetings) == 63
        assert {len(share.missed) for share in fairness(movement).shares} == {4}
        assert fairness(movement).stationary == movement.stationary

    @for_each("row", STATIONARY, ids=row_id)
    def test_the_stationary_numbers_of_the_list(self, row: dict[str, Any]) -> None:
        """R-064: the list (lines 3106-3146) names the stationary pairs: all above the number of rounds."""
        first, last = row["stationary_pairs"]
        assert howell(row["tables"], row["rounds"]).stationary == tuple(map(str, range(first, last + 1)))

    @for_each("tables", range(8, 13))
    def test_three_quarter_howells_are_for_eight_tables_or_more(self, tables: int) -> None:
        """R-064: 13 rounds by default; below eight tables it is refused (line 944)."""
        assert make("three-quarter-howell", tables=tables).rounds == 13
        with pytest.raises(Refused, match="three-quarter-tables"):
            make("three-quarter-howell", tables=7)

    def test_a_short_howell_ends_after_about_22_boards(self) -> None:
        """R-064: 7 tables, 11 rounds of 2 = 22 boards instead of 26 (line 948)."""
        assert make("short-howell", tables=7).boards_total == 22


class TestAppendixTables:
    def test_the_bracket_cells_of_figure_eight(self) -> None:
        """R-065: all 22 (8-15/16-10 at table 5, 7-13/14-4 at table 6 in round 1), each on the set it replaces."""
        movement = with_ab_table(with_ab_table(howell(6, 11), 6), 5)
        cells = {(m.round, m.board_set, m.ns[0], m.ew[0]) for m in movement.meetings}
        alternatives = vector("fig08_howell_12p_11r_appendix")["alternatives"]
        assert len(alternatives) == 22
        for entry in alternatives:
            for cell in entry["with"]:
                assert (entry["round"], entry["set"], str(cell["ns"]), str(cell["ew"])) in cells
            gone = entry["replaces"]
            assert (entry["round"], entry["set"], str(gone["ns"]), str(gone["ew"])) not in cells

    def test_the_sheets_with_one_and_with_both(self) -> None:
        """R-065: 7 tables and 14 pairs, 8 tables and 16 pairs, every encounter with its table."""
        with_first = with_ab_table(howell(6, 11))
        both = with_ab_table(with_first, 5)
        assert set(with_first.meetings) == set(sheet("fig07_howell_14p_11r_ab").meetings)
        cells = {(m.round, m.board_set, m.table, m.ns[0], m.ew[0]) for m in both.meetings}
        printed = vector("fig08_howell_16p_11r_ab_t5")["encounters"]
        assert cells == {(c["round"], c["set"], c["table"], str(c["ns"]), str(c["ew"])) for c in printed}
        assert both.stationary == tuple(map(str, range(12, 17)))

    def test_only_tables_of_two_moving_pairs(self) -> None:
        """R-065: 12 always sits at table 1, which cannot be split (line 902)."""
        with pytest.raises(Refused, match=r"ab-table\.stationary"):
            with_ab_table(howell(6, 11), 1)

    def test_cards_of_the_ab_tables(self) -> None:
        """R-003: guide cards 6A and 6B take the place of 6; boards are relayed between them in every round."""
        movement = with_ab_table(howell(6, 11))
        labels = [movement.label(card[0].table) for card in guide_cards(movement)]
        assert labels == ["1", "2", "3", "4", "5", "6A", "6B"]
        texts = [translate(p.code, p.params, Locale.EN) for p in setup_instructions(movement)]
        assert "Tables 6A, 6B share boards in every round: place them side by side." in texts
        cards, before = guide_cards(movement)[:5], guide_cards(howell(6, 11))[:5]
        same = [[(line.ns, line.ew, line.boards) for line in card] for card in cards]
        assert same == [[(line.ns, line.ew, line.boards) for line in card] for card in before]


class TestWeeklyLibrary:
    @for_each("row", ROWS, ids=row_id)
    def test_every_howell_of_the_list_passes_the_checker(self, row: dict[str, Any]) -> None:
        """R-086: each size and number of boards of the weekly list (lines 3051-3063), full, and with its phantom."""
        for phantom in ("none", "last"):
            movement = make(
                "howell",
                tables=row["tables"],
                rounds=row["rounds"],
                boards_per_round=row["boards_per_round"],
                phantom=phantom,
            )
            assert serious(movement) == []
            assert movement.boards_total == row["total_boards"]
            assert movement.tables == row["tables"]

    @for_each("row", ROWS, ids=row_id)
    def test_nobody_meets_twice_and_every_set_is_played_once_by_each(self, row: dict[str, Any]) -> None:
        """R-086: the same without the checker: a table and a set for everybody in every round."""
        movement = howell(row["tables"], row["rounds"])
        assert len(set(meetings(movement))) == len(movement.meetings) == row["tables"] * row["rounds"]
        for number in movement.contestants:
            sets = [meeting.board_set for meeting in movement.itinerary(number) if meeting is not None]
            assert sorted(sets) == list(range(1, row["rounds"] + 1))

    @for_each("row", ROWS, ids=row_id)
    def test_relays_are_where_the_list_has_them(self, row: dict[str, Any]) -> None:
        """R-086: the column of relays. The print does not say which row of 5 tables has one: it is that of 8 rounds."""
        movement = howell(row["tables"], row["rounds"])
        has_relay = any(fault.code == "movement.relay" for fault in faults(movement))
        if row["relay"] is not None:
            assert has_relay is row["relay"]
        else:
            assert has_relay is (row["rounds"] == 8)

    @for_each("row", ROWS, ids=row_id)
    def test_more_pairs_than_seats_take_the_ab_table(self, row: dict[str, Any]) -> None:
        """R-086: rows that go to two pairs more than twice the tables; those of 3 tables do not, nor "no A/B table"."""
        tables, rounds = row["tables"], row["rounds"]
        if (tables, rounds) in NO_AB_TABLE:
            with pytest.raises(Refused, match=r"ab-table\.not-in-list"):
                with_ab_table(howell(tables, rounds))
            assert (tables, rounds) not in {(other.tables, other.rounds) for other in rows_for(2 * tables + 1)}
            return
        for pairs in row["uses_AB_table_for_pairs"]:
            movement = make("appendix-howell", pairs=pairs, rounds=rounds, boards_per_round=row["boards_per_round"])
            assert serious(movement) == []
            assert (movement.phantom is not None) is bool(pairs % 2)
            assert movement.boards_total == row["total_boards"]

    def test_sizes_beyond_the_list(self) -> None:
        """R-062: Howells of 3 to 12 tables; the library has more rounds than the list, all sound."""
        sizes = {(tables, rounds) for tables, rounds, _ in library()}
        assert {tables for tables, _ in sizes} == set(range(2, 13))
        for tables, rounds in sizes:
            assert serious(howell(tables, rounds)) == []
            assert serious(howell(tables, rounds, cards="still")) == []


class TestPhantomAndLatePair:
    def test_any_number_may_be_the_phantom(self) -> None:
        """R-100: 13 pairs on the sheet for 14; the last number is stationary and proposed (lines 884-888)."""
        proposed = make("howell", pairs=13)
        assert proposed.phantom == "14"
        assert {m.table for m in proposed.meetings if not proposed.is_played(m)} == {1}
        for number in proposed.contestants:
            assert serious(howell(7, 13, phantom=number)) == []

    def test_a_thirteenth_pair_in_round_one(self) -> None:
        """R-113: tables 6A and 6B; the late pair is 13 at 6A, the phantom 14 at 6B, whose opponents sit out in turn."""
        wider = late_pair(howell(6, 11))
        assert wider.phantom == "14"
        assert {wider.label(m.table) for m in wider.meetings if "13" in m.contestants} == {"6A"}
        assert {wider.label(m.table) for m in wider.meetings if "14" in m.contestants} == {"6B"}
        assert serious(wider) == []
        assert not any(wider.sharing(round_number) for round_number in range(1, 12))

    def test_an_odd_field_has_a_number_to_give(self) -> None:
        """R-113: the phantom's, even later; otherwise nobody is seated once round 2 has begun."""
        assert late_pair(howell(6, 11, phantom="last"), current_round=4).phantom is None
        with pytest.raises(Refused, match=r"late-pair\.too-late"):
            late_pair(howell(6, 11), current_round=2)
