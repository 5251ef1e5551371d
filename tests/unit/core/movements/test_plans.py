"""Plans of several sessions beyond the lists: wishes, refusals, the plain form, slips, totals, starts, the day."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Malformed, Mistake, Refused
from arrowswitch.core.movements.checking.verify import is_sound
from arrowswitch.core.movements.choosing import plan_chooser
from arrowswitch.core.movements.choosing.chooser import choose, rank_movements
from arrowswitch.core.movements.choosing.plan_candidates import ROUNDS, splits
from arrowswitch.core.movements.choosing.plan_chooser import PlanChoice, PlanWishes, choose_plans
from arrowswitch.core.movements.choosing.wishes import Wishes
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.guide.board_copies import copies_needed, starts_that_save
from arrowswitch.core.movements.sessions.day_plan import plan_day
from arrowswitch.core.movements.sessions.format import plan_to_plain
from arrowswitch.core.movements.sessions.maker import Outline, Scheme, make_plan, section_movement, section_sheet
from arrowswitch.core.movements.sessions.plan import (
    NAMES,
    PlannedSection,
    SectionPlace,
    SessionPlan,
    format_moves,
    parse_moves,
    second_session,
)
from arrowswitch.core.movements.sessions.plan_list import SectionKind, SectionPlan
from arrowswitch.core.movements.sessions.propose import propose_second
from arrowswitch.core.movements.sessions.schemes import again, sides_in_turn
from arrowswitch.core.movements.sessions.turns import group_rounds, groups_in_turn
from arrowswitch.core.movements.starting_round import sheet_round, start_in_round, starts_in
from arrowswitch.formats.movement.plan_json import is_plan, plan_from_plain
from arrowswitch.i18n import Locale, problems_text
from tests.rotation import examples, rotate
from tests.tables import for_each

FOUR = {"family": "howell", "options": {"tables": 4}}
TWENTY = choose_plans(40, PlanWishes(rounds=(12,)))[0]


def at(section: str, number: str) -> SectionPlace:
    """Returns a place."""
    return SectionPlace(section, Number(number))


def refusal(pairs: int, wishes: PlanWishes) -> str:
    """Returns the code of the first reason why nothing is offered."""
    with pytest.raises(Refused) as refused:
        choose_plans(pairs, wishes)
    assert all("{" not in text for locale in Locale for text in problems_text(refused.value, locale))
    return refused.value.problems[0].code


class TestWishes:
    def test_time_is_told(self) -> None:
        fits, over = (choose_plans(40, PlanWishes(rounds=(12,), minutes=minutes))[0] for minutes in (180, 170))
        assert (fits.fits_time, over.fits_time) == (True, False)
        assert "plans.fits-time" in {problem.code for problem in fits.why}
        assert "plans.over-time" in {problem.code for problem in over.why}

    def test_plans_in_time_come_first(self) -> None:
        choices = choose_plans(40, PlanWishes(minutes=170))
        assert choices[0].fits_time
        assert [one.fits_time for one in choices] == sorted((one.fits_time for one in choices), reverse=True)

    def test_preferred_boards(self) -> None:
        assert choose_plans(40, PlanWishes(preferred_boards=22))[0].boards == (22, 22)

    def test_stationary_pairs_keep_their_seats(self) -> None:
        first = choose_plans(40, PlanWishes(rounds=(12,), stationary=2))[0]
        assert len(first.plan.keep_stationary) == 2
        assert set(first.plan.keep_stationary) <= set(first.stationary)

    def test_a_plan_that_cannot_be_made_keeps_no_seats(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The first plan comes after plans that can be made if it cannot seat the pairs."""
        wishes = PlanWishes(rounds=(12,), stationary=2)
        first, second = choose_plans(40, wishes)[:2]

        def refusing(outline: Outline) -> SessionPlan:
            if outline == first.outline:
                raise Refused.of("sessions.no-exchange", sections="10T + 10T")
            return make_plan(outline)

        monkeypatch.setattr(plan_chooser, "make_plan", refusing)
        assert choose_plans(40, wishes)[0].outline == second.outline

    def test_three_sessions_in_so_many_sections(self) -> None:
        """Groups that take turns, and sections with new seats, are offered only in the requested number of sections."""
        for pairs in (46, 52):
            choices = choose_plans(pairs, PlanWishes(sessions=3, sections=3))
            assert {len(session) for choice in choices for session in choice.outline.sessions} == {3}

    def test_barometer(self) -> None:
        first = choose_plans(40, PlanWishes(rounds=(12,), barometer=True))[0]
        assert first.board_sets == 20
        for session in first.plan.sessions:
            for section in session:
                assert all({m.board_set for m in section.movement.in_round(r)} == {r} for r in range(1, 13))

    def test_too_few_sets_for_the_sections(self) -> None:
        choices = choose_plans(56, PlanWishes(rounds=(11,), board_sets=2), 99)
        enough = [len(one.sections[0]) <= 2 for one in choices]
        assert enough == sorted(enough, reverse=True)

    def test_few_boards_are_warned_of(self) -> None:
        choices = choose_plans(40, PlanWishes(rounds=(11,), least_boards=24))
        assert "choice.below-least" in {warning.code for warning in choices[0].warnings}

    def test_two_rankings_in_one_session(self) -> None:
        choices = choose_plans(52, PlanWishes(1, 2, rounds=(13,), one_winner=False))
        assert {len(s.movement.fields) for one in choices for s in one.plan.sessions[0]} == {2}

    def test_odd_number_in_two_rankings(self) -> None:
        for choice in choose_plans(51, PlanWishes(1, 2, rounds=(13,), one_winner=False)):
            assert sum(s.movement.phantom is not None for s in choice.plan.sessions[0]) == 1

    def test_cut_mitchells_of_one_session(self) -> None:
        choices = choose_plans(90, PlanWishes(1, 2, rounds=(13,)), 99)
        cut = next(one for one in choices if one.outline.misses_boards)
        assert "plans.misses-boards" in {problem.code for problem in cut.why}
        assert "sessions.boards-missed" in cut.plan.allowed

    def test_one_section_in_one_session_is_the_chooser_of_movements(self) -> None:
        wishes = PlanWishes(1, 1, minutes=200)
        assert [one.single and one.single.movement for one in choose_plans(13, wishes)] == [
            one.movement for one in rank_movements(13, wishes.of_one_session)[:12]
        ]

    def test_one_session_with_as_many_sections_as_it_takes(self) -> None:
        choices = choose_plans(60, PlanWishes(1), 6)
        assert {len(one.sections[0]) for one in choices} >= {1, 2}
        for choice in choices:
            assert choice.boards_played > 0
            assert all(fair.shares for session in choice.fairness for fair in session)

    def test_rounds_that_one_section_does_not_have(self) -> None:
        """16 rounds of 2 boards for 40 pairs: there is none in several sections, one Mitchell has it."""
        assert {one.single is not None for one in choose_plans(40, PlanWishes(1, rounds=(16,)))} == {True}
        assert refusal(8, PlanWishes(1, 1, rounds=(12,))) == "choice.none-rounds"

    def test_one_session_where_one_section_has_nothing(self) -> None:
        with pytest.raises(Refused):
            choose_plans(9, PlanWishes(1, rounds=(15,)))


class TestRefusals:
    @for_each(
        "pairs, wishes, code",
        [
            (4, PlanWishes(), "plans.pairs"),
            (200, PlanWishes(), "plans.pairs"),
            (40, PlanWishes(5), "plans.sessions"),
            (40, PlanWishes(2, 5), "plans.sections"),
            (40, PlanWishes(rounds=(6,)), "plans.rounds"),
            (8, PlanWishes(no_repeat=True), "plans.none"),
            (32, PlanWishes(sections=2, rounds=(11,)), "plans.too-few-tables"),
        ],
    )
    def test_codes(self, pairs: int, wishes: PlanWishes, code: str) -> None:
        assert refusal(pairs, wishes) == code

    def test_all_wrong_wishes_are_told(self) -> None:
        with pytest.raises(Refused) as refused:
            choose_plans(2, PlanWishes(0, 9))
        assert [problem.code for problem in refused.value.problems] == [
            "plans.pairs",
            "plans.sessions",
            "plans.sections",
        ]


class TestExchange:
    @given(st.sampled_from(ROUNDS), st.integers(16, 57), st.integers(2, 4), st.integers(0, 999))
    @settings(max_examples=examples(25), deadline=None)
    def test_every_split_that_is_thought_of_can_exchange_its_groups(
        self, rounds: int, tables: int, count: int, pick: int
    ) -> None:
        """Where no more Howells stand than sides of Mitchells the proposal is always found and sound."""
        able = [
            split
            for split in splits(tables, count, rounds)
            if sum(s.kind is SectionKind.HOWELL for s in split)
            <= 2 * sum(s.kind is not SectionKind.HOWELL for s in split)
        ]
        if able:
            split = able[pick % len(able)]
            plan = propose_second(
                [PlannedSection(n, section_movement(s, 2)) for n, s in zip(NAMES, split, strict=False)]
            )
            assert len(plan.sessions) == 2


class TestStart:
    @given(
        st.sampled_from([("howell", 7, 13), ("scrambled-mitchell", 9, 9), ("two-session-mitchell", 14, 13)]),
        st.integers(1, 9),
        st.sampled_from(["none", "last"]),
    )
    @settings(deadline=None, max_examples=examples(30))
    def test_started_movements_are_sound_and_remade(self, size: tuple[str, int, int], start: int, phantom: str) -> None:
        family, tables, rounds = size
        missing = "ns" if (family, phantom) == ("scrambled-mitchell", "last") else phantom
        sheet = make(family, tables=tables, rounds=rounds, phantom=missing)
        later = make(family, tables=tables, rounds=rounds, phantom=missing, start=start)
        assert is_sound(later)
        assert make(later.family, **later.options) == later == start_in_round(sheet, start)
        for real in range(1, rounds + 1):
            there = sheet.in_round(sheet_round(later, real))
            assert [(m.table, m.contestants, m.board_set) for m in later.in_round(real)] == [
                (m.table, m.contestants, m.board_set) for m in there
            ]

    def test_twice(self) -> None:
        """Round 2 of what starts in round 2 is round 3 of the sheet."""
        sheet = make("howell", tables=5)
        assert starts_in(start_in_round(start_in_round(sheet, 2), 2)) == 3
        assert starts_in(sheet) == 1

    def test_no_such_round(self) -> None:
        with pytest.raises(Refused) as refused:
            make("howell", tables=5, start=10)
        assert refused.value.problems[0].code == "start.round"


class TestCopies:
    def test_sections_of_other_rounds_start_together(self) -> None:
        movements = [make("howell", tables=5, rounds=7), make("howell", tables=4, rounds=6)]
        assert starts_that_save(movements) == ((1, 1), 3)

    def test_one_section(self) -> None:
        assert starts_that_save([make("relay-mitchell", tables=8)]) == ((1,), 2)

    def test_what_nobody_plays_does_not_count(self) -> None:
        """Eight tables with a relay between 1 and 8; the phantom sits at table 8."""
        assert copies_needed([make("relay-mitchell", tables=8, phantom="ns")]) == 1

    @for_each(
        "kind",
        [SectionKind.MITCHELL, SectionKind.APPENDIX, SectionKind.HOWELL, SectionKind.INTERWOVEN, SectionKind.SIDES],
    )
    def test_the_quick_sheet_has_the_boards_of_the_movement(self, kind: SectionKind) -> None:
        tables, rounds = {SectionKind.APPENDIX: (12, 11), SectionKind.HOWELL: (9, 11)}.get(kind, (11, 11))
        section = SectionPlan(kind, tables, rounds, start=2 if kind is not SectionKind.SIDES else 1)
        assert copies_needed([section_sheet(section)]) == copies_needed([section_movement(section, 2)])
        quick, whole = section_sheet(section), section_movement(section, 2)
        assert {(m.round, m.table, m.board_set) for m in quick.meetings} == {
            (m.round, m.table, m.board_set) for m in whole.meetings
        }


class TestSchemes:
    def test_relay_and_skip_of_two_fields(self) -> None:
        families = [section_movement(SectionPlan(SectionKind.SIDES, 12, rounds), 2).family for rounds in (12, 11)]
        assert families == ["relay-mitchell", "skip-mitchell"]

    def test_groups_with_other_rounds_and_a_phantom(self) -> None:
        plan = groups_in_turn(3, 12, rounds=9, has_phantom=True)
        assert len(plan.contestants) == 35
        assert 9 in group_rounds(3, 12, 3)

    def test_sides_with_a_phantom(self) -> None:
        plan = sides_in_turn(9, 2, boards_per_round=3, has_phantom=True)
        assert len(plan.contestants) == 35
        assert plan.sessions[0][0].movement.boards_per_round == 3

    def test_a_howell_in_three_sessions(self) -> None:
        plan = again(make("howell", tables=4, phantom="last"), 3)
        assert (len(plan.sessions), len(plan.moves), len(plan.contestants)) == (3, 2, 7)

    def test_a_faulty_plan_is_refused(self) -> None:
        """A Howell of 7 and one of 6 rounds side by side."""
        sections = (SectionPlan(SectionKind.HOWELL, 4, 7), SectionPlan(SectionKind.HOWELL, 4, 6))
        with pytest.raises(Refused) as refused:
            make_plan(Outline(Scheme.SINGLE, 16, 3, (sections,)))
        assert "sessions.rounds-differ" in {problem.code for problem in refused.value.problems}

    def test_second_session_keeps_a_section_without_change(self) -> None:
        section = PlannedSection("A", make("howell", tables=4))
        assert second_session([section], {}) == (section,)


class TestMoves:
    @given(st.integers(0, 11))
    def test_plans_are_written_and_read(self, place: int) -> None:
        choices = choose_plans(66)
        for move in choices[place % len(choices)].plan.moves:
            assert parse_moves(format_moves(move)) == move

    def test_sides(self) -> None:
        moves = sides_in_turn(9, 2).moves[0]
        assert format_moves(moves) == "AEW1-9>ANS1-9, ANS1-9>BEW1-9, BEW1-9>BNS1-9, BNS1-9>AEW1-9"
        assert parse_moves(format_moves(moves)) == moves

    def test_numbers_that_are_none(self) -> None:
        assert format_moves({at("A", "x"): at("A", "y"), at("A", "y"): at("A", "z")}) == "Ax>Ay, Ay>Az"


class TestPlainForm:
    @for_each("choice", [TWENTY, choose_plans(18)[0], choose_plans(24, PlanWishes(3))[0]])
    def test_round_trip(self, choice: PlanChoice) -> None:
        plain = json.loads(json.dumps(plan_to_plain(choice.plan)))
        assert is_plan(plain)
        assert plan_from_plain(plain) == choice.plan
        assert plan_from_plain(plain).moves == choice.plan.moves

    def test_families_and_options(self) -> None:
        plain = plan_to_plain(TWENTY.plan)
        plain["sessions"] = [
            [{"section": s.name, "family": s.movement.family, "options": dict(s.movement.options)} for s in session]
            for session in TWENTY.plan.sessions
        ]
        assert plan_from_plain(plain) == TWENTY.plan

    def test_stationary_wishes_are_kept(self) -> None:
        plan = choose_plans(40, PlanWishes(rounds=(12,), stationary=2))[0].plan
        assert plan_from_plain(plan_to_plain(plan)).keep_stationary == plan.keep_stationary

    def test_one_section_and_no_moves(self) -> None:
        """Everybody keeps section and number."""
        session = {"family": "howell", "options": {"tables": 4}}
        plan = plan_from_plain({"sessions": [session, session]})
        assert plan.sessions[0][0].name == "A"
        assert all(before == after for before, after in plan.moves[0].items())

    @for_each(
        "data, where, code",
        [
            ([], "sessions", "plans.file-sessions"),
            ({"sessions": 3}, "sessions", "plans.file-sessions"),
            ({"sessions": []}, "sessions", "plans.file-count"),
            ({"sessions": [[]]}, "sessions[0]", "plans.file-sections"),
            ({"sessions": [[FOUR | {"section": "Q"}]]}, "sessions[0][0].section", "plans.file-letter"),
            ({"sessions": [{"family": 3}]}, "sessions[0].options", "plans.file-options"),
            ({"sessions": [FOUR | {"options": {"tables": [4]}}]}, "sessions[0].options.tables", "plans.file-options"),
            ({"sessions": [{"family": "howell", "options": {"tables": 99}}]}, "sessions[0].tables", "howell.tables"),
            ({"sessions": [{"meetings": 3}]}, "sessions[0].meetings", "movement.file.list"),
            ({"sessions": [3]}, "sessions[0]", "movement.file.not-object"),
            ({"sessions": [{"meetings": []}], "moves": 3}, "moves", "plans.file-texts"),
            ({"sessions": [{"meetings": []}], "moves": ["A1>"]}, "moves[0]", "sessions.moves-unreadable"),
            ({"sessions": [{"meetings": []}], "allowed": [3]}, "allowed", "plans.file-texts"),
        ],
    )
    def test_problems(self, data: Any, where: str, code: str) -> None:
        with pytest.raises(Malformed) as refused:
            plan_from_plain(data)
        assert (where, code) in [(problem.where, problem.code) for problem in refused.value.problems]
        assert all(text for locale in Locale for text in problems_text(refused.value, locale))

    @given(st.recursive(st.none() | st.integers() | st.text(max_size=5), lambda inner: st.lists(inner, max_size=3)))
    def test_anything_is_read_or_refused(self, anything: Any) -> None:
        with contextlib.suppress(Mistake):
            assert plan_from_plain({"sessions": anything, "moves": anything}).sessions


class TestDay:
    @for_each(
        "start, minutes, pause, codes",
        [
            (570, (), 45, ["day.sessions"]),
            (1440, (180,), 45, ["day.start"]),
            (570, (0,), 45, ["day.minutes"]),
            (570, (180,), -1, ["day.minutes"]),
        ],
    )
    def test_refused(self, start: int, minutes: tuple[int, ...], pause: int, codes: list[str]) -> None:
        with pytest.raises(Refused) as refused:
            plan_day(start, minutes, pause)
        assert [problem.code for problem in refused.value.problems] == codes

    def test_warnings(self) -> None:
        assert [w.code for w in plan_day(570, (240, 170)).warnings] == ["day.session", "day.session", "day.long"]
        assert plan_day(1140, (150,)).warnings == ()

    def test_the_next_five_minutes(self) -> None:
        assert plan_day(570, (182, 180), 45).sessions[1].start == 570 + 182 + 45 + 3


class TestRoundsOfOneSession:
    def test_nine_and_a_half_tables(self) -> None:
        """9½ tables, 8 rounds of 3, one section: six families can."""
        families = {one.movement.family for one in choose(19, Wishes(boards_per_round=3, rounds=8))}
        assert {"rover-mitchell", "one-and-a-half-appendix", "appendix-mitchell", "web-mitchell"} <= families
        assert all(one.movement.rounds == 8 for one in choose(19, Wishes(rounds=8)))

    @rotate("pairs", [9, 12, 13, 14, 16, 17, 19, 20, 22, 27], cells=3)
    def test_where_any_family_has_it_there_is_an_answer(self, pairs: int) -> None:
        """Every family is tried with every number of rounds; where one can the chooser has it, else it says which."""
        families: tuple[str, ...] = ("howell", "appendix-howell", "mitchell", "skip-mitchell", "relay-mitchell")
        families += ("scrambled-mitchell", "appendix-mitchell", "web-mitchell", "rover-mitchell")
        families += ("one-and-a-half-appendix", "two-session-mitchell", "interwoven-howell")
        for rounds in range(2, pairs + 1):
            able = {family for family in families if _can(family, pairs, rounds)}
            if able:
                choices = rank_movements(pairs, Wishes(rounds=rounds, boards_per_round=3))
                assert {one.movement.rounds for one in choices} == {rounds}
            else:
                with pytest.raises(Refused) as refused:
                    rank_movements(pairs, Wishes(rounds=rounds, boards_per_round=3))
                assert refused.value.problems[0].code == "choice.none-rounds"

    def test_nothing_at_all(self) -> None:
        with pytest.raises(Refused) as refused:
            rank_movements(4, Wishes(rounds=3, one_winner=False))
        assert refused.value.problems[0].code in ("choice.none", "choice.none-rounds")

    def test_so_many_rounds_that_a_round_has_few_boards(self) -> None:
        choices = rank_movements(40, Wishes(rounds=20))
        assert {one.movement.boards_per_round for one in choices} <= {1, 2}

    @for_each("pairs, rounds, base", [(19, 9, "swap"), (21, 10, "relay"), (17, 8, "relay")])
    def test_rovers_on_other_mitchells(self, pairs: int, rounds: int, base: str) -> None:
        rovers = [
            one for one in rank_movements(pairs, Wishes(rounds=rounds)) if one.movement.family == "rover-mitchell"
        ]
        assert base in {one.options["base"] for one in rovers}


def _can(family: str, pairs: int, rounds: int) -> bool:
    try:
        return make(family, pairs=pairs, rounds=rounds).rounds == rounds
    except Mistake:
        return False
