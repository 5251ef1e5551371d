"""The checker finds what is wrong with matches of teams and with copies of boards, and only that."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arrowswitch.core.contestants import ContestantKind, Number
from arrowswitch.core.errors import Refused
from arrowswitch.core.movements.checking.faults import Severity
from arrowswitch.core.movements.checking.verify import faults
from arrowswitch.core.movements.cuts import complete_rounds, cut
from arrowswitch.core.movements.families.registry import make
from arrowswitch.core.movements.format import to_plain
from arrowswitch.core.movements.guide.boards import initial_boards, relays
from arrowswitch.core.movements.guide.cards import guide_slip, round_list
from arrowswitch.core.movements.model import Meeting, Movement, copy_tables
from arrowswitch.formats.movement.movement_json import from_plain
from arrowswitch.i18n import Locale, translate
from tests.rotation import examples
from tests.tables import for_each
from tests.team_games import complete_after

TEAM_SHEETS: tuple[tuple[str, dict[str, int | str]], ...] = (
    ("awl", {"teams": 7}),
    ("awl", {"teams": 8}),
    ("mirror-mitchell", {"teams": 10}),
    ("mirror-mitchell", {"teams": 8}),
    ("stagger", {"teams": 8, "session": 2}),
    ("new-england", {"teams": 6}),
    ("round-robin", {"teams": 6}),
    ("round-robin", {"teams": 5, "form": "pair"}),
    ("round-robin", {"teams": 4, "form": "pair"}),
)


def codes(movement: Movement) -> set[str]:
    """Returns the codes of the faults of `movement`, which must have words in both languages."""
    problems = [fault for fault in faults(movement) if fault.severity is Severity.FAULT]
    assert all(translate(fault.code, fault.params, locale) for fault in problems for locale in Locale)
    return {fault.code for fault in problems}


def with_changed_meeting(movement: Movement, place: int, **parts: object) -> Movement:
    """Returns `movement` with parts of one meeting changed."""
    meetings = list(movement.meetings)
    meetings[place] = replace(meetings[place], **parts)  # type: ignore[arg-type]  # parts of a meeting
    return replace(movement, meetings=tuple(meetings))


def day_with_a_bye() -> Movement:
    """Returns one round in which teams 1 and 2 play at two tables, and team 3 sits out against a phantom."""
    numbers = tuple(map(Number, ("1", "2", "3", "4")))
    one_team, two, three, nobody = ((number,) for number in numbers)
    meetings = (Meeting(1, 1, one_team, two, 1), Meeting(1, 2, two, one_team, 1), Meeting(1, 3, three, nobody, 1))
    return Movement("day", ContestantKind.TEAM, numbers, 3, 1, ((1, 2),), meetings, (numbers,), phantom=Number("4"))


class TestMatches:
    def test_a_half_without_its_other_half(self) -> None:
        """5 teams by AWL, the set of one half taken for another: it and its return are alone."""
        good = make("awl", teams=5)
        wrong = with_changed_meeting(good, 0, board_set=good.meetings[0].board_set % 5 + 1)
        assert "movement.match-incomplete" in codes(wrong)

    def test_a_session_that_parts_a_match(self) -> None:
        """9 teams stopped after round 7: every match of round 1 lacks its half of round 8."""
        good = make("awl", teams=9)
        short = replace(good, rounds=7, meetings=tuple(m for m in good.meetings if m.round <= 7))
        lonely = [f for f in faults(short) if f.code == "movement.match-incomplete"]
        assert {f.rounds for f in lonely} == {(1,)}
        assert len(lonely) == 9

    def test_team_mates_who_meet(self) -> None:
        """Pairs 1A and 1B at one table."""
        good = make("round-robin", teams=4, form="pair")
        assert "movement.team-mates-meet" in codes(
            with_changed_meeting(good, 0, ns=(Number("1A"),), ew=(Number("1B"),))
        )

    def test_pairs_of_one_direction_only(self) -> None:
        """A match in which the team-mates sit the same way as the first pair is not a comparison."""
        good = make("round-robin", teams=4, form="pair")
        first = good.meetings[0]
        assert "movement.match-incomplete" in codes(with_changed_meeting(good, 0, ns=first.ew, ew=first.ns))

    def test_without_team_mates_pairs_are_not_a_team(self) -> None:
        """An ordinary pairs movement is not asked for halves."""
        assert codes(make("mitchell", tables=7)) == set()

    def test_a_bye_has_no_other_half(self) -> None:
        assert "movement.match-incomplete" not in codes(day_with_a_bye())

    def test_a_bye_is_no_match_that_is_complete(self) -> None:
        assert complete_after(day_with_a_bye(), 1) == {frozenset((Number("1"), Number("2")))}

    @given(st.sampled_from(TEAM_SHEETS), st.data())
    @settings(max_examples=examples(120))
    def test_no_damage_goes_unseen(self, form: tuple[str, dict[str, int | str]], data: st.DataObject) -> None:
        """R-087: any other set, opponent, home team or round in one cell of a sheet of teams is a fault."""
        good = make(form[0], **form[1])
        assert codes(good) == set()
        place = data.draw(st.integers(0, len(good.meetings) - 1))
        part = data.draw(st.sampled_from(["ns", "ew", "board_set", "round"]))
        old = getattr(good.meetings[place], part)
        every: dict[str, list[object]] = {
            "ns": [(n,) for n in good.contestants],
            "ew": [(n,) for n in good.contestants],
            "board_set": list(range(1, len(good.board_sets) + 1)),
            "round": list(range(1, good.rounds + 1)),
        }
        new = data.draw(st.sampled_from([value for value in every[part] if value != old]))
        assert codes(with_changed_meeting(good, place, **{part: new}))


class TestCuts:
    def test_complete_rounds_are_where_no_match_is_open(self) -> None:
        """8 teams by AWL: after the crossover (round 2) and before the relay round."""
        movement = make("awl", teams=8)
        assert complete_rounds(movement.meetings, movement.rounds) == movement.rounds_free_to_cut == (2, 6)
        assert len(complete_after(movement, 2)) == 8

    def test_a_wrong_declaration_is_found(self) -> None:
        movement = replace(make("awl", teams=8), rounds_free_to_cut=(1,))
        assert codes(movement) == {"movement.cut-half-played"}

    def test_a_cut_sheet_is_sound_and_can_be_made_again(self) -> None:
        shorter = cut(make("awl", teams=8), 6)
        assert codes(replace(shorter, options=make("awl", teams=8, rounds=6).options)) <= {"movement.set-unused"}
        assert {(m.round, m.ns, m.ew, m.board_set) for m in shorter.meetings} == {
            (m.round, m.ns, m.ew, m.board_set) for m in make("awl", teams=8, rounds=6).meetings
        }

    def test_a_cut_that_parts_a_match_is_refused_with_words(self) -> None:
        with pytest.raises(Refused) as caught:
            cut(make("awl", teams=8), 3)
        [problem] = caught.value.problems
        assert problem.code == "movement.cut.matches"
        assert all(translate(problem.code, problem.params, locale) for locale in Locale)


class TestCopies:
    def test_tables_with_a_copy_each_share_nothing(self) -> None:
        movement = make("mirror-mitchell", teams=14)
        assert [movement.copy_of(t) for t in (1, 7, 8, 14)] == [1, 1, 2, 2]
        assert movement.sharing(1) == {}
        assert relays(movement) == ()
        assert all(line.shares_with == () for line in round_list(movement, 1))
        assert all(line.shares_with == () for line in guide_slip(movement, Number("1")))

    def test_every_copy_is_laid_out(self) -> None:
        """14 teams: set 1 lies at table 1 and its copy at table 8."""
        lying = [(p.board_set, p.copy, p.place.tables) for p in initial_boards(make("mirror-mitchell", teams=14))]
        assert lying == [*((s, 1, (s,)) for s in range(1, 8)), *((s, 2, (s + 7,)) for s in range(1, 8))]

    def test_without_the_declaration_it_is_a_relay(self) -> None:
        movement = make("mirror-mitchell", teams=14)
        bare = replace(movement, options={k: v for k, v in movement.options.items() if k != "copies"})
        assert codes(bare) == {"movement.set-shared-unplanned"}
        assert bare.sharing(1) == {s: (s, s + 7) for s in range(1, 8)}

    @for_each("option, value", [("copies", "1,9"), ("team_mates", "1A"), ("copies", "1-9 x")])
    def test_what_cannot_be_read_is_a_fault(self, option: str, value: str) -> None:
        movement = make("mirror-mitchell", teams=14)
        wrong = replace(movement, options={**movement.options, option: value})
        assert "movement.declaration-unreadable" in codes(wrong)

    def test_words_that_cannot_be_read_are_passed_over(self) -> None:
        assert copy_tables("1-4 five 5-8") == (range(1, 5), range(5, 9))

    def test_a_shared_copy_is_a_relay_within_it(self) -> None:
        """Two boxes; tables 1 and 2 share the first: the slip of a pair at table 3 names nobody."""
        movement = replace(make("web-mitchell", tables=4, rounds=3), options={"copies": "1-2 3-4", "relays": "any"})
        meetings = tuple(replace(m, board_set=1) if m.round == 1 else m for m in movement.meetings)
        shared = replace(movement, meetings=meetings)
        assert shared.sharing(1) == {1: (1, 2, 3, 4)}
        assert guide_slip(shared, Number("NS3"))[0].shares_with == (4,)

    @for_each("form", TEAM_SHEETS, ids=lambda form: f"{form[0]}-{form[1]['teams']}")
    def test_it_is_written_and_read(self, form: tuple[str, dict[str, int | str]]) -> None:
        movement = make(form[0], **form[1])
        assert from_plain(to_plain(movement)) == movement
        assert make(movement.family, **movement.options) == movement
