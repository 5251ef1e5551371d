"""The movement for a number of pairs.

Manual, lines 794-808, 952-954, 2455-2459, 3044-3066 and 3807-3813.
"""

from __future__ import annotations

import pytest

from arrowswitch.core.errors import NotFound, Refused
from arrowswitch.core.movements.checking.verify import is_sound
from arrowswitch.core.movements.choosing.chooser import ClubRule, MovementChoice, Wishes, choose
from arrowswitch.core.movements.choosing.wishes import boards_for_level
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.listed.weekly_list import WeeklyRow, weekly_list
from arrowswitch.core.regulations import GradeRules
from arrowswitch.core.scoring.rules import EventClass
from arrowswitch.i18n import Locale, problem_text, problems_text
from tests.movements import rows_for, vector
from tests.rotation import rotate
from tests.tables import for_each

PRINTED = vector("weekly_howell")["entries"]
KINDS = {
    "H": "howell",
    "STRAIGHT_MITCHELL": "mitchell",
    "SKIP_MITCHELL": "skip-mitchell",
    "RELAY_MITCHELL": "relay-mitchell",
}
NO_AB_TABLE = {(6, 7), (11, 12)}


def words(choice: MovementChoice, locale: Locale = Locale.EN) -> str:
    """Returns everything a choice says."""
    return " ".join(problem_text(p, locale) for p in choice.why + choice.better + choice.worse + choice.warnings)


class TestTheEvening:
    """EVENING: "13 pairs -> 7-table Howell, 13 rounds x 2 = 26 boards, 3 h 15, one sit-out each"."""

    @for_each("minutes", range(195, 201))
    def test_thirteen_pairs(self, minutes: int) -> None:
        """R-034 and R-042: 13 rounds x (2 x 7 + 1) = 195 minutes; the phantom is 14; each of the 13 sits out once."""
        first = choose(13, Wishes(minutes=minutes))[0]
        assert (
            first.movement.family,
            first.movement.tables,
            first.movement.rounds,
            first.movement.boards_per_round,
        ) == ("howell", 7, 13, 2)
        assert (first.movement.boards_total, first.boards_played, first.minutes) == (26, 24, 195)
        assert first.fits_time
        assert not first.missed_opponents
        assert first.movement.phantom == "14"
        assert [share.sit_outs for share in first.fairness.shares] == [1] * 13

    def test_it_says_so(self) -> None:
        """R-396: the same in words, in both languages."""
        first = choose(13, Wishes(minutes=200))[0]
        assert "13 rounds of 2 boards make 26 boards" in words(first)
        assert "3:15" in words(first)
        assert "Everybody meets everybody" in words(first)
        assert "総当り" in words(first, Locale.JA)
        assert "2ボード × 13ラウンド＝26ボード" in words(first, Locale.JA)


class TestProposals:
    @rotate("pairs", range(4, 53), by=lambda pairs: (pairs // 4, pairs % 4))
    def test_every_number_of_pairs_has_one(self, pairs: int) -> None:
        """R-034: for 4 to 52 pairs at least one movement, checked, that seats exactly these pairs."""
        choices = choose(pairs, Wishes(minutes=200))
        assert choices
        for choice in choices[:4]:
            assert is_sound(choice.movement)
            assert len(choice.movement.contestants) - (choice.movement.phantom is not None) == pairs
            assert choice.sit_outs == pairs % 2
            assert make(choice.movement.family, **choice.options) == choice.movement

    def test_boards_of_a_round_bind(self) -> None:
        """R-034: 10 pairs who play 3 boards a round: 9 rounds of 3 = 27 boards first."""
        choices = choose(10, Wishes(minutes=200, boards_per_round=3))
        assert {choice.movement.boards_per_round for choice in choices} == {3}
        assert (choices[0].movement.rounds, choices[0].movement.boards_total) == (9, 27)

    def test_who_cannot_walk(self) -> None:
        """R-099: 13 pairs, one needs a seat that does not move: it gets 14, and the phantom a number that moves."""
        first = choose(13, Wishes(minutes=200, stationary=1))[0]
        assert first.stationary == ("14",)
        assert first.movement.phantom == "13"
        assert {m.table for m in first.movement.meetings if "14" in m.contestants} == {1}
        assert "Stationary seats: 14." in words(first)


class TestTime:
    def test_seven_rounds_of_three_boards(self) -> None:
        """R-035: 3 hours, 7 rounds of 3 boards: 7 x (3 x 7 + 1) = 154 minutes, which fits with 26 to spare."""
        choice = next(
            c
            for c in choose(14, Wishes(minutes=180))
            if (c.movement.family, c.movement.rounds, c.movement.boards_per_round) == ("mitchell", 7, 3)
        )
        assert (choice.minutes, choice.fits_time, choice.boards_planned) == (154, True, 21)
        assert "26 to spare" in words(choice)

    def test_what_does_not_fit_comes_last_and_says_by_how_much(self) -> None:
        """R-035: 13 rounds of 2 boards take 195 minutes, 15 more than 180."""
        over = [choice for choice in choose(13, Wishes(minutes=180), most=18) if not choice.fits_time]
        assert all(choice.fits_time for choice in choose(13, Wishes(minutes=180), most=18)[: -len(over)])
        full = next(choice for choice in over if choice.movement.rounds == 13)
        assert "15 more than the 180" in words(full)


class TestBoards:
    def test_the_level_of_the_players_changes_the_proposal(self) -> None:
        """R-036: 28 pairs above 300 master points play 13 rounds of 2 = 26 boards, below that 12 rounds of 2 = 24."""
        by_level = {
            level: choose(28, Wishes(minutes=200, preferred_boards=boards_for_level(level)))[0] for level in (500, 120)
        }
        assert {
            level: (first.movement.rounds, first.movement.boards_per_round) for level, first in by_level.items()
        } == {
            500: (13, 2),
            120: (12, 2),
        }

    def test_more_than_thirty_boards_are_advised_against(self) -> None:
        """R-036: 8 rounds of 4 boards are 32: a warning, not a refusal; the session has room for them."""
        long = [
            choice
            for choice in choose(14, Wishes(minutes=300, boards_per_round=4), most=18)
            if choice.boards_planned > 30
        ]
        assert long
        assert all("choice.above-most" in {problem.code for problem in choice.warnings} for choice in long)
        assert choose(14, Wishes(minutes=300))[0].boards_planned <= 30

    @for_each(
        "pairs, rounds, boards, is_team_event, warns",
        [(14, 7, 3, False, False), (14, 10, 2, False, True), (14, 7, 3, True, True)],
    )
    def test_the_regulations_minimum_warns(
        self, pairs: int, rounds: int, boards: int, is_team_event: bool, warns: bool
    ) -> None:
        """R-037: at least 21 for pairs, 24 for teams: 3 x 7 = 21 passes, 2 x 10 = 20 warns, 21 for teams warns."""
        least = GradeRules().least_boards(EventClass.SECTIONAL, is_team_event=is_team_event)
        choices = choose(pairs, Wishes(boards_per_round=boards, least_boards=least), most=18)
        choice = next(choice for choice in choices if choice.movement.rounds == rounds)
        assert ("choice.below-least" in {problem.code for problem in choice.warnings}) is warns

    def test_players_of_up_to_twenty_points(self) -> None:
        """R-037: 18 boards are enough for them."""
        assert GradeRules().least_boards(EventClass.SECTIONAL, is_team_event=False, master_points=20) == 18
        assert GradeRules().least_boards(EventClass.SECTIONAL, is_team_event=False, master_points=21) == 21


class TestClubRule:
    """R-039: Howell up to 6 1/2 tables, Mitchell from 7, as a default that a club may change (lines 952-954)."""

    @for_each("pairs", range(6, 14))
    def test_howell_up_to_six_and_a_half_tables(self, pairs: int) -> None:
        """R-039: 6.5 tables, 13 pairs, play a Howell."""
        assert choose(pairs, Wishes(minutes=200))[0].is_howell

    @for_each("pairs", range(14, 27))
    def test_mitchell_from_seven(self, pairs: int) -> None:
        """R-039: 7 tables, 14 pairs, play a Mitchell."""
        assert not choose(pairs, Wishes(minutes=200))[0].is_howell

    def test_another_rule(self) -> None:
        """R-039: a club that plays Howells up to 10 tables and Mitchells from 11."""
        rule = ClubRule(howell_up_to=20, mitchell_from=22)
        assert choose(20, Wishes(minutes=200, club_rule=rule))[0].is_howell
        assert not choose(22, Wishes(minutes=200, club_rule=rule))[0].is_howell


class TestWeeklyList:
    """The list of movements for weekly games as a selection aid (lines 3044-3066)."""

    @for_each("entry", PRINTED, ids=lambda e: f"l{e['line']}-{e['kind']}-{e['rounds']}x{e['boards_per_round']}")
    def test_every_printed_row_is_there(self, entry: dict[str, object]) -> None:
        """R-040: every row, with its line; the total is boards times rounds."""
        row = _row(entry)
        assert row.boards_total == entry["total_boards"]
        assert row.has_relay == entry["relay"]
        assert row.is_cut == entry["cut_short"]
        assert [row.least_pairs, row.most_pairs] == entry["pairs"] or (row.tables, row.rounds) in NO_AB_TABLE

    def test_nothing_else_is(self) -> None:
        """R-040: as many rows as were printed."""
        assert len(weekly_list()) == len(PRINTED)

    def test_rows_without_an_ab_table_end_at_their_tables(self) -> None:
        """R-040: lines 3054 and 3063 print ranges to 14 and 24 pairs and "no A/B table": 12 and 22 it must be."""
        most_pairs = {(row.tables, row.rounds): row.most_pairs for row in weekly_list() if not row.has_ab_table}
        assert most_pairs == {(6, 7): 12, (11, 12): 22}

    def test_rows_for_a_number_of_pairs(self) -> None:
        """R-040: 13 pairs: the Howells of 6 tables with an A/B table, and those of 7."""
        rows = rows_for(13)
        assert {row.tables for row in rows} == {6, 7}
        assert {row.rounds for row in rows if row.tables == 6} == {8, 9, 10, 11}
        assert {row.rounds for row in rows if row.tables == 7} == {9, 10, 11, 12, 13}

    @for_each("pairs", range(6, 23))
    def test_the_chooser_proposes_its_howells(self, pairs: int) -> None:
        """R-040: a Howell of the list is proposed to those it is for, with the line it stands in."""
        rows = [row for row in rows_for(pairs) if row.kind == "howell"]
        choices = choose(pairs, Wishes(club_rule=ClubRule(99, 100), one_winner=True), most=18)
        lines = {choice.line for choice in choices}
        assert lines & {row.line for row in rows}
        assert lines - {None} <= {row.line for row in rows}


class TestOddNumbers:
    def test_thirteen_and_a_half_tables(self) -> None:
        """R-042: 27 pairs take a movement of 14 tables, the phantom a number that does not move."""
        first = choose(27, Wishes(minutes=200))[0]
        assert first.movement.tables == 14
        assert first.movement.phantom in first.movement.stationary

    @for_each("pairs, family, tables", [(15, "rover-mitchell", 7), (17, "one-and-a-half-appendix", 8)])
    def test_the_half_tables_of_the_figures(self, pairs: int, family: str, tables: int) -> None:
        """R-034, manual, figures 13 and 14: the rover of seven tables and the appendix of 8 1/2, each in seven rounds,
        are among the choices, with 3 boards in 154 minutes and 4 in 203."""
        for boards, minutes in ((3, 154), (4, 203)):
            choices = choose(pairs, Wishes(minutes=minutes, boards_per_round=boards))
            choice = next(one for one in choices if one.movement.family == family)
            assert (choice.movement.tables, choice.movement.rounds, choice.minutes) == (tables, 7, minutes)
            assert choice.fits_time

    def test_seventeen_and_a_half_tables(self) -> None:
        """R-034, R-042: 35 pairs: 18 tables with a phantom would play 17 rounds of one board; a rover does without.

        17 tables and the rover NS18 play 13 rounds of 2 boards in 13 x 15 = 195 minutes, and every pair at least 24.
        """
        first = choose(35, Wishes(minutes=200))[0]
        assert (
            first.movement.family,
            first.movement.tables,
            first.movement.rounds,
            first.movement.boards_per_round,
        ) == ("rover-mitchell", 17, 13, 2)
        assert (first.minutes, first.boards_played, first.movement.phantom) == (195, 24, None)
        assert "NS18 is the rover" in words(first)
        assert "ローバー・ペア" in words(first, Locale.JA)

    def test_twenty_two_and_a_half_tables(self) -> None:
        """R-034: a rover at 22 tables would leave everybody 12 of 22 sets, 55 % of the boards in play; with the
        appendix tables everybody plays 12 of 13, on two copies of the boards."""
        first, *others = choose(45, Wishes(minutes=200))
        assert (first.movement.family, first.movement.tables, first.movement.rounds) == ("appendix-mitchell", 23, 13)
        assert (first.movement.phantom, first.board_sets) == ("NS23", 2)
        rover = next(choice for choice in others if choice.movement.family == "rover-mitchell")
        assert "A pair plays only 24 of the 44 boards in play" in words(rover)
        assert "44ボードのうち24ボードだけ" in words(rover, Locale.JA)

    @for_each("pairs", [9, 11, 13])
    def test_a_howell_leaves_out_its_last_number(self, pairs: int) -> None:
        """R-042, R-100: the phantom is the last number, which is stationary, so the sit-out is always at table 1."""
        first = choose(pairs, Wishes(minutes=200))[0]
        assert first.movement.phantom == first.movement.contestants[-1]
        unplayed = [m for m in first.movement.meetings if not first.movement.is_played(m)]
        assert {meeting.table for meeting in unplayed} == {1}
        assert len(unplayed) == first.movement.rounds


class TestMasterSheets:
    def test_what_is_not_registered_cannot_be_chosen(self) -> None:
        """R-052: a movement that nobody knows, and a size for which there is no sheet, are refused."""
        with pytest.raises(NotFound, match="three-quarter-howell"):
            make("quarter-howell", tables=7)
        with pytest.raises(Refused, match="8, 9, 10, 11, 12, 13"):
            make("howell", tables=7, rounds=14)


class TestSmallFields:
    def test_four_pairs(self) -> None:
        """R-056: a team of pairs is advised; as a pairs game two tables share boards for three rounds, all meet."""
        choices = choose(4, Wishes(minutes=200))
        assert {(choice.movement.tables, choice.movement.rounds) for choice in choices} == {(2, 3)}
        assert not choices[0].missed_opponents
        assert choices[0].movement.sharing(1) == {1: (1, 2)}
        assert "team of pairs" in words(choices[0])
        assert "IMP" in words(choices[0], Locale.JA)

    def test_five_pairs(self) -> None:
        """R-056: the Howell of three tables with a phantom, and the advice to score it by IMPs."""
        choices = choose(5, Wishes(minutes=200))
        assert {(choice.movement.family, choice.movement.tables, choice.movement.rounds) for choice in choices} == {
            ("howell", 3, 5)
        }
        assert choices[0].movement.phantom == "5"
        assert "Leaving out 5 instead of 6 makes the comparisons more even (1.26 instead of 2.00)" in words(choices[0])
        assert "6番でなく5番をファンタムにすると" in words(choices[0], Locale.JA)
        assert "IMPs" in words(choices[0])

    def test_three_pairs(self) -> None:
        """R-056: three are too few, and the refusal says how many are needed."""
        with pytest.raises(Refused, match=r"choice\.too-few") as caught:
            choose(3)
        assert "4" in problems_text(caught.value, Locale.EN)[0]


class TestReasons:
    def test_every_choice_says_why_and_what_is_better_and_worse(self) -> None:
        """R-396: 13 pairs, 200 minutes: 12 rounds take 15 minutes less; an opponent and two boards are missed."""
        second = choose(13, Wishes(minutes=200))[1]
        assert (second.movement.rounds, second.movement.boards_per_round) == (12, 2)
        better = " ".join(problem_text(problem, Locale.EN) for problem in second.better)
        worse = " ".join(problem_text(problem, Locale.EN) for problem in second.worse)
        assert "15 minutes shorter" in better
        assert "2 fewer boards to play" in worse
        assert "1 more opponent missed" in worse

    @for_each("minutes", [None, 120, 200])
    @for_each("pairs", [4, 5, 8, 13, 15, 24])
    def test_in_both_languages(self, pairs: int, minutes: int | None) -> None:
        """R-396: no choice is without words."""
        for choice in choose(pairs, Wishes(minutes=minutes)):
            assert words(choice, Locale.JA)
            assert words(choice, Locale.EN)

    def test_refusals_name_rule_and_source(self) -> None:
        """R-396: "the club's list of guide sheets has no A/B table for it"; what to do instead is said too."""
        with pytest.raises(Refused) as caught:
            make("appendix-howell", tables=7, rounds=7)
        assert "連盟のガイドシート一覧" in problems_text(caught.value, Locale.JA)[0]
        assert "one more table" in problems_text(caught.value, Locale.EN)[0]


def _row(entry: dict[str, object]) -> WeeklyRow:
    wanted = (entry["line"], KINDS[str(entry["kind"])], entry["tables"], entry["rounds"], entry["boards_per_round"])
    rows = [r for r in weekly_list() if (r.line, r.kind, r.tables, r.rounds, r.boards_per_round) == wanted]
    assert len(rows) == 1
    return rows[0]
