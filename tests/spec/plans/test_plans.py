"""Games of several sessions and sections (manual, lines 2071-2549 and 3106-3374)."""

from __future__ import annotations

from typing import Any

import pytest

from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.checking.faults import Severity
from arrowswitch.core.movements.choosing.plan_candidates import fewest_tables
from arrowswitch.core.movements.choosing.plan_chooser import (
    PLAN_CHOOSER,
    PlanChoice,
    PlanWishes,
    SessionOrder,
    choose_plans,
)
from arrowswitch.core.movements.choosing.plan_reasons import houston_advice
from arrowswitch.core.movements.families.multi_section import variants
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.guide.board_copies import copies_needed
from arrowswitch.core.movements.guide.master_sheet import master_sheet_text
from arrowswitch.core.movements.sessions.check import plan_faults
from arrowswitch.core.movements.sessions.day_plan import BREAKS, plan_day
from arrowswitch.core.movements.sessions.maker import Scheme, section_movement
from arrowswitch.core.movements.sessions.plan import PlannedSection, SessionPlan
from arrowswitch.core.movements.sessions.plan_list import SectionKind, parse_sections, plan_list, plan_row
from arrowswitch.core.movements.starting_round import sheet_round, start_phrase
from arrowswitch.i18n import Locale, problem_text, translate
from tests.movements import vector
from tests.rotation import rotate
from tests.tables import for_each

pytestmark = pytest.mark.slow

ENTRIES: list[dict[str, Any]] = vector("two_session")["entries"]
LIST = [row for row in ENTRIES if isinstance(row["movements"], list)]
SMALL = [row for row in ENTRIES if not isinstance(row["movements"], list)]
HOWELLS: list[dict[str, Any]] = vector("two_session_howell")["entries"]
HOUSTON: list[dict[str, Any]] = vector("houston")["entries"]
VARIANTS: list[dict[str, Any]] = vector("multi_section")["entries"]
LATER: list[dict[str, Any]] = vector("twin_board_hints")["start_round_2_rows"]
MISPRINTED = 3200
"""Line 3200 prints 4/6 stationary pairs for 15 tables in 12 rounds, where every other row has 2 x (tables - rounds)."""


def section_codes(choice: PlanChoice) -> list[str]:
    """Returns the sections of every session as `12M12+8H12`."""
    return ["+".join(map(str, session)) for session in choice.sections]


def half_codes(row: dict[str, Any], half: str) -> str:
    """Returns the sections of a half of a row in the same form."""
    kinds = {"first": "A", "second": "I"}
    return "+".join(
        f"{m['tables']}{m[half]['kind'].replace('?', kinds[half])}{m[half]['rounds']}" for m in row["movements"]
    )


def offered_plans(row: dict[str, Any]) -> tuple[PlanChoice, ...]:
    """Returns the plans offered for the rounds, sections and boards of a row."""
    first, second = (row["movements"][0][half]["rounds"] for half in ("first", "second"))
    wishes = PlanWishes(2, row["n_sections"], rounds=(first, second), boards_per_round=row["boards_per_round"])
    return choose_plans(2 * row["tables"], wishes)


def codes(choice: PlanChoice) -> set[str]:
    """Returns the codes of everything a choice says."""
    return {problem.code for problem in choice.why + choice.better + choice.worse + choice.warnings}


def serious(choice: PlanChoice) -> list[str]:
    """Returns the faults of a choice's plan."""
    return [fault.code for fault in plan_faults(choice.plan) if fault.severity is Severity.FAULT]


class TestTwoSessionList:
    """The list of two-session games, 3 to 45 tables (lines 3106-3307)."""

    @rotate(
        "row",
        LIST,
        by=lambda row: (row["tables"], row["n_sections"], half_codes(row, "first")[-2:]),
        ids=lambda row: str(row["lines"][0]),
    )
    def test_every_row_is_offered(self, row: dict[str, Any]) -> None:
        """R-041: with the listed sections, rounds, boards, totals and stationary numbers; the plan is sound."""
        wanted = [half_codes(row, half) for half in ("first", "second")]
        (choice,) = [one for one in offered_plans(row) if section_codes(one) == wanted]
        assert (choice.tables, choice.boards_total) == (row["tables"], row["total_boards"])
        assert list(choice.boards) == [row["boards_first"], row["boards_second"]]
        assert choice.row is not None
        assert (choice.row.tables, choice.row.boards_total) == (row["tables"], row["total_boards"])
        assert serious(choice) == []
        for session, half in zip(choice.plan.sessions, (0, 1), strict=True):
            for section, entry in zip(session, row["movements"], strict=True):
                still = section.movement.stationary
                if entry["stationary_printed"] is not None and row["lines"][0] != MISPRINTED:
                    assert len(still) == entry["stationary_printed"][half]
                if entry["stationary_by_rule"][half]:
                    assert len(still) == entry["stationary_by_rule"][half]
                if entry["stationary_pair_no"] is not None:
                    assert str(entry["stationary_pair_no"]) in still

    @for_each("row", HOWELLS, ids=lambda row: str(row["line"]))
    def test_every_howell_of_two_sessions(self, row: dict[str, Any]) -> None:
        """R-041: lines 3109-3146: played twice alone, with the printed stationary numbers."""
        wishes = PlanWishes(2, 1, rounds=(row["rounds"],) * 2, boards_per_round=row["boards_per_round"])
        sections = f"{row['tables']}H{row['rounds']}"
        (choice,) = [one for one in choose_plans(row["pairs"], wishes) if section_codes(one) == [sections] * 2]
        assert choice.boards == (row["total_boards"],) * 2
        assert choice.row is not None
        assert serious(choice) == []
        still = sorted(map(int, choice.plan.sessions[0][0].movement.stationary))
        if row["follows_rule"]:
            assert [still[0], still[-1]] == row["stationary_pairs"]
        elif sections == "11H10":
            assert still == [11, 22]
        else:
            assert [still[0], still[-1]] == row["stationary_by_rule"]

    @for_each("row", SMALL, ids=lambda row: str(row["tables"]))
    def test_three_to_seven_tables(self, row: dict[str, Any]) -> None:
        """R-041: lines 3152-3156: a Howell twice, from the fewest to the most boards that are printed."""
        totals = set()
        for boards in row["boards_per_round"]:
            plans = choose_plans(2 * row["tables"], PlanWishes(2, 1, boards_per_round=boards), 99)
            howells = [one for one in plans if one.scheme is Scheme.HOWELL_AGAIN]
            totals |= {one.boards_total for one in howells}
        assert set(row["total_boards"]) <= totals

    def test_twenty_tables_twelve_rounds(self) -> None:
        """R-041: choose 20 tables and 12 rounds: 12 + 8 tables, 2 x 24 boards, in the list at line 3219."""
        first = choose_plans(40, PlanWishes(rounds=(12,)))[0]
        assert section_codes(first) == ["12M12+8H12"] * 2
        assert (first.boards_total, first.row and first.row.line) == (48, 3219)

    def test_every_row_is_read_once(self) -> None:
        """R-041: 131 rows of the list, 38 Howells and 3 Houston rows, each with its line."""
        assert len(plan_list()) == len(LIST) + len(HOWELLS) + len(HOUSTON)
        assert plan_row(2, [parse_sections("8H12+12M12")] * 2) == plan_row(2, [parse_sections("12M12+8H12")] * 2)

    @for_each("row", HOUSTON, ids=lambda row: str(row["tables"]))
    def test_every_houston_row(self, row: dict[str, Any]) -> None:
        """R-083: lines 3372-3374: two sessions, everybody meets everybody, a copy of the boards for every table."""
        wishes = PlanWishes(2, 1, boards_per_round=row["boards_per_round"], barometer=True)
        plans = choose_plans(row["pairs"], wishes)
        first = next(one for one in plans if one.scheme is Scheme.HOUSTON)
        assert list(first.rounds) == row["rounds"]
        assert list(first.boards) == row["boards_used"]
        assert (first.boards_total, first.missed_pairs, first.board_sets) == (row["boards_played"], 0, row["tables"])
        assert first.row is not None
        assert first.row.line == row["line"]

    @for_each("row", VARIANTS, ids=lambda row: f"{row['tables']}-{row['rounds']}")
    def test_every_multi_section_movement(self, row: dict[str, Any]) -> None:
        """R-046: lines 3340-3347: two sections of the size get different movements, and as many more as are listed."""
        wishes = PlanWishes(1, 2, rounds=(row["rounds"],), boards_per_round=row["boards_per_round"])
        kind = "M" if row["rounds"] == row["tables"] else "H"
        sections = "+".join([f"{row['tables']}{kind}{row['rounds']}"] * 2)
        (choice,) = [one for one in choose_plans(4 * row["tables"], wishes, 99) if section_codes(one) == [sections]]
        assert choice.boards_total == row["total_boards"]
        first, other = (section.movement for section in choice.plan.sessions[0])
        assert other.family == "multi-section-mitchell"
        assert not {(m.contestants, m.board_set) for m in first.meetings} & {
            (m.contestants, m.board_set) for m in other.meetings
        }
        assert variants(row["tables"], row["rounds"]) >= row["variants"]


class TestOddNumbers:
    def test_thirteen_and_a_half_tables(self) -> None:
        """R-042: 27 pairs take 14 tables; the phantom is 28, stationary in both sessions (lines 2109-2113)."""
        first = choose_plans(27)[0]
        assert (first.scheme, first.tables) == (Scheme.INTERWOVEN, 14)
        for (section,) in first.plan.sessions:
            assert section.movement.phantom == "28"
            assert "28" in section.movement.stationary
        assert "plans.phantom" in codes(first)

    def test_phantom_of_several_sections(self) -> None:
        """R-042: 39 pairs, 12 + 8 tables: the phantom is B16, which sits still in the Howell."""
        first = choose_plans(39, PlanWishes(rounds=(12,)))[0]
        assert [section.movement.phantom for section in first.plan.sessions[0]] == [None, "16"]
        assert first.boards_played == first.boards_total - first.boards_per_round

    def test_who_sits_out_in_the_last_round_plays_less(self) -> None:
        """9 pairs, a Mitchell and a Howell of 5 rounds: a pair sits out in one round of each, once in the last."""
        first = choose_plans(9, PlanWishes())[0]
        assert first.rounds == (5, 5)
        last = first.plan.sessions[-1][0].movement
        assert last.sit_outs(5)
        assert first.boards_played == (10 - 2) * first.boards_per_round


class TestSections:
    @for_each("rounds, least", vector("printed_renumbering")["fewest_tables"]["rounds"].items())
    def test_fewest_tables(self, rounds: str, least: str) -> None:
        """R-043: as printed, a Mitchell and the smallest Howell: 11 + 6, 12 + 7, 13 + 7 tables less a half."""
        assert fewest_tables(int(rounds)) == least.replace(".5", "½")
        pairs = int(float(least) * 2)
        assert choose_plans(pairs, PlanWishes(sections=2, rounds=(int(rounds),)))[0].tables == (pairs + 1) // 2

    @for_each("rounds, pairs", [(11, 32), (12, 36), (13, 38)])
    def test_one_fewer_is_refused(self, rounds: int, pairs: int) -> None:
        """R-043: 16 tables, 11 rounds, two sections: refused, and the reason names 16½ tables."""
        with pytest.raises(Refused) as refused:
            choose_plans(pairs, PlanWishes(sections=2, rounds=(rounds,)))
        (problem,) = refused.value.problems
        assert (problem.code, problem.params["least"]) == ("plans.too-few-tables", fewest_tables(rounds))
        assert fewest_tables(rounds) in problem_text(problem, Locale.EN)
        assert fewest_tables(rounds) in problem_text(problem, Locale.JA)

    @for_each("rounds, most", [(11, 16), (12, 18), (13, 19)])
    def test_two_sections_from(self, rounds: int, most: int) -> None:
        """R-044: lines 2282-2288: two sections from 17 tables at 11 rounds, 19 at 12, 20 at 13."""
        for tables, count in ((most, 1), (most + 1, 2)):
            assert len(choose_plans(2 * tables, PlanWishes(rounds=(rounds,)))[0].sections[0]) == count

    @for_each(
        "tables, rounds, split",
        [
            (26, 12, "12M12+7H12+7H12"),
            (29, 13, "13M13+9H13+7H13"),
            (30, 13, "13M13+9H13+8H13"),
            (30, 12, "12M12+11H12+7H12"),
        ],
    )
    def test_splits_that_the_list_does_not_have(self, tables: int, rounds: int, split: str) -> None:
        """R-044: splits that the text names and the list leaves out (lines 2423, 2531, 3872)."""
        plans = choose_plans(2 * tables, PlanWishes(sections=3, rounds=(rounds,)), 99)
        (choice,) = [one for one in plans if section_codes(one) == [split] * 2]
        assert choice.row is None
        assert serious(choice) == []

    def test_all_sections_play_the_same_rounds(self) -> None:
        """R-045: lines 2307-2313: the rounds and boards of all sections are equal."""
        for choice in choose_plans(70):
            for session in choice.plan.sessions:
                assert len({(s.movement.rounds, s.movement.boards_total) for s in session}) == 1

    def test_other_rounds_in_one_field_are_a_fault(self) -> None:
        """R-045: 12 rounds in section A and 11 in section B: reported with both numbers, and the section that misses
        boards."""
        first = tuple(
            PlannedSection(name, section_movement(section, 2))
            for name, section in zip("AB", parse_sections("12M12+11M11"), strict=True)
        )
        by_code = {fault.code: fault for fault in plan_faults(SessionPlan((first,), ()))}
        assert by_code["sessions.rounds-differ"].severity is Severity.FAULT
        assert by_code["sessions.rounds-differ"].params["rounds"] == "11, 12"
        assert by_code["sessions.boards-missed"].params["n"] == 22

    def test_sections_of_one_size_are_warned_of(self) -> None:
        """R-046: lines 3327-3331: 33 tables, 13 rounds: 13 + 10 + 10 warns, 13 + 11 + 9 passes and comes first."""
        plans = choose_plans(66, PlanWishes(sections=3, rounds=(13,)), 99)
        alike = next(one for one in plans if section_codes(one)[0] == "13M13+10H13+10H13")
        assert [w.code for w in alike.warnings] == ["plans.same-size"]
        assert alike.warnings[0].params["sections"] == "B, C"
        first, second = (section.movement for section in alike.plan.sessions[0][1:])
        when = [{(m.contestants, m.round) for m in movement.meetings} for movement in (first, second)]
        assert not when[0] & when[1]
        assert section_codes(plans[0])[0] == "13M13+11H13+9H13"
        assert plans[0].warnings == ()

    def test_the_same_movement_twice_is_warned_of(self) -> None:
        """R-046: two sections that change sides play the very same Mitchell."""
        plans = choose_plans(52, PlanWishes(sections=2))
        turns = next(one for one in plans if one.scheme is Scheme.SIDES_IN_TURN)
        assert [w.code for w in turns.warnings] == ["plans.same-movement"]

    def test_a_second_section_of_one_size_starts_a_round_later(self) -> None:
        """R-046: two sections of nine tables and eight rounds have no other form, so that one starts in round 2."""
        plans = (one for one in choose_plans(36, PlanWishes(sections=2), 99) if one.scheme is Scheme.EXCHANGE)
        alike = [
            [section.start for section in one.sections[0]]
            for one in plans
            if [(section.kind, section.tables) for section in one.sections[0]] == [(SectionKind.APPENDIX, 9)] * 2
        ]
        assert alike
        assert all(starts == [1, 2] for starts in alike)

    def test_sections_of_an_even_number_of_tables_do_not_change_sides(self) -> None:
        """40 pairs in two sections of ten tables: a Mitchell of ten needs a relay or a skip."""
        plans = choose_plans(40, PlanWishes(sections=2), 99)
        assert Scheme.SIDES_IN_TURN not in {one.scheme for one in plans}


class TestBoardSets:
    @for_each(
        "split, sets",
        [("16A13+13M13", 3), ("13M13+9H13+7H13", 3), ("13M13+12H13", 3), ("12M12", 2), ("13M13", 1)],
    )
    def test_one_for_each_section_more_for_relays(self, split: str, sets: int) -> None:
        """R-047: lines 2294-2298 and 3335: 16 + 13 and 13 + 9 + 7 tables both take three sets."""
        movements = [section_movement(section, 2) for section in parse_sections(split)]
        assert copies_needed(movements) == sets

    def test_a_larger_mitchell_and_a_later_start(self) -> None:
        """R-048: lines 3357-3361: 25 tables, 13 rounds: 13 M + 12 H take three sets, 14 A + 11 H two."""
        plans = choose_plans(50, PlanWishes(sections=2, rounds=(13,), board_sets=2), 99)
        assert section_codes(plans[0]) == ["14A13+11H13"] * 2
        assert plans[0].board_sets == 2
        assert plans[0].sections[0][1].start > 1
        assert {"plans.starts", "plans.board-sets"} <= codes(plans[0])
        before = next(one for one in plans if section_codes(one)[0] == "13M13+12H13")
        assert before.board_sets == 3
        assert {"plans.sets-short", "plans.more-sets"} <= codes(before)
        movements = [section.movement for section in plans[0].plan.sessions[0]]
        assert copies_needed(movements) == 2
        assert serious(plans[0]) == []

    def test_bye_boards_serve_as_relay_boards(self) -> None:
        """R-048: in every round the set that the appendix tables share rests in the Howell."""
        first = choose_plans(50, PlanWishes(sections=2, rounds=(13,), board_sets=2))[0]
        appendix, howell = (section.movement for section in first.plan.sessions[0])
        for round_number in range(1, 14):
            played = {meeting.board_set for meeting in howell.in_round(round_number)}
            assert not set(appendix.sharing(round_number)) & played

    def test_staggered_starts_of_two_appendix_mitchells(self) -> None:
        """R-048: lines 3363-3367: 19 + 14 appendix tables need four sets together, three when they are staggered."""
        plans = choose_plans(66, PlanWishes(sections=2, rounds=(13,)))
        choice = next(one for one in plans if section_codes(one)[0] == "19A13+14A13")
        assert choice.board_sets == 4
        assert choice.saving is not None
        assert choice.saving[1] == 3
        assert "plans.saving" in codes(choice)

    @for_each("row", LATER, ids=lambda row: str(row["tables"]))
    def test_rows_that_start_in_a_later_round(self, row: dict[str, Any]) -> None:
        """R-049: lines 3179-3283: tables have the boards of the sheet's round, which is printed next to the real one.

        With our sheets of 8 and 9 rounds a later start saves no set, so that these begin with round 1.
        """
        plans = choose_plans(2 * row["tables"], PlanWishes(boards_per_round=row["boards_per_round"]), 99)
        sizes = [int(size.rstrip("T")) for size in row["sections"]]
        choice = next(
            one
            for one in plans
            if one.row is not None and one.row.starts_second and [s.tables for s in one.sections[0]] == sizes
        )
        later = [(section, plan) for section, plan in zip(choice.plan.sessions[0], choice.sections[0], strict=True)]
        assert any(plan.start > 1 for _, plan in later) == (choice.rounds[0] not in (8, 9))
        assert choice.saving is None
        for section, plan in later:
            sheet = section_movement(parse_sections(str(plan))[0], choice.boards_per_round)
            for real in range(1, sheet.rounds + 1):
                at = sheet_round(section.movement, real)
                assert at == (real + plan.start - 2) % sheet.rounds + 1
                there = {(m.table, m.board_set, m.contestants) for m in sheet.in_round(at)}
                assert {(m.table, m.board_set, m.contestants) for m in section.movement.in_round(real)} == there
        assert serious(choice) == []

    def test_both_numbers_of_a_round_are_shown(self) -> None:
        """R-049: the sheet shows round 1 as `1 (2)`, and says in words what that means."""
        later = make("howell", tables=5, rounds=7, start=2)
        lines = master_sheet_text(later).splitlines()
        assert [line.split("  ")[0].strip() for line in lines[1:]][:2] == ["1 (2)", "2 (3)"]
        assert lines[-1].strip().startswith("7 (1)")
        phrase = start_phrase(later)
        assert phrase is not None
        assert "round 2" in translate(phrase.code, phrase.params, Locale.EN)
        assert "第2ラウンド" in translate(phrase.code, phrase.params, Locale.JA)
        assert start_phrase(make("howell", tables=5, rounds=7)) is None


class TestHoustonAdvice:
    def test_usual_sizes(self) -> None:
        """R-055: line 1444: 6 to 9 tables, 11 to 17 rounds over two days, 4 to 8 boards: nothing to say."""
        assert houston_advice(6, 11, 4) == houston_advice(9, 17, 8) == ()

    @for_each(
        "asked_for, code",
        [
            ((5, 11, 4), "plans.houston-tables"),
            ((10, 11, 4), "plans.houston-tables"),
            ((6, 10, 4), "plans.houston-rounds"),
            ((6, 11, 3), "plans.houston-boards"),
        ],
    )
    def test_unusual_sizes(self, asked_for: tuple[int, int, int], code: str) -> None:
        """R-055: 5 or 10 tables, 10 rounds, 3 boards: each gives its warning, in both languages."""
        (warning,) = houston_advice(*asked_for)
        assert warning.code == code
        assert all("{" not in problem_text(warning, locale) for locale in Locale)

    def test_a_choice_carries_the_advice(self) -> None:
        """R-055: 10 pairs over two sessions: 5 tables and 9 rounds are fewer than usual."""
        plans = choose_plans(10, PlanWishes(barometer=True))
        first = next(one for one in plans if one.scheme is Scheme.HOUSTON)
        assert {"plans.houston-tables", "plans.houston-rounds"} <= {w.code for w in first.warnings}

    @for_each("sessions, tables", [(2, 5), (2, 6), (2, 7), (4, 6), (4, 9), (4, 11)])
    def test_two_and_four_sessions(self, sessions: int, tables: int) -> None:
        """R-083: every number of tables of the registered sheets (line 3449), everybody meets everybody once."""
        plans = choose_plans(2 * tables, PlanWishes(sessions), 99)
        choice = next(one for one in plans if one.scheme is Scheme.HOUSTON)
        assert sum(choice.rounds) == 2 * tables - 1
        assert serious(choice) == []


class TestDay:
    """The times of a day of two sessions (lines 2457 and 3865)."""

    def test_start_of_the_second_session(self) -> None:
        """R-038: 9:30, 3:15, 45 minutes of break: session 2 starts at 13:30 and ends 6:45 + 0:45 after 9:30."""
        day = plan_day(570, (195, 195))
        assert [session.time_span for session in day.sessions] == ["9:30-12:45", "13:30-16:45"]
        assert (day.minutes, day.warnings) == (435, ())

    @for_each("minutes", [30, 40, 60])
    def test_breaks_that_are_accepted(self, minutes: int) -> None:
        """R-038: 40 to 60 minutes by one page, 30 to 60 by another: both pass."""
        assert minutes in BREAKS
        assert plan_day(600, (180, 180), minutes).warnings == ()

    @pytest.mark.parametrize("minutes", [25, 65])
    def test_breaks_that_are_warned_of(self, minutes: int) -> None:
        """R-038: shorter or longer breaks are planned, with a warning."""
        day = plan_day(600, (180, 180), minutes)
        assert [w.code for w in day.warnings] == ["day.break"]
        assert day.sessions[1].start == 600 + 180 + minutes

    def test_times_of_a_plan(self) -> None:
        """R-038: 20 tables, 12 rounds of 2 boards, 180 minutes each: 10:00-13:00 and 13:45-16:45."""
        first = choose_plans(40, PlanWishes(rounds=(12,)))[0]
        day = plan_day(600, first.minutes)
        assert [session.time_span for session in day.sessions] == ["10:00-13:00", "13:45-16:45"]


class TestFields:
    def test_more_pairs_change_the_section(self) -> None:
        """R-298: lines 2380 and 2415-2417: 29 tables, 11 rounds: on request more pairs get another field."""

        def change_count(wishes: PlanWishes) -> int:
            choice = next(c for c in choose_plans(58, wishes, 99) if section_codes(c)[0] == "11M11+11M11+7H11")
            assert serious(choice) == []
            return sum(before.section != after.section for before, after in choice.plan.moves[0].items())

        assert change_count(PlanWishes(rounds=(11,), vary_field=True)) > change_count(PlanWishes(rounds=(11,)))


class TestEveryPlan:
    """Two sessions from 8 to 45 tables, half tables too: made, and judged by the checker over both sessions."""

    @rotate("pairs", range(15, 91), by=lambda pairs: (pairs // 8, pairs % 4))
    def test_nobody_meets_again_and_everybody_plays_every_board(self, pairs: int) -> None:
        """R-295: no fault, and of rematches, missed boards and second sit-outs only what the choice says it has."""
        plans = choose_plans(pairs, PlanWishes(), 5)
        assert not plans[0].outline.meetings_again
        assert not plans[0].outline.misses_boards
        for choice in plans:
            severities = {fault.code: fault.severity for fault in plan_faults(choice.plan)}
            assert Severity.FAULT not in severities.values()
            assert ("sessions.met-again" in severities) == bool(choice.outline.meetings_again)
            assert ("sessions.boards-missed" in severities) == choice.outline.misses_boards
            assert len(choice.plan.contestants) == pairs
            if "sessions.sits-out-again" in severities:
                assert choice.outline.meetings_again
                assert "plans.phantom-again" in codes(choice)

    @for_each("sections", [1, 2, 3, 4])
    def test_one_session(self, sections: int) -> None:
        """R-044, R-045: one session, as many sections as asked for, one field, no fault."""
        pairs = {1: 36, 2: 50, 3: 71, 4: 90}[sections]
        for choice in choose_plans(pairs, PlanWishes(1, sections), 6):
            assert len(choice.plan.sessions[0]) == sections
            assert serious(choice) == []
            assert len(choice.plan.contestants) == pairs

    @rotate(sessions=[3, 4], pairs=[12, 23, 24, 32, 40, 41, 56, 72])
    def test_three_and_four_sessions(self, sessions: int, pairs: int) -> None:
        """R-080: groups in turn where the pairs make groups, and then nobody meets again; a rematch is always told."""
        plans = choose_plans(pairs, PlanWishes(sessions), 4)
        for choice in plans:
            assert len(choice.plan.sessions) == sessions
            assert serious(choice) == []
            assert ("plans.meets-again" in codes(choice)) == bool(choice.outline.meetings_again)
        in_turn = [one for one in plans if one.scheme in (Scheme.GROUPS_IN_TURN, Scheme.HOUSTON)]
        assert not any(one.outline.meetings_again for one in in_turn)
        group, left = divmod(pairs + pairs % 2, sessions)
        makes_groups = not left and group in range(6, 20, 2)
        assert in_turn or not (makes_groups or (sessions, pairs) == (4, 12))

    def test_sides_in_turn(self) -> None:
        """R-081: lines 2083-2086: three sections of 13 tables change sides; everybody plays all 52 boards."""
        plans = choose_plans(78, PlanWishes(sections=3), 99)
        choice = next(one for one in plans if one.scheme is Scheme.SIDES_IN_TURN)
        assert (section_codes(choice), choice.boards_total) == (["13S13+13S13+13S13"] * 2, 52)
        assert serious(choice) == []

    def test_howell_first(self) -> None:
        """R-053: either session can be the first (line 2105)."""
        first = choose_plans(28, PlanWishes(order=SessionOrder.HOWELL_FIRST))[0]
        assert section_codes(first) == ["14I13", "14A13"]
        assert serious(first) == []

    def test_no_second_meeting_on_request(self) -> None:
        """R-053: 18 pairs: the nine-round Mitchell with its rematch is left out when nobody may meet again."""
        wanted = PlanWishes(sections=1, boards_per_round=3)
        assert any(one.outline.meetings_again for one in choose_plans(18, wanted, 99))
        strict = PlanWishes(sections=1, boards_per_round=3, no_repeat=True)
        assert not any(one.outline.meetings_again for one in choose_plans(18, strict, 99))

    def test_what_is_better_than_the_list(self) -> None:
        """R-041: 7 tables: the list plays a Howell twice; a Mitchell cut by one round and an interwoven Howell let
        everybody meet everybody once, 6 + 7 = 13 rounds, and the Howell says that it is worse."""
        plans = choose_plans(14)
        assert section_codes(plans[0]) == ["7C6", "7I7"]
        assert (plans[0].missed_pairs, plans[0].outline.meetings_again) == (0, 0)
        howell = next(one for one in plans if one.scheme is Scheme.HOWELL_AGAIN)
        assert howell.row is not None
        assert "plans.more-again" in {problem.code for problem in howell.worse}

    def test_nine_tables_without_a_rematch(self) -> None:
        """R-041: 9 tables: 8 + 9 rounds before the 9 + 9 rounds with a rematch, both in the list."""
        plans = [one for one in choose_plans(18, PlanWishes(boards_per_round=3), 99) if one.row is not None]
        assert section_codes(plans[0]) == ["9A8", "9I9"]
        assert ["9M9", "9I9"] in [section_codes(one) for one in plans]


class TestWords:
    @for_each("pairs", [14, 27, 40, 50, 66])
    @rotate("locale", list(Locale))
    def test_everything_is_said_in_both_languages(self, pairs: int, locale: Locale) -> None:
        """R-396: every reason, advantage, drawback and warning has its words."""
        for choice in choose_plans(pairs, PlanWishes(minutes=180, board_sets=2, least_boards=21)):
            for problem in (*choice.why, *choice.better, *choice.worse, *choice.warnings):
                assert "{" not in problem_text(problem, locale)

    def test_the_first_is_compared_with_nothing(self) -> None:
        """R-041: `better` and `worse` speak of the others."""
        first, second, *_ = choose_plans(40)
        assert first.better == first.worse == ()
        assert PLAN_CHOOSER.compare_with(first, first).worse == ()
        assert second.better or second.worse
