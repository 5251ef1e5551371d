"""The value of a plan of several sessions, its checker on damaged plans, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.core.contestants import Number
from arrowswitch.core.errors import Impossible, Malformed, Refused
from arrowswitch.core.movements.checking.faults import Severity
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.sessions import schemes as sessions_schemes
from arrowswitch.core.movements.sessions import turns as sessions_turns
from arrowswitch.core.movements.sessions.check import plan_faults
from arrowswitch.core.movements.sessions.plan import (
    GroupKind,
    OpponentGroup,
    PlannedSection,
    SectionPlace,
    SessionPlan,
    groups,
    parse_moves,
)
from arrowswitch.core.movements.sessions.propose import propose_second
from arrowswitch.core.movements.sessions.schemes import (
    again,
    one_section,
    side_by_side,
    sides_in_turn,
)
from arrowswitch.core.movements.sessions.turns import groups_in_turn
from arrowswitch.i18n import Locale, translate
from tests.rotation import rotate
from tests.tables import for_each


@cache
def proposed_plan() -> SessionPlan:
    return propose_second(
        [
            PlannedSection("A", make("scrambled-mitchell", tables=7, rounds=7)),
            PlannedSection("B", make("howell", tables=4, rounds=7)),
        ]
    )


@cache
def places() -> tuple[SectionPlace, ...]:
    return tuple(sorted(proposed_plan().moves[0]))


A_PLACE = st.deferred(lambda: st.sampled_from(places()))


def codes(plan: SessionPlan) -> set[str]:
    """Returns the codes of the faults."""
    return {fault.code for fault in plan_faults(plan) if fault.severity is Severity.FAULT}


class TestPlan:
    def test_route_is_the_place_in_every_session(self) -> None:
        start = places()[0]
        assert proposed_plan().route(start) == (start, proposed_plan().moves[0][start])
        assert proposed_plan().route(SectionPlace("Z", Number("1"))) == (SectionPlace("Z", Number("1")), None)

    def test_contestants_are_those_of_the_first_session(self) -> None:
        assert list(proposed_plan().contestants) == [*(f for s in proposed_plan().sessions[0] for f in s.places)]

    def test_without_movers_there_is_only_the_group_of_those_who_stay(self) -> None:
        """A damaged Howell that says of everybody that they stay."""
        howell = proposed_plan().sessions[0][1]
        everybody = howell.movement.contestants
        still = replace(howell, movement=replace(howell.movement, stationary=everybody))
        assert groups(still) == (OpponentGroup("B", GroupKind.APART, 1, is_stationary=True, numbers=everybody),)

    def test_moves_are_read(self) -> None:
        moves = parse_moves("A1-3>B2-4; B9 > A1")
        assert [(str(one), str(other)) for one, other in moves.items()] == [
            ("A1", "B2"),
            ("A2", "B3"),
            ("A3", "B4"),
            ("B9", "A1"),
        ]

    def test_all_problems_of_moves_are_told(self) -> None:
        with pytest.raises(Malformed) as refused:
            parse_moves("A1-3>B2-5, x, A9>B1, A9>B2")
        assert [problem.code for problem in refused.value.problems] == [
            "sessions.moves-length",
            "sessions.moves-unreadable",
            "sessions.moves-twice",
        ]


class TestChecker:
    def test_the_plan_is_sound(self) -> None:
        assert codes(proposed_plan()) == set()

    @given(A_PLACE, A_PLACE)
    def test_a_move_to_a_place_taken_is_seen(self, place: SectionPlace, other: SectionPlace) -> None:
        moves = {**proposed_plan().moves[0], place: proposed_plan().moves[0][other]}
        faults = codes(replace(proposed_plan(), moves=(moves,)))
        assert ({"sessions.place-twice", "sessions.place-empty"} <= faults) == (place != other)

    @settings(deadline=None)
    @given(A_PLACE)
    def test_a_lost_move_is_seen(self, place: SectionPlace) -> None:
        moves = {before: after for before, after in proposed_plan().moves[0].items() if before != place}
        assert {"sessions.place-lost", "sessions.place-empty"} <= codes(replace(proposed_plan(), moves=(moves,)))

    def test_staying_where_one_is_meets_everybody_again(self) -> None:
        moves = {place: place for place in places()}
        meetings_again = [
            f for f in plan_faults(replace(proposed_plan(), moves=(moves,))) if f.code == "sessions.met-again"
        ]
        meetings = sum(len(section.movement.meetings) for section in proposed_plan().sessions[0])
        assert len(meetings_again) == meetings

    def test_what_the_plan_allows_is_a_notice(self) -> None:
        same = replace(proposed_plan(), moves=({place: place for place in places()},))
        allowed = replace(same, allowed=frozenset({"sessions.met-again", "sessions.howell-to-howell"}))
        assert codes(allowed) == set()
        assert len(plan_faults(allowed)) == len(plan_faults(same))

    def test_unknown_places_missing_moves_and_double_sections(self) -> None:
        moves = {**proposed_plan().moves[0], SectionPlace("C", Number("1")): SectionPlace("C", Number("1"))}
        assert "sessions.place-unknown" in codes(replace(proposed_plan(), moves=(moves,)))
        assert "sessions.moves-missing" in codes(replace(proposed_plan(), moves=()))
        first = proposed_plan().sessions[0]
        assert "sessions.section-twice" in codes(
            replace(proposed_plan(), sessions=((*first, first[0]), proposed_plan().sessions[1]))
        )

    def test_a_phantom_that_becomes_a_pair_is_seen(self) -> None:
        mitchell, howell = proposed_plan().sessions[0]
        missing = replace(howell, movement=howell.movement.with_phantom(Number("8")))
        assert "sessions.phantom-moved" in codes(
            replace(proposed_plan(), sessions=((mitchell, missing), proposed_plan().sessions[1]))
        )

    def test_sitting_out_twice_is_seen(self) -> None:
        """The phantom goes to the same seat against the same opponents."""
        mitchell, howell = proposed_plan().sessions[0]
        missing = replace(howell, movement=howell.movement.with_phantom(Number("8")))
        sections = (mitchell, missing)
        plan = replace(proposed_plan(), sessions=(sections, sections), moves=({place: place for place in places()},))
        out = {f.params["place"] for f in plan_faults(plan) if f.code == "sessions.sits-out-again"}
        assert out == {f"B{number}" for number in range(1, 8)}

    def test_rounds_and_boards_of_sections_differ(self) -> None:
        short = PlannedSection("B", make("howell", tables=4, rounds=6))
        plan = replace(proposed_plan(), sessions=((proposed_plan().sessions[0][0], short), proposed_plan().sessions[1]))
        assert {"sessions.rounds-differ", "sessions.boards-missed"} <= codes(plan)

    def test_a_faulty_movement_is_seen(self) -> None:
        section = proposed_plan().sessions[0][0]
        broken = replace(section, movement=replace(section.movement, meetings=section.movement.meetings[1:]))
        plan = replace(
            proposed_plan(), sessions=((broken, proposed_plan().sessions[0][1]), proposed_plan().sessions[1])
        )
        assert "sessions.movement-faulty" in codes(plan)

    def test_who_wants_to_stay_seated_is_told_when_not(self) -> None:
        plan = one_section(14, 13)
        assert codes(replace(plan, keep_stationary=frozenset({SectionPlace("A", Number("28"))}))) == set()
        assert codes(replace(plan, keep_stationary=frozenset({SectionPlace("A", Number("1"))}))) == {
            "sessions.not-stationary"
        }

    @rotate("locale", list(Locale))
    def test_every_fault_has_a_text(self, locale: Locale) -> None:
        moves = {**proposed_plan().moves[0], places()[0]: places()[0]}
        for fault in plan_faults(replace(proposed_plan(), moves=(moves,))):
            assert "{" not in translate(fault.problem.code, fault.problem.params, locale)


class TestRefusals:
    def test_codes(self) -> None:
        calls: dict[str, Callable[[], object]] = {
            "sessions.order": lambda: one_section(8, order="both"),
            "sessions.turns": lambda: groups_in_turn(5, 8),
            "sessions.group-size": lambda: groups_in_turn(3, 9),
            "sessions.sections": lambda: sides_in_turn(9, 1),
        }
        for code, call in calls.items():
            with pytest.raises(Refused) as refused:
                call()
            assert refused.value.problems[0].code == code

    def test_a_cut_mitchell_says_that_a_board_is_missed(self) -> None:
        """11 tables in 10 rounds, the round of i and i + 11 left out."""
        plan = one_section(11, 10)
        assert plan.allowed == {"sessions.boards-missed"}
        assert {f.code for f in plan_faults(plan)} == {"sessions.boards-missed"}


class TestJudged:
    """No maker hands out a plan that the independent checker refuses."""

    def test_a_proposal_for_a_faulty_movement(self) -> None:
        """One meeting of the Howell is gone: two pairs sit nowhere in a round."""
        mitchell, howell = proposed_plan().sessions[0]
        broken = replace(howell, movement=replace(howell.movement, meetings=howell.movement.meetings[1:]))
        with pytest.raises(Refused) as refused:
            propose_second([mitchell, broken])
        assert "sessions.movement-faulty" in {problem.code for problem in refused.value.problems}

    def test_sections_that_do_not_go_together(self) -> None:
        """A Mitchell of 7 rounds next to a Howell of 6 is refused before a proposal is made."""
        sections = [proposed_plan().sessions[0][0], PlannedSection("B", make("howell", tables=4, rounds=6))]
        with pytest.raises(Refused) as refused:
            propose_second(sections)
        assert {problem.code for problem in refused.value.problems} == {
            "sessions.rounds-differ",
            "sessions.boards-missed",
        }

    def test_two_phantoms_that_make_somebody_sit_out_twice(self) -> None:
        """Two phantoms come to one section, and a pair that meets both sits out twice."""
        howell = proposed_plan().sessions[0][1]
        mitchell = PlannedSection("A", make("scrambled-mitchell", tables=7, phantom="ns"))
        first = [
            mitchell,
            PlannedSection("B", howell.movement.with_phantom(Number("8"))),
            PlannedSection("C", mitchell.movement),
        ]
        with pytest.raises(Refused) as refused:
            propose_second(first)
        refusals = {problem.code for problem in refused.value.problems}
        assert refusals == {"sessions.phantom-moved", "sessions.sits-out-again"}

    def test_a_scheme_that_makes_a_faulty_plan_is_a_defect(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sessions_schemes, "is_sound_plan", lambda plan: False)
        with pytest.raises(Impossible, match="a plan that the checker refuses"):
            one_section(8)

    def test_groups_in_turn_that_make_a_faulty_plan_are_a_defect(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sessions_turns, "is_sound_plan", lambda plan: False)
        with pytest.raises(Impossible, match="a plan that the checker refuses"):
            groups_in_turn(3, 12, rounds=9)

    def test_plans_side_by_side_with_other_rounds(self) -> None:
        """Sections of 7 and 9 rounds."""
        seven, nine = again(make("howell", tables=4, rounds=7)), again(make("howell", tables=5, rounds=9))
        assert codes(seven) == codes(nine) == set()
        with pytest.raises(Refused) as refused:
            side_by_side([seven, nine])
        assert "sessions.rounds-differ" in {problem.code for problem in refused.value.problems}

    @for_each(
        "plans, code",
        lambda: [
            ([], "sessions.beside-count"),
            ([again(make("howell", tables=4, rounds=7))] * 11, "sessions.beside-count"),
            ([proposed_plan(), again(make("howell", tables=4, rounds=7))], "sessions.beside-sections"),
            (
                [again(make("howell", tables=4, rounds=7)), again(make("howell", tables=4, rounds=7), 3)],
                "sessions.beside-sessions",
            ),
        ],
    )
    def test_plans_that_cannot_stand_side_by_side(self, plans: list[SessionPlan], code: str) -> None:
        with pytest.raises(Refused) as refused:
            side_by_side(plans)
        assert [problem.code for problem in refused.value.problems] == [code]
